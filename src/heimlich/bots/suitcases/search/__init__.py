"""What the master looks at: plans for a turn, and rollouts of them."""
