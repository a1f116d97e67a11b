"""Astroforce: The Dice Game, ten crew dice against a five-year patrol; alone or as Captain and Crew."""
