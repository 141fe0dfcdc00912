"""Bots against each other: paired deals, rotated seats, and what can be said of their strength. See docs/arena.md."""
