"""Beliefs about who owns which agent: evidence from public play, and the probabilities that follow from it."""
