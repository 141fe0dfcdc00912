"""Routes for what is made of a game that is over: replays, pictures, stories, cases of the day."""
