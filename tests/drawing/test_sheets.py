"""Sheets to print: whole on both papers, in every language, the same as SVG and as PDF."""

import re
import zlib
from xml.etree import ElementTree

import pytest

from heimlich.drawing.agents import COLOURS
from heimlich.drawing.paper import (
    MM,
    PAPERS,
    Circle,
    Outline,
    Paper,
    PaperLine,
    Rect,
    Text,
    as_pdf,
    as_svg,
    text_width,
)
from heimlich.drawing.sheets import SHEETS, draw_sheet
from heimlich.errors import HeimlichError
from heimlich.text import LANGUAGES, say

MARGIN = 11.0  # what printers leave free
ALL = [(name, language, paper) for name in SHEETS for language in LANGUAGES for paper in PAPERS]


def bounds(sheet: Paper) -> tuple[float, float, float, float]:
    """The box in which everything lies: left, top, right, bottom."""
    found = []
    for shape in sheet.shapes:
        match shape:
            case PaperLine(x1, y1, x2, y2):
                found.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
            case Rect(x, y, width, height):
                found.append((x, y, x + width, y + height))
            case Circle(x, y, radius):
                found.append((x - radius, y - radius, x + radius, y + radius))
            case Text(x, y, text, size, bold, centred):
                wide = text_width(text, size, bold=bold)
                left = x - wide / 2 if centred else x
                found.append((left, y - 0.8 * size, left + wide, y + 0.25 * size))
            case Outline():
                pass  # within its disc
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@pytest.mark.parametrize(("name", "language", "paper"), ALL)
def test_a_sheet_lies_whole_on_its_paper(name: str, language: str, paper: str) -> None:
    sheet = draw_sheet(name, language, paper)
    left, top, right, bottom = bounds(sheet)
    assert min(left, top, sheet.width - right, sheet.height - bottom) > MARGIN
    assert (sheet.width, sheet.height) == PAPERS[paper]


@pytest.mark.parametrize(("name", "language", "paper"), ALL)
def test_svg_and_pdf_have_the_same_words(name: str, language: str, paper: str) -> None:
    sheet = draw_sheet(name, language, paper)
    words = [shape.text.replace("\u202f", "\u00a0") for shape in sheet.shapes if isinstance(shape, Text)]
    root = ElementTree.fromstring(as_svg(sheet))
    assert root.get("width") == f"{sheet.width:g}mm"
    drawn = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text.replace("\u202f", "\u00a0") for text in drawn] == words
    assert words_in_pdf(as_pdf([sheet])) == words
    assert "?" not in "".join(words).replace("agent\u00a0?", "").replace("agent?", "").replace("Agenten?", "")


def words_in_pdf(file: bytes) -> list[str]:
    """The texts of all pages, read by the file's own table of objects."""
    start = int(file.rsplit(b"startxref\n", 1)[1].split()[0])
    assert file[start:].startswith(b"xref\n0 ")
    offsets = [int(line[:10]) for line in re.findall(rb"^\d{10} 00000 n $", file[start:], re.MULTILINE)]
    words = []
    for number, offset in enumerate(offsets, 1):
        content = file[offset:]
        assert content.startswith(b"%d 0 obj\n" % number)
        if found := re.match(rb"\d+ 0 obj\n<< /Length (\d+) /Filter /FlateDecode >>\nstream\n", content):
            text = zlib.decompress(content[found.end() : found.end() + int(found[1])])
            words += re.findall(rb"\(((?:\\.|[^\\()])*)\) Tj", text)
    return [re.sub(rb"\\(.)", rb"\1", word).decode("cp1252") for word in words]


def test_a_page_of_a_pdf_is_as_large_as_its_paper() -> None:
    file = as_pdf([draw_sheet("dossier", "fr", "letter"), draw_sheet("dossier", "fr", "a4")])
    boxes = [[float(word) for word in box.split()] for box in re.findall(rb"/MediaBox \[([^\]]+)\]", file)]
    sizes = [(width * MM, height * MM) for width, height in (PAPERS["letter"], PAPERS["a4"])]
    assert [box[2:] for box in boxes] == [pytest.approx(size, abs=0.01) for size in sizes]
    assert b"/Count 2" in file


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_agent_and_every_colour_is_there(language: str) -> None:
    for name in ("score-track", "dossier", "agent-pad"):
        words = words_in_pdf(as_pdf([draw_sheet(name, language)]))
        assert {say(f"heimlich-co.agent.{agent}", language) for agent in COLOURS} <= set(words)
    words = words_in_pdf(as_pdf([draw_sheet("suitcase-pad", language)]))
    assert {say(f"suitcases.colour.{colour}", language) for colour in ("red", "blue", "green", "yellow")} <= set(words)
    track = words_in_pdf(as_pdf([draw_sheet("score-track", language)]))
    assert [word for word in track if word.isdigit()] == [str(points) for points in range(49)]


def test_words_that_a_pdf_must_escape_stay_what_they_are() -> None:
    sheet = Paper(100, 100, "a (b) \\", (Text(1, 2, "(a) \\ “é” – ’"),))
    assert words_in_pdf(as_pdf([sheet])) == ["(a) \\ “é” – ’"]


def test_unknown_sheets_and_papers_are_refused() -> None:
    with pytest.raises(HeimlichError, match="there is no sheet 'poster'; there are: score-track, dossier, "):
        draw_sheet("poster")
    with pytest.raises(HeimlichError, match="there is no paper 'a0'; there are: a4, letter"):
        draw_sheet("dossier", paper="a0")
