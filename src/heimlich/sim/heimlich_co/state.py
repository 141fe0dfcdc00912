"""Many games at one moment, as arrays. The fields are those of the readable `Table` and `Secrets`, by the same names.

Per-agent fields are tuples along the agents in play, per-seat fields along the seats, and each item is a vector along
the games of the batch. Cards are bits, see multiset.py; a ballot is one word, four bits for each agent. Between steps a
game always waits for a decision, or is over: all chance has been folded in.
"""

from typing import Any, NamedTuple

from heimlich.games.heimlich_co.encoding import BLANK_CELL, FREE_CELL, PHASE_NUMBER, PHASES, UNKNOWN
from heimlich.games.heimlich_co.state import Phase
from heimlich.sim.heimlich_co.multiset import Cards

Array = Any
Rows = tuple[Array, ...]

MOVE, SAFE, ASK, CARDS, DOSSIER, OVER = (
    PHASE_NUMBER[phase] for phase in (Phase.MOVE, Phase.SAFE, Phase.ASK, Phase.CARDS, Phase.DOSSIER, Phase.OVER)
)
ROLL = len(PHASES)  # within a step only: the die is about to be rolled
NONE = UNKNOWN  # no seat, no kind, no answer …
FREE_ANSWER, BLANK_ANSWER = FREE_CELL, BLANK_CELL


class CardState(NamedTuple):
    """The Top Secret cards, public and hidden."""

    arrived: Rows  # agent: bool
    order: Rows  # agent: int8; which of its owner's agents it is, 0 for the dealt one
    hands: tuple[Cards, ...]  # by seat
    supply: Cards
    discards: Cards
    removed: Array  # int8
    drawn: Array  # int16
    answers: Rows  # seat: int8; 1, 0, or none yet
    yes: Rows  # seat: bool
    at: Array  # int8
    passes: Array  # int8
    must_play: Array  # bool
    has_played: Array  # bool
    last_to_play: Array  # int8
    playing: Array  # int8, a kind
    drawing: Array  # int8
    doubles: Rows  # seat: int8
    counts: Rows  # agent: bool; at the end, whether it counts for its owner


class DossierState(NamedTuple):
    """The dossiers, public and hidden. A ballot is a word with an answer for each agent: a seat, free, blank, none."""

    halts: Array  # int16
    again: Array  # bool
    resume: Array  # int8, a phase, or none
    written: Rows  # seat: bool
    beyond: Rows  # agent: bool
    dossiers: Rows  # seat: uint32
    drafts: Rows  # seat: uint32
    bonus: Rows  # seat: int16, at the end


class State(NamedTuple):
    """All there is, game by game."""

    seed: Array  # uint32 [1]
    game: Array  # uint32; with the seed, all that chance will bring
    phase: Array  # int8
    turn: Array  # int16
    seat: Array  # int8
    face: Array  # int8; the number of the face among the different ones of the die
    safe: Array  # int8
    first: Array  # int8
    scorings: Array  # int16
    reached: Array  # bool
    ending: Array  # int8, or none
    winners: Array  # int8, a bit for each seat
    colours: Array  # int8, a bit for each agent that takes part
    places: Rows  # agent: int8
    points: Rows  # agent: int16
    gains: Rows  # agent: int16
    owner: Rows  # agent: int8, a seat, or none
    cards: CardState | None
    dossier: DossierState | None


def card_state(state: State) -> CardState:
    """The cards of games that are played with cards."""
    assert state.cards is not None, "only reached with Top Secret cards"
    return state.cards


def dossier_state(state: State) -> DossierState:
    """The dossiers of games that are played with them."""
    assert state.dossier is not None, "only reached with dossiers"
    return state.dossier
