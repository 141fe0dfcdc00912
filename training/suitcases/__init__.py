"""Fits the weights of the suitcase game's value."""
