"""The way in by SSH: the port, the processes behind it, and the app of each user."""
