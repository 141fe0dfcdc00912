"""Cases of the day: who owns whom? Games among bots, stopped at a moment, made from a date and a degree alone."""
