"""What is ordered by keys on the map: courses, plans, fire, deployment."""
