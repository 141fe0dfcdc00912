"""My games: those that are going on, the finished ones by pages and kinds, and what they add up to."""

import asyncio
import json
import threading
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from heimlich.server.table.commands import Sit
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor
from tests.live.clients import Client
from tests.live.people.test_own_games import fill

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "variants": ["dossier"]}


def token_of(visitor: Visitor) -> str:
    """The token in a visitor's cookie."""
    return next(cookie["value"] for cookie in visitor.context.cookies() if cookie["name"].endswith("heimlich"))


def play_with(visitor: Visitor, terms: dict[str, object]) -> str:
    """A finished game of a visitor against Bob, played behind the page's back."""
    table = visitor.open_table(terms, [{"do": "sit", "seat": 0}])
    tokens = [token_of(visitor), visitor.server.token("Bob")]

    async def play() -> None:
        clients = [Client(visitor.server, token, table, seat) for seat, token in enumerate(tokens)]
        for client in clients:
            await client.__aenter__()
        await clients[1].must(Sit(1))
        for client in clients:
            await client.follow()
        visitor_starts.set()
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        for client in clients:
            await client.__aexit__()

    visitor_starts = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(play()))
    thread.start()
    visitor_starts.wait()
    visitor.command(table, {"do": "start"})
    thread.join()
    return table


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_games_that_go_on_and_finished_ones_are_listed(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size).come_in()
    over = play_with(anna, TERMS)
    running = anna.against_bots({**TERMS, "house": [["first", "1"]], "public": False})
    page = anna.page
    page.goto("/")
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")
    expect(page.locator(f"section:has(#going-on) a[href='/table/{running}']")).to_contain_text("Play on")
    finished = page.locator("section:has(#finished) li.card")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text("Anna (you)")
    expect(finished).to_contain_text("Bob")
    expect(finished).to_contain_text("Secret dossiers")
    figures = page.locator("section:has(#figures)")
    expect(figures).to_contain_text("Covers kept")
    expect(figures.get_by_role("table", name="By opponents")).to_contain_text("People")
    for colours in ("night", "day"):
        anna.use_colours(colours)
        assert anna.find_violations() == []
    assert anna.overflow() == 0
    page.get_by_role("link", name="Watch again").click()
    page.wait_for_url(f"**/replay/{over}")


def test_hundreds_of_games_are_leafed_through_and_chosen_from(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    fill(Path(anna.server.database), 130, "Anna")
    page = anna.page
    page.goto("/games")
    cards = page.locator("section:has(#finished) li.card")
    expect(cards).to_have_count(20)
    expect(page.get_by_role("status")).to_have_text("130 games")
    page.get_by_role("button", name="Older").click()
    expect(page.get_by_text("Page 2 of 7")).to_be_visible()
    page.get_by_label("Result").select_option("Won")
    expect(page.get_by_role("status")).to_have_text("33 games")
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    assert page.url.endswith("/games?result=won")
    page.reload()
    expect(page.get_by_role("status")).to_have_text("33 games")
    expect(page.get_by_label("Result")).to_have_value("won")
    assert anna.find_violations() == []
    assert anna.overflow() == 0


@pytest.mark.parametrize(("language", "words"), [("de", "Noch kein beendetes Spiel"), ("fr", "Pas encore de partie")])
def test_a_stranger_finds_nothing_and_is_no_guest_by_looking(
    make_visitor: MakeVisitor, language: str, words: str
) -> None:
    visitor = make_visitor()
    visitor.page.goto("/games")
    expect(visitor.page.get_by_text("No finished games yet")).to_be_visible()
    assert visitor.context.cookies() == []
    visitor.page.locator("header select").first.select_option(language)
    expect(visitor.page.get_by_text(words)).to_be_visible()
    assert visitor.find_violations() == []


def test_everything_about_me_can_be_taken_along_and_deleted(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    running = anna.against_bots({**TERMS, "house": [["first", "1"]], "public": False})
    page = anna.page
    page.goto("/games")
    expect(page.locator(f"main a[href='/table/{running}']")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything about me").click()
    found = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert found["guest"]["nickname"] == "Anna"
    assert [one["table"] for one in found["tables"]] == [running]
    page.get_by_role("button", name="Delete everything about me").click()
    expect(page.get_by_text("Records that others have saved keep the name you had.")).to_be_visible()
    assert anna.find_violations() == []
    assert anna.overflow() == 0
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_text("Nobody here knows you any more.")).to_be_visible()
    expect(page.get_by_text("No finished games yet")).to_be_visible()
    expect(page.get_by_role("button", name="Delete everything about me")).to_have_count(0)
    assert "Anna" not in json.dumps(anna.server.ask("GET", f"/api/tables/{running}")[1])
    assert anna.context.cookies() == []
