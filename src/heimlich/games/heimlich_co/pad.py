"""The agent pad: what everyone can count for each player and agent, and the grid for a player's own marks.

`note` is fed every event as a spectator has seen it, with the tables before and after, so a pad can tell nothing that
is hidden. A pad is plain JSON that is never changed in place: a new one shares all that stays the same.

- `turns`, by turn: its moments as one text, with spaces between them. A moment is written as seat (from 0), agent,
  sign, amount and place, such as `0red>3@7`. Signs: `>` the seat has walked the agent by the amount, to that place; `=`
  a card of the seat has put it there; `+` and `-` a scoring that the seat has opened, or a card that moves markers, has
  brought or cost it points; `!` the seat has opened the safe with it; `*` (without an agent) the seat has put the safe
  there; `~` the safe was put near the agent: at most three buildings ahead of it
- `before`, by agent and seat: the sums of the turns that are no longer listed: `>`, `+`, `-`, `!`, `~`
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from heimlich.game import Decision, Grid, Seat
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard, SeenEvent
from heimlich.games.heimlich_co.legal import awaited
from heimlich.games.heimlich_co.names import RING, Agent, Building
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.pads import Counts, Pad, moments_of, sums_before, with_turn

WALKED, CARRIED, WON, LOST, OPENED, SAFE, NEAR_SAFE = ">=+-!*~"
COUNTED = (WALKED, WON, LOST, OPENED, NEAR_SAFE)
NEAR = 3  # buildings between an agent and the safe ahead of it, at most
FREE = "free"  # the column of agents that belong to nobody
ROUND, AT_SAFE = "round", "safe"
STANDING = (ROUND, AT_SAFE)  # what a player may say once for many questions of T6
_MOMENT = re.compile(r"(\d+)([a-z]*)([>=+\-!*~])(\d*)(?:@(\d+))?")


class PadMoment(NamedTuple):
    """One thing that a seat did with an agent, or that it brought about for the agent."""

    seat: Seat
    agent: str
    sign: str
    amount: int = 0
    place: Building | None = None

    def __str__(self) -> str:
        place = "" if self.place is None else f"@{self.place}"
        return f"{self.seat}{self.agent}{self.sign}{self.amount or ''}{place}"


def read_moments(text: str) -> list[PadMoment]:
    """Read the moments of a turn."""
    return [
        PadMoment(int(seat), agent, sign, int(amount or 0), int(place) if place else None)
        for seat, agent, sign, amount, place in _MOMENT.findall(text)
    ]


def moments(pad: Pad, before: View, events: Sequence[SeenEvent], after: View) -> list[PadMoment]:
    """Find the moments in what has just been seen; `pad` knows the earlier ones of this turn."""
    found = [
        moment
        for event in events
        if isinstance(event, Decision)
        for moment in _deeds(before.table, event.seat, event.action, after.table)
    ]
    if after.table.scorings > before.table.scorings:
        earlier = read_moments(moments_of(pad, before.table.turn))
        found += _scored(before.table, after.table, [*earlier, *found])
    return found


def note(pad: Pad, before: View, events: Sequence[SeenEvent], after: View) -> Pad:
    """Return the pad after what has just been seen; the same object if there is nothing to count."""
    found = moments(pad, before, events, after)
    return with_moments(pad, before.table.turn, found) if found else pad


def with_moments(pad: Pad, turn: int, found: Sequence[PadMoment]) -> Pad:
    """Return the pad with these moments of a turn added."""
    earlier = moments_of(pad, turn)
    return with_turn(pad, turn, " ".join([*([earlier] if earlier else []), *map(str, found)]), counts)


def counts(pad: Pad) -> Counts:
    """Sum up a whole pad: by agent and seat, in the order of COUNTED."""
    found = sums_before(pad)
    for text in pad.get("turns", {}).values():
        for moment in read_moments(text):
            if moment.sign in COUNTED:
                sums = found.setdefault(moment.agent, {}).setdefault(str(moment.seat), [0] * len(COUNTED))
                once = moment.sign in {OPENED, NEAR_SAFE}
                sums[COUNTED.index(moment.sign)] += 1 if once else moment.amount
    return found


def _deeds(before: Table, seat: Seat, action: Any, after: Table) -> Iterator[PadMoment]:
    match action:
        case MoveAgents(steps):
            for agent, count in steps:
                yield PadMoment(seat, agent, WALKED, count, (before.place(agent) + count) % RING)
        case PlayCard():
            for agent, old, new in zip(after.agents, before.places, after.places, strict=True):
                if old != new:
                    yield PadMoment(seat, agent, CARRIED, place=new)
            if before.scorings == after.scorings:
                marks = zip(before.points, after.points, strict=True)
                yield from _gains(seat, after, [new - old for old, new in marks])
            if before.safe != after.safe:
                yield from _safe_put(seat, after, after.safe)
        case MoveSafe(place):
            yield from _safe_put(seat, before, place)


def _safe_put(seat: Seat, table: Table, safe: Building) -> Iterator[PadMoment]:
    yield PadMoment(seat, "", SAFE, place=safe)
    for agent, place in zip(table.agents, table.places, strict=True):
        if 1 <= (safe - place) % RING <= NEAR:
            yield PadMoment(seat, agent, NEAR_SAFE, (safe - place) % RING, safe)


def _gains(seat: Seat, table: Table, gains: Sequence[int]) -> Iterator[PadMoment]:
    for agent, gain in zip(table.agents, gains, strict=True):
        if gain:
            yield PadMoment(seat, agent, WON if gain > 0 else LOST, abs(gain))


def _scored(before: Table, after: Table, turn: Sequence[PadMoment]) -> Iterator[PadMoment]:
    """A scoring: whose agents opened the safe, and what every agent gained by it (H10, H11, T8)."""
    openers: dict[str, Seat] = {}
    for moment in turn:
        if moment.sign == SAFE:
            openers = {}  # agents that had come to the safe no longer count
        elif moment.sign in {WALKED, CARRIED} and moment.place == before.safe:
            openers[moment.agent] = moment.seat
    at_safe = {agent: seat for agent, seat in openers.items() if after.place(Agent(agent)) == before.safe}
    for agent, seat in at_safe.items():
        yield PadMoment(seat, agent, OPENED, place=before.safe)
    for seat in dict.fromkeys(at_safe.values()):
        yield from _gains(seat, after, after.gains)


def grids(view: View) -> list[Grid]:
    """Return the grid for marks: every agent has one owner or is free; how many a seat has is public (H6, T11)."""
    table = view.table
    doubles = table.cards.doubles if table.cards and table.cards.doubles else (0,) * table.players
    columns = {str(seat): 1 + doubles[seat] for seat in range(table.players)}
    if table.free > 0:
        columns[FREE] = table.free
    return [Grid(tuple(table.agents), columns, {})]


def standing_answer(view: View, kind: str, since: int) -> str:
    """Return the answer to T6's question that a seat has asked for beforehand; "" if it wants to be asked.

    `round`: play nothing until the seat's own next turn; `since` is the turn in which it said so. `safe`: play nothing
    unless an agent has come to rest at the safe this turn. Only public facts and the seat's own word decide.
    """
    table, seat = view.table, view.seat
    if seat is None or seat not in awaited(table) or (kind == AT_SAFE and table.arrived):
        return ""
    if kind == ROUND:
        asked_at = (table.seat - (table.turn - since)) % table.players  # the seat whose turn it was
        if table.turn >= since + ((seat - asked_at) % table.players or table.players):
            return ""
    if table.phase is Phase.ASK:
        return "no"
    cards = table.cards
    may_pass = table.phase is Phase.CARDS and cards is not None and not cards.must_play and not cards.has_played
    return "pass" if may_pass else ""
