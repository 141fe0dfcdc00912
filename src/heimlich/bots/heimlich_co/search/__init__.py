"""What a strong player looks at: candidate decisions, and rollouts of the best of them."""
