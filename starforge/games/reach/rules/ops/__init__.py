"""What cards say, as functions."""
