"""Everything that is kept on disk: the database, its schema and migrations, the log of every table, and guests."""
