"""Everything a person reads about a patrol."""
