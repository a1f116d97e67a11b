"""What the players may know of a patrol."""
