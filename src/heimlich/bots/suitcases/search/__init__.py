"""Search of the master: plans for a turn, and rollouts of them."""
