"""Play over SSH: the listener, the worker processes behind it, and the app of each session."""
