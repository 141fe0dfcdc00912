"""One table as a plain object: commands in, rows out; rows in, updates out. No sockets, no database, no wall clock."""
