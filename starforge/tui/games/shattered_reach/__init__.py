"""The screen of Shattered Reach: a map of hexes in three zooms, plans, shots, ship cards and fleets."""
