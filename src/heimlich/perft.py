"""Counts of event sequences to a depth: a fingerprint of the rules that exposes a wrong move generator.

Where several seats decide unseen, the lowest seat goes first, since their order makes no difference.
"""

from typing import Any

from heimlich.chance import Seeded
from heimlich.game import Decision, Game, State
from heimlich.runner import draw_until_decision


def first_decision(game: Game[Any, State, Any, Any], state: State, seed: int | str) -> State:
    """Return the state in which a seat decides for the first time, with chance drawn from the seed."""
    for step in draw_until_decision(game, state, Seeded(seed)):
        state = step.after
    return state


def perft(game: Game[Any, State, Any, Any], state: State, depth: int) -> int:
    """Count the different sequences of `depth` events."""
    if depth == 0:
        return 1
    events = next_events(game, state)
    if depth == 1:
        return len(events)
    return sum(perft(game, game.apply(state, event), depth - 1) for event in events)


def next_events(game: Game[Any, State, Any, Any], state: State) -> list[Any]:
    """List every event that can happen next."""
    chance = game.chance(state)
    if chance is not None:
        return chance.possible()
    seats = game.actors(state)
    if not seats:
        return []
    return [Decision(seats[0], action) for action in game.legal_actions(game.view(state, seats[0]))]
