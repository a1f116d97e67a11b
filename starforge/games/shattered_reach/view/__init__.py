"""What each seat may know of a war."""
