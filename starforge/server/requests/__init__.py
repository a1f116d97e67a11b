"""What clients ask for, a module for each topic."""
