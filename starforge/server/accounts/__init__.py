"""The people of a server: what they are called, what they say, and how far each of them has come."""
