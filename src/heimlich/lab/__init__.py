"""Studies of the games on the batch simulator: what do the rules of an edition do to a game?

Start with `study.py`, which defines a study. `play.py` plays a range of game numbers, `tally.py` counts the results,
`figures.py` computes means and intervals, `results.py` keeps tallies in a file, `pictures.py` draws. What a study must
know about one game is in a file with that game's name. Counts are whole numbers and belong to game numbers, so they
add up to the same whatever the chunks, the array library and the machines.
"""
