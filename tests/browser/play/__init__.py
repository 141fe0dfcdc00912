"""A game in the browser, from the deal to the end."""
