"""A sketch of the suitcase game: many games at once, turn by turn, near enough to try plans out."""
