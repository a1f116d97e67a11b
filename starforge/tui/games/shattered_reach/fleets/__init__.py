"""Fleet building: its screen, its picture, and the fleets that a user keeps by name."""
