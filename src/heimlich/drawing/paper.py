"""A sheet of paper as a list of shapes, and its two forms: SVG and PDF.

Lengths are millimetres, from the left and the top. Shapes are few and plain, so that both forms look alike and nothing
but the standard library writes them: lines, rectangles, circles, outlines, and text in Helvetica, which every PDF
viewer has and which knows English, German and French.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from xml.sax.saxutils import escape

MM = 72 / 25.4  # points in a millimetre
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
_ROUND = 0.5523  # how far a curve's handles reach for a quarter of a circle
_TOKENS = re.compile(r"[MLHVQCZ]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}

Colour = str  # "#rrggbb", or "" for none


class PaperLine(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.3
    dashed: bool = False


class Rect(NamedTuple):
    """A rectangle by its left upper corner."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour = ""
    stroke: float = 0.3  # its width; 0: none


class Circle(NamedTuple):
    """A circle by its middle."""

    x: float
    y: float
    radius: float
    fill: Colour = ""
    stroke: float = 0.3


class Outline(NamedTuple):
    """An SVG path of absolute commands, scaled about its origin, which lies at (x, y)."""

    x: float
    y: float
    scale: float
    path: str
    fill: Colour = ""
    stroke: float = 0.3  # in millimetres, whatever the scale


class Text(NamedTuple):
    """A line of text; (x, y) is where its baseline begins, or its middle if it is centred."""

    x: float
    y: float
    text: str
    size: float = 4.0
    bold: bool = False
    centred: bool = False
    colour: Colour = "#000000"


Shape = PaperLine | Rect | Circle | Outline | Text


class Paper(NamedTuple):
    """A sheet: its size, its title, and what is on it, the lowest first."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


# SVG


def as_svg(paper: Paper) -> str:
    """Write a sheet as SVG, in its real size."""
    size = f'width="{_n(paper.width)}mm" height="{_n(paper.height)}mm"'
    box = f'viewBox="0 0 {_n(paper.width)} {_n(paper.height)}"'
    body = "\n".join(_svg_shape(shape) for shape in paper.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="Helvetica, Arial, sans-serif">\n'
        f"<title>{escape(paper.title)}</title>\n"
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _svg_shape(shape: Shape) -> str:
    match shape:
        case PaperLine(x1, y1, x2, y2, width, dashed):
            dashes = ' stroke-dasharray="2 1.5"' if dashed else ""
            return (
                f'<path d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" stroke="#000000" stroke-width="{_n(width)}"{dashes}/>'
            )
        case Rect(x, y, width, height, fill, stroke):
            at = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f"<rect {at} {_svg_ink(fill, stroke)}/>"
        case Circle(x, y, radius, fill, stroke):
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {_svg_ink(fill, stroke)}/>'
        case Outline(x, y, scale, path, fill, stroke):
            placed = f'transform="translate({_n(x)} {_n(y)}) scale({scale:g})"'
            return f'<path {placed} d="{path}" {_svg_ink(fill, stroke / scale)} stroke-linejoin="round"/>'
        case Text(x, y, text, size, bold, centred, colour):
            look = f'font-size="{_n(size)}"' + (' font-weight="700"' if bold else "")
            look += ' text-anchor="middle"' if centred else ""
            return f'<text x="{_n(x)}" y="{_n(y)}" {look} fill="{colour}">{escape(text)}</text>'


def _svg_ink(fill: Colour, stroke: float) -> str:
    pen = f' stroke="#000000" stroke-width="{_n(stroke)}"' if stroke else ""
    return f'fill="{fill or "none"}"{pen}'


def _n(value: float) -> str:
    return f"{round(value, 3):g}"


# PDF


def as_pdf(papers: Sequence[Paper]) -> bytes:
    """Write sheets as a PDF file, one on each page."""
    pages = [5 + 2 * index for index in range(len(papers))]
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Kids [{' '.join(f'{page} 0 R' for page in pages)}] /Count {len(pages)} >>".encode(),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        4: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    }
    for page, paper in zip(pages, papers, strict=True):
        drawn = zlib.compress("\n".join(_pdf_lines(paper)).encode("latin-1"))
        box = f"[0 0 {_n(paper.width * MM)} {_n(paper.height * MM)}]"
        fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
        objects[page] = f"<< /Type /Page /Parent 2 0 R /MediaBox {box} {fonts} /Contents {page + 1} 0 R >>".encode()
        head = f"<< /Length {len(drawn)} /Filter /FlateDecode >>\nstream\n".encode()
        objects[page + 1] = head + drawn + b"\nendstream"
    title = _pdf_text(papers[0].title) if papers else "()"
    objects[len(objects) + 1] = f"<< /Title {title} /Producer (heimlich) >>".encode("latin-1")
    return _pdf_file(objects)


def _pdf_file(objects: dict[int, bytes]) -> bytes:
    """Put numbered objects into a file; the first is the catalogue, the last tells about the document."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, content in sorted(objects.items()):
        offsets.append(len(file))
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n".encode()
    return bytes(file + f"startxref\n{start}\n%%EOF\n".encode())


def _pdf_lines(paper: Paper) -> Iterator[str]:
    """Write the drawing of a page; PDF counts upwards, so everything is drawn in a mirror but text."""
    yield f"{MM:.6f} 0 0 {-MM:.6f} 0 {_n(paper.height * MM)} cm"
    for shape in paper.shapes:
        match shape:
            case PaperLine(x1, y1, x2, y2, width, dashed):
                yield f"q {_n(width)} w {'[2 1.5] 0 d ' if dashed else ''}{_n(x1)} {_n(y1)} m {_n(x2)} {_n(y2)} l S Q"
            case Rect(x, y, width, height, fill, stroke):
                yield f"q {_pdf_ink(fill, stroke)} {_n(x)} {_n(y)} {_n(width)} {_n(height)} re {_paint(fill, stroke)} Q"
            case Circle(x, y, radius, fill, stroke):
                yield f"q {_pdf_ink(fill, stroke)} {_pdf_circle(x, y, radius)} {_paint(fill, stroke)} Q"
            case Outline(x, y, scale, path, fill, stroke):
                place = f"{scale:g} 0 0 {scale:g} {_n(x)} {_n(y)} cm"
                yield f"q {place} {_pdf_ink(fill, stroke / scale)} 1 j {_pdf_path(path)} {_paint(fill, stroke)} Q"
            case Text():
                yield _pdf_words(shape)


def _pdf_words(shape: Text) -> str:
    x = shape.x - (text_width(shape.text, shape.size, bold=shape.bold) / 2 if shape.centred else 0)
    font = f"/F{2 if shape.bold else 1} {_n(shape.size)} Tf"
    place = f"1 0 0 -1 {_n(x)} {_n(shape.y)} Tm"  # upright again
    return f"BT {_rgb(shape.colour)} rg {font} {place} {_pdf_text(shape.text)} Tj ET"


def _pdf_text(text: str) -> str:
    """Write a string in the encoding of Windows, which is PDF's for these fonts."""
    plain = text.replace("\u202f", "\u00a0").encode("cp1252", "replace").decode("latin-1")
    return "(" + re.sub(r"([\\()])", r"\\\1", plain) + ")"


def _pdf_ink(fill: Colour, stroke: float) -> str:
    parts = [f"{_rgb(fill)} rg"] if fill else []
    return " ".join([*parts, f"{_n(stroke)} w"] if stroke else parts)


def _paint(fill: Colour, stroke: float) -> str:
    """Return PDF's word for filling an outline, drawing it, both, or neither."""
    return {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}[bool(fill), stroke > 0]


def _rgb(colour: Colour) -> str:
    return " ".join(_n(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _pdf_circle(x: float, y: float, radius: float) -> str:
    reach = radius * _ROUND
    corners = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0)]
    parts = [f"{_n(x + radius)} {_n(y)} m"]
    for (ax, ay), (bx, by) in pairwise(corners):
        handles = [
            (x + ax * radius + bx * reach, y + ay * radius + by * reach),
            (x + bx * radius + ax * reach, y + by * radius + ay * reach),
            (x + bx * radius, y + by * radius),
        ]
        parts.append(" ".join(f"{_n(a)} {_n(b)}" for a, b in handles) + " c")
    return " ".join(parts)


def _pdf_path(path: str) -> str:
    """Write an SVG path of absolute commands; PDF has cubic curves only."""
    tokens = _TOKENS.findall(path)
    parts, at, x, y = [], 0, 0.0, 0.0
    command = "M"
    while at < len(tokens):
        if tokens[at] in _NUMBERS:
            command = tokens[at]
            at += 1
        values = [float(token) for token in tokens[at : at + _NUMBERS[command]]]
        at += len(values)
        match command, values:
            case "Z", _:
                parts.append("h")
                continue
            case "H", [x]:
                parts.append(f"{_n(x)} {_n(y)} l")
            case "V", [y]:
                parts.append(f"{_n(x)} {_n(y)} l")
            case "Q", [cx, cy, ex, ey]:
                first, second = (
                    (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y)),
                    (ex + 2 / 3 * (cx - ex), ey + 2 / 3 * (cy - ey)),
                )
                parts.append(" ".join(_n(value) for value in (*first, *second, ex, ey)) + " c")
                x, y = ex, ey
            case "C", [*_, ex, ey]:
                parts.append(" ".join(_n(value) for value in values) + " c")
                x, y = ex, ey
            case _, [ex, ey]:
                parts.append(f"{_n(ex)} {_n(ey)} {'m' if command == 'M' else 'l'}")
                x, y = ex, ey
    return " ".join(parts)


# The widths of Helvetica's signs in thousandths of its size; other letters are about as wide as an n.
_WIDTHS = {
    **dict.fromkeys("0123456789abdeghnopquLäöüéèêàâôù", 556), **dict.fromkeys("cksvxyzJç", 500),
    **dict.fromkeys("ABEKPSVXYÄÈÉÀ", 667), **dict.fromkeys("CDHNRUwÜ", 722), **dict.fromkeys("FTZ", 611),
    **dict.fromkeys("GOQÖ", 778), **dict.fromkeys(" ft.,:;!/I\u00a0\u202f", 278), **dict.fromkeys("ijl’", 222),
    **dict.fromkeys("r-()", 333), "m": 833, "M": 833, "W": 944, "–": 556, "?": 556, "&": 667, "+": 584, "−": 584,
}  # fmt: skip


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is."""
    return size / 1000 * sum(_WIDTHS.get(sign, 556) for sign in text) * (1.06 if bold else 1)
