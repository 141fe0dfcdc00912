"""A party: the screen is read from a sofa, and the form on a phone tells where each step leads."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import reach
from tests.browser.visitors import DESK, PHONE, Visitor

HEIMLICH = {"game": "heimlich-co", "edition": "rio-grande", "seats": 4, "house": [["first", "1"]], "board": True}
CARDS = {**HEIMLICH, "variants": ["top-secret", "dossier"]}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 4, "board": True}
SIZES = ((1280, 720), (1920, 1080), (2560, 1440))
ORDINARY = 16  # pixels, of letters that are read at a desk
TOLD = {"turn": ".turn", "names": "aside .name", "log": "aside ol li"}
LETTERS = "(one) => parseFloat(getComputedStyle(one).fontSize)"
# The highest band of the screen, as a share of it, in which nothing is drawn at all.
DEAD_BAND = """() => {
  const parts = document.querySelectorAll(
    ".scene .layers, .roster li, .hands > *, .map-box, aside .turn, aside li, aside .join, .panel");
  const boxes = [...parts].map((one) => one.getBoundingClientRect()).sort((one, two) => one.top - two.top);
  let [end, dead] = [0, 0];
  for (const { top, bottom } of boxes) [dead, end] = [Math.max(dead, top - end), Math.max(end, bottom)];
  return Math.max(dead, innerHeight - end) / innerHeight;
}"""


def open_screen(make_visitor: MakeVisitor, terms: Mapping[str, Any]) -> Visitor:
    """The board of a party that has begun, on a screen of its own."""
    anna, screen = make_visitor("Anna").come_in(), make_visitor("Screen", (1920, 1080)).come_in()
    table = anna.against_bots(terms)
    screen.page.goto(f"/table/{table}/board")
    screen.page.locator("aside ol li").last.wait_for()
    screen.page.locator(".roster li, text[data-name]").last.wait_for()
    return screen


@pytest.mark.parametrize("terms", [HEIMLICH, CARDS, SUITCASES], ids=["town", "cards", "suitcases"])
def test_the_big_screen_is_read_from_a_sofa(make_visitor: MakeVisitor, terms: dict[str, Any]) -> None:
    screen = open_screen(make_visitor, terms)
    scores = ".roster .points" if terms["game"] == "heimlich-co" else ".secrets b"
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_timeout(400)
        large = 2 * ORDINARY if width >= 1920 else 1.6 * ORDINARY
        for selector in (*TOLD.values(), scores):
            assert screen.page.locator(selector).first.evaluate(LETTERS) >= large, (selector, width)
        assert screen.page.evaluate(DEAD_BAND) < 0.06, width
        assert screen.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, width
        seats = [one.bounding_box() for one in screen.page.locator("aside ul li").all()]
        assert all(box and box["y"] + box["height"] <= height for box in seats), width
        assert screen.overflow() == 0


def test_the_form_of_a_party_tells_where_steps_lead(make_visitor: MakeVisitor) -> None:
    anna = make_visitor("Anna", PHONE).come_in()
    anna.go_to(anna.against_bots({**HEIMLICH, "house": [["first", "1"], ["die", "2"]]}))
    row = anna.page.locator(".offer li").first
    expect(row.locator(".leads")).to_have_text("the church")
    row.get_by_role("button", name="One more").click()
    expect(row.locator(".leads")).to_have_text("the church → house 1")
    row.get_by_role("button", name="One more").click()
    expect(row.locator(".leads")).to_have_text("the church → house 2")


def leading_to_suitcases(choices: Sequence[str], picture: Mapping[str, Any]) -> list[str]:
    """The agents that can step to a city where a suitcase lies; none if only one can step."""
    steps = [words for words in map(str.split, choices) if words[0] == "step"]
    lying = picture["game"]["lying"].values()
    several = len({words[1] for words in steps}) > 1
    return [agent for _, agent, city in steps if several and city in lying]


def test_the_form_of_a_party_tells_what_waits_in_a_city(make_visitor: MakeVisitor) -> None:
    anna = make_visitor("Anna", DESK).come_in()
    agents: list[str] = []

    def can_be_told(choices: Sequence[str], picture: Mapping[str, Any]) -> bool:
        agents.extend(leading_to_suitcases(choices, picture))
        return bool(agents)

    reach(anna, SUITCASES, can_be_told)
    found = anna.page.locator(".offer .tile .small-print", has_text="There: ")
    steps = anna.page.locator(".offer").get_by_role("group", name="Which one?").first
    steps.get_by_role("radio", name=re.compile(rf"\b{agents[0]}\b")).check()
    expect(found.first).to_contain_text("suitcase")
