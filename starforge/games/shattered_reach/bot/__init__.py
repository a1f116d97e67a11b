"""Bots that command a fleet, and what a simulation counts."""
