"""Have workers make something of a game that is over, and keep it: results, afterwords, stories, pictures, cases."""
