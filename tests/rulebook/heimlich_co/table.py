"""A table to try the rules on: lay out a position, let things happen, and look at what stands where.

Everything is text, as docs/notation.md has it; seats count from 1.
"""

from collections.abc import Iterable
from typing import cast

import pytest

from heimlich import Chance, IllegalAction, Outcome, RulesetName
from heimlich.games.heimlich_co import editions, legal, notation, position, setup, turn
from heimlich.games.heimlich_co.actions import Event
from heimlich.games.heimlich_co.names import BUILDINGS, KINDS
from heimlich.games.heimlich_co.state import CardTable, DossierTable, State
from heimlich.games.heimlich_co.view import view_of

BASIC = ("rio-grande", "escale", "cie", "engine", "engine-1.0.1")
WITH_CARDS = ("rio-grande", "escale", "engine", "engine-1.0.1")
ALL_SEVEN = "gray church, yellow church, orange church, red church, green church, blue church, violet church"


def edition(name: str, *variants: str, **house: str) -> RulesetName:
    """How an edition, its variants and the table's own rules are asked for."""
    return RulesetName(name, variants, tuple(house.items()))


RIO_GRANDE = edition("rio-grande")
TOP_SECRET = edition("rio-grande", "top-secret")
DOSSIER = edition("rio-grande", "dossier")
ESCALE_CARDS = edition("escale", "top-secret")
ENGINE_CARDS = edition("engine", "top-secret")
RELEASED_CARDS = edition("engine-1.0.1", "top-secret")


def lay(text: str, rules: RulesetName = RIO_GRANDE) -> State:
    """A position, as it is written."""
    return position.parse_state(text, editions.ruleset(rules))


def before_the_deal(rules: RulesetName, players: int) -> State:
    """A new game, before anything is drawn or dealt."""
    return setup.new(editions.ruleset(rules), players)


def after(state: State, *events: str) -> State:
    """What the rules make of these events, one after the other."""
    for event in events:
        state = turn.apply(state, cast("Event", notation.parse_event(event)))
    return state


def all_pass(state: State) -> State:
    """Nobody plays a card, or a further one, until that part of the turn is over."""
    while now(state) in {"ask", "cards"}:
        seat = asked(state)[0]
        word = next(word for word in ("no", "pass", "stop") if word in choices(state, seat))
        state = after(state, f"{seat}: {word}")
    return state


def refusal(state: State, event: str) -> str:
    """What is said to an event that the rules do not allow."""
    with pytest.raises(IllegalAction) as caught:
        after(state, event)
    return str(caught.value)


def now(state: State) -> str:
    """What the game waits for: roll, move, cards …"""
    return state.table.phase.name.lower()


def whose_turn(state: State) -> int:
    """The seat whose turn it is."""
    return state.table.seat + 1


def asked(state: State) -> list[int]:
    """The seats whose decision is missing."""
    return [seat + 1 for seat in turn.actors(state)]


def choices(state: State, seat: int) -> list[str]:
    """All that a seat may decide now."""
    return [str(action) for action in legal.legal_actions(view_of(state, seat - 1))]


def possible(state: State) -> list[str]:
    """All that chance may bring now."""
    return [str(outcome) for outcome in chance_of(state).possible()]


def chance_of(state: State) -> Chance:
    """What chance decides now."""
    chance = turn.chance(state)
    assert chance is not None
    return chance


def places(state: State) -> dict[str, str]:
    """Where each agent stands."""
    table = state.table
    return {str(agent): BUILDINGS[place] for agent, place in zip(table.agents, table.places, strict=True)}


def markers(state: State) -> dict[str, int]:
    """How far each marker is."""
    table = state.table
    return {str(agent): mark for agent, mark in zip(table.agents, table.points, strict=True)}


def safe(state: State) -> str:
    """The building that the safe is in."""
    return BUILDINGS[state.table.safe]


def hand(state: State, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return [str(card) for card in state.secrets.hands[seat - 1]]


def agents_of(state: State, seat: int) -> list[str]:
    """The agents that a seat owns, the dealt one first."""
    return [str(agent) for agent in state.secrets.identities[seat - 1]]


def card_table(state: State) -> CardTable:
    """The public side of the cards."""
    assert state.table.cards is not None
    return state.table.cards


def discards(state: State) -> list[str]:
    """The cards that lie face up."""
    return sorted(_named(card_table(state).discards))


def supply(state: State) -> list[str]:
    """The cards that may still be drawn."""
    return sorted(_named(state.secrets.supply))


def _named(counts: Iterable[int]) -> list[str]:
    return [str(kind) for kind, count in zip(KINDS, counts, strict=True) for _ in range(count)]


def dossiers(state: State) -> DossierTable:
    """The public side of the dossiers."""
    assert state.table.dossier is not None
    return state.table.dossier


def outcome(state: State) -> Outcome:
    """How the game ended."""
    assert state.table.result is not None
    return state.table.result.outcome


def winners(state: State) -> list[int]:
    """The seats that won."""
    return [seat + 1 for seat in outcome(state).winners]


def seen_by(state: State, seat: int | None) -> str:
    """Everything that a seat (or, with None, a spectator) may know, as text."""
    return position.format_view(view_of(state, None if seat is None else seat - 1))
