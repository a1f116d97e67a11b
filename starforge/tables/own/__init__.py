"""What a user has of their own beside games at play: lessons, the logbook, the patrol of the day."""
