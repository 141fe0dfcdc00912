"""Routes about guests: who they are, how they come back and are called, their games, ratings, groups and seasons."""
