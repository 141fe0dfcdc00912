"""Open tables within limits: once for each purpose, for the same people again, with an old deal, for a lesson."""
