"""A table to try the rules on: lay out a position, let things happen, and look at what stands where.

Everything is text, as actions and positions write themselves; seats count from 1. The map is small:

    start-red – oslo – rome  – bonn – start-blue
                 |      |       |
                york – paris – kiev
                 |      |       |
 start-yellow – lima – cairo – delhi – start-green
                                |
                               goa

Red comes home from delhi and goa, green from oslo, blue from lima, yellow from bonn.
"""

from pathlib import Path
from typing import cast

import pytest

from heimlich.errors import IllegalAction
from heimlich.game import Outcome, RulesetName
from heimlich.games.suitcases import editions, legal, notation, position, setup, turn
from heimlich.games.suitcases.actions import Event
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import COLOURS_IN_PLAY
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import State, secrets_of
from heimlich.games.suitcases.view import view_of

SMALL = str(Path(__file__).with_name("small_map.json"))


def rules_with(**house: str) -> Ruleset:
    """The edition on the small map, with single settings changed."""
    return editions.ruleset(RulesetName("jumbo", house=(("map", SMALL), *house.items())))


RULES = rules_with()


def lay(text: str, rules: Ruleset = RULES) -> State:
    """A position, as it is written."""
    return position.parse_state(text, rules)


def new_game(players: int, rules: Ruleset = RULES) -> State:
    """A game before anything is packed."""
    return setup.new(rules, players)


def after(state: State, *events: str) -> State:
    """What the rules make of these events, one after the other."""
    for event in events:
        state = turn.apply(state, cast("Event", notation.parse_event(event)))
    return state


def packed(players: int, rules: Ruleset = RULES) -> State:
    """A game in which everyone has packed in the usual order."""
    state = new_game(players, rules)
    for seat in range(1, players + 1):
        state = after(state, *(f"{seat}: pack {word}" for word in ("A 5", "B 3", "C 1", "D bomb")))
    return state


def placed(players: int, rules: Ruleset = RULES, first: int = 1) -> State:
    """A game in which all suitcases lie somewhere."""
    state = packed(players, rules)
    if now(state) == "start":
        state = after(state, f"start {first}")
    for letter, city in zip("ABCD", ("paris", "kiev", "york", "cairo"), strict=True):
        for _ in range(players):
            state = after(state, f"{asked(state)[0]}: place {letter} {city}")
    return state


def now(state: State) -> str:
    """What the game waits for."""
    return state.table.phase.name.lower()


def asked(state: State) -> list[int]:
    """The seats whose decision is missing."""
    return [seat + 1 for seat in turn.actors(state)]


def choices(state: State, seat: int | None = None) -> list[str]:
    """What a seat may decide; whoever is asked, if none is named."""
    who = (turn.actors(state)[0]) if seat is None else seat - 1
    return [str(action) for action in legal.legal_actions(view_of(state, who))]


def steps(state: State) -> list[str]:
    """The steps that are open."""
    return [choice for choice in choices(state) if choice.startswith("step")]


def agents(state: State, colour: str) -> list[str]:
    """Where a colour's agents stand, and what they carry."""
    table = state.table
    seat = COLOURS_IN_PLAY[table.players].index(COLOURS.index(colour))
    pairs = zip(table.places[seat], table.loads[seat], strict=True)
    return [(place or "out") + (f"+{load}" if load else "") for place, load in pairs]


def lying(state: State) -> dict[str, str]:
    """Which suitcase lies where."""
    return dict(state.table.lying)


def secrets(state: State) -> list[int]:
    """What each seat has brought home."""
    return [secrets_of(state.table, seat) for seat in range(state.table.players)]


def outcome(state: State) -> Outcome:
    """How the game ended."""
    assert state.table.result is not None
    return state.table.result.outcome


def refused(state: State, event: str) -> str:
    """Why an event is refused."""
    with pytest.raises(IllegalAction) as caught:
        after(state, event)
    return str(caught.value)
