"""Around the board: talk, signals, looking on, and the log that points at things."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "house": [["first", "1"]]}


def two_at_a_table(make_visitor: MakeVisitor) -> tuple[Visitor, Visitor, str]:
    """Anna and Bob, playing on desks; Bob reads German."""
    anna, bob = (make_visitor(name, DESK).come_in() for name in ("Anna", "Bob"))
    bob.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ language: 'de' }))")
    table = anna.open_table(TERMS, [{"do": "sit", "seat": 0}])
    bob.command(table, {"do": "sit", "seat": 1})
    anna.command(table, {"do": "start"})
    anna.go_to(table)
    bob.go_to(table)
    return anna, bob, table


def test_talk_phrases_in_the_readers_language_and_peace(make_visitor: MakeVisitor) -> None:
    anna, bob, _ = two_at_a_table(make_visitor)
    anna.page.get_by_label("Say something").fill("It was <b>not</b> me")
    anna.page.get_by_role("button", name="Send").click()
    heard = bob.page.get_by_role("log", name="Chat")
    expect(heard).to_contain_text("It was <b>not</b> me")
    anna.page.get_by_label("Quick messages").select_option("good-luck")
    expect(anna.page.get_by_role("log", name="Chat")).to_contain_text("Good luck")
    expect(heard).to_contain_text("Viel Glück")
    heard.get_by_role("button", name="Anna").first.click()
    bob.page.get_by_role("button", name="Stummschalten", exact=True).click()
    expect(heard).not_to_contain_text("Viel Glück")


def test_the_title_says_whose_turn_it_is(make_visitor: MakeVisitor) -> None:
    anna, bob, _ = two_at_a_table(make_visitor)
    anna.expect_turn("Your turn: move agents")
    expect(anna.page).to_have_title(re.compile("Your turn"))
    bob.expect_turn("Anna zieht Agenten")
    assert "Du bist dran" not in bob.page.title()


def test_who_looks_on_sees_the_table_and_decides_nothing(make_visitor: MakeVisitor) -> None:
    _, _, table = two_at_a_table(make_visitor)
    cleo = make_visitor("Cleo").come_in()
    cleo.go_to(table)
    cleo.expect_turn("Anna is moving agents")
    cleo.page.get_by_text("Text view").wait_for()
    expect(cleo.page.get_by_text("Enter your move as a list")).to_have_count(0)  # there is nothing for them to decide
    assert cleo.page.locator(".identity, .offer").count() == 0
    cleo.page.get_by_role("tab", name="Log").click()
    expect(cleo.page.get_by_role("list", name="Log")).to_contain_text("Anna rolls")
    cleo.expect_no_word("is dealt agent ")


def test_the_log_is_walked_by_arrows(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots(TERMS))
    log = anna.page.get_by_role("list", name="Log")
    last = log.get_by_role("button").last
    expect(last).to_contain_text("rolls")
    last.focus()
    anna.page.keyboard.press("ArrowUp")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    assert anna.page.locator(":focus").inner_text() != last.inner_text()


def test_who_closes_the_page_is_seen_to_be_away_until_he_is_back(make_visitor: MakeVisitor) -> None:
    anna, bob, table = two_at_a_table(make_visitor)
    seats = anna.page.get_by_label("Seats")
    bob.expect_turn("Anna zieht Agenten")
    expect(seats.get_by_text("away")).to_have_count(0)
    bob.page.goto("about:blank")
    expect(seats.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("away")
    expect(seats.get_by_text("away")).to_have_count(1)
    bob.go_to(table)
    expect(seats.get_by_text("away")).to_have_count(0)
