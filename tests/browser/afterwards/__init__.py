"""What stays of a game: replays, the unmasking, cases of the day."""
