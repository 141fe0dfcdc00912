"""The suitcase game's lessons, taken by someone who does only what is lit."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.learning.lit import see_what_is_lit
from tests.browser.visitors import DESK, PHONE, Visitor

MOST_PRESSES = 60
# What the list says of each.
TITLES = {"duels": "Save an agent with a 0", "bombs": "Let others carry your bomb", "blocked": "Go round rivals"}
TEXTS = Path(__file__).parents[3] / "src" / "heimlich" / "text" / "en" / "lesson-suitcases.json"
# Keeps all that the coach says.
HEAR = """() => {
  window.heard = [];
  const hear = () => heard.push(document.querySelector("section[aria-label=Lesson]")?.textContent ?? "");
  new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def press(page: Page, control: Locator) -> None:
    """Press a control; a place of the map by key, as others may lie over it."""
    if control.evaluate("(one) => one instanceof SVGElement"):
        control.focus()
        page.keyboard.press("Enter")
    else:
        control.click()


def wrong_texts(lesson: str) -> list[str]:
    """All that explains a mistake in a lesson."""
    texts: dict[str, str] = json.loads(TEXTS.read_text("utf-8"))
    return [text for key, text in texts.items() if key.startswith(f"{lesson}.") and key.endswith("-wrong")]


def take_lesson(visitor: Visitor, title: str) -> str:
    """Begin a lesson and press what is lit until it is done; return all that the coach has said."""
    page = visitor.page
    page.goto("/learn")
    page.get_by_role("listitem").filter(has_text=title).get_by_role("button").first.click()
    expect(page.get_by_role("region", name="Lesson")).to_be_visible()
    page.evaluate(HEAR)
    lit, done = page.locator("[data-lit]:not([disabled])"), page.get_by_text("Lesson done")
    for _ in range(MOST_PRESSES):
        expect(lit.or_(done).first).to_be_visible()
        if not see_what_is_lit(page):
            break
        press(page, lit.first)
    expect(done).to_be_visible()
    told: str = page.evaluate("heard.join(' ')")
    return told


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_follows_what_is_lit_brings_two_suitcases_home(
    make_visitor: MakeVisitor, size: tuple[int, int]
) -> None:
    anna = make_visitor(size=size)
    told = take_lesson(anna, "Your first courier run")
    assert "Five state secrets!" in told
    assert "A bomb!" in told
    assert all(text not in told for text in wrong_texts("first")), "nothing was done wrong"
    assert anna.find_violations() == []
    assert anna.overflow() == 0


@pytest.mark.parametrize(("name", "title"), TITLES.items())
def test_the_second_lessons_lead_to_their_end(make_visitor: MakeVisitor, name: str, title: str) -> None:
    anna = make_visitor(size=PHONE)
    told = take_lesson(anna, title)
    assert all(text not in told for text in wrong_texts(name)), "nothing was done wrong"
    assert anna.overflow() == 0
