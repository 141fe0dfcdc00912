"""The first lesson of each game by keys alone, and what a screen reader is told at each step."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import ASK, DESK, Visitor

MOST_PRESSES = 120
MOST_TABS = 90
FOCUSED = "() => document.activeElement === document.querySelector('[data-lit]:not([disabled])')"
# The next step is there: something is lit, or the lesson is over.
READY = """() => document.querySelector("dialog[open], .coach.over, [data-lit]:not([disabled])") !== null"""
OVER = """() => document.querySelector("dialog[open], .coach.over") !== null"""
STATE = """() => JSON.stringify([document.querySelector(".coach .step")?.textContent,
  document.querySelector(".coach.over") !== null, document.querySelector("dialog[open]") !== null,
  [...document.querySelectorAll("[data-lit]")].map((one) => one.outerHTML)])"""
PRESSABLE = {"button", "checkbox", "radio", "link"}


class Told(NamedTuple):
    """What a screen reader has of the control that keys have come to."""

    role: str
    name: str


def told(visitor: Visitor) -> Told:
    """Read the control that has the focus from the browser's accessibility tree."""
    session = visitor.context.new_cdp_session(visitor.page)
    handle = session.send("Runtime.evaluate", {"expression": "document.activeElement"})
    tree: dict[str, Any] = session.send(
        "Accessibility.getPartialAXTree", {"objectId": handle["result"]["objectId"], "fetchRelatives": False}
    )
    node = tree["nodes"][0]
    session.detach()
    assert not node["ignored"], node
    return Told(node["role"]["value"], node["name"]["value"])


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until the control has the focus."""
    control.wait_for()
    for _ in range(MOST_TABS):
        if control.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not come there")


def say(page: Page) -> str:
    """What the lesson says; it is read aloud when it changes."""
    text = page.get_by_role("region", name="Lesson").locator("[aria-live=polite]")
    expect(text).not_to_have_text("")
    return text.inner_text()


def press(visitor: Visitor) -> Told:
    """Come to what is lit by keys, as a reader would, and press it; return what was said of it."""
    page = visitor.page
    following = page.get_by_role("button", name="Next")
    if following.count():
        tab_to(page, following)
    elif not page.evaluate(FOCUSED):
        tab_to(page, page.get_by_role("button", name="Show me"))
        page.keyboard.press("Enter")
        page.wait_for_function(FOCUSED)
    was = told(visitor)
    before = page.evaluate(STATE)
    page.keyboard.press("Enter")
    page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
    page.wait_for_function(READY)
    return was


@pytest.mark.parametrize("game", ["heimlich-co", "suitcases"])
def test_the_first_lesson_is_taken_by_keys_and_every_control_says_what_it_is(
    make_visitor: MakeVisitor, game: str
) -> None:
    visitor = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    page = visitor.page
    visitor.go_to(page.evaluate(ASK, ["POST", f"/api/lessons/{game}/first", {}])["table"])
    page.wait_for_function(READY)
    said: list[str] = []
    for _ in range(MOST_PRESSES):
        if page.evaluate(OVER):
            break
        said.append(say(page))
        control = press(visitor)
        assert control.role in PRESSABLE, control
        assert control.name.strip(), control
    expect(page.get_by_text("Lesson done")).to_be_visible()
    assert len(set(said)) >= 10, said
    assert visitor.errors == []
