"""The screen of each game, and one for games that have none."""
