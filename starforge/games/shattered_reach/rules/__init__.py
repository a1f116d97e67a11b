"""The rules of Shattered Reach, by phase and topic."""
