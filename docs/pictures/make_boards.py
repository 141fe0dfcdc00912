"""Draws the pictures of the boards for the start page, from the real boards: `python -m docs.pictures.make_boards`.

A table of each game is opened by night and played for a while; then every drawing on its board is copied into one SVG
file (copy_board.js): web/src/boards/<game>/cover.svg.
"""

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.visitors import Visitor
from tests.live.servers import LiveServer, serving

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
HEIMLICH = {"game": "heimlich-co", "edition": "rio-grande", "seats": 4, "house": [["first", "1"]]}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 3, "house": [["map", "europe-2"]]}
WIDTH, RATIO = 720, 1.5  # of each picture

COPY = (Path(__file__).parent / "copy_board.js").read_text("utf-8").rstrip().removesuffix(";")


def draw(visitor: Visitor, selector: str) -> str:
    """Copy the board within an element."""
    box, ground, *lines = visitor.page.evaluate(COPY, [selector, RATIO, WIDTH])
    family = 'font-family="system-ui, sans-serif"'
    back = "" if ground == "none" else f'<rect width="100%" height="200%" fill="{ground}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {family}>{back}{"".join(lines)}</svg>\n'


def after_some_moves(visitor: Visitor, terms: dict[str, object], decisions: int) -> None:
    """A game against bots that has gone on for a while and rests."""
    visitor.come_in()
    visitor.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ byForm: true, soundAsked: true }))")
    visitor.go_to(visitor.against_bots(terms, bot="casual"))
    random = Random(7)
    for _ in range(decisions):
        visitor.page.locator(".offer").wait_for()
        visitor.decide_by_form(random)
    visitor.expect_turn("Your turn")
    visitor.page.wait_for_timeout(4000)


def main() -> None:
    """Both boards."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "tables.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        _draw_all(browser, server)
        browser.close()


def _draw_all(browser: Browser, server: LiveServer) -> None:
    for terms, selector, size, decisions in (
        (HEIMLICH, ".heimlich-co .layers", (1280, 900), 3),
        (SUITCASES, ".suitcases .map-box", (1480, 620), 40),
    ):
        visitor = Visitor(browser, server, "Anna", size, reduced_motion="reduce")
        after_some_moves(visitor, terms, decisions)
        drawn = draw(visitor, selector)
        path = BOARDS / str(terms["game"]).replace("-", "_") / "cover.svg"
        path.write_text(drawn, "utf-8")
        print(f"{path.name} of {terms['game']}: {len(drawn):,} bytes")
        visitor.close()


if __name__ == "__main__":
    main()
