"""The tables of a running process: their followers, their automatic actions, and the leases of processes on them."""
