"""Search of a strong player: candidate decisions, and rollouts of the best of them."""
