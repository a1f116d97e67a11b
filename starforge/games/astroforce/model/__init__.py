"""What Astroforce is made of: the cards as their files say, the state of a patrol, the actions."""
