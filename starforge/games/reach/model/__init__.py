"""The cards of USC: Reach, its state, and the actions of players."""
