"""Studies of the games on the batch simulator: what do the rules of an edition do to a game?

Start with `study.py`: what is asked. `play.py` plays a range of game numbers, `tally.py` is what is counted then,
`figures.py` makes means and intervals of it, `results.py` keeps it in a file, `pictures.py` draws it. What a study must
know of one game stands in a file with that game's name. Counts are whole numbers and belong to game numbers, so they
add up to the same whatever the chunks, the array library and the machines.
"""
