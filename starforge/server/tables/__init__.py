"""A table at the server: what is kept of it, how it gathers, stands and keeps time, and who follows it."""
