"""Notes of players and spectators, unseen by everybody else: pads, and guesses about who is who."""
