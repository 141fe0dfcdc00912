"""Ways to a lesson and out of it: by its address, by somebody else's link, without a network, beside a real game."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import ASK, DESK, PHONE, Visitor

FIRST = "heimlich-co/first"


def begin(visitor: Visitor, lesson: str = FIRST) -> str:
    """Come in and begin a lesson; return its table."""
    table: str = visitor.come_in().page.evaluate(ASK, ["POST", f"/api/lessons/{lesson}", {}])["table"]
    visitor.go_to(table)
    expect(coach(visitor.page)).to_be_visible()
    return table


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Lesson")


def test_a_lesson_has_an_address_that_teachers_can_give(make_visitor: MakeVisitor) -> None:
    page = make_visitor(size=PHONE).page
    page.goto("/learn/suitcases/duels")
    asked = page.get_by_role("listitem").filter(has_text="Save an agent with a 0")
    start = asked.get_by_role("button")
    expect(start).to_be_focused()
    expect(start).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("A green agent has walked into Warsaw")
    page.goto("/teachers")
    page.get_by_role("link", name="Lessons to play").click()
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()


def test_a_lesson_that_is_none_leads_to_all_of_them(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=PHONE)
    page = visitor.page
    page.goto("/learn/heimlich-co/nothing")
    expect(page.get_by_role("status").filter(has_text="There is no lesson with this name")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Your first game")).to_be_visible()
    assert visitor.find_violations() == []
    page.goto("/learn")
    expect(page.get_by_role("listitem").filter(has_text="Your first game")).to_be_visible()
    expect(page.get_by_text("There is no lesson with this name")).to_have_count(0)


def test_the_link_of_somebody_elses_lesson_leads_to_ones_own(make_visitor: MakeVisitor) -> None:
    table = begin(make_visitor("Pia", size=PHONE))
    stranger = make_visitor("Mallory", size=PHONE)
    stranger.go_to(table)
    page = stranger.page
    expect(page.get_by_role("heading", name="This is someone else’s lesson")).to_be_visible()
    page.get_by_role("link", name="To the lesson").click()
    expect(page.get_by_role("button", name="Start: Your first game")).to_be_focused()
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("Welcome")
    assert table not in page.url


def test_a_lesson_left_halfway_does_not_pass_for_a_game_that_waits(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("Pia", size=PHONE)
    lesson = begin(visitor)
    page = visitor.page
    page.goto("/")
    on = page.get_by_role("link", name="Go on with your lesson")
    expect(on).to_have_attribute("href", re.compile(f"/table/{lesson}$"))
    game = visitor.against_bots({"game": "suitcases", "edition": "jumbo", "seats": 2})
    page.goto("/")
    waiting = page.get_by_role("link", name="Your turn: Top Secret, the suitcase game")
    expect(waiting).to_have_attribute("href", re.compile(f"/table/{game}$"))
    expect(on).to_have_count(0)
    page.goto("/learn")
    page.get_by_role("link", name="Go on: Your first game").click()
    expect(coach(page)).to_contain_text("Welcome")


def test_a_lesson_begins_when_the_network_is_back(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("Pia", size=PHONE)
    page = visitor.page
    page.goto("/learn")
    start = page.get_by_role("button", name="Start: Your first game")
    start.wait_for()
    visitor.context.set_offline(True)
    start.click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    visitor.context.set_offline(False)
    start.click()
    expect(coach(page)).to_contain_text("Welcome")


def test_whoever_goes_back_in_one_tab_goes_on_in_the_other(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("Pia", size=DESK)
    table = begin(visitor)
    first = visitor.page
    first.get_by_role("button", name="Next").click()
    first.get_by_role("button", name="Next").click()
    first.get_by_role("button", name="Do it for me").click()
    expect(coach(first)).to_contain_text("Vera and Otto moved too")
    second = visitor.context.new_page()
    second.goto(f"/table/{table}")
    expect(coach(second)).to_contain_text("Vera and Otto moved too")
    first.bring_to_front()
    first.get_by_role("button", name="Back", exact=True).click()
    expect(coach(first)).to_contain_text("tap Red three times")
    assert first.url != second.url
    second.bring_to_front()
    second.get_by_role("button", name="Next").click()
    expect(coach(second)).to_contain_text("You rolled a 6")


def test_an_edition_that_there_is_not_is_named(make_visitor: MakeVisitor) -> None:
    page = make_visitor(size=PHONE).page
    page.goto("/rules/heimlich-co/deluxe")
    expect(page.get_by_text("There is no edition “deluxe”. These are the rules of Rio Grande.")).to_be_visible()
    page.get_by_role("combobox", name="Edition").select_option("cie")
    expect(page.get_by_text("There is no edition")).to_have_count(0)
    page.goto("/rules")
    expect(page.get_by_role("heading", name="The rules")).to_be_visible()
    page.get_by_role("link", name="Heimlich & Co.").click()
    expect(page.get_by_role("heading", name="The rules of Heimlich & Co.")).to_be_visible()
    expect(page.get_by_text("There is no edition")).to_have_count(0)
