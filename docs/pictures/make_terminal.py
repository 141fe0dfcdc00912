"""Draws docs/pictures/terminal.svg from a real game: `python -m docs.pictures.make_terminal`."""

import html
import re
from pathlib import Path

from heimlich import GAMES, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.characters import names_at
from heimlich.bots.registry import make_table_of_bots
from heimlich.terminal.face import face_of
from heimlich.terminal.screen import Screen
from heimlich.text import Speaker

NAMES = ["Anna", *names_at(["casual"] * 3)]
SCORINGS, CARDS = 2, 2  # what makes a good picture
CHARACTER, LINE = 8.4, 18
PAPER, INK = "#12172b", "#d8dcef"
_CODE = re.compile(r"\x1b\[([0-9;]*)m")


def screen_text() -> str:
    """Draw what Anna sees when it is her turn, late in a game with cards."""
    game = GAMES["heimlich-co"]
    rules = game.ruleset(RulesetName("rio-grande", ("top-secret",)))
    found: list[str] = []

    def watch(before: object, event: object, after: object) -> None:
        view = game.view(after, 0)
        speaker = Speaker(game.id, NAMES)
        lines = [
            speaker.line(line) for line in game.log(game.view(before, 0), game.seen(before, event, after, 0), view)
        ]
        told.extend(lines)
        good = view.table.scorings >= SCORINGS and len(view.hand) >= CARDS and view.table.phase.name == "MOVE"
        if not found and good and game.actors(after) == (0,):
            face, screen = face_of(game.id), Screen(colour=True)
            board = face.board(view, NAMES, screen)
            log = "\n".join(screen.dim("· ") + line for line in told[-6:])
            own = face.own(view, NAMES, screen)
            found.append("\n".join([log, "", board, "", own, "", face.hint(view, screen), "Anna> ▏"]))

    told: list[str] = []
    bots = make_table_of_bots(game.id, ["casual"], 4)
    seed = 0
    while not found:
        seed += 1
        play(game, game.new(rules, 4), Seeded(seed), bots_ask(game, bots, seat_generators(seed, 4)), watch)
    return found[0]


def as_svg(text: str) -> str:
    """Terminal text with its colours as a picture."""
    rows = text.splitlines()
    width = max(len(_CODE.sub("", row)) for row in rows) * CHARACTER + 32
    height = len(rows) * LINE + 32
    body = "".join(_row(row, 16, 30 + number * LINE) for number, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" '
        'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">\n'
        "<title>A game of Heimlich &amp; Co. in the terminal</title>\n"
        f'<rect width="100%" height="100%" rx="10" fill="{PAPER}"/>\n{body}</svg>\n'
    )


def _row(row: str, x: float, y: float) -> str:
    parts = _CODE.split(row)
    out, column, style = "", 0, ""
    for number, part in enumerate(parts):
        if number % 2:
            style = part
        elif part:
            out += _span(part, x + column * CHARACTER, y, style)
            column += len(part)
    return out


def _span(text: str, x: float, y: float, style: str) -> str:
    codes = style.split(";") if style not in {"", "0"} else []
    ink = _colour(int(codes[codes.index("38") + 2])) if "38" in codes else INK
    paper = _colour(int(codes[codes.index("48") + 2])) if "48" in codes else None
    width = len(text) * CHARACTER
    box = (
        f'<rect x="{x:.1f}" y="{y - 13:.1f}" width="{width:.1f}" height="{LINE - 1}" rx="3" fill="{paper}"/>'
        if paper
        else ""
    )
    weight = ' font-weight="bold"' if codes == ["1"] else ""
    faint = ' opacity="0.5"' if codes == ["2"] else ""
    stretch = f'textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"'
    return f'{box}<text x="{x:.1f}" y="{y:.1f}" fill="{ink}" {stretch}{weight}{faint}>{html.escape(text)}</text>\n'


def _colour(code: int) -> str:
    """A colour of the terminal's 256 as the web writes it."""
    if code >= 232:
        level = 8 + (code - 232) * 10
        return f"#{level:02x}{level:02x}{level:02x}"
    cube = [0, 95, 135, 175, 215, 255]
    rest = code - 16
    return f"#{cube[rest // 36]:02x}{cube[rest // 6 % 6]:02x}{cube[rest % 6]:02x}"


if __name__ == "__main__":
    Path(__file__).with_name("terminal.svg").write_text(as_svg(screen_text()), "utf-8")
