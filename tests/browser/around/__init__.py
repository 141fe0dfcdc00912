"""The start page and all that frames a game: looks, access, addresses."""
