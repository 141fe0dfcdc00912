"""Every page and state once, as pictures in artefacts/screenshots: what is on them is also looked for in the text."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.gallery import clear, keep
from tests.browser.positions import asks, reach
from tests.browser.visitors import PHONE, Visitor

HEIMLICH = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "variants": ["top-secret", "dossier"]}
SHORT = [["first", "1"], ["target", "12"], ["dossier_from", "6"]]
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["map", "orient-express-2"]]}


@pytest.fixture(scope="module", autouse=True)
def empty_folder(testrun_uid: str) -> None:
    clear(testrun_uid)


def play_until(visitor: Visitor, selector: str, terms: Mapping[str, Any], decisions: int = 300) -> None:
    """Enter your move as a list until this is to be seen; if the game is over before, in another one."""
    random, wanted = Random(5), visitor.page.locator(selector)
    for _ in range(decisions):
        visitor.page.locator(f".offer, dialog[open][data-beat], {selector}").first.wait_for()
        if wanted.count():
            return
        if visitor.page.locator("dialog[open][data-beat]").count():
            if selector == "#result":
                visitor.skip_unmasking()
                wanted.wait_for()
                return
            visitor.go_to(visitor.against_bots(terms))
        else:
            visitor.decide_by_form(random)
    raise AssertionError(f"there never is a {selector}")


def test_before_a_game(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    anna.open_table({**HEIMLICH, "public": True}, [{"do": "sit", "seat": 0}])
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Back to the table").wait_for()
    keep(anna, "start")
    for game in ("heimlich-co", "suitcases"):
        anna.page.goto(f"/new?game={game}")
        anna.page.get_by_role("button", name="Open the table").wait_for()
        keep(anna, f"new-{game}")
        anna.page.get_by_text("More options").click()
        keep(anna, f"new-{game}-more")
    anna.go_to(anna.open_table(HEIMLICH, [{"do": "sit", "seat": 0}, {"do": "add-bot", "seat": 1, "bot": "random"}]))
    anna.page.get_by_role("img", name="QR code").wait_for()
    keep(anna, "lobby")


def test_a_game_of_heimlich_co(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    terms = {**HEIMLICH, "house": SHORT}
    anna.go_to(anna.against_bots(terms))
    anna.expect_turn("Your turn: move agents")
    anna.page.get_by_role("tablist").wait_for()
    keep(anna, "heimlich-first-turn")
    anna.page.get_by_role("button", name="Hide").wait_for()  # one's card has been dealt, and lies open
    anna.page.locator("rect[role=button]:not([aria-disabled])").first.click(force=True)
    keep(anna, "heimlich-move")
    anna.page.get_by_role("button", name="Hide").click()
    anna.page.get_by_role("button", name="Menu").click()
    keep(anna, "menu")
    anna.page.get_by_role("button", name="Close").click()
    for verb, selector, name in (
        ("yes", ".prompt button:has-text('Yes')", "heimlich-card-question"),
        ("play", "button.top-secret", "heimlich-cards"),
        ("name", ".dossier input", "heimlich-dossier"),
    ):
        reach(anna, terms, asks(verb))
        anna.page.locator(selector).first.wait_for()
        keep(anna, name)
    anna.unfold_form()
    for selector, name in ((".banner", "heimlich-notice"), ("#result", "heimlich-end")):
        play_until(anna, selector, terms)
        keep(anna, name)


def test_a_scoring(make_visitor: MakeVisitor) -> None:
    """Caught in the act: the markers are on their way."""
    anna = make_visitor().come_in()
    anna.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ byForm: true }))")
    terms = {**HEIMLICH, "variants": [], "house": [["first", "1"]], "bot_pace_ms": 600}
    anna.go_to(anna.against_bots(terms))
    play_until(anna, ".banner", terms)
    keep(anna, "heimlich-scoring")


def test_a_game_of_suitcases(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    anna.go_to(anna.against_bots(SUITCASES))
    anna.page.get_by_role("button", name="Lock the suitcases").wait_for()
    keep(anna, "suitcases-packing")
    for verb, selector, name in (
        ("place", ".turn:has-text('hide a suitcase')", "suitcases-placing"),
        ("step", ".turn:has-text('move')", "suitcases-turn"),
        ("duel", ".sides", "suitcases-duel"),
    ):
        reach(anna, SUITCASES, asks(verb))
        anna.page.locator(selector).first.wait_for()
        keep(anna, name)
    short = {**SUITCASES, "house": [["map", "orient-express-2"], ["turn_limit", "2"]]}
    anna.go_to(anna.against_bots(short))
    anna.unfold_form()
    play_until(anna, "#result", short)
    keep(anna, "suitcases-end")


def test_at_one_screen(anna: Visitor) -> None:
    anna.go_to(anna.against_bots({**HEIMLICH, "house": SHORT}, seats=(0, 1)))
    anna.page.get_by_role("button", name="I am Anna").wait_for()
    keep(anna, "curtain")


def test_a_party_and_who_looks_on(make_visitor: MakeVisitor) -> None:
    anna, screen, otto = (make_visitor(name).come_in() for name in ("Anna", "Screen", "Otto"))
    table = anna.against_bots({**HEIMLICH, "house": SHORT, "board": True})
    screen.page.goto(f"/table/{table}/board")
    screen.expect_turn("Anna")
    screen.page.locator(".roster li").first.wait_for()
    keep(screen, "party-board")
    anna.go_to(table)
    anna.page.get_by_role("tablist").wait_for()
    keep(anna, "party-hand")
    otto.go_to(table)
    otto.page.get_by_role("tablist").wait_for()
    keep(otto, "spectator")


def test_troubles(make_visitor: MakeVisitor) -> None:
    anna, bob, cleo = (make_visitor(name).come_in() for name in ("Anna", "Bob", "Cleo"))
    for path, name in (("/table/0123456789abcdef", "trouble-no-table"), ("/some/where", "trouble-nowhere")):
        anna.page.goto(path)
        anna.page.get_by_role("heading", level=1).wait_for()
        keep(anna, name)
    two = {**HEIMLICH, "seats": 2, "variants": [], "house": [["first", "1"]]}
    table = anna.open_table({**two, "watch": False}, [{"do": "sit", "seat": 0}])
    bob.go_to(table)
    bob.page.get_by_role("button", name="Sit down 2").wait_for()
    keep(bob, "trouble-door")
    bob.page.get_by_role("button", name="Sit down 2").click()
    cleo.go_to(table)
    expect(cleo.page.get_by_role("heading", level=1)).to_have_text("This table is full")
    keep(cleo, "trouble-full")
    anna.go_to(table)
    anna.page.get_by_role("button", name="Remove Bob").click()
    keep(anna, "remove-player")
    anna.page.get_by_role("button", name="Yes, remove Bob").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("You were removed from this table")
    keep(bob, "trouble-removed")
    table = cleo.against_bots(two)
    cleo.go_to(table)
    cleo.page.get_by_role("tablist").wait_for()
    cleo.command(table, {"do": "consent", "to": "pause"}, {"do": "leave"})
    cleo.page.get_by_role("button", name="I am back").wait_for()
    keep(cleo, "notice-stand-in")


def test_an_old_page_and_a_lost_connection(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    table = anna.against_bots({**HEIMLICH, "house": SHORT})
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        if sockets:
            socket.close()  # nobody answers any more
            return
        sockets.append(socket)
        socket.connect_to_server()

    anna.page.route_web_socket("**/api/socket?table=*", listen)
    anna.go_to(table)
    anna.page.get_by_role("tablist").wait_for()
    sockets[0].close()
    expect(anna.page.get_by_text("Reconnecting")).to_be_visible()
    keep(anna, "notice-lost")

    old = make_visitor("Ben").come_in()
    table = old.against_bots({**HEIMLICH, "house": SHORT})

    def speak_an_old_tongue(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(str(text).replace('"protocol":1', '"protocol":0')))

    old.page.route_web_socket("**/api/socket?table=*", speak_an_old_tongue)
    old.go_to(table)
    expect(old.page.get_by_role("heading", level=1)).to_have_text("This page is too old")
    keep(old, "trouble-old-page")


@pytest.mark.parametrize(("language", "title"), [("de", "Niemand weiß"), ("fr", "Personne ne sait")])
def test_other_languages(anna: Visitor, language: str, title: str) -> None:
    anna.page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
    anna.page.goto("/")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text(title)
    keep(anna, f"start-{language}")
    for terms, name in (({**HEIMLICH, "house": SHORT}, "heimlich"), (SUITCASES, "suitcases")):
        anna.go_to(anna.against_bots(terms))
        anna.page.get_by_role("tablist").wait_for()
        keep(anna, f"{name}-{language}")
