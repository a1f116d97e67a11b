"""What a thinking player does."""
