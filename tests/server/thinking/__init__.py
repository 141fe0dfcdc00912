"""Bots that think elsewhere: their minds, their turn in the queue, what they say afterwards."""
