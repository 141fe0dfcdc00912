"""Pads, standing answers and guesses, which nobody else can notice."""
