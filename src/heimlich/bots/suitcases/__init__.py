"""The bots of the suitcase game: newcomer, casual (the courier), and master."""
