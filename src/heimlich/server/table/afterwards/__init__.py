"""Make something of a game that is over: replays, plays and their figures, cases of the day, files about a guest.

Nothing at a live table imports from here. Start reading at replay.py.
"""
