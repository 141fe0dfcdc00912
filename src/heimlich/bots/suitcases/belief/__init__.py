"""Beliefs about what is in the suitcases: evidence from public play, and the probabilities that follow from it."""
