"""Lessons: games that teach. Each is a data file: the record of a game, and steps that say what to do in it.

`reading.py` reads the files in `data/`, one folder for each game; docs/lessons.md tells how to write one. The texts are
in the catalogues, `lesson-GAME.json`. At a table, server/table/setup/script.py makes dice and bots follow the record.
"""
