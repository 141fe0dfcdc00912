"""Deals: the same identities, dice and cards, played once for each seating of the contestants.

This shares the luck: the contestant with the good seat in one game of a deal passes it on in the next game.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from heimlich.arena.contestants import Contestant, make
from heimlich.arena.external import External
from heimlich.chance import Seeded
from heimlich.game import AnyGame, AnyState, Bot, Budget, Decision, RulesetName
from heimlich.games import GAMES
from heimlich.rulesets import write_ruleset
from heimlich.runner import bots_watch, play, seat_generators

if TYPE_CHECKING:
    from heimlich.arena.calibration import Gauge
    from heimlich.arena.guesses import Lookout

EDGES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds


@dataclass(frozen=True)
class Contest:
    """Settings that are the same for all deals."""

    game: str
    rules: RulesetName
    players: int
    seed: str
    contestants: tuple[Contestant, ...]
    against: Contestant | None = None  # fills the other seats; without one, the contestants play each other
    guesses: bool = False  # also measure who is found out …
    calibration: bool = False  # … and how honest the belief is

    @property
    def everyone(self) -> tuple[Contestant, ...]:
        """All contestants whose results are counted, the opponent last."""
        return self.contestants if self.against is None else (*self.contestants, self.against)

    @property
    def tables(self) -> int:
        """The number of deals until everyone has sat at a table, and everyone with everyone."""
        number = len(self.contestants)
        if self.against is not None:
            return number
        return comb(number, self.players) if number > self.players else 1

    def lineup(self, deal: int) -> tuple[int, ...]:
        """The contestants at the table of a deal, by number, in the order of the seats of its first game."""
        players, number = self.players, len(self.contestants)
        if self.against is not None:
            return (deal % number, *[number] * (players - 1))
        if number <= players:
            return tuple(islice(cycle(range(number)), players))
        tables = list(combinations(range(number), players))
        chosen = tables[deal % len(tables)]
        turn = deal // len(tables) % players
        return chosen[turn:] + chosen[:turn]

    def fresh(self, deal: int) -> str:
        """The seed of a deal; with an opponent, each contestant gets the same deals."""
        return f"{self.seed} {deal // len(self.contestants) if self.against is not None else deal}"


class Played(NamedTuple):
    """A game of a deal: who sat where, each seat's share of the win; `found` and `right` if guesses were measured.

    `claims` are those of calibration.py, if the belief was measured.
    """

    seats: tuple[int, ...]
    shares: tuple[float, ...]
    found: tuple[float, ...] = ()
    right: tuple[float, ...] = ()
    claims: tuple[tuple[float, ...], ...] = ()


class Thinking(NamedTuple):
    """The time a contestant took for decisions in which there was a choice."""

    decisions: int
    seconds: float
    worst: float
    within: tuple[int, ...]  # for each of EDGES and beyond, how many


class Dealt(NamedTuple):
    """The result of a deal."""

    games: tuple[Played, ...]
    thinking: tuple[Thinking, ...]  # for each of everyone


class Clock:
    """Measures the time of one contestant's decisions."""

    def __init__(self) -> None:
        self.decisions, self.seconds, self.worst = 0, 0.0, 0.0
        self.within = [0] * (len(EDGES) + 1)

    def add(self, seconds: float) -> None:
        """Add the time of one decision."""
        self.decisions += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)
        self.within[sum(seconds > edge for edge in EDGES)] += 1

    def thinking(self) -> Thinking:
        """Summarize all decisions so far."""
        return Thinking(self.decisions, round(self.seconds, 6), round(self.worst, 6), tuple(self.within))


def play_deal(contest: Contest, deal: int) -> Dealt:
    """Play every seating of a deal's table: each seat's player moves on by one from game to game."""
    game = GAMES[contest.game]
    rules = game.ruleset(game.limited(contest.rules))
    clocks = [Clock() for _ in contest.everyone]
    first = contest.lineup(deal)
    games: list[Played] = []
    for turn in range(contest.players):
        seats = first[-turn:] + first[:-turn] if turn else first
        if not any(seats == each.seats for each in games):
            games.append(_play(contest, game, rules, deal, seats, clocks))
    return Dealt(tuple(games), tuple(clock.thinking() for clock in clocks))


def _play(
    contest: Contest, game: AnyGame, rules: Any, deal: int, seats: tuple[int, ...], clocks: Sequence[Clock]
) -> Played:
    seed = contest.fresh(deal)
    who = [contest.everyone[number] for number in seats]
    bots: list[Bot[Any, Any]] = [make(each, contest.game) for each in who]
    rngs = seat_generators(f"{seed} {seats}", contest.players)
    for seat, bot in enumerate(bots):
        if isinstance(bot, External):
            bot.begin(write_ruleset(contest.rules), contest.players, seat, f"{seed} {seat}")

    def ask(state: AnyState, awaited: Sequence[int]) -> Decision[Any]:
        seat = awaited[0]
        seen = game.view(state, seat)
        actions = game.legal_actions(seen)
        budget: Budget = who[seat].budget
        began = time.perf_counter()
        action = bots[seat].choose(seen, actions, budget, rngs[seat])
        if len(actions) > 1:
            clocks[seats[seat]].add(time.perf_counter() - began)
        return Decision(seat, action)

    lookout, gauge = _lookout() if contest.guesses else None, _gauge() if contest.calibration else None
    shown = bots_watch(game, bots)

    def watch(before: Any, event: Any, after: Any) -> None:
        if lookout is not None:
            lookout.watch(game, before, event, after)
        if gauge is not None:
            gauge.watch(game, before, event, after)
        if shown is not None:
            shown(before, event, after)

    last = play(game, game.new(rules, contest.players), Seeded(seed), ask, watch if lookout or gauge else shown)
    outcome = game.outcome(last)
    assert outcome is not None, "a game that was played to its end"
    for bot in bots:
        if isinstance(bot, External):
            bot.end(outcome.shares)
    found, right = lookout.guesses if lookout and lookout.guesses else ((), ())
    return Played(seats, tuple(outcome.shares), found, right, gauge.claims if gauge else ())


def _lookout() -> "Lookout":
    from heimlich.arena.guesses import Lookout  # imported here: only this measure needs NumPy

    return Lookout()


def _gauge() -> "Gauge":
    from heimlich.arena.calibration import Gauge  # likewise

    return Gauge()
