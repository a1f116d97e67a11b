"""What the screen of a table has more when others sit at it too."""
