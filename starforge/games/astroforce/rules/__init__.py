"""How a patrol is played, by phase and topic."""
