"""Wide screens: whatever a decision needs is seen without scrolling, and large screens are used."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, Visitor

SIZES = (DESK, (1920, 1080), (2560, 1440))
HEIMLICH = {
    "game": "heimlich-co",
    "edition": "rio-grande",
    "seats": 4,
    "variants": ["top-secret", "dossier"],
    "house": [["first", "1"], ["target", "20"], ["dossier_from", "6"]],
}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 4}
# What is asked and all that one looks at for it, by the moment of the game.
TOWN = [".scene .layers", ".left [aria-label=Seats] li, .left section li"]
MAP = [".map-box", ".left section li"]
MOMENTS = {
    "move": (HEIMLICH, ".prompt button.primary", [*TOWN, ".prompt", ".prompt button", ".roster li", ".hand li"]),
    "answer": (HEIMLICH, ".prompt button:has-text('Yes')", [*TOWN, ".prompt button", ".roster li", ".hand li"]),
    "card": (HEIMLICH, "button.top-secret", [*TOWN, ".prompt", ".hand li", ".roster li"]),
    "dossier": (HEIMLICH, ".dossier input", [*TOWN, ".dossier", ".dossier input", ".dossier button"]),
    "pack": (SUITCASES, ".choice.content", [*MAP, ".choice", ".desk button"]),
    "place": (SUITCASES, ".desk button[aria-pressed]:not(.choice):has(svg.case)", [*MAP, ".desk button"]),
    "turn": (SUITCASES, ".chips button", [*MAP, ".desk button", ".dice", ".holdings", ".own li"]),
    "duel": (SUITCASES, ".pick:not(.face)", [*MAP, ".sides", "button.pick", ".holdings"]),
}
# The parts of a page that are not wholly on the screen, or scrolled out of what holds them.
HIDDEN = """(selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  if (!found.length) return [`no ${selector}`];
  return found.flatMap((one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    let [within, name] = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, "the screen"];
    for (let box = one; box; box = box.parentElement) {
      const over = [within.left - left, within.top - top, right - within.right, bottom - within.bottom];
      if (Math.max(...over) > 1) return [`${selector} (${[left, top, right, bottom].map(Math.round)}) leaves ${name}`];
      const next = box.parentElement;
      if (!next || getComputedStyle(next).overflowY === "visible" || next === document.body) continue;
      [within, name] = [next.getBoundingClientRect(), next.className || next.tagName];
    }
    return [];
  });
})"""


def play_until(visitor: Visitor, selector: str, terms: Mapping[str, Any]) -> None:
    """Enter your move as a list, in as many games as needed, until this is to be seen; then fold the form."""
    random, wanted = Random(5), visitor.page.locator(selector)
    visitor.page.locator("main details").first.wait_for()
    visitor.unfold_form()
    for _ in range(1500):  # a duel may be long in coming
        visitor.page.locator(f".offer, #result, {selector}").first.wait_for()
        if wanted.count():
            break
        if visitor.page.locator("#result").count():
            visitor.go_to(visitor.against_bots(terms))
            continue
        visitor.decide_by_form(random)
    wanted.first.wait_for()
    visitor.page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_that_a_decision_needs_is_below_the_fold(make_visitor: MakeVisitor, moment: str) -> None:
    terms, selector, parts = MOMENTS[moment]
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots(terms))
    play_until(anna, selector, terms)
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.wait_for_timeout(300)
        assert anna.page.evaluate(HIDDEN, parts) == [], (moment, width)
        assert anna.overflow() == 0, width
