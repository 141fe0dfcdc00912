"""Check that a map gives every colour the same chances (C2): its mirror images, and the lines that break them.

Four mirrors matter: along the two diagonals of the picture and along its two middle lines. Each swaps colours. A map
passes a mirror if some exchange of cities maps every line to a line; where the cities are drawn does not matter.
The drawing only helps to name the lines that have no counterpart. A quarter turn alone is not enough: with three
players it leaves one seat with shorter ways to its neighbours than another.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import dist
from typing import NamedTuple

from heimlich.games.suitcases.maps import COLOURS, SIDE, Map, Position

SWAY = 40.0  # how far from its mirrored spot a place is still taken for the counterpart, in units of the picture
MOST_TRIES = 500  # exchanges of cities that are tried; a map that needs more counts as asymmetric


class Mirror(NamedTuple):
    """A mirror: which colour takes the place of which, and where a spot of the picture goes."""

    swapped: tuple[int, int, int, int]
    turned: Callable[[Position], Position]

    @property
    def pairs(self) -> tuple[str, ...]:
        """The colours that it swaps: `red and green`."""
        return tuple(f"{COLOURS[one]} and {COLOURS[two]}" for one, two in enumerate(self.swapped) if one < two)


MIRRORS = (
    Mirror((2, 1, 0, 3), lambda spot: (SIDE - spot[1], SIDE - spot[0])),
    Mirror((0, 3, 2, 1), lambda spot: (spot[1], spot[0])),
    Mirror((1, 0, 3, 2), lambda spot: (SIDE - spot[0], spot[1])),
    Mirror((3, 2, 1, 0), lambda spot: (spot[0], SIDE - spot[1])),
)


def broken_mirrors(board: Map) -> list[tuple[Mirror, list[str]]]:
    """List the mirrors that a map does not pass, each with what has no counterpart, as messages name it."""
    return [(mirror, without_counterpart(board, mirror)) for mirror in MIRRORS if exchange(board, mirror) is None]


def without_counterpart(board: Map, mirror: Mirror) -> list[str]:
    """List the cities, and the lines between other places, whose mirror image the picture does not show."""
    partners = {place: _partner(board, mirror, place) for place in board.positions}
    lost = [f"'{city}'" for city in board.cities if partners[city] is None]
    for a, b in board.lines + board.marked:
        one, two = partners[a], partners[b]
        if one is not None and two is not None and two not in board.neighbours[one]:
            lost.append(f"'{a} {b}' (it would be '{' '.join(sorted((one, two)))}')")
    return lost


def _partner(board: Map, mirror: Mirror, place: str) -> str | None:
    """Return the place at the mirrored spot; corners are matched by their colours."""
    for corners in (board.starts, board.headquarters):
        if place in corners:
            return corners[mirror.swapped[corners.index(place)]]
    spot = mirror.turned(board.positions[place])
    nearest = min(board.cities, key=lambda city: dist(board.positions[city], spot))
    return nearest if dist(board.positions[nearest], spot) <= SWAY else None


Classes = Mapping[str, int]  # every place: the number of its class; places that may be exchanged share one


def exchange(board: Map, mirror: Mirror) -> dict[str, str] | None:
    """Find an exchange of places by a mirror that maps lines to lines; None if there is none."""
    seen, image = dict.fromkeys(board.positions, 0), dict.fromkeys(board.positions, 0)
    number = 1
    for corners in (board.starts, board.headquarters):
        for colour, place in enumerate(corners):
            seen[place] = image[corners[mirror.swapped[colour]]] = number
            number += 1
    return _matched(board, seen, image, [MOST_TRIES])


def _matched(board: Map, seen: Classes, image: Classes, tries: list[int]) -> dict[str, str] | None:
    """Match the places of equal classes so that neighbours match too; try the choices that the classes leave open."""
    tries[0] -= 1
    refined = _refined(board, seen, image)
    if refined is None or tries[0] < 0:
        return None
    seen, image = refined
    groups: dict[int, list[str]] = {}
    for place, number in seen.items():
        groups.setdefault(number, []).append(place)
    open_groups = [(len(group), number) for number, group in groups.items() if len(group) > 1]
    if not open_groups:
        images = {number: place for place, number in image.items()}
        return {place: images[number] for place, number in seen.items()}
    _, number = min(open_groups)
    fresh = max(groups) + 1
    for candidate in (place for place, its in image.items() if its == number):
        found = _matched(board, {**seen, groups[number][0]: fresh}, {**image, candidate: fresh}, tries)
        if found is not None:
            return found
    return None


def _refined(board: Map, seen: Classes, image: Classes) -> tuple[Classes, Classes] | None:
    """Split classes by the classes of neighbours until nothing changes; None if the two sides differ."""
    while True:
        marks = [_marks(board, side) for side in (seen, image)]
        if Counter(marks[0].values()) != Counter(marks[1].values()):
            return None
        numbers = {mark: number for number, mark in enumerate(sorted(set(marks[0].values())))}
        count = len(set(seen.values()))
        seen, image = ({place: numbers[mark] for place, mark in side.items()} for side in marks)
        if len(numbers) == count:
            return seen, image


def _marks(board: Map, side: Classes) -> dict[str, tuple[int, tuple[int, ...]]]:
    def near(places: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(side[place] for place in places))

    return {place: (number, near(board.neighbours[place])) for place, number in side.items()}
