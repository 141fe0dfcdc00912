"""Guests over real sockets: their tables, games, ratings, groups and seasons; the same people again; two as one."""
