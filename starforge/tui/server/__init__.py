"""The screens of a server that many people share: its lobby, where tables gather, and what a shared table has more."""
