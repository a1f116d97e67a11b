"""Lessons and puzzles: played to their end, and their sentences proven."""
