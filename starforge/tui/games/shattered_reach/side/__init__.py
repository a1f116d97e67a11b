"""What stands beside and below the map of Shattered Reach."""
