"""The lobby of a server and its tables, over a line to it."""
