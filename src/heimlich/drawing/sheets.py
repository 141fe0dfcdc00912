"""Sheets to print for playing at a real table: score track, secret dossier, and pads for notes of both games.

Everything lies within a box that A4 and Letter paper both have, so each sheet prints whole on either.
"""

from collections.abc import Callable, Iterator

from heimlich.drawing.agents import COLOURS, HATS
from heimlich.drawing.paper import PAPERS, Circle, Outline, Paper, PaperLine, Rect, Shape, Text, text_width
from heimlich.errors import HeimlichError
from heimlich.text import say

WIDE, HIGH = 186.0, 250.0  # the box; printers need a margin
PAPER_COLOURS = {"red": "#d8433b", "blue": "#2c6ad0", "green": "#227d3f", "yellow": "#f2cd38"}
TARGET, DOSSIER, COLUMNS, ROWS = 42, 29, 7, 7
_SHADE, _GOLD = "#ececec", "#f6d88c"
_ARC = ("A6 6 0 1 1 5-65", "C-13-77 13-77 5-65")  # the one arc among the hats, as a curve that PDF has

Draw = Callable[[str], Iterator[Shape]]


def draw_sheet(name: str, language: str = "en", paper: str = "a4") -> Paper:
    """Draw a sheet on this paper."""
    if name not in SHEETS:
        raise HeimlichError(f"there is no sheet '{name}'; there are: {', '.join(SHEETS)}")
    if paper not in PAPERS:
        raise HeimlichError(f"there is no paper '{paper}'; there are: {', '.join(PAPERS)}")
    width, height = PAPERS[paper]
    left, top = (width - WIDE) / 2, (height - HIGH) / 2
    shapes = tuple(_moved(shape, left, top) for shape in SHEETS[name](language))
    return Paper(width, height, _say(name, language), shapes)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, PaperLine):
        return shape._replace(x1=shape.x1 + x, y1=shape.y1 + y, x2=shape.x2 + x, y2=shape.y2 + y)
    return shape._replace(x=shape.x + x, y=shape.y + y)


def _say(key: str, language: str) -> str:
    return say(f"sheets.{key}", language)


def _head(name: str, language: str, y: float = 0.0) -> Iterator[Shape]:
    yield Text(0, y + 7, _say(name, language), 8, bold=True)


def _lines(text: str, y: float, size: float = 3.8) -> Iterator[Text]:
    """Write a text in lines as wide as the box."""
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}".strip()
        if text_width(longer, size) > WIDE:
            yield Text(0, y, line, size)
            y += size * 1.35
            longer = word
        line = longer
    yield Text(0, y, line, size)


def _hat(agent: str, x: float, y: float, radius: float) -> Iterator[Shape]:
    """Draw an agent's marker: a disc of its colour with its hat."""
    colour, ink = COLOURS[agent]
    hat, _, (middle_x, middle_y), zoom = HATS[agent]
    scale = zoom * radius / 27
    yield Circle(x, y, radius, colour)
    yield Outline(x - middle_x * scale, y - middle_y * scale, scale, hat.replace(*_ARC), ink, 0)


def _agent(agent: str, language: str) -> str:
    return say(f"heimlich-co.agent.{agent}", language)


def _score_track(language: str) -> Iterator[Shape]:
    """Draw a track in rows, each beginning where the last one ends, and markers to cut out."""
    yield from _head("score-track", language)
    yield from _lines(_say("score-track-how", language), 13.5)
    side, top = WIDE / COLUMNS, 22.0
    for points in range(COLUMNS * ROWS):
        row, column = divmod(points, COLUMNS)
        x = (column if row % 2 == 0 else COLUMNS - 1 - column) * side
        y = top + row * side
        special = {TARGET: "target", DOSSIER: "dossier-line"}.get(points)
        yield Rect(x, y, side, side, _GOLD if special == "target" else _SHADE if special or points == 0 else "", 0.5)
        yield Text(x + 2, y + 6, str(points), 5, bold=True)
        if special:
            yield Text(x + side / 2, y + side - 2.5, _say(special, language), 3.4, centred=True)
    below = top + ROWS * side + 8
    yield Text(0, below, _say("markers", language), 4, bold=True)
    for index, agent in enumerate(COLOURS):
        yield from _hat(agent, (index + 0.5) * side, below + 15, 10)
        yield Text((index + 0.5) * side, below + 30, _agent(agent, language), 3.6, centred=True)


def _dossier(language: str) -> Iterator[Shape]:
    """Draw two dossiers, to be cut apart."""
    half = HIGH / 2
    for top in (0.0, half + 4):
        yield from _head("dossier", language, top)
        yield Text(WIDE / 2, top + 7, _say("name", language), 4)
        yield PaperLine(WIDE / 2 + 14, top + 7, WIDE, top + 7)
        yield from _lines(_say("who", language), top + 14)
        for index, agent in enumerate(COLOURS):
            y = top + 29 + index * 12
            yield from _hat(agent, 5, y - 1.5, 4.8)
            yield Text(13, y, _agent(agent, language), 4.6, bold=True)
            yield Text(48, y, _say("belongs-to", language), 4)
            yield PaperLine(72, y + 1, WIDE, y + 1)
        yield Text(0, top + 115, _say("right", language), 4)
    yield PaperLine(0, half + 1, WIDE, half + 1, 0.25, dashed=True)


def _agent_pad(language: str) -> Iterator[Shape]:
    """Draw a grid of agents by players, and room for notes."""
    yield from _head("agent-pad", language)
    yield from _lines(_say("agent-pad-how", language), 13.5)
    top, first, column, row = 24.0, 42.0, (WIDE - 42.0) / 6, 15.0
    yield Rect(0, top, WIDE, 18, _SHADE)
    for index, agent in enumerate(COLOURS):
        y = top + 18 + index * row
        yield Rect(0, y, WIDE, row)
        yield from _hat(agent, 7, y + row / 2, 5.2)
        yield Text(15, y + row / 2 + 1.6, _agent(agent, language), 4.6, bold=True)
    for index in range(6):
        x = first + index * column
        yield PaperLine(x, top, x, top + 18 + 7 * row)
    notes = top + 18 + 7 * row + 12
    yield Text(0, notes, _say("notes", language), 4.6, bold=True)
    for index in range(8):
        y = notes + 10 + index * 10
        yield PaperLine(0, y, WIDE, y, 0.2)


def _suitcase_pad(language: str) -> Iterator[Shape]:
    """Draw a block for each colour: what its suitcases may hold, and its duel cards."""
    yield from _head("suitcase-pad", language)
    yield from _lines(_say("suitcase-pad-how", language), 13.5)
    block = 57.0
    for index, (colour, paint) in enumerate(PAPER_COLOURS.items()):
        top = 22 + index * block
        yield Rect(0, top, WIDE, block - 3)
        yield Rect(0, top, 6, block - 3, paint)
        yield Text(10, top + 7, say(f"suitcases.colour.{colour}", language), 5, bold=True)
        yield Text(80, top + 7, _say("duel-cards", language), 3.8)
        for place, card in enumerate("0012345"):
            x = 112 + place * 11
            yield Rect(x - 3.6, top + 2, 7.2, 7.6)
            yield Text(x, top + 7.3, card, 4.4, bold=True, centred=True)
        for place, letter in enumerate("ABCD"):
            yield from _suitcase(letter, top + 19.5 + place * 10, language)


def _suitcase(letter: str, y: float, language: str) -> Iterator[Shape]:
    yield Text(10, y, letter, 5, bold=True)
    for place, content in enumerate(("5", "3", "1")):
        yield Circle(24 + place * 10, y - 1.6, 3.6)
        yield Text(24 + place * 10, y, content, 4.4, centred=True)
    yield Text(54, y, _say("bomb", language), 3.8)
    yield Text(76, y, _say("where", language), 3.4, colour="#444444")
    yield PaperLine(93, y + 0.8, 129, y + 0.8, 0.2)
    yield Text(131, y, _say("by", language), 3.4, colour="#444444")
    yield PaperLine(158, y + 0.8, WIDE - 3, y + 0.8, 0.2)


SHEETS: dict[str, Draw] = {
    "score-track": _score_track,
    "dossier": _dossier,
    "agent-pad": _agent_pad,
    "suitcase-pad": _suitcase_pad,
}
