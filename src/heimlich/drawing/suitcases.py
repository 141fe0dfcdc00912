"""Draws a map (C1) as an SVG: our own drawing, dark by night and light by day, readable at the width of a phone.

The same map always gives the same text. Nothing is fetched, no script runs, and names are escaped. A colour never
stands alone: a side's letter is next to it, start spaces and headquarters differ in shape, marked lines in pattern.
"""

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from xml.sax.saxutils import escape, quoteattr

from heimlich.drawing.suitcase_names import DISC, EDGE, PLATE, font_size, place_labels
from heimlich.games.suitcases.maps import COLOURS, SIDE, Map, Position

_HEIGHT = SIDE + 140  # below the map: the title and the legend
_PLAIN = "plain"  # the colour of the legend

_NIGHT = {
    "paper": "#0e1a2d", "glow": "#1d3352", "contour": "#2b456b", "grid": "#223a5c", "frame": "#5b7397",
    "bed": "#0a1322", "rail": "#8ea4c4", "gap": "#15243b", "disc": "#f4e8cd", "ring": "#0a1322",
    "name": "#f3ecdc", "quiet": "#a9b9d2", "title": "#f0d9a4", "letter": "#0b1423",
    "red": "#ff7468", "blue": "#62b0ff", "green": "#58cf86", "yellow": "#f6cb45", "plain": "#a9b9d2",
}  # fmt: skip
_DAY = {
    "paper": "#f3ead6", "glow": "#fbf6ea", "contour": "#dcccab", "grid": "#e2d5ba", "frame": "#8b7650",
    "bed": "#f3ead6", "rail": "#6f6049", "gap": "#f6efdf", "disc": "#fffdf7", "ring": "#4a3c28",
    "name": "#2a2115", "quiet": "#66573f", "title": "#6d3f14", "letter": "#ffffff",
    "red": "#c2322b", "blue": "#1f63b5", "green": "#1f7a45", "yellow": "#d39c12", "plain": "#7b6a4f",
}  # fmt: skip


def draw_map(board: Map) -> str:
    """The map as the text of an SVG file."""
    summary = f"{board.title}: a map of {len(board.cities)} cities"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE:g} {_HEIGHT:g}" class="suitcases-map" role="img" '
        f"aria-label={quoteattr(summary)}>",
        f"<title>{escape(board.title)}</title>",
        f"<style>{_style(board)}</style>",
        *_paper(board),
        *_lines(board),
        *_places(board),
        *_names(board),
        *_cartouche(board),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


# Colours and pens


def _style(board: Map) -> str:
    return f"""
.suitcases-map {{ font-family: "Helvetica Neue", Arial, Roboto, "Liberation Sans", sans-serif; }}
.suitcases-map .line {{ fill: none; stroke-linecap: round; }}
.suitcases-map .bed {{ stroke-width: 15; opacity: .8; }}
.suitcases-map .rail {{ stroke-width: 7; }}
.suitcases-map .gap {{ stroke-width: 3.4; stroke-dasharray: 12 12; stroke-linecap: butt; }}
.suitcases-map .track {{ stroke-width: 5; }}
.suitcases-map .score {{ stroke-width: 19; stroke-dasharray: 4 8; stroke-linecap: butt; }}
.suitcases-map .disc {{ stroke-width: 4; }}
.suitcases-map .hair {{ fill: none; stroke-width: 1.6; }}
.suitcases-map .frame {{ fill: none; stroke-width: 2; }}
.suitcases-map .name {{ font-size: {font_size(board):g}px; font-weight: 600; }}
.suitcases-map .name, .suitcases-map .legend {{ paint-order: stroke; stroke-width: 5; stroke-linejoin: round; }}
.suitcases-map .legend {{ font-size: 27px; }}
.suitcases-map .title {{ font-family: Georgia, "Times New Roman", serif; font-style: italic; font-weight: 600; }}
.suitcases-map .letter {{ font-size: 38px; font-weight: 800; text-anchor: middle; }}
.suitcases-map .field {{ font-size: 19px; font-weight: 700; text-anchor: middle; }}
{"".join(_rules(_NIGHT))}@media (prefers-color-scheme: light) {{
{"".join(_rules(_DAY))}}}
"""


def _rules(ink: Mapping[str, str]) -> Iterable[str]:
    pens = {
        ".paper": "fill: {paper}", ".glow": "stop-color: {glow}", ".dusk": "stop-color: {paper}",
        ".contour": "stroke: {contour}", ".grid": "stroke: {grid}", ".frame": "stroke: {frame}",
        ".bed": "stroke: {bed}", ".rail": "stroke: {rail}", ".gap": "stroke: {gap}",
        ".disc": "fill: {disc}; stroke: {ring}", ".name": "fill: {name}; stroke: {paper}",
        ".legend": "fill: {quiet}; stroke: {paper}", ".title": "fill: {title}",
    }  # fmt: skip
    for colour in (*COLOURS, _PLAIN):
        pens[f".fill-{colour}"] = f"fill: {{{colour}}}; stroke: {{ring}}"
        pens[f".pen-{colour}"] = f"stroke: {{{colour}}}"
        letter = "name" if (ink is _DAY and colour == "yellow") else "letter"
        pens[f".on-{colour}"] = f"fill: {{{letter}}}"
        pens[f".seam-{colour}"] = f"stroke: {{{letter}}}; stroke-width: 2.4"
    for selector, pen in pens.items():
        yield f".suitcases-map {selector} {{ {pen.format_map(ink)}; }}\n"


# The paper: a glow in the middle, meridians and parallels, the contours of hills


def _paper(board: Map) -> Iterable[str]:
    glow = f"glow-{board.id}"
    land = _rect("land", EDGE - 7, EDGE - 7, SIDE - 2 * EDGE + 14, SIDE - EDGE + 13, 12)
    yield f'<defs><radialGradient id="{glow}" cx=".5" cy=".44" r=".62">'
    yield '<stop class="glow" offset="0"/><stop class="dusk" offset="1"/></radialGradient>'
    yield f'<clipPath id="land-{board.id}">{land}</clipPath></defs>'
    yield f'<rect class="paper" width="{SIDE:g}" height="{_HEIGHT:g}" rx="18"/>'
    yield f'<rect fill="url(#{glow})" width="{SIDE:g}" height="{_HEIGHT:g}" rx="18"/>'
    yield f'<g clip-path="url(#land-{board.id})">'
    yield f'<path class="hair grid" d="{_graticule()}"/>'
    yield f'<path class="hair contour" d="{_contours(board.id)}"/></g>'
    inner = EDGE - 7
    yield _rect("frame", inner, inner, SIDE - 2 * inner, _HEIGHT - 2 * inner, 12)


def _graticule() -> str:
    """Draw parallels and meridians as on a map of the north: circles about a far pole, and rays from it."""
    pole = -1100.0
    circles = (
        f"M{-100},{_n(y := pole + math.sqrt(radius**2 - 600**2))}A{radius},{radius} 0 0 0 1100,{_n(y)}"
        for radius in range(1220, 2400, 165)
    )
    rays = (f"M500,{pole:g}L{_n(500 + 2300 * math.sin(turn / 13))},{_n(pole + 2300)}" for turn in range(-5, 6))
    return "".join([*circles, *rays])


def _contours(seed: str) -> str:
    """Draw nested wobbling rings around a few summits, which differ from map to map."""
    rng = Random(zlib.crc32(seed.encode()))
    path = []
    for x, y in ((190, 330), (720, 170), (830, 660), (300, 840), (520, 520)):
        summit = x + rng.uniform(-15, 15), y + rng.uniform(-15, 15)
        waves = [(count, rng.uniform(0.04, 0.12), rng.uniform(0, math.tau)) for count in (2, 3, 5)]
        size = rng.uniform(29, 33)
        path += [_ring(summit, size * level, waves) for level in range(1, 5)]
    return "".join(path)


def _ring(centre: Position, radius: float, waves: Sequence[tuple[int, float, float]]) -> str:
    points = []
    for step in range(28):
        turn = step / 28 * math.tau
        reach = radius * (1 + sum(height * math.sin(count * turn + shift) for count, height, shift in waves))
        points.append((centre[0] + reach * math.cos(turn), centre[1] + reach * math.sin(turn)))
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    bends = "".join(f"Q{_at(corner)} {_at(end)}" for corner, end in zip(points, middles, strict=True))
    return f"M{_at(middles[-1])}{bends}Z"


# Lines and places


def _lines(board: Map) -> Iterable[str]:
    rails = "".join(f"M{_at(board.positions[a])}L{_at(board.positions[b])}" for a, b in board.lines)
    for pen in ("bed", "rail", "gap"):
        yield f'<path class="line {pen}" d="{rails}"/>'
    for headquarters in board.headquarters:
        ways = "".join(
            f"M{_at(board.positions[city])}L{_at(board.positions[end])}"
            for city, end in board.marked
            if end == headquarters
        )
        colour = headquarters.removeprefix("hq-")
        yield f'<path class="line bed" d="{ways}"/>'
        yield f'<path class="line track pen-{colour}" d="{ways}"/><path class="line score pen-{colour}" d="{ways}"/>'


def _places(board: Map) -> Iterable[str]:
    for city in board.cities:
        x, y = board.positions[city]
        title = f"<title>{escape(board.labels[city])}</title>"
        disc = f'<circle class="disc" cx="{_n(x)}" cy="{_n(y)}" r="{DISC:g}">{title}</circle>'
        yield f'<g data-place="{city}">{disc}</g>'
    for colour, start, headquarters in zip(COLOURS, board.starts, board.headquarters, strict=True):
        yield _placed(board, start, _start(colour))
        yield _placed(board, headquarters, _headquarters(colour))


def _placed(board: Map, place: str, drawing: str) -> str:
    x, y = (_n(c) for c in board.positions[place])
    title = f"<title>{escape(board.labels[place])}</title>"
    return f'<g data-place="{place}" transform="translate({x} {y})">{title}{drawing}</g>'


def _start(colour: str) -> str:
    """Draw a plate of the four fields A to D (C1), and the side's letter in the middle."""
    half = PLATE
    corners = (("A", -31, -23), ("B", 31, -23), ("C", -31, 36), ("D", 31, 36)) if colour != _PLAIN else ()
    fields = "".join(f'<text class="field on-{colour}" x="{x}" y="{y}">{letter}</text>' for letter, x, y in corners)
    return (
        f'<rect class="fill-{colour}" x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="14" '
        f'stroke-width="4"/>'
        f'<path class="seam-{colour}" d="M0,{-half:g}V-25M0,{half:g}V25M{-half:g},0H-25M{half:g},0H25"/>'
        f'<circle class="seam-{colour}" r="25" fill="none"/>'
        f'<text class="letter on-{colour}" y="13.5">{_letter(colour)}</text>{fields}'
    )


def _headquarters(colour: str) -> str:
    """Draw a house with a gable and a flag, and the side's letter on it."""
    return (
        f'<path class="pen-{colour}" d="M0,-22V-44" stroke-width="4"/>'
        f'<path class="fill-{colour}" d="M2,-45L24,-38L2,-31Z" stroke-width="2"/>'
        f'<path class="fill-{colour}" d="M0,-30L42,-6H34V38H-34V-6H-42Z" stroke-width="4" stroke-linejoin="round"/>'
        f'<text class="letter on-{colour}" y="29">{_letter(colour)}</text>'
    )


def _letter(colour: str) -> str:
    return "" if colour == _PLAIN else colour[0].upper()


def _names(board: Map) -> Iterable[str]:
    for city, label in place_labels(board).items():
        at = f'x="{_n(label.x)}" y="{_n(label.y)}" text-anchor="{label.anchor}"'
        yield f'<text class="name" {at}>{escape(board.labels[city])}</text>'


# Title and legend


def _cartouche(board: Map) -> Iterable[str]:
    top = SIDE + 6
    size = min(46.0, 410 / (0.6 * len(board.title)))
    yield f'<path class="frame" d="M{_n(EDGE + 14)},{_n(top)}H{_n(SIDE - EDGE - 14)}"/>'
    yield f'<text class="title" x="40" y="{_n(top + 58)}" font-size="{_n(size)}">{escape(board.title)}</text>'
    yield f'<text class="legend" x="40" y="{_n(top + 101)}">The suitcase game</text>'
    high, low = top + 42, top + 92
    words = ((572, high, "line"), (572, low, "marked line"), (792, high, "start space"), (792, low, "headquarters"))
    yield "".join(f'<text class="legend" x="{x}" y="{_n(y + 9)}">{text}</text>' for x, y, text in words)
    way = f"M480,{_n(high)}H546"
    yield f'<path class="line rail" d="{way}"/><path class="line gap" d="{way}"/>'
    yield "".join(f'<circle class="disc" cx="{x}" cy="{_n(high)}" r="{DISC:g}"/>' for x in (480, 546))
    way = f"M472,{_n(low)}H554"
    yield f'<path class="line track pen-{_PLAIN}" d="{way}"/><path class="line score pen-{_PLAIN}" d="{way}"/>'
    yield f'<g transform="translate(762 {_n(high)}) scale(.45)">{_start(_PLAIN)}</g>'
    yield f'<g transform="translate(762 {_n(low)}) scale(.5)">{_headquarters(_PLAIN)}</g>'


def _rect(pen: str, x: float, y: float, width: float, height: float, radius: float) -> str:
    return f'<rect class="{pen}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"/>'


def _at(point: Position) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(value: float) -> str:
    """Format a number as short as a picture needs it."""
    return f"{round(value, 1):g}"
