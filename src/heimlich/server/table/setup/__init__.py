"""From the wish for a table to its first move: terms and their limits, names, opening it, sitting down and starting."""
