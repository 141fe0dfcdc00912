"""Place the names of cities on a map (C1): each tries the spots around it, and the one that covers least wins."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from heimlich.games.suitcases.maps import SIDE, Map, Position

DISC = 13.0  # a city's radius
PLATE = 43.0  # half the side of a start space
EDGE = 16.0  # the frame's distance from the border
_FLAT = set("abcdefhiklmnorstuvwxzABCDEFGHIJKLMNOPRSTUVWXYZ '-.0123456789")  # letters that keep to the line
_SEARCHED = 60  # on a map with more cities, this search would take seconds
_CONTENT = 40.0  # a name whose spot costs less stays; where it costs more, a neighbour may make room


class Box(NamedTuple):
    """A rectangle that something takes up."""

    left: float
    top: float
    right: float
    bottom: float


class Label(NamedTuple):
    """A place for a city's name: the text's anchor and baseline, and about the room that it takes."""

    x: float
    y: float
    anchor: str
    box: Box


def font_size(board: Map) -> float:
    """Names are written larger where there is more room."""
    return 32.0 if len(board.cities) <= 24 else 27.0


def place_labels(board: Map) -> dict[str, Label]:
    """A spot for every city's name, clear of places, lines and each other where that can be."""
    spots = {city: _spots(board, city) for city in board.cities}
    costs = {city: [_cost(board, city, label, rank) for rank, label in enumerate(spots[city])] for city in board.cities}
    near = _near({city: _hull(spots[city]) for city in board.cities})
    chosen = {city: costs[city].index(min(costs[city])) for city in board.cities}

    def totals(city: str, without: str) -> list[float]:
        """Return what each spot costs while the other names stay where they are."""
        boxes = [spots[other][chosen[other]].box for other in near[city] if other != without]
        return [
            cost + sum(_clash(label.box, box) for box in boxes)
            for label, cost in zip(spots[city], costs[city], strict=True)
        ]

    for _ in range(4):  # a name may push its neighbours elsewhere; a few rounds settle it
        for city in board.cities:
            here = totals(city, city)
            chosen[city] = here.index(min(here))
            if here[chosen[city]] < _CONTENT or len(board.cities) > _SEARCHED:
                continue
            for other in near[city][:6]:
                ours, theirs = totals(city, other), totals(other, city)
                _, chosen[city], chosen[other] = min(
                    (one + two + _clash(spots[city][a].box, spots[other][b].box), a, b)
                    for a, one in enumerate(ours)
                    for b, two in enumerate(theirs)
                )
    return {city: spots[city][chosen[city]] for city in board.cities}


def _near(reach: Mapping[str, Box]) -> dict[str, list[str]]:
    """For every city, those whose names could touch its own, the most likely first."""
    near = {}
    for city, box in reach.items():
        shared = {other: _overlap(box, its) for other, its in reach.items() if other != city}
        near[city] = sorted((other for other in shared if shared[other] > 0), key=lambda o: (-shared[o], o))
    return near


def _hull(labels: Sequence[Label]) -> Box:
    lefts, tops, rights, bottoms = zip(*(label.box for label in labels), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _spots(board: Map, city: str) -> list[Label]:
    """Right, left, above, below and between, the better-looking first; then farther off."""
    x, y = board.positions[city]
    size = font_size(board)
    width = text_width(board.labels[city], size)
    depth = size * (0.22 if set(board.labels[city]) - _FLAT else 0.02)
    off, far, slant = DISC + 7, DISC + 17, DISC - 1
    spots = []
    for dx, dy, anchor in (
        (off, 0.35 * size, "start"), (-off, 0.35 * size, "end"),
        (0, -off, "middle"), (0, off + 0.75 * size, "middle"),
        (slant, -slant, "start"), (slant, slant + 0.7 * size, "start"),
        (-slant, -slant, "end"), (-slant, slant + 0.7 * size, "end"),
        (off, -0.1 * size, "start"), (off, 0.8 * size, "start"), (-off, -0.1 * size, "end"), (-off, 0.8 * size, "end"),
        (-8, -off, "start"), (-8, off + 0.75 * size, "start"), (8, -off, "end"), (8, off + 0.75 * size, "end"),
        (far, 0.35 * size, "start"), (-far, 0.35 * size, "end"), (0, -far, "middle"), (0, far + 0.75 * size, "middle"),
    ):  # fmt: skip
        left = x + dx - {"start": 0, "middle": width / 2, "end": width}[anchor]
        box = Box(left, y + dy - 0.74 * size, left + width, y + dy + depth)
        spots.append(Label(x + dx, y + dy, anchor, box))
    return spots


def text_width(text: str, size: float) -> float:
    """About how wide a name is in a bold sans serif."""
    wide = {**dict.fromkeys("iljI.,'", 0.29), **dict.fromkeys("ftr -", 0.37), **dict.fromkeys("mwMW", 0.88)}
    return size * sum(wide.get(sign, 0.72 if sign.isupper() else 0.585) for sign in text)


def _cost(board: Map, city: str, label: Label, rank: int) -> float:
    box = label.box
    total = rank * 3.0
    total += 99 * max(0.0, EDGE - box.left, EDGE - box.top, box.right - SIDE + EDGE, box.bottom - SIDE + EDGE)
    for place in board.positions:
        if place != city:
            total += 8 * _overlap(box, room(board, place))
            total += 0.2 * _overlap(box, room(board, place, 20))  # it would seem to be the other place's name
    for a, b in board.lines + board.marked:
        total += 5 * _inside(box, board.positions[a], board.positions[b], 5)
    return total


def room(board: Map, place: str, margin: float = 2) -> Box:
    """About the room that a place takes up."""
    x, y = board.positions[place]
    if place in board.headquarters:
        left, top, right, bottom = -42.0, -34.0, 42.0, 38.0  # the flag's tip aside
    elif place in board.starts:
        left, top, right, bottom = -PLATE, -PLATE, PLATE, PLATE
    else:
        left, top, right, bottom = -DISC, -DISC, DISC, DISC
    return Box(x + left - margin, y + top - margin, x + right + margin, y + bottom + margin)


def _clash(one: Box, two: Box) -> float:
    """The cost of two names that touch or are too close."""
    return 8 * _overlap(Box(one.left - 9, one.top - 2, one.right + 9, one.bottom + 2), two)


def _overlap(one: Box, two: Box) -> float:
    """The area that both cover."""
    width = min(one.right, two.right) - max(one.left, two.left)
    height = min(one.bottom, two.bottom) - max(one.top, two.top)
    return width * height if width > 0 and height > 0 else 0.0


def _inside(box: Box, a: Position, b: Position, margin: float) -> float:
    """The length of a line within a box and the margin around it."""
    enter, leave = 0.0, 1.0
    for start, step, low, high in (
        (a[0], b[0] - a[0], box.left - margin, box.right + margin),
        (a[1], b[1] - a[1], box.top - margin, box.bottom + margin),
    ):
        if step == 0:
            if not low < start < high:
                return 0.0
            continue
        first, last = sorted(((low - start) / step, (high - start) / step))
        enter, leave = max(enter, first), min(leave, last)
    return max(0.0, leave - enter) * math.dist(a, b)
