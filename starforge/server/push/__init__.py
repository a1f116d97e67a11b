"""What clients are told without asking: tables, the lobby and talk, as each of them may know it."""
