"""Charts as SVG, for the page of a survey: panels side by side, lines with marks and 95 % intervals.

Text and numbers alone, so the same figures always make the same file. Needs no library.
"""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import floor, log10
from typing import NamedTuple

from heimlich.lab.figures import Figure

# Okabe and Ito's colours, which people with any colour vision tell apart; marks and dashes differ as well
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("", "6 3", "2 2", "8 3 2 3")
PANEL = (300, 220)  # the area that is plotted, in pixels
LEFT, TOP, RIGHT, BELOW = 52, 62, 18, 46  # round a panel
ROW = 18  # of the legend
LEGEND = 190  # pixels for a label, at least
TICKS = 5
FONT = "system-ui, sans-serif"


class PlottedCurve(NamedTuple):
    """Figures along the horizontal axis; None where there is none."""

    label: str
    figures: Sequence[Figure | None]


class Panel(NamedTuple):
    """One of the plots of a chart."""

    title: str
    names: Sequence[str]  # along the horizontal axis
    curves: Sequence[PlottedCurve]


class Axis(NamedTuple):
    """The vertical axis of all panels: where it begins and ends."""

    low: float
    high: float

    def y(self, value: float) -> float:
        """The height of a value, in pixels from the top of a panel."""
        return PANEL[1] - PANEL[1] * (value - self.low) / (self.high - self.low)


def chart(
    title: str, across: str, upwards: str, panels: Sequence[Panel], scale: float = 1, around: float | None = None
) -> str:
    """A chart as the text of an SVG file; figures are multiplied by the scale (100 for shares in per cent).

    The vertical axis begins at 0, or reaches as far up as down from the number that the figures lie `around`.
    """
    labels = list(dict.fromkeys(curve.label for panel in panels for curve in panel.curves))
    axis = _axis([scale * end for panel in panels for each in _present(panel) for end in _ends(each)], around)
    step = LEFT + PANEL[0] + RIGHT
    width = step * len(panels)
    legend = TOP + PANEL[1] + BELOW + 8
    columns = max(1, (width - LEFT) // LEGEND)
    height = legend + ROW * -(-len(labels) // columns) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{FONT}" font-size="11" fill="#222">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(width / 2, 22, title, "middle", size=14),
    ]
    for number, panel in enumerate(panels):
        parts += [f'<g transform="translate({number * step + LEFT} {TOP})">', *_axes(panel, across, upwards, axis)]
        for curve in panel.curves:
            parts += _curve(curve, labels.index(curve.label), len(panel.names), axis, scale)
        parts.append("</g>")
    for number, label in enumerate(labels):
        x, y = LEFT + number % columns * (width - LEFT) / columns, legend + number // columns * ROW
        parts += [_line((x, y), (x + 24, y), number), _mark(x + 12, y, number), _text(x + 30, y + 4, label, "start")]
    return "\n".join([*parts, "</svg>", ""])


def _axes(panel: Panel, across: str, upwards: str, axis: Axis) -> list[str]:
    width, height = PANEL
    found = [_text(width / 2, -12, panel.title, "middle", size=12)]
    for tick in range(TICKS + 1):
        value = axis.low + (axis.high - axis.low) * tick / TICKS
        y = axis.y(value)
        found.append(f'<path d="M0 {y:.1f}H{width}" stroke="{"#888" if tick == 0 else "#ddd"}"/>')
        found.append(_text(-6, y + 4, f"{value:g}", "end"))
    for place, name in enumerate(panel.names):
        found.append(_text(_x(place, len(panel.names)), height + 16, name, "middle"))
    found.append(_text(width / 2, height + 34, across, "middle"))
    found.append(
        f'<text x="-38" y="{height / 2}" text-anchor="middle" transform="rotate(-90 -38 {height / 2})">'
        f"{escape(upwards)}</text>"
    )
    return found


def _curve(curve: PlottedCurve, number: int, places: int, axis: Axis, scale: float) -> list[str]:
    def y(value: float) -> float:
        return axis.y(scale * value)

    shown = [(_x(place, places), each) for place, each in enumerate(curve.figures) if _is_known(each)]
    points = [(x, y(each["value"])) for x, each in shown if each is not None]
    found = [_line(one, other, number) for one, other in pairwise(points)]
    for (x, each), (_, middle) in zip(shown, points, strict=True):
        assert each is not None
        colour = COLOURS[number % len(COLOURS)]
        found.append(f'<path d="M{x:.1f} {y(each["low"]):.1f}V{y(each["high"]):.1f}" stroke="{colour}"/>')
        found.append(_mark(x, middle, number))
    return found


def _line(one: tuple[float, float], other: tuple[float, float], number: int) -> str:
    dash = DASHES[number % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f"M{one[0]:.1f} {one[1]:.1f}L{other[0]:.1f} {other[1]:.1f}"
    return f'<path d="{ends}" stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="1.5" fill="none"{dashed}/>'


def _mark(x: float, y: float, number: int) -> str:
    """A circle, a square, a triangle, a diamond … so that colours are not all that tells curves apart."""
    shapes = ("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "m-3.5-3.5h7v7h-7z", "m-4.5 3.5h9l-4.5-8z", "m0-5l5 5-5 5-5-5z")
    shape = shapes[number % len(shapes)]
    return f'<path d="M{x:.1f} {y:.1f}{shape}" fill="{COLOURS[number % len(COLOURS)]}"/>'


def _text(x: float, y: float, words: str, anchor: str, size: int | None = None) -> str:
    sized = f' font-size="{size}"' if size else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{sized}>{escape(words)}</text>'


def _x(place: int, places: int) -> float:
    return PANEL[0] * (place + 0.5) / places


def _present(panel: Panel) -> list[Figure]:
    return [each for curve in panel.curves for each in curve.figures if each is not None and _is_known(each)]


def _is_known(figure: Figure | None) -> bool:
    return figure is not None and figure["value"] is not None


def _ends(figure: Figure) -> tuple[float, float]:
    return min(figure["value"], figure["low"]), max(figure["value"], figure["high"])


def _axis(values: Sequence[float], around: float | None) -> Axis:
    if around is None:
        return Axis(0, _nice(max(values, default=1)))
    far = _nice(max((abs(value - around) for value in values), default=1))
    return Axis(around - far, around + far)


def _nice(most: float) -> float:
    """The end of an axis: the next number above that five ticks divide well."""
    if most <= 0:
        return 1
    unit = 10.0 ** floor(log10(most))
    return next(step * unit for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * unit >= most)
