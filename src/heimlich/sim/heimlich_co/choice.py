"""Choosing at random: the legal action at a place in the order of their numbers."""

from heimlich.games.heimlich_co.encoding import SAFE_START
from heimlich.sim.batch import any_of, count_of, for_some, look_up, nth_of, nth_of_many
from heimlich.sim.heimlich_co import legal, movement, safe
from heimlich.sim.heimlich_co.state import ASK, CARDS, DOSSIER, SAFE, Array, State
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.threefry import scale


def random_action(shape: Shape, rules: Rules, state: State, word: Array) -> Array:
    """One of the legal actions, each as likely, by a random word (uint32) for each game."""
    moves = look_up(shape.xp, rules.move_count, state.face)
    action = movement.nth_move(shape, rules, state.face, scale(shape.xp, word, moves))
    action = for_some(shape, state.phase == SAFE, _random_place, rules, action, state, word)
    if shape.cards or shape.dossier:
        other = any_of([state.phase == phase for phase in (ASK, CARDS, DOSSIER)])
        action = for_some(shape, other, _random_other, rules, action, state, word)
    return action


def _random_place(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    places = safe.open_places(shape, rules, state)
    place = nth_of(shape.xp, places, scale(shape.xp, word, count_of(shape.xp, places)))
    return place.astype(action.dtype) + SAFE_START


def _random_other(shape: Shape, rules: Rules, action: Array, state: State, word: Array) -> Array:
    flags = legal.other_actions(shape, rules, state)
    return nth_of_many(shape.xp, flags, lambda total: scale(shape.xp, word, total)).astype(action.dtype)
