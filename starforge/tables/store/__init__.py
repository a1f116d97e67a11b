"""Where tables are kept: SQLite for one process, PostgreSQL for several."""
