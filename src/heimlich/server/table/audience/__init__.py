"""What each audience of a table sees: a seat, or the spectators."""
