"""A table by itself: commands in, rows out; rows in, the same table."""
