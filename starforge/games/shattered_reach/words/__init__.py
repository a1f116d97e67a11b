"""All that a person reads about a war."""
