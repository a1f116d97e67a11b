"""Tables: matches with people and bots at their seats, kept in a store as they are played."""
