"""How good a position is: a small network, and what it says about moves."""
