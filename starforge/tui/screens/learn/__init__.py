"""The screens of those who learn: lessons and puzzles."""
