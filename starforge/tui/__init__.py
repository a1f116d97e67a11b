"""Play in the terminal: one app, a screen for each thing, and a drawing of each game."""
