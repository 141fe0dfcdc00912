"""Lessons as someone takes them who has seen nothing but the start page, and does only what is lit."""

import re
import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

FIRST_DECISION_S = 60
WHOLE_LESSON_S = 300
MOST_PRESSES = 120


def lit(page: Page) -> Locator:
    """What the page says is to be pressed."""
    return page.locator("[data-lit]:not([disabled])")


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Lesson")


def ended(page: Page) -> Locator:
    return page.get_by_text("Lesson done")


def press_what_is_lit(page: Page, until: Locator) -> int:
    """Press whatever is lit, again and again, until something is to be seen; return the number of presses."""
    for presses in range(MOST_PRESSES):
        expect(lit(page).or_(until).first).to_be_visible()
        if until.is_visible():
            return presses
        press(lit(page).first)
    raise AssertionError(f"{MOST_PRESSES} presses did not lead there")


def press(control: Locator) -> None:
    """Press a control once it can be pressed; a piece of the board lies among others, and is pressed as it is."""
    if control.evaluate("(one) => one instanceof SVGElement"):
        control.dispatch_event("click")
    else:
        control.click()


def begin(visitor: Visitor) -> Page:
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="New here?").click()
    expect(coach(page)).to_contain_text("Welcome")
    return page


def read_on(page: Page, text: str) -> None:
    """Press Next until this is said."""
    for _ in range(5):
        if text in coach(page).inner_text():
            return
        page.get_by_role("button", name="Next").click()
    expect(coach(page)).to_contain_text(text)


def test_whoever_follows_what_is_lit_has_decided_in_a_minute_and_is_done_in_five(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("", size=PHONE)
    started = time.monotonic()
    page = begin(visitor)
    press_what_is_lit(page, coach(page).get_by_text(re.compile("Watch what the others do|Vera and Otto moved too")))
    assert time.monotonic() - started < FIRST_DECISION_S
    press_what_is_lit(page, ended(page))
    assert time.monotonic() - started < WHOLE_LESSON_S
    expect(page.get_by_role("dialog")).to_contain_text("you were Red and you have won")
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("listitem").filter(has_text="Your first game")).to_contain_text("Done")


def test_a_mistake_is_explained_and_costs_nothing(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=PHONE))
    read_on(page, "tap Red three times")
    page.get_by_role("button", name=re.compile("^Blue")).dispatch_event("click")
    expect(coach(page)).to_contain_text("All three steps are for Red")
    expect(lit(page)).to_have_text("Reset")
    lit(page).click()
    expect(coach(page)).to_contain_text("tap Red three times")
    for _ in range(3):
        page.get_by_role("button", name=re.compile("^Blue")).dispatch_event("click")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Nothing has happened")).to_be_visible()
    expect(coach(page)).to_contain_text("All three steps are for Red")
    press_what_is_lit(page, coach(page).get_by_text("Vera and Otto moved too"))


def test_one_can_go_back_have_a_step_done_and_come_back_later(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=DESK))
    read_on(page, "tap Red three times")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(coach(page)).to_contain_text("You are Red")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Do it for me").click()
    expect(coach(page)).to_contain_text("Vera and Otto moved too")
    first = page.url
    page.reload()
    expect(coach(page)).to_contain_text("Vera and Otto moved too")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(coach(page)).to_contain_text("tap Red three times")
    assert page.url != first
    expect(page.get_by_role("button", name=re.compile("^Red")).first).to_be_visible()
    page.get_by_role("link", name="Close the lesson").click()
    page.get_by_role("link", name="Go on: Your first game").click()
    expect(coach(page)).to_contain_text("Welcome")
    assert page.url != first


def test_a_lesson_needs_no_mouse(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=DESK))
    read_on(page, "tap Red three times")
    page.get_by_role("button", name="Show me").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Red")).first).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("Vera and Otto moved too")


def test_lessons_are_for_everyone(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=PHONE)
    page = begin(visitor)
    assert visitor.find_violations() == []
    read_on(page, "tap Red three times")
    assert visitor.find_violations() == []
    page.goto("/learn")
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
    assert visitor.find_violations() == []
    for language, title in (("de", "Spielen lernen"), ("fr", "Apprendre à jouer")):
        page.get_by_role("combobox").first.select_option(language)
        expect(page.get_by_role("heading", name=title)).to_be_visible()
