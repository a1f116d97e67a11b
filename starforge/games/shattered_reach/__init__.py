"""Shattered Reach: fleets with momentum for two or three players, by the rules SR of its rulebook."""
