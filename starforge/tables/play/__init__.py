"""A table being played: its record, who sits at it, what each seat may know of it, and how long they may think."""
