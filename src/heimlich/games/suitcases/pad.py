"""The suitcase pad: what everyone can count for each suitcase and player, and the grids for a player's own marks.

`note` is fed every event as a spectator has seen it, with the tables before and after, so a pad can tell nothing that
is hidden. A pad is plain JSON that is never changed in place: a new one shares all that stays the same.

- `turns`, by turn (0 while setting up): its moments as one text, with spaces between them. A moment is written as seat
  (from 0), suitcase, sign, amount and place, such as `1red-A>2@paris`. Signs: `=` the seat has put it there while
  setting up; `^` it has picked it up there; `>` it has carried it, by the amount, to that place; `_` it has set it down
  there; `!` it has lost it there, in a duel or by a bomb; `+` it has brought it home
- `before`, by suitcase and seat: the sums of the turns that are no longer listed: `^`, `>`, `_` with `!`, `+`
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heimlich.game import Decision, Grid, Seat
from heimlich.games.suitcases.actions import DuelRevealed, Lose, PutSuitcase, SeenEvent
from heimlich.games.suitcases.names import Place, Suitcase, colour_name, content_word
from heimlich.games.suitcases.state import Table, View
from heimlich.games.suitcases.view import opened
from heimlich.pads import Counts, Pad, moments_of, sums_before, with_turn

PUT, TAKEN, CARRIED, SET_DOWN, LOST, HOME = "=^>_!+"
COUNTED = (TAKEN, CARRIED, SET_DOWN, HOME)  # lost ones count as set down
_MOMENT = re.compile(r"(\d+)([a-z]+-[A-Z])([=^>_!+])(\d*)@(\S+)")


class PadMoment(NamedTuple):
    """One thing that a seat did with a suitcase."""

    seat: Seat
    suitcase: Suitcase
    sign: str
    place: Place
    amount: int = 0

    def __str__(self) -> str:
        return f"{self.seat}{self.suitcase}{self.sign}{self.amount or ''}@{self.place}"


def read_moments(text: str) -> list[PadMoment]:
    """Read the moments of a turn."""
    return [
        PadMoment(int(seat), suitcase, sign, place, int(amount or 0))
        for seat, suitcase, sign, amount, place in _MOMENT.findall(text)
    ]


def note(pad: Pad, before: View, events: Sequence[SeenEvent], after: View) -> Pad:
    """Return the pad after what has just been seen; the same object if there is nothing to count."""
    one, other = before.table, after.table
    if one.loads is other.loads and one.places is other.places and one.lying is other.lying:
        return pad
    by_force = any(
        isinstance(event, DuelRevealed) or (isinstance(event, Decision) and isinstance(event.action, Lose))
        for event in events
    )
    found = [*_put_down(one, events), *_carried(one, other, by_force=by_force)]
    return _with_moments(pad, before.table.turn, found) if found else pad


def _with_moments(pad: Pad, turn: int, found: Sequence[PadMoment]) -> Pad:
    rows = read_moments(moments_of(pad, turn))
    for moment in found:
        if rows and moment.sign == CARRIED and rows[-1][:3] == moment[:3]:
            moment = moment._replace(amount=moment.amount + rows.pop().amount)
        rows.append(moment)
    return with_turn(pad, turn, " ".join(map(str, rows)), counts)


def counts(pad: Pad) -> Counts:
    """Sum up a whole pad: by suitcase and seat, in the order of COUNTED."""
    found = sums_before(pad)
    for text in pad.get("turns", {}).values():
        for moment in read_moments(text):
            column = {LOST: SET_DOWN}.get(moment.sign, moment.sign)
            if column in COUNTED:
                sums = found.setdefault(moment.suitcase, {}).setdefault(str(moment.seat), [0] * len(COUNTED))
                sums[COUNTED.index(column)] += moment.amount or 1
    return found


def _put_down(before: Table, events: Sequence[SeenEvent]) -> Iterator[PadMoment]:
    for event in events:
        if isinstance(event, Decision) and isinstance(event.action, PutSuitcase):
            suitcase = f"{colour_name(before.players, event.seat)}-{event.action.letter}"
            yield PadMoment(event.seat, suitcase, PUT, event.action.city)


def _carried(before: Table, after: Table, *, by_force: bool) -> Iterator[PadMoment]:
    """Compare what every agent carries, and where it stands."""
    for seat in range(after.players):
        rows = zip(before.loads[seat], after.loads[seat], before.places[seat], after.places[seat], strict=True)
        for old, new, origin, place in rows:
            if old is not None and old == new and origin != place:
                assert place is not None
                yield PadMoment(seat, old, CARRIED, place, 1)
            if old is not None and old != new:
                yield _gone(seat, old, after, origin, by_force=by_force)
            if new is not None and old != new:
                assert place is not None
                yield PadMoment(seat, new, TAKEN, place)


def _gone(seat: Seat, suitcase: Suitcase, after: Table, origin: Place | None, *, by_force: bool) -> PadMoment:
    lies = dict(after.lying).get(suitcase)
    if lies is not None:
        return PadMoment(seat, suitcase, LOST if by_force else SET_DOWN, lies)
    if any(delivery.suitcase == suitcase for delivery in after.delivered[seat]):
        return PadMoment(seat, suitcase, HOME, f"hq-{colour_name(after.players, seat)}")
    return PadMoment(seat, suitcase, LOST, origin or "")


def grids(view: View) -> list[Grid]:
    """Return one grid for each player's suitcases: every content is in as many of them as the rules say (C3, C4)."""
    table = view.table
    contents = Counter(map(content_word, table.rules.contents))
    found = []
    for seat in range(table.players):
        names = [f"{colour_name(table.players, seat)}-{letter}" for letter in table.rules.letters]
        known = {names[letter]: content_word(content) for letter, content in opened(table, seat).items()}
        found.append(Grid(tuple(names), dict(contents), known))
    return found
