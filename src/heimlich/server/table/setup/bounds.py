"""Limit the settings of a table that anyone can open over the network.

The rules themselves allow more, and a table that is already open keeps the settings it was opened with. Every number of
every setting has a bound here, so that a list of legal moves stays short enough to compute, and every game ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import comb
from typing import Any

from heimlich.server.table.refusals import Refused

Bounds = Mapping[str, tuple[int, int]]

POINTS = (-999, 999)
TURNS = (1, 5000)
BOUNDS: Mapping[str, Bounds] = {
    "heimlich-co": {
        "values": (-99, 99),
        "agents_in_play": (2, 7),
        "safe_start": (0, 11),
        "first": (0, 6),
        "die": (1, 12),
        "floor": POINTS,
        "target": (1, 500),
        "turn_limit": TURNS,
        "cards": (0, 99),
        "hand_start": (0, 20),
        "hand_limit": (1, 40),
        "marker_steps": (1, 99),
        "marker_limit": POINTS,
        "dossier_from": POINTS,
        "dossier_again_below": POINTS,
        "dossier_right": POINTS,
        "dossier_wrong": POINTS,
    },
    "suitcases": {
        "agents": (1, 20),
        "contents": (0, 99),
        "duel_cards": (0, 99),
        "first": (0, 3),
        "die": (0, 6),
        "most_in_city": (1, 20),
        "retreat_card": (0, 99),
        "extra_steps": (0, 3),
        "foreign_within": (1, 99),
        "bomb_share": (1, 99),
        "target": (1, 500),
        "turn_limit": TURNS,
    },
}
MOST_NUMBERS = {"die": 24, "duel_cards": 24}  # in one setting
MOST_MOVES = 5000  # legal moves for one face of the die


def check_bounds(game: str, rules: Any, seats: int) -> None:
    """Refuse a setting outside its bounds."""
    for name, (low, high) in BOUNDS[game].items():
        found = list(_numbers(getattr(rules, name)))
        if any(not low <= number <= high for number in found):
            raise Refused("terms", f"'{name}' takes numbers from {low} to {high} at a table here")
    for name, most in MOST_NUMBERS.items():
        if len(getattr(rules, name, ())) > most:
            raise Refused("terms", f"'{name}' takes {most} numbers at most at a table here")
    if game == "heimlich-co":
        _check_moves(rules, seats)
        if rules.turn_limit is None and sum(rules.values) <= 0:
            raise Refused("terms", "'values' come to nothing in all, so the game might never end; set a 'turn_limit'")


def _check_moves(rules: Any, seats: int) -> None:
    """Refuse a die with a face whose points can be split over the agents in more than `MOST_MOVES` ways.

    Where one agent moves all points, the number of moves is always small.
    """
    agents = rules.agents_in_play[seats - 2]
    for face in set(rules.die) if not rules.one_agent else ():
        moves = sum(comb(points + agents - 1, points) for points in set(face))
        if moves > MOST_MOVES:
            shown = "/".join(map(str, sorted(face)))
            raise Refused("terms", f"'die' has a face {shown} with {moves} moves; {MOST_MOVES} are the most here")


def _numbers(value: Any) -> Iterator[int]:
    """Yield every number in a setting's value, at any depth."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, Iterable) and not isinstance(value, str):
        for item in value:
            yield from _numbers(item)
