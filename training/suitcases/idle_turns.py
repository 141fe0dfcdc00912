"""Counts turns that only pass the time: `python -m training.suitcases.idle_turns master --players 4 --games 500`.

Three kinds are counted, for one bot at a table of another:

- *parked*: an agent with a suitcase that can be brought home could have gone a step nearer, into a city without
  opponents, and the turn was ended with steps left; or it has stood still for more than three turns in a row, dice or
  not, and the turn brought no duel and no delivery;
- *out and back*: an agent came back to a city where it had been in the same turn, and nothing had happened on the way
  (no luggage, no duel); or a carrier went back to where it had been a turn before, with the same suitcase;
- *down and up*: an agent took up a suitcase that it had put down in the same turn or in the player's turn before, and
  nobody had taken it meanwhile.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

from heimlich import Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.sight import quiet_home
from heimlich.game import Budget, Seat
from heimlich.games.suitcases.actions import Drop, EndTurn, Exchange, Rolled, Step, Take
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, Number, Place, colour_name
from heimlich.games.suitcases.names import SUITCASES as NAMES
from heimlich.games.suitcases.state import Phase, State, Table
from heimlich.runner import bots_ask, bots_watch

STILL = 3  # turns after which a carrier that stands still is parked
KINDS = ("parked", "out and back", "down and up")


class IdleTurns:
    """Watches one seat of a game, and counts its turns of each kind."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.counts: Counter[str] = Counter()
        self._kinds: set[str] = set()  # of the present turn
        self._been: dict[Number, list[Place]] = {}  # since the last event of an agent
        self._down: dict[tuple[Number, str], int] = {}  # the own turn in which an agent put a suitcase down
        self._still: dict[tuple[Number, Place, str], int] = {}  # for how many own turns a carrier has stood still
        self._eventful = False  # the turn has brought a duel or a delivery
        self._open: set[Number] = set()  # carriers that could come nearer home when the turn began
        self._ends: list[dict[Number, tuple[Place, str]]] = []  # carriers at the ends of own turns

    def watch(self, before: State, event: Any, after: State) -> None:
        """Take notice of an event."""
        table = before.table
        if isinstance(event, Decision) and isinstance(event.action, Take | Exchange) and event.seat != self.seat:
            taken = event.action.suitcase
            self._down = {put: turn for put, turn in self._down.items() if put[1] != taken}
        if table.seat == self.seat:
            if isinstance(event, Rolled):
                self._kinds, self._been, self._eventful = set(), {}, False
                self.counts["turns"] += 1
                self._open = self._ways_home(after)
            elif isinstance(event, Decision) and event.seat == self.seat and table.phase is Phase.MOVE:
                self._decided(before, event.action)
            self._eventful |= (table.duels, table.delivered) != (after.table.duels, after.table.delivered)
            if after.table.turn != table.turn or after.table.result is not None:
                self._ended(after.table)
        elif table.duels != after.table.duels:
            self._ends = []

    def _decided(self, state: State, action: Any) -> None:
        table, turn = state.table, self.counts["turns"]
        match action:
            case Step(agent, place):
                been = self._been.setdefault(agent, [_place(table, self.seat, agent)])
                if place in been:
                    self._kinds.add("out and back")
                been.append(place)
                if place not in table.rules.board.cities or _has_rivals(table, self.seat, place):
                    self._been.clear()
            case Take(agent, suitcase) | Exchange(agent, suitcase):
                if turn - self._down.pop((agent, suitcase), -9) <= 1:
                    self._kinds.add("down and up")
                self._been.pop(agent, None)
            case EndTurn() if self._ways_home(state):
                self._kinds.add("parked")
        if isinstance(action, Drop | Exchange):
            load = table.loads[self.seat][action.agent - 1]
            assert load is not None
            self._down[action.agent, load] = turn
            self._been.pop(action.agent, None)

    def _ways_home(self, state: State) -> set[Number]:
        """The carriers that can come a step nearer home, or into it, without a duel."""
        table = state.table
        home = quiet_home(table.rules.map, COLOURS_IN_PLAY[table.players][self.seat])
        found = set()
        for action in legal_actions(SUITCASES.view(state, self.seat)):
            if not isinstance(action, Step):
                continue
            load = table.loads[self.seat][action.agent - 1]
            if load is None or not is_welcome(table, self.seat, load) or _is_own_bomb(state, self.seat, load):
                continue
            is_home = action.place not in table.rules.board.cities
            if is_home or (
                home[action.place] < home[_place(table, self.seat, action.agent)]
                and not _has_rivals(table, self.seat, action.place)
            ):
                found.add(action.agent)
        return found

    def _ended(self, table: Table) -> None:
        rows = zip(table.places[self.seat], table.loads[self.seat], strict=True)
        ends = {number: (place, load) for number, (place, load) in enumerate(rows, 1) if place and load}
        here = {(number, *at) for number, at in ends.items()}
        self._still = {one: self._still.get(one, 0) + 1 for one in here}
        if not self._eventful and any(turns > STILL and one[0] in self._open for one, turns in self._still.items()):
            self._kinds.add("parked")
        self._ends = [*self._ends[-2:], ends]
        if len(self._ends) == 3:
            first, middle, last = self._ends
            if any(first.get(one) == here and middle.get(one, here) != here for one, here in last.items()):
                self._kinds.add("out and back")
        for kind in self._kinds:
            self.counts[kind] += 1
        self._kinds = set()


def _place(table: Table, seat: Seat, agent: Number) -> Place:
    place = table.places[seat][agent - 1]
    assert place is not None
    return place


def _has_rivals(table: Table, seat: Seat, city: Place) -> bool:
    return any(city in row for other, row in enumerate(table.places) if other != seat)


def _is_own_bomb(state: State, seat: Seat, suitcase: str) -> bool:
    colour, letter = NAMES[suitcase]
    return colour == colour_name(state.table.players, seat) and state.secrets.contents[seat][letter] == BOMB


def count_in(seats: Sequence[str], watched: Seat, budget: Budget, seed: str) -> Counter[str]:
    """Count the idle turns of one seat of a game between these bots."""
    players = len(seats)
    bots = [make_bot("suitcases", name) for name in seats]
    ask = bots_ask(SUITCASES, bots, seat_generators(seed, players), budget)
    show = bots_watch(SUITCASES, bots)
    counter = IdleTurns(watched)

    def watch(before: State, event: Any, after: State) -> None:
        if show is not None:
            show(before, event, after)
        counter.watch(before, event, after)

    rules = SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo")))
    last = play(SUITCASES, SUITCASES.new(rules, players), Seeded(seed), ask, watch)
    outcome = SUITCASES.outcome(last)
    assert outcome is not None
    counter.counts["games"] += 1
    counter.counts["won"] += round(100 * outcome.shares[watched])
    return counter.counts


def main(words: Sequence[str] | None = None) -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description="Count turns that only pass the time.")
    parser.add_argument("bot")
    parser.add_argument("--against", default="")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rollouts", type=int, default=0)
    parser.add_argument("--milliseconds", type=float, default=0, help="for each decision, instead of rollouts")
    parser.add_argument("--seconds", type=float, default=0, help="play no new game after this time")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    total: Counter[str] = Counter()
    started = time.monotonic()
    budget = Budget(rollouts=args.rollouts) if args.rollouts else Budget()
    if args.milliseconds:
        budget = Budget(seconds=args.milliseconds / 1000)
    for game in range(args.games):
        watched = game % args.players
        seats = [args.bot if seat == watched else args.against or args.bot for seat in range(args.players)]
        if args.seconds and time.monotonic() - started > args.seconds:
            break
        total += count_in(seats, watched, budget, f"idle {args.seed} {game}")
    games, turns = total["games"], total["turns"]
    share = total["won"] / games / 100
    error = 196 * sqrt(share * (1 - share) / games)
    print(
        f"{args.bot} against {args.against or args.bot}, {args.players} players, {games} games, {turns} turns,", end=" "
    )
    print(f"won {100 * share:.1f} ± {error:.1f}:", end=" ")
    print(", ".join(f"{kind} {total[kind]} ({100 * total[kind] / turns:.2f} %)" for kind in KINDS), flush=True)


if __name__ == "__main__":
    main()
