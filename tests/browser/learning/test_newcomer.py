"""Who knows neither the game nor the page: what it is about, who one is, whose turn it is, how it ended, what comes."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
SHORT = {**TERMS, "house": [["target", "2"]]}


def test_how_to_play_is_told_where_one_begins(make_visitor: MakeVisitor) -> None:
    page = make_visitor(size=PHONE).page
    page.goto("/")
    page.get_by_role("button", name="How to play").nth(1).click()
    told = page.get_by_role("dialog", name="How to play: Top Secret, the suitcase game")
    expect(told).to_contain_text("Bring ten state secrets")
    told.get_by_role("button", name="Got it").click()
    expect(told).to_be_hidden()


def test_how_to_play_is_offered_once_above_the_board_and_stays_in_the_menu(anna: Visitor) -> None:
    cards = {**TERMS, "variants": ["top-secret"]}
    table = anna.against_bots(cards)
    anna.go_to(table)
    page = anna.page
    offered = page.locator("main").get_by_role("button", name="How to play")
    offered.click()
    told = page.get_by_role("dialog", name="How to play")
    expect(told).to_contain_text("Who are you?")
    expect(told).to_contain_text("Bring an agent into the ruins")  # with cards, one is told of them
    assert anna.find_violations() == []
    told.get_by_role("button", name="Got it").click()
    expect(offered).to_have_count(0)
    anna.go_to(table)
    anna.turn.wait_for()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="How to play")).to_be_visible()
    expect(offered).to_have_count(0)


OVERLAPS = """() => {
  const looked = "header button, header p, .first button, .first span:not(.unseen, [aria-hidden])";
  const shown = [...document.querySelectorAll(looked)]
    .map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width > 1);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return shown.flatMap(({ one, box }, i) => shown.slice(i + 1)
    .filter((other) => !one.contains(other.one) && meet(box, other.box))
    .map((other) => `${one.textContent.trim()} lies over ${other.one.textContent.trim()}`));
}"""


@pytest.mark.parametrize("size", [PHONE, (740, 360), (768, 1024), DESK], ids=["phone", "low", "tablet", "desk"])
def test_the_bar_has_room_for_all_that_is_offered_at_first(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    """The menu, the bots' pace, whose turn it is, sound, and how to play."""
    anna = make_visitor(size=size).come_in()
    anna.go_to(anna.against_bots(TERMS, bot="casual"))
    anna.expect_turn("Your turn")
    expect(anna.page.locator(".first")).to_be_visible()
    expect(anna.page.locator("header .sound")).to_be_visible()
    assert anna.page.evaluate(OVERLAPS) == []
    assert anna.overflow() == 0


def test_how_to_play_tells_what_this_table_plays(anna: Visitor) -> None:
    """In cie one agent takes the whole roll, the round is finished, and wrong answers of a dossier cost 1."""
    anna.go_to(anna.against_bots({"game": "heimlich-co", "edition": "cie", "variants": ["dossier"], "seats": 3}))
    anna.page.locator("main").get_by_role("button", name="How to play").click()
    told = anna.page.get_by_role("dialog", name="How to play")
    for sentence in ("one agent takes all the steps", "the round is played out", "Each wrong one costs 1 point"):
        expect(told).to_contain_text(sentence)
    expect(told).not_to_contain_text("gained most in the last scoring")


def test_two_players_are_offered_a_rule_against_draws(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    page = anna.page
    page.goto("/new?game=suitcases")
    offered = page.get_by_role("checkbox", name="whoever has more agents left wins")
    page.get_by_label("Players", exact=True).select_option("3")
    expect(offered).to_have_count(0)
    page.get_by_label("Players", exact=True).select_option("2")
    expect(offered).not_to_be_checked()
    assert anna.find_violations() == []
    offered.check()
    page.get_by_label("Players", exact=True).select_option("4")
    page.get_by_label("Players", exact=True).select_option("2")
    expect(offered).not_to_be_checked()  # with four it was not meant
    offered.check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="How to play").first.click()
    expect(page.get_by_role("dialog", name="How to play")).to_contain_text("whoever has more agents left wins")


def test_on_a_phone_a_hat_in_the_bar_shows_who_one_is(anna: Visitor) -> None:
    anna.go_to(anna.against_bots(TERMS))
    hat = anna.page.locator("header").get_by_role("button", name="You are")
    expect(hat).to_be_in_viewport()
    expect(hat).to_have_attribute("aria-pressed", "true")
    own = anna.page.locator(".identity strong").inner_text()  # the name on the card, which is turned as well
    expect(hat.locator(".badge")).to_have_attribute("data-agent", own.lower())
    hat.click()
    expect(hat.locator(".badge")).to_have_count(0)
    anna.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    expect(hat).to_be_hidden()  # the card itself is in sight


def test_players_at_one_screen_are_asked_their_names_before_it_starts(make_visitor: MakeVisitor) -> None:
    page = make_visitor(size=PHONE).come_in().page
    page.goto("/new?game=heimlich-co")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_text("More options").click()
    expect(page.get_by_label("Who plays on seat 1?")).to_have_count(0)
    page.get_by_label("At this screen").select_option("2")
    page.get_by_label("Who plays on seat 1?").fill("Grandpa")
    page.get_by_label("Who plays on seat 2?").fill("Grandpa")
    expect(page.get_by_text("No seat stays open")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_have_text("Someone at this table already has that name.")
    page.get_by_label("Who plays on seat 1?").fill("Mia")
    page.get_by_role("button", name="Open the table").click()
    here = page.get_by_role("button", name="I am")
    name = here.inner_text().removeprefix("I am ")
    assert name in {"Mia", "Grandpa"}
    here.click()
    expect(page.locator("[role=status].turn")).to_contain_text(f"{name}, your turn")
    page.goto("/new?game=heimlich-co")
    page.get_by_text("More options").click()
    page.get_by_label("At this screen").select_option("2")
    expect(page.get_by_label("Who plays on seat 2?")).to_have_value("Grandpa")  # the same evening, the same people


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_at_the_end_one_sheet_tells_it_all(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots(SHORT, bot="casual"))
    anna.unfold_form()
    anna.play_by_form(Random(1))
    page = anna.page
    result = page.get_by_role("dialog")
    expect(result.locator(".cast")).to_contain_text("Anna")
    expect(result.locator(".why")).to_have_text(re.compile(r"^(In the lead|Tied for the lead): "))
    expect(result.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.get_by_text("Enter your move as a list")).to_have_count(0)
    expect(page.get_by_text("Nothing to decide right now")).to_have_count(0)
    expect(page.get_by_role("heading", name="What the bots thought")).to_have_count(1)
    assert anna.find_violations() == []


def test_the_sheet_lies_over_the_board_and_can_be_had_again(make_visitor: MakeVisitor) -> None:
    """A folded form; afterwards one looks at the board, and comes back to the result."""
    anna = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots(SHORT))
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    anna.page.get_by_text("Enter your move as a list").click()
    for _ in range(200):
        if anna.page.locator("dialog[open][data-beat]").count():
            break
        move = anna.page.get_by_role("button", name="Move", exact=True)
        put = anna.page.get_by_role("button", name="Put it there")
        if move.count():
            anna.page.locator("svg [role=button][aria-label*=' point']").first.press("Enter")
            if move.count() and move.is_enabled():
                move.click()
        elif put.count():
            anna.page.locator("svg rect.hit[role=button]:not([aria-disabled])").first.press("Enter")
            put.click()
        anna.page.wait_for_timeout(50)
    headline = anna.page.locator("#result")
    expect(headline).to_be_in_viewport()
    anna.page.get_by_role("button", name="Look at the board").click()
    expect(headline).to_be_hidden()
    anna.page.locator("header").get_by_role("button", name="See the result").click()
    expect(headline).to_be_in_viewport()


def test_a_dossier_is_written_without_scrolling_in_a_box(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    terms = {**TERMS, "variants": ["top-secret", "dossier"], "house": [["dossier_from", "1"], ["first", "1"]]}
    reach(anna, terms, asks("name"))
    anna.page.locator(".dossier table").wait_for()
    assert anna.page.evaluate(
        """() => {
          for (let box = document.querySelector(".dossier table"); box !== document.body; box = box.parentElement)
            if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== "visible") return false;
          return true;
        }"""
    )
    expect(anna.page.get_by_role("button", name="Seal the dossier")).to_be_visible()


def test_the_big_screen_tells_what_bots_thought_and_follows_to_the_next_game(make_visitor: MakeVisitor) -> None:
    still = {"reduced_motion": "reduce"}
    anna, screen = make_visitor(size=PHONE, **still).come_in(), make_visitor("Screen", size=DESK, **still)
    table = anna.against_bots({**SHORT, "board": True}, bot="casual")
    screen.page.goto(f"/table/{table}/board")
    anna.go_to(table)
    anna.play_by_form(Random(1))
    expect(screen.page.get_by_role("heading", name="What the bots thought")).to_be_visible()
    assert screen.find_violations() == []
    anna.page.get_by_role("button", name="Rematch").click()
    anna.page.wait_for_url(lambda url: table not in url)
    screen.page.wait_for_url(lambda url: table not in url)
    assert screen.page.url == f"{anna.page.url}/board"
    expect(screen.turn).to_be_visible()  # against bots it begins at once
