"""The rules of USC: Reach, by phase and topic."""
