"""The story of a game that is over: plain types, which are stored and sent as JSON.

A *moment* is the number of a decision: 0 is the deal, 1 follows the first decision and the chance after it, as in a
replay of the same game. So a story, a replay and a board can be scrubbed together. Seats and agents are counted from 0;
agents stand in the order of `agents`.

A `line` is a line of the game's catalogue with its values by name, {"key": {"name": value}}: values are written as in
lines of the log. A belief is a whole percentage; -1 says that the observer says nothing about this pair.
"""

from typing import Any, Literal

from msgspec import Struct

FORM = 1  # counts up when stories are told otherwise: kept ones of an older form are told again
SILENT = -1  # in a belief: the observer says nothing about this seat and agent


class StoryPart(Struct, frozen=True):
    """Base of all parts of a story."""


class Suspicion(StoryPart, frozen=True):
    """One observer's beliefs, from each of some moments on: `beliefs[i][seat][agent]` in percent.

    `public` is a perfect observer of public play, `seat` one with this seat's card as well. `dossier` is what the seat
    wrote, `pad` what its player marked there (only a pad that was shown): 100 for sure, 50 for a suspicion, 0 for
    excluded.
    """

    kind: Literal["public", "seat", "dossier", "pad"]
    seat: int | None
    moments: tuple[int, ...]
    beliefs: tuple[tuple[tuple[int, ...], ...], ...]


class Points(StoryPart, frozen=True):
    """The place of each agent's marker from each of some moments on: `by_agent[agent][i]`."""

    moments: tuple[int, ...]
    by_agent: tuple[tuple[int, ...], ...]


class Scoring(StoryPart, frozen=True):
    """The safe was cracked: whose turn it was, and how each agent's marker moved."""

    moment: int
    seat: int
    changes: tuple[int, ...]


class Reason(StoryPart, frozen=True):
    """A decision that changed what the public observer believed of the seat that took it, in percent, in a sentence."""

    moment: int
    seat: int
    agent: int
    before: int
    after: int
    line: Any


class Cover(StoryPart, frozen=True):
    """A seat and one of its agents: from `blown` on, the public observer always named this agent, at 50 % or more.

    `blown` is null where the cover was kept; `by` is the seat that decided it, and `line` that decision, if known.
    """

    seat: int
    agent: int
    blown: int | None
    by: int | None
    line: Any


class Pushes(StoryPart, frozen=True):
    """Help by one seat for each agent: steps it walked the agent, and points it brought and cost the agent."""

    seat: int
    steps: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]


class DossierTold(StoryPart, frozen=True):
    """A dossier as it was in the end: for each agent the seat named, null for nobody, -1 for no answer."""

    seat: int
    moment: int
    answers: tuple[int | None, ...]
    right: int
    asked: int


AwardName = Literal[
    "best-cover", "first-to-know", "best-bluff", "perfect-dossier", "kingmaker", "most-helpful-stranger"
]


class Award(StoryPart, frozen=True):
    """An award, the seats that share it, and the reason in a sentence for each of them."""

    award: AwardName
    seats: tuple[int, ...]
    lines: tuple[Any, ...]


class HeimlichStory(StoryPart, frozen=True, tag_field="game", tag="heimlich-co"):
    """The story of a game of Heimlich & Co."""

    seats: tuple[str, ...]
    moments: int
    turns: tuple[int, ...]
    agents: tuple[str, ...]
    owners: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    observers: tuple[Suspicion, ...]
    points: Points
    scorings: tuple[Scoring, ...]
    reasons: tuple[Reason, ...]
    covers: tuple[Cover, ...]
    pushes: tuple[Pushes, ...]
    dossiers: tuple[DossierTold, ...]
    awards: tuple[Award, ...]


How = Literal["packed", "opened", "deduced", "end"]


class Learnt(StoryPart, frozen=True):
    """A seat learnt what is in a suitcase. `deduced`: the owner's other suitcases had been opened."""

    moment: int
    seat: int
    how: How


class RouteStop(StoryPart, frozen=True):
    """A place of a suitcase from a moment on: at a place, with the agent that carries it, or delivered to a seat."""

    moment: int
    place: str
    carrier: str  # such as `red-2`; empty while it lies in a city
    delivered: int | None


class SuitcaseTold(StoryPart, frozen=True):
    """A suitcase: its owner, its content (`bomb`, or the number of state secrets), and all that became of it."""

    suitcase: str
    owner: int
    letter: str
    content: int | Literal["bomb"]
    learnt: tuple[Learnt, ...]
    route: tuple[RouteStop, ...]


class DuelTold(StoryPart, frozen=True):
    """A duel: the aggressor's seat, agent and card first; what happened to the loser; the cards left to both."""

    moment: int
    place: str
    seats: tuple[int, int]
    agents: tuple[str, str]
    shown: tuple[int, int]
    winner: int
    fate: Literal["out", "back"]
    left: tuple[tuple[int, ...], tuple[int, ...]]


class Decisive(StoryPart, frozen=True):
    """A moment that decided much, in a sentence; each seat's win probability before and after it, in percent."""

    moment: int
    seat: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    line: Any


class WinChances(StoryPart, frozen=True):
    """Each seat's win probability from each of some moments on, in percent; `missing` says why, where there is none."""

    moments: tuple[int, ...]
    by_seat: tuple[tuple[int, ...], ...]
    missing: str


class SuitcaseStory(StoryPart, frozen=True, tag_field="game", tag="suitcases"):
    """The story of a game with suitcases. `secrets` are the state secrets that each seat has, from each of `scored`."""

    seats: tuple[str, ...]
    moments: int
    turns: tuple[int, ...]
    winners: tuple[int, ...]
    suitcases: tuple[SuitcaseTold, ...]
    duels: tuple[DuelTold, ...]
    scored: tuple[int, ...]
    secrets: tuple[tuple[int, ...], ...]
    agents_left: tuple[tuple[int, ...], ...]
    decisive: tuple[Decisive, ...]
    win: WinChances


Story = HeimlichStory | SuitcaseStory
