"""Whole games with the keyboard alone: Tab, Enter, Space and arrows, and not one event of a mouse."""

import time
from itertools import count, takewhile
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, Visitor

# What has the focus, as far as it matters for the form.
FOCUSED = """() => {
  const here = document.activeElement;
  if (!here.closest(".offer")) return document.querySelector(".offer") ? "elsewhere" : "over";
  if (here.matches("button.primary")) return "confirm";
  if (here.matches("button.step")) return here.textContent === "+" ? "more" : "less";
  if (here.matches("select")) return here.value ? "chosen" : "list";
  if (here.matches("input")) return here.checked ? "chosen" : "choice";
  return here.closest(".row:last-child") ? "word" : "other";
}"""
# What has the focus: "" for something that is hidden from those who hear the page.
STOP = """() => {
  const here = document.activeElement;
  if (here.closest("[aria-hidden=true]")) return "";
  return here.getAttribute("aria-label") ?? (here.textContent || here.tagName);
}"""
LONGEST = 180  # seconds for a game; on a busy machine many keys meet a form that waits for an answer
KEYS = {"confirm": "Enter", "more": "Space", "list": "ArrowDown", "choice": "Space", "word": "Enter"}
MICE = """window.mice = 0;
for (const kind of ["mousedown", "pointerdown", "touchstart"]) addEventListener(kind, () => mice++, true);"""


def tab_to(visitor: Visitor, name: str) -> None:
    """Press Tab until what is called so has the focus."""
    for _ in range(100):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement.textContent.trim()").startswith(name):
            return
    raise AssertionError(f"Tab never comes to '{name}'")


def decide_by_keys(visitor: Visitor, often: int) -> None:
    """Go through the form with Tab and take what comes, until a decision is made; of points, so many at once."""
    for _ in range(300):
        focused = visitor.page.evaluate(FOCUSED)
        if focused == "over":
            return
        if key := KEYS.get(focused):
            for _ in range(often if focused == "more" else 1):
                visitor.page.keyboard.press(key)
        if focused in {"confirm", "word"}:
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"no way on by keys: {visitor.page.locator('.offer').inner_text()}")


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "house": [["target", "2"]]},
        {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["turn_limit", "1"]]},
    ],
    ids=lambda terms: terms["game"],
)
def test_a_whole_game_with_the_keyboard_alone(make_visitor: MakeVisitor, terms: dict[str, Any]) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.page.add_init_script(MICE)
    anna.go_to(anna.against_bots(terms))
    anna.page.get_by_text("Enter your move as a list").wait_for()
    tab_to(anna, "Enter your move as a list")
    anna.page.keyboard.press("Enter")
    result = anna.page.locator("#result")
    end = time.monotonic() + LONGEST
    for turn in takewhile(lambda _: time.monotonic() < end, count()):
        anna.page.locator(".offer, #result").first.wait_for(timeout=60_000)  # an unmasking takes its time
        if result.count():
            break
        decide_by_keys(anna, 1 + turn % 6)
    expect(result).to_be_visible()
    tab_to(anna, "Rematch")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#result")).to_have_count(0)
    expect(anna.turn).to_be_visible()  # against bots the next game begins at once
    assert anna.page.evaluate("mice") == 0


@pytest.mark.parametrize("game", ["heimlich-co", "suitcases"])
def test_tab_stops_at_nothing_that_has_no_name(make_visitor: MakeVisitor, game: str) -> None:
    """Where one is asked nothing, the pieces on the board are no buttons."""
    edition = "rio-grande" if game == "heimlich-co" else "jumbo"
    anna = make_visitor("Anna").come_in()
    table = anna.against_bots({"game": game, "edition": edition, "seats": 2})
    otto = make_visitor("Otto", DESK).come_in()
    otto.go_to(table)
    expect(otto.page.get_by_role("list", name="Log")).to_be_visible()
    stops = []
    for _ in range(60):
        otto.page.keyboard.press("Tab")
        stops.append(otto.page.evaluate(STOP))
    assert len(set(stops)) > 5
    assert "" not in stops, stops


def test_opponents_are_chosen_by_keys(make_visitor: MakeVisitor) -> None:
    page = make_visitor("Anna").page
    page.goto("/")
    page.get_by_role("button", name="Play against bots now: Heimlich & Co.").press("Enter")
    expect(page.get_by_role("radio", name="Newcomer")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Casual")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
