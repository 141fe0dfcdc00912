"""Values positions: a small network, and what it says about moves."""
