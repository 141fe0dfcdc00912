"""Takes the pictures of the page for the README, from real games: `python -m docs.pictures.make_page`."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.positions import token_of
from tests.browser.visitors import Visitor
from tests.live.clients import Client
from tests.live.servers import LiveServer, serving

HERE = Path(__file__).parent
WIDE, NARROW = (1280, 800), (390, 844)
HEIMLICH = {"game": "heimlich-co", "edition": "rio-grande", "seats": 4}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 3}


def after_some_turns(visitor: Visitor, terms: dict[str, object], decisions: int) -> None:
    """A game against bots that has gone on for a while, with the form folded away again."""
    visitor.come_in()
    told = {"explained": [terms["game"]], "soundAsked": True}
    visitor.page.evaluate("(told) => localStorage.setItem('heimlich', JSON.stringify(told))", told)
    visitor.go_to(visitor.against_bots(terms, bot="casual"))
    visitor.unfold_form()
    random = Random(7)
    for _ in range(decisions):
        visitor.page.locator(".offer").wait_for()
        visitor.decide_by_form(random)
    visitor.expect_turn("Your turn")
    visitor.page.get_by_text("Enter your move as a list").click()
    visitor.page.evaluate("window.scrollTo(0, 0)")
    visitor.page.wait_for_timeout(6000)  # what moves has come to rest


async def play_to_the_end(player: Client) -> None:
    """Decide by chance, until the game is over."""
    async with player:
        await player.follow()
        await player.play(Random(3))


def unmasked(visitor: Visitor) -> None:
    """The story of a game that is over, with everything open."""
    table = visitor.come_in().against_bots(HEIMLICH | {"variants": ["dossier"]}, bot="careful")
    player = Client(visitor.server, token_of(visitor), table, 0)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, play_to_the_end(player)).result()
    visitor.page.goto(f"/replay/{table}?view=everything&at=9999")
    charts = visitor.page.get_by_role("heading", name="Suspicion")
    charts.wait_for()
    visitor.page.wait_for_timeout(4000)  # all of it is drawn
    charts.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 40)")
    visitor.page.wait_for_timeout(500)


def main() -> None:
    """The start page, a board of each game, and the unmasking."""
    with tempfile.TemporaryDirectory() as folder, serving(str(Path(folder) / "tables.sqlite3")) as server:
        _take(server)


def _take(server: LiveServer) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        start = Visitor(browser, server, "Anna", WIDE)
        start.page.goto("/")
        start.page.get_by_role("button", name="Play against bots now").first.wait_for()
        start.page.wait_for_load_state("networkidle")  # the pictures are there
        start.page.screenshot(path=HERE / "page-start.png")
        town = Visitor(browser, server, "Anna", WIDE)
        after_some_turns(town, HEIMLICH, 3)
        town.page.screenshot(path=HERE / "page-heimlich-co.png")
        map_ = Visitor(browser, server, "Anna", NARROW)
        after_some_turns(map_, SUITCASES, 30)
        map_.page.screenshot(path=HERE / "page-suitcases.png")
        after = Visitor(browser, server, "Anna", WIDE)
        unmasked(after)
        after.page.screenshot(path=HERE / "page-unmasking.png")
        browser.close()


if __name__ == "__main__":
    main()
