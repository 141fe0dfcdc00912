"""Guests of a table besides their moves: who is called to it, who came, joining two of them, forgetting one."""
