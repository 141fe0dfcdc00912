"""What can go wrong between a player and his table, and what the page says then."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import Visitor
from tests.live.servers import serving

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "house": [["first", "1"]]}


def test_a_server_that_is_killed_in_mid_turn_and_comes_back(
    browser: Browser,
    built_page: None,  # noqa: ARG001
    tmp_path: Path,
) -> None:
    with serving(str(tmp_path / "tables.sqlite3")) as server:
        anna = Visitor(browser, server, "Anna", (360, 740)).come_in()
        anna.go_to(anna.against_bots(TERMS))
        anna.expect_turn("Your turn")
        anna.unfold_form()
        server.kill()
        expect(anna.page.get_by_text("Reconnecting")).to_be_visible()
        anna.decide_when_asked(Random(1))  # into the void: it is kept until someone listens
        server.start()
        expect(anna.page.get_by_text("Reconnecting")).to_be_hidden()
        anna.page.get_by_role("tab", name="Log").click()
        expect(anna.page.get_by_role("list", name="Log")).to_contain_text("Anna moves")
        anna.expect_turn("Your turn")
        anna.decide_when_asked(Random(2))
        anna.close()


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/table/0123456789abcdef", "There is no such table"),
        ("/table/%E2%82%AC", "There is no such table"),
        ("/table", "There is nothing here"),
        ("/some/where", "There is nothing here"),
    ],
)
def test_a_bad_link_leads_to_a_page_that_says_so(anna: Visitor, path: str, title: str) -> None:
    anna.page.goto(path)
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(title)
    anna.page.get_by_role("link", name="Back to the start page", exact=True).click()
    expect(anna.page.get_by_role("button", name="Play against bots now").first).to_be_visible()


def test_an_old_tab_is_told_to_load_itself_anew(anna: Visitor) -> None:
    table = anna.against_bots(TERMS)

    def speak_an_old_tongue(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(str(text).replace('"protocol":1', '"protocol":0')))

    anna.page.route_web_socket("**/api/socket?table=*", speak_an_old_tongue)
    anna.go_to(table)
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("This page is too old")
    expect(anna.page.get_by_role("button", name="Reload the page")).to_be_visible()


def test_who_may_not_look_on_may_sit_down_until_the_table_is_full(make_visitor: MakeVisitor) -> None:
    anna, bob, cleo = (make_visitor(name).come_in() for name in ("Anna", "Bob", "Cleo"))
    table = anna.open_table({**TERMS, "watch": False}, [{"do": "sit", "seat": 0}])
    for visitor in (anna, bob, cleo):
        visitor.go_to(table)
    bob.page.get_by_role("button", name="Sit down 2").click()
    expect(bob.page.get_by_text("Waiting for the host to start")).to_be_visible()
    expect(cleo.page.get_by_role("heading", level=1)).to_have_text("This table is full")
    anna.page.get_by_role("button", name="Start the game").click()
    bob.expect_turn("Anna is moving agents")


def test_who_is_removed_is_told_so(make_visitor: MakeVisitor) -> None:
    anna, bob = (make_visitor(name).come_in() for name in ("Anna", "Bob"))
    table = anna.open_table(TERMS, [{"do": "sit", "seat": 0}])
    anna.go_to(table)
    bob.go_to(table)
    bob.page.get_by_role("button", name="Sit down 2").click()
    anna.page.get_by_role("button", name="Remove Bob").click()
    asked = anna.page.get_by_role("dialog", name="Remove Bob from this table?")
    expect(asked).to_contain_text("Bob loses the seat and can’t come back to this table.")
    assert anna.find_violations() == []
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_be_hidden()
    expect(anna.page.locator("ul.seats")).to_contain_text("Bob")
    anna.page.get_by_role("button", name="Remove Bob").click()
    asked.get_by_role("button", name="Yes, remove Bob").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("You were removed from this table")


def test_a_bot_that_stood_in_gives_the_seat_back(anna: Visitor) -> None:
    table = anna.against_bots({**TERMS, "bot_pace_ms": 500})
    anna.go_to(table)
    anna.expect_turn("Your turn")
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Leave the table").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    anna.page.wait_for_url("**/")
    anna.go_to(table)
    anna.page.get_by_role("button", name="I am back").click()
    expect(anna.page.get_by_role("button", name="I am back")).to_be_hidden()
    expect(anna.turn).to_contain_text("Your turn")


def test_a_pause_is_agreed_on_and_ended(make_visitor: MakeVisitor) -> None:
    anna, bob = (make_visitor(name).come_in() for name in ("Anna", "Bob"))
    table = anna.open_table(TERMS, [{"do": "sit", "seat": 0}])
    bob.command(table, {"do": "sit", "seat": 1})
    anna.command(table, {"do": "start"})
    anna.go_to(table)
    bob.go_to(table)
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Suggest a pause").click()
    bob.page.get_by_role("button", name="Agree").click()
    bob.expect_turn("Paused")
    bob.page.get_by_role("button", name="Go on").click()
    anna.page.get_by_role("button", name="Close").click()
    anna.page.get_by_role("button", name="Agree").click()
    anna.expect_turn("Your turn")


def test_a_browser_that_has_forgotten_all_but_the_cookie_is_still_the_same_guest(anna: Visitor) -> None:
    """Some browsers clear a page's storage after seven days; neighbours on the same host have cookies of their own."""
    table = anna.against_bots(TERMS)
    anna.context.add_cookies([{"name": "other", "value": '{"a": [1, 2]}', "url": anna.server.url}])
    anna.page.evaluate("localStorage.clear()")
    anna.go_to(table)
    anna.expect_turn("Your turn")
    assert anna.page.evaluate("JSON.parse(localStorage.getItem('heimlich') ?? '{}').nickname") == "Anna"
