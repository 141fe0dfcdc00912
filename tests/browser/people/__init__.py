"""People who come back: signing in, calls, ratings, their own games, the installed page."""
