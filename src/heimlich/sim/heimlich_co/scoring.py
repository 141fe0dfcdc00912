"""Scoring (H11)."""

from heimlich.sim.heimlich_co import board
from heimlich.sim.heimlich_co.state import State
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import look_up, most_of


def score(shape: Shape, rules: Rules, state: State) -> State:
    """Every agent in play, owned or not, earns the value of its building; no marker falls below the floor (H11)."""
    xp = shape.xp
    points = tuple(
        board.scored(xp, mark, look_up(xp, rules.values, place), rules.floor)
        for mark, place in zip(state.points, state.places, strict=True)
    )
    return state._replace(
        points=points,
        gains=tuple(new - old for new, old in zip(points, state.points, strict=True)),
        scorings=state.scorings + 1,
        reached=state.reached | (most_of(xp, points) >= rules.target),
    )
