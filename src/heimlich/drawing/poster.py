"""Draws a game that is over as one picture to share, 1200 × 630: charts, players, awards.

Nothing here knows a game: whoever makes a `Poster` decides what may be shown. The same poster always gives the same
text. Nothing is fetched, no script runs, and every text is escaped. A colour never stands alone: each curve ends in the
mark and the name of what it shows.
"""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 1200, 630
SERIF = "'Abril Fatface', 'DejaVu Serif', Georgia, serif"
SANS = "'DejaVu Sans', Verdana, sans-serif"
PAPER, SURFACE, INK, QUIET, LINE, GOLD = "#0c1322", "#161f36", "#f1ead9", "#b4bacb", "#36425f", "#e9b44c"

_LEFT, _TOP, _BOTTOM = 48.0, 150.0, 596.0
_CHART = 650.0  # the width of a chart's grid
_END = 108.0  # the room for what stands there
_LABEL = 26.0  # the least distance between the marks at the ends of two curves
_COLUMN, _COLUMN_WIDTH = 872.0, 290.0
_ROW = 44.0  # of a player
_AWARD = 50.0
_STAR = "M0,-11L3.3,-3.4 11,-3.4 5,1.8 7,9.5 0,5 -7,9.5 -5,1.8 -11,-3.4 -3.3,-3.4Z"
_HAT = "M4 26c10 5 46 5 56 0-1-4-8-6-14-7l-4-13c-1-3-4-4-6-3-3 2-8 2-11 0-3-1-5 0-6 3l-4 13c-5 1-10 3-11 7z"
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] "), frozenset("mwMW@%&")


class Mark(NamedTuple):
    """A small tile that tells things apart without colour: its colours, and a drawing 48 wide around (0, 0)."""

    colour: str
    ink: str
    drawing: str  # SVG of our own, never anybody's text
    letter: str = ""  # in place of a drawing


class Curve(NamedTuple):
    """A value over time: from each of some moments on, until the next one."""

    name: str
    mark: Mark
    points: Sequence[tuple[int, float]]
    strong: bool = True


class Chart(NamedTuple):
    """Curves over the moments of a game."""

    caption: str
    curves: Sequence[Curve]
    most: float  # the value at the top
    unit: str = ""
    lines: Sequence[int] = ()  # moments that are marked: a scoring, a duel


class PosterPlayer(NamedTuple):
    """A player, and what is shown beside the name."""

    name: str
    marks: Sequence[Mark]
    note: str = ""
    won: bool = False


class PosterAward(NamedTuple):
    """An award, and who has it."""

    title: str
    text: str


class Poster(NamedTuple):
    """All that a picture shows."""

    title: str
    subtitle: str
    moments: int
    charts: Sequence[Chart]
    heading: str  # above the players
    players: Sequence[PosterPlayer]
    awards: Sequence[PosterAward] = ()


def draw_poster(poster: Poster) -> str:
    """The picture as the text of an SVG file."""
    title = f"{poster.title}: {poster.subtitle}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">',
            f'<title id="title">{_safe(title)}</title>',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
            f'<rect x="{_n(_COLUMN - 26)}" width="{_n(WIDTH - _COLUMN + 26)}" height="{HEIGHT}" fill="{SURFACE}"/>',
            f'<rect width="{WIDTH}" height="8" fill="{GOLD}"/>',
            *_head(poster),
            *_charts(poster),
            *_column(poster),
            "</svg>\n",
        ]
    )


def _head(poster: Poster) -> Iterable[str]:
    yield _text(poster.title, _LEFT, 76, 46, GOLD, width=_COLUMN - _LEFT - 50, family=SERIF)
    yield _text(poster.subtitle, _LEFT, 114, 21, QUIET, width=_COLUMN - _LEFT - 50)


# Charts, one below the other


def _charts(poster: Poster) -> Iterable[str]:
    charts = [chart for chart in poster.charts if chart.curves]
    gap = 56.0
    weights = [1.35 if number == 0 and len(charts) > 1 else 1.0 for number in range(len(charts))]
    room = _BOTTOM - _TOP - gap * len(charts) + 20
    top = _TOP + 20
    for chart, weight in zip(charts, weights, strict=True):
        height = room * weight / sum(weights)
        yield from _chart(chart, poster.moments, top, height)
        top += height + gap


def _chart(chart: Chart, moments: int, top: float, height: float) -> Iterable[str]:
    yield _text(chart.caption, _LEFT, top - 14, 18, INK, width=_CHART + 100, bold=True)

    def x(moment: float) -> float:
        return _LEFT + 40 + (_CHART - 40) * min(moment, moments) / max(1, moments)

    def y(value: float) -> float:
        return top + height * (1 - min(max(0.0, value), chart.most) / max(1.0, chart.most))

    for value in _ticks(chart.most):
        yield f'<path d="M{_n(x(0))},{_n(y(value))}H{_n(x(moments))}" stroke="{LINE}" stroke-width="1"/>'
        yield _text(f"{value:g}{chart.unit}", x(0) - 8, y(value) + 5, 14, QUIET, anchor="end")
    marked = "".join(f"M{_n(x(moment))},{_n(top)}V{_n(top + height)}" for moment in chart.lines)
    if marked:
        yield f'<path d="{marked}" stroke="{QUIET}" stroke-width="1.5" stroke-dasharray="3 5" opacity=".6"/>'
    curves = sorted(chart.curves, key=lambda curve: curve.strong)  # what matters lies above the rest
    for curve in curves:
        yield _curve(curve, [(x(moment), y(value)) for moment, value in curve.points], x(moments))
    yield from _ends(chart, [y(curve.points[-1][1]) for curve in chart.curves], x(moments), top, top + height)


def _curve(curve: Curve, points: Sequence[tuple[float, float]], end: float) -> str:
    path = "".join(
        f"{'H' + _n(x) + 'V' if number else 'M' + _n(x) + ','}{_n(y)}" for number, (x, y) in enumerate(points)
    )
    width, opacity = (4.5, 1.0) if curve.strong else (2.0, 0.75)
    pen = f'd="{path}H{_n(end)}" fill="none" stroke-linejoin="round"'
    halo = f'<path {pen} stroke="{PAPER}" stroke-width="{width + 3:g}"/>'
    seam = f'<path {pen} stroke="{INK}" stroke-width="{width + 1.2:g}" opacity=".55"/>' if curve.strong else ""
    return f'{halo}{seam}<path {pen} stroke="{curve.mark.colour}" stroke-width="{width:g}" opacity="{opacity:g}"/>'


def _ends(chart: Chart, heights: Sequence[float], x: float, top: float, bottom: float) -> Iterable[str]:
    """Draw mark, value and name at the end of each curve, moved apart where they would cover each other."""
    order = sorted(range(len(heights)), key=lambda number: (heights[number], number))
    step = min(_LABEL, (bottom - top) / max(1, len(order) - 1))
    places = _apart([heights[number] for number in order], step, top, bottom)
    size = min(22.0, step * 0.92)
    for number, place in zip(order, places, strict=True):
        curve = chart.curves[number]
        yield f'<path d="M{_n(x)},{_n(heights[number])}L{_n(x + 12)},{_n(place)}" stroke="{QUIET}" stroke-width="1"/>'
        yield _tile(curve.mark, x + 14 + size / 2, place, size)
        text = f"{curve.points[-1][1]:g}{chart.unit} {curve.name}"
        letters = max(11.0, min(0.72 * size, 0.72 * size * _END / text_width(text, 0.72 * size)))
        yield _text(text, x + 20 + size, place + 0.29 * size, letters, INK, width=1.08 * _END, bold=curve.strong)


def _apart(heights: Sequence[float], step: float, top: float, bottom: float) -> list[float]:
    """Move ascending heights so that each is at least `step` below the one before, within these bounds."""
    places: list[float] = []
    for height in heights:
        places.append(max(height, places[-1] + step) if places else max(height, top))
    over = bottom
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], over)
        over = places[number] - step
    return places


def _ticks(most: float) -> list[int]:
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100) if most / step <= 4.2), math.ceil(most / 4))
    return list(range(0, int(most) + 1, step))


# The column: players, awards


def _column(poster: Poster) -> Iterable[str]:
    size = min(30.0, 30.0 * _COLUMN_WIDTH / text_width(poster.heading, 30))
    yield _text(poster.heading, _COLUMN, 76, size, GOLD, width=_COLUMN_WIDTH + 1, family=SERIF)
    y = 122.0
    for player in poster.players:
        yield from _player(player, y)
        y += _ROW
    y += 22
    for award in poster.awards:
        if y + _AWARD > HEIGHT - 12:
            return
        yield f'<path transform="translate({_n(_COLUMN + 11)} {_n(y)})" d="{_STAR}" fill="{GOLD}"/>'
        yield _text(award.title, _COLUMN + 30, y, 16, GOLD, width=_COLUMN_WIDTH - 30, bold=True)
        yield _text(award.text, _COLUMN + 30, y + 21, 16, INK, width=_COLUMN_WIDTH - 30)
        y += _AWARD
    if not poster.awards and y < 480:
        place = f"translate({_n(_COLUMN + 66)} {_n(HEIGHT - 130)}) scale(2.5)"
        yield f'<path transform="{place}" d="{_HAT}" fill="{LINE}"/>'


def _player(player: PosterPlayer, y: float) -> Iterable[str]:
    size = 32.0
    x = _COLUMN
    for mark in player.marks:
        yield _tile(mark, x + size / 2, y, size)
        x += size + 4
    end = _COLUMN + _COLUMN_WIDTH
    if player.won:
        yield f'<path d="M{_n(end - 26)},{_n(y + 9)}v-18l6.5,7 6.5,-11 6.5,11 6.5,-7v18z" fill="{GOLD}"/>'
        end -= 34
    note = text_width(player.note, 15) + 10 if player.note else 0.0
    yield _text(player.name, x + 8, y + 7, 21, INK, width=end - x - 8 - note, bold=player.won)
    if player.note:
        yield _text(player.note, end, y + 6, 15, QUIET, anchor="end")


def _tile(mark: Mark, x: float, y: float, size: float) -> str:
    letter = (
        f'<text y="12" font-size="34" font-weight="700" text-anchor="middle" fill="{mark.ink}" '
        f'font-family="{SANS}">{_safe(mark.letter)}</text>'
        if mark.letter
        else ""
    )
    return (
        f'<g transform="translate({_n(x)} {_n(y)}) scale({size / 48:.3f})">'
        f'<rect x="-24" y="-24" width="48" height="48" rx="12" fill="{mark.colour}" stroke="{INK}" stroke-opacity=".5" '
        f'stroke-width="2"/>{mark.drawing}{letter}</g>'
    )


# Text


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    width: float = WIDTH,
    anchor: str = "start",
    bold: bool = False,
    family: str = SANS,
) -> str:
    weight = ' font-weight="700"' if bold else ""
    side = f' text-anchor="{anchor}"' if anchor != "start" else ""
    shown = _safe(shorten(text, width / (1.08 if bold else 1.0), size))
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}" font-family="{family}"{weight}{side}>'
        f"{shown}</text>"
    )


def shorten(text: str, width: float, size: float) -> str:
    """Cut a text that would be wider than `width`, and end it with an ellipsis."""
    text = visible(text)
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1].rstrip()
    return text + "…"


def text_width(text: str, size: float) -> float:
    """About how wide a text is; rather too wide than too narrow."""
    return size * sum(_advance(sign) for sign in text)


def _advance(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if sign in _NARROW:
        return 0.4
    if sign in _WIDE or ord(sign) > 0x2FFF or unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    return 0.75 if sign.isupper() else 0.63


def visible(text: str) -> str:
    """Return a text without characters that show nothing, turn others around, or may not stand in XML."""
    return "".join(
        " " if sign.isspace() else sign for sign in text if unicodedata.category(sign)[0] != "C" or sign == "\n"
    )


def _safe(text: str) -> str:
    return escape(visible(text), {'"': "&quot;", "'": "&#39;"})


def _n(value: float) -> str:
    """Format a number as short as a picture needs it."""
    return f"{round(value, 1):g}"
