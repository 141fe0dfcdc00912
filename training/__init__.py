"""Makes the tables and networks that bots ship with. Not part of the installed package."""
