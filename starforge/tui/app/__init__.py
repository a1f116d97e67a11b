"""The app: its theme, its keys, its terminal, and the way to every screen."""
