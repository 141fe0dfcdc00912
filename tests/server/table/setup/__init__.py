"""Open a table: terms and their limits, names, old maps, deals that are played again, seasons."""
