"""Make what each audience of a table may see. An audience is a seat, or the spectators. Start reading at updates.py."""
