"""A lesson taken as life has it: in two tabs, while the network goes away, and on into a game of one's own."""

import re

from playwright.sync_api import Page, expect

from heimlich.lessons.reading import all_lessons
from tests.browser.conftest import MakeVisitor
from tests.browser.learning.lit import PRESS, see_what_is_lit
from tests.browser.visitors import ASK, DESK, PHONE, Visitor


def begin(visitor: Visitor, lesson: str, decision: int = 0) -> Page:
    """A lesson at one of its decisions; the last one is -1."""
    decisions = sum(step.do != "" for step in all_lessons()[lesson].steps)
    answer = visitor.page.evaluate(ASK, ["POST", f"/api/lessons/{lesson}", {"decision": decision % decisions}])
    visitor.go_to(answer["table"])
    return visitor.page


def press_until(page: Page, text: str) -> None:
    """Press what is lit until the coach says this."""
    said = page.locator(".coach .text")
    for _ in range(20):
        see_what_is_lit(page)
        if text in said.inner_text():
            return
        page.evaluate(PRESS)
    expect(said).to_contain_text(text)


def test_after_the_first_lesson_one_press_leads_to_a_game_against_easy_bots(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=PHONE, reduced_motion="reduce").come_in(), "heimlich-co/first", -1)
    while see_what_is_lit(page):
        page.evaluate(PRESS)
    play = page.get_by_role("button", name="Now play a real game against easy bots")
    expect(play).to_be_in_viewport()
    play.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[role=status].turn")).to_contain_text(re.compile("Your turn|is moving|rolls|to move"))
    expect(page.get_by_role("region", name="Lesson")).to_have_count(0)
    expect(page.get_by_text("Newcomer").first).to_be_attached()


def test_a_lesson_in_two_tabs_goes_on_in_both(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    page = begin(visitor, "heimlich-co/first")
    press_until(page, "tap Red three times")
    other = visitor.context.new_page()
    other.goto(page.url)
    expect(other.locator(".coach .text")).to_contain_text("Welcome")
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".coach .text")).to_contain_text("Vera and Otto moved too")
    expect(other.locator(".coach .text")).to_contain_text("Vera and Otto moved too")


def test_a_lesson_goes_on_when_the_network_comes_back(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    page = begin(visitor, "heimlich-co/first")
    press_until(page, "tap Red three times")
    visitor.context.set_offline(True)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".coach .text")).to_contain_text("You are Red")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Do it for me").click()
    visitor.context.set_offline(False)
    expect(page.locator(".coach .text")).to_contain_text("Vera and Otto moved too")
