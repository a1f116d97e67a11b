"""Astroforce on the screen: its menu of orders and its drawing."""
