"""The screens of a table being played, and of a game played before."""
