"""Guests of a table besides their moves: calls, joining two of them, forgetting one."""
