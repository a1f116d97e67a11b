"""The screens of a server that people share: its lobby, new tables, waiting rooms, talk."""
