"""What stands beside the map of Shattered Reach."""
