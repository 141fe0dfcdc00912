"""Fits the table of GU and the value networks of Heimlich & Co."""
