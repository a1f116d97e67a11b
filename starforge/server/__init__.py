"""Many people at one lobby: the daemon, what it knows, and the sockets through which people connect."""
