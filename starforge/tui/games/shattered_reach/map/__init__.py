"""The map of hexes: how it is looked at, what there is on it, and how that is drawn."""
