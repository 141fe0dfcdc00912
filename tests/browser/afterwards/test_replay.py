"""A game that is over, seen again: from its table, from a file, in a frame; without spoilers, by keyboard."""

import asyncio
import contextlib
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor
from tests.golden.test_golden import RECORDS
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer

SECRETS = "What each player knew"
STEP = re.compile(r"Step (\d+) of (\d+)")


def step_of(page: Page) -> int:
    found = STEP.search(page.locator(".controls .place").inner_text())
    assert found
    return int(found[1])


def expect_step(page: Page, number: int) -> None:
    expect(page.locator(".controls .place")).to_have_text(re.compile(rf"Step {number} of "))


def _file(content: bytes) -> FilePayload:
    return {"name": "x.heimlich", "mimeType": "text/plain", "buffer": content}


def open_record(visitor: Visitor, name: str) -> Page:
    page = visitor.page
    page.goto(visitor.server.url + "/replay")
    file = next(file for file in RECORDS if file.stem == name)
    page.get_by_label("Choose a recorded game").set_input_files(str(file))
    expect_step(page, 0)
    return page


@pytest.fixture(scope="module")
def finished(server: LiveServer) -> str:
    """A table whose game is over."""

    async def play() -> str:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 3})
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return clients[0].table

    with ThreadPoolExecutor(1) as aside:  # Playwright has a loop of its own here
        return aside.submit(asyncio.run, play()).result()


@pytest.mark.parametrize("name", ["rio-grande-3", "map-europe-2"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_record_is_gone_through_step_by_step(make_visitor: MakeVisitor, name: str, size: tuple[int, int]) -> None:
    visitor = make_visitor("Anna", size)
    page = open_record(visitor, name)
    page.get_by_role("button", name="One step forward").click()
    first = step_of(page)
    assert first > 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) > first
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_step(page, first)
    page.keyboard.press("Home")
    expect_step(page, 0)
    page.get_by_role("button", name="Next highlight").click()
    assert step_of(page) > 3
    page.get_by_role("slider").fill("10")
    expect_step(page, 10)
    page.keyboard.press("Tab")
    assert visitor.overflow() <= 0
    assert visitor.find_violations() == []
    page.keyboard.press("End")
    expect(page.get_by_role("status").first).to_contain_text(re.compile("win|won|Nobody"))


def test_it_plays_by_itself_and_stops_at_the_end(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-turn-limit")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute(
        "aria-pressed", "false", timeout=60_000
    )
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()


def test_nothing_is_told_before_its_moment_unless_one_asks(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-4")
    assert page.get_by_text(SECRETS).count() == 0
    assert page.get_by_text(re.compile(" was (Orange|Violet|Gray|Blue)")).count() == 0
    page.get_by_label("What you see").select_option("everything")
    secrets = page.get_by_role("region", name=SECRETS)
    expect(secrets).to_contain_text("Orange")
    page.get_by_label("What you see").select_option("public")
    expect(page.get_by_text(SECRETS)).to_have_count(0)
    page.get_by_label("What you see").select_option(label="What Bob knew")
    expect(page.get_by_role("list", name="Log")).to_contain_text("Violet")


def test_the_log_leads_to_its_moment(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    page.get_by_role("slider").fill("30")
    expect_step(page, 30)
    page.get_by_role("list", name="Log").get_by_role("button").first.click()
    expect_step(page, 0)


def test_a_table_is_replayed_from_a_link_to_a_moment(make_visitor: MakeVisitor, finished: str) -> None:
    visitor = make_visitor("Anna", DESK)
    page = visitor.page
    page.goto(f"{visitor.server.url}/replay/{finished}?at=7&view=seat-2")
    expect_step(page, 7)
    expect(page.get_by_label("What you see")).to_have_value("seat-2")
    expect(page.get_by_role("link", name="Save the game as a file")).to_have_attribute(
        "href", f"/api/tables/{finished}/record"
    )
    page.goto(f"{visitor.server.url}/replay/{finished}?at=99999&view=seat-99")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    expect(page.get_by_label("What you see")).to_have_value("public")


def test_what_cannot_be_replayed_is_said_in_words(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("Anna").come_in()
    table = visitor.open_table(GAMES["heimlich-co"], [{"do": "sit", "seat": 0}])
    page = visitor.page
    page.goto(f"{visitor.server.url}/replay/{table}")
    expect(page.get_by_role("heading", name="This game can’t be replayed")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()
    page.goto(f"{visitor.server.url}/replay/0123456789abcdef")
    expect(page.get_by_role("link", name="Back to the start page")).to_be_visible()  # there is no table to go back to
    page.goto(f"{visitor.server.url}/replay")
    page.get_by_label("Choose a recorded game").set_input_files(_file(b"heimlich record 1\ngame chess\nevents\n"))
    expect(page.get_by_role("alert")).to_contain_text("chess")
    page.get_by_label("Choose a recorded game").set_input_files(_file(b"x" * 300_000))
    expect(page.get_by_role("alert")).to_have_text("This file is too large for a recorded game.")


@contextlib.contextmanager
def another_site(body: str) -> Iterator[str]:
    """A site of another origin with one page; the address of that page."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as site, ThreadPoolExecutor(1) as aside:
        aside.submit(site.serve_forever, 0.05)
        try:
            yield f"http://localhost:{site.server_port}/"
        finally:
            site.shutdown()


def test_another_site_may_show_a_replay_in_a_frame_and_nothing_else(
    browser: Browser, server: LiveServer, finished: str
) -> None:
    paths = (f"embed/{finished}", "new", f"replay/{finished}")
    frames = "".join(f'<iframe title="{path}" src="{server.url}/{path}"></iframe>' for path in paths)
    page = browser.new_page()
    with another_site(frames) as address:
        page.goto(address)
        shown = page.frame_locator(f'iframe[title="{paths[0]}"]')
        expect(shown.get_by_role("button", name="Play", exact=True)).to_be_visible()
        assert shown.locator("a").count() == 0
        for path in paths[1:]:
            assert page.frame_locator(f'iframe[title="{path}"]').locator("main").count() == 0
    page.close()
