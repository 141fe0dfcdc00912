"""All settings that editions and tables may change, each with its rule number and its text form.

The printed editions are values of this type in editions.py. House rules change single settings; `check` refuses what
cannot be played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from heimlich.games.heimlich_co.names import BUILDINGS, KINDS, RING, Agent, Building, Card
from heimlich.settings import (
    SEAT,
    WHOLE,
    YES_NO,
    Form,
    numbers,
    one_of,
    optional,
    refuse_first,
    setting,
)
from heimlich.settings import with_house_rules as change_settings

MOST_PLAYERS = len(Agent)
PLAYERS = range(2, MOST_PLAYERS + 1)
MOST_OF_A_KIND = 99
MOST_POINTS = 12  # a die face beyond this would list more than 18,000 moves


class SafeGoes(StrEnum):
    """Buildings that the safe may be moved to (H12)."""

    ELSEWHERE = "elsewhere"
    UNOCCUPIED = "unoccupied"
    ANYWHERE = "anywhere"


class CardRound(StrEnum):
    """The order of the Top Secret part (T6)."""

    ASKED = "asked"
    FROM_NEXT = "from-next"
    FROM_MOVER = "from-mover"


class DoubleAgents(StrEnum):
    """The use of a second agent at the end (T11)."""

    GIVE_BACK = "give-back"
    KEEP = "keep"


def read_face(text: str) -> tuple[int, ...]:
    """Read a face of the die from its text."""
    if "-" in text:
        low, high = (int(part) for part in text.split("-"))
        if not 0 <= low < high <= MOST_POINTS:
            raise ValueError(text)
        return tuple(range(low, high + 1))
    return tuple(int(part) for part in text.split("/"))


def write_face(face: tuple[int, ...]) -> str:
    """Write a face of the die as it is printed: `4`, `1-3`."""
    if len(face) > 1 and face == tuple(range(face[0], face[-1] + 1)):
        return f"{face[0]}-{face[-1]}"
    return "/".join(map(str, face))


def _read_cards(text: str) -> tuple[int, ...]:
    counts = dict.fromkeys(KINDS, 0)
    for part in text.split(","):
        name, _, number = part.partition(":")
        counts[Card(name)] = int(number)
    return tuple(counts[kind] for kind in KINDS)


def _write_cards(counts: tuple[int, ...]) -> str:
    return ",".join(f"{kind}:{count}" for kind, count in zip(KINDS, counts, strict=True) if count)


_PLACE = Form(BUILDINGS.index, lambda value: BUILDINGS[value], "a building: church, 1 to 10, ruins")
_AGENTS = Form(lambda text: tuple(map(Agent, text.split(","))), ",".join, "colours, as in red,blue")
_DIE = Form(
    lambda text: tuple(map(read_face, text.split(","))),
    lambda value: ",".join(map(write_face, value)),
    "its faces, as in 2,3,4,5,6,1-3",
)
_CARDS = Form(_read_cards, _write_cards, "how many of each kind, as in to-ruins:2,two-back:1")


@dataclass(frozen=True)
class Ruleset:
    """The rules that one table plays by."""

    edition: str
    version: int

    values: tuple[int, ...] = setting("H1", numbers("twelve numbers"), "what each building is worth, from the church")
    agents_in_play: tuple[int, ...] = setting("H4", numbers("six numbers"), "number of agents for 2, 3, … 7 players")
    colours: tuple[Agent, ...] | None = setting("H4", optional("drawn", _AGENTS), "which agents: the first of these")
    safe_start: Building = setting("H5", _PLACE, "where the safe stands at first")
    first: int | None = setting("H7", optional("drawn", SEAT), "who starts")
    die: tuple[tuple[int, ...], ...] = setting("H8", _DIE, "the faces of the die")
    one_agent: bool = setting("H9", YES_NO, "one agent takes the whole roll")
    floor: int | None = setting("H11", optional("none", WHOLE), "no marker falls below this")
    safe_goes: SafeGoes = setting("H12", one_of(SafeGoes), "where the safe may go after a scoring")
    target: int = setting("H14", WHOLE, "a marker that reaches this ends the game")
    play_out_round: bool = setting("H14", YES_NO, "the round is played out before the end")
    last_scoring_wins: bool = setting("H15", YES_NO, "of those at the target, the one that gained most just then wins")
    free_agents_win: bool = setting("H16", YES_NO, "a free agent alone in front means that nobody wins")
    turn_limit: int | None = setting("H18", optional("none", WHOLE), "the game ends after this many turns")

    top_secret: bool = setting("T1", YES_NO, "Top Secret cards are played with")
    cards: tuple[int, ...] = setting("T1", _CARDS, "the cards")
    hand_start: int = setting("T2", WHOLE, "cards in hand at the start")
    hand_limit: int = setting("T2", WHOLE, "most cards in a hand")
    stay_for_card: bool = setting("T3", YES_NO, "a face with a choice may be taken as 0 points")
    draw_for_cards: bool = setting(
        "T4", YES_NO, "a card played in one's own turn that brings agents to the ruins draws"
    )
    reuse_discards: bool = setting("T5", YES_NO, "an empty supply is made anew from the discards")
    card_round: CardRound = setting("T6", one_of(CardRound), "all are asked first, or the round starts at once")
    pass_aloud: bool = setting("T6", YES_NO, "who holds no card is asked all the same, and passes")
    last_card_passes_turn: bool = setting(
        "T6", YES_NO, "without a scoring, the seat after the last card player is next"
    )
    place_cards_score: bool = setting("T8", YES_NO, "an agent brought to the safe by a card that names a place scores")
    idle_church_card: bool = setting("T9", YES_NO, "all-to-church may be played when all are there")
    marker_steps: int = setting("T10", WHOLE, "how far two-markers moves each marker")
    marker_limit: int = setting("T10", WHOLE, "two-markers moves no marker past this")
    double_agents: DoubleAgents = setting("T11", one_of(DoubleAgents), "what becomes of a second agent at the end")
    idle_double_stays: bool = setting("T11", YES_NO, "double-agent without a free agent is discarded, not removed")

    dossier: bool = setting("D1", YES_NO, "dossiers are written")
    dossier_from: int = setting("D1", WHOLE, "they are written when a marker stands here or beyond")
    dossier_again_below: int | None = setting("D3", optional("never", WHOLE), "revised after a marker fell below this")
    dossier_right: int = setting("D2", WHOLE, "for a right answer")
    dossier_wrong: int = setting("D3", WHOLE, "for a wrong answer")
    dossier_blank: bool = setting("D3", YES_NO, "an answer may be left blank")

    @cached_property
    def faces(self) -> Mapping[tuple[int, ...], int]:
        """Count how often each different face is on the die, in the order in which they are printed."""
        return {face: self.die.count(face) for face in self.die}


def with_house_rules(rules: Ruleset, house: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return the rules with single settings changed."""
    return change_settings(rules, house, check)


def check(rules: Ruleset) -> None:
    """Refuse rules that nobody could play, and say why."""
    numbers = rules.agents_in_play
    colours = rules.colours
    points = [point for face in rules.die for point in face]
    cards = sum(rules.cards)
    obstacles = [
        (len(rules.values) != RING, f"'values' has {len(rules.values)} numbers; there are {RING} buildings"),
        (max(rules.values, default=0) <= 0, "'values' has no building worth a point, so nobody could ever win"),
        (
            len(numbers) != len(PLAYERS),
            f"'agents_in_play' has {len(numbers)} numbers; it takes one for each of 2 to 7 players",
        ),
        (
            any(number < players or number > MOST_PLAYERS for players, number in zip(PLAYERS, numbers, strict=False)),
            "'agents_in_play' must give every player an agent, and there are only seven",
        ),
        (colours is not None and len(set(colours)) < len(colours), "'colours' names an agent twice"),
        (not 0 <= (rules.first or 0) < MOST_PLAYERS, "'first' must be a seat from 1 to 7"),
        (not rules.die or not all(rules.die), "'die' has a face with nothing on it"),
        (
            min(points, default=1) < 1 or max(points, default=1) > MOST_POINTS,
            f"'die' must show 1 to {MOST_POINTS} points on each face",
        ),
        (any(len(set(face)) < len(face) for face in rules.die), "'die' has a face that offers the same points twice"),
        (rules.target < 1, f"'target' is {rules.target}; a game would be over before it starts"),
        (rules.floor is not None and rules.floor > 0, "'floor' must not be above 0, where the markers start"),
        (rules.turn_limit is not None and rules.turn_limit < 1, "'turn_limit' must allow at least one turn"),
        (
            any(not 0 <= count <= MOST_OF_A_KIND for count in rules.cards),
            f"'cards' must have 0 to {MOST_OF_A_KIND} of each kind",
        ),
        (rules.hand_start < 0, "'hand_start' must not be negative"),
        (rules.hand_limit < max(1, rules.hand_start), "'hand_limit' is below what a hand starts with, or below 1"),
        (rules.marker_steps < 1, "'marker_steps' must be at least 1"),
        (rules.dossier_from < 1, "'dossier_from' must be above 0, where the markers start"),
        (
            rules.dossier_again_below is not None and rules.dossier_again_below > rules.dossier_from,
            "'dossier_again_below' is above 'dossier_from', so every dossier would be revised at once",
        ),
        (
            rules.top_secret and cards < 2 * rules.hand_start,
            f"{cards} cards are too few to deal {rules.hand_start} to two players",
        ),
    ]
    refuse_first(obstacles)
