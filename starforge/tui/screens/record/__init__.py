"""What is kept of a game: its end card, and the game as a film."""
