"""What clients ask for, a module for each kind of request, and what they are told without asking."""
