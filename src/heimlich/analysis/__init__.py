"""The analyst: the story of a game that is over, told from its record: who knew what, when, and why.

Start at `tell.py`. story.py has the types of a story; each game tells its own in a folder of its name. Nothing here
runs while a game is played: a story is made from a whole record, with every secret in it.
"""
