"""Keep the pads of both games: moments by turn, of which the oldest are kept as sums only.

A pad is plain JSON that is never changed in place: a new one shares all that stays the same. `turns` has the moments of
each turn as one text, `before` the sums of the turns that are no longer listed.
"""

from collections.abc import Callable, Mapping
from typing import Any

Pad = Mapping[str, Any]
Counts = dict[str, dict[str, list[int]]]  # by thing and seat: the sum of each kind of moment
MOST_TURNS, KEPT_TURNS = 300, 200  # with moments; when there are more, the sums of the oldest are kept


def moments_of(pad: Pad, turn: int) -> str:
    """Return the moments of a turn as text."""
    text: str = pad.get("turns", {}).get(str(turn), "")
    return text


def with_turn(pad: Pad, turn: int, moments: str, counts: Callable[[Pad], Counts]) -> Pad:
    """Return the pad with these moments as those of a turn; `counts` sums up a pad."""
    turns: dict[str, str] = {**pad.get("turns", {}), str(turn): moments}
    if len(turns) <= MOST_TURNS:
        return {**pad, "turns": turns}
    gone = list(turns)[:-KEPT_TURNS]
    before = counts({"before": pad.get("before", {}), "turns": {number: turns.pop(number) for number in gone}})
    return {"turns": turns, "before": before}


def sums_before(pad: Pad) -> Counts:
    """Return a copy of the sums of the turns that are no longer listed."""
    return {thing: {seat: list(sums) for seat, sums in row.items()} for thing, row in pad.get("before", {}).items()}
