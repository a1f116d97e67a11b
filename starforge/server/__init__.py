"""Many people at one lobby: the daemon, what it keeps, and the doors through which people come."""
