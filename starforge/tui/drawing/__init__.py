"""Drawing in cells: pictures, the frame of a game's screen, text that is read or typed. It knows no table."""
