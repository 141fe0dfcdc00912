"""The map of the suitcase game as it is drawn: every name belongs to one city, and nothing lies under a name."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from heimlich.games.suitcases.maps import MAPS
from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "suitcases", "edition": "jumbo", "seats": 2}
# What is wrong with the names that are on the screen. A text's box has air above and below its letters.
FAULTS = """() => {
  const middle = ({ left, right, top, bottom }) =>
    ({ x: (left + right) / 2, y: (top + bottom) / 2, r: (right - left) / 2 });
  const boxOf = (one) => one.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const frame = boxOf(document.querySelector(".map"));
  const meet = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
  const apart = ({ left, right, top, bottom }, { x, y }) =>
    Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
  const names = all("text[data-name]").map((one) => {
    const { left, right, top, bottom, height } = boxOf(one);
    const letters = { left, right, top: top + 0.22 * height, bottom: bottom - 0.22 * height };
    return { ...letters, id: one.dataset.name, text: one.textContent };
  });
  const dots = all(".place .disc").map((one) => ({ ...middle(boxOf(one)), id: one.closest(".place").dataset.place }));
  const badges = all("[data-badge] circle").map((one) => middle(boxOf(one)));
  return names.filter((name) => meet(name, frame)).flatMap((name, index, seen) => {
    const own = apart(name, dots.find(({ id }) => id === name.id));
    const others = dots.filter(({ id }) => id !== name.id);
    return [
      ...seen.slice(index + 1).filter((other) => meet(name, other)).map(({ text }) => `${name.text} touches ${text}`),
      ...others.filter((dot) => apart(name, dot) < dot.r).map(({ id }) => `${name.text} covers ${id}`),
      ...others.filter((dot) => apart(name, dot) <= own).map(({ id }) => `${name.text} seems to be ${id}`),
      ...badges.filter((badge) => apart(name, badge) < 0.8 * badge.r).map(() => `${name.text} covers a badge`),
    ];
  });
}"""


def open_map(make_visitor: MakeVisitor, board: str, size: tuple[int, int], language: str) -> Visitor:
    anna = make_visitor(size=size, reduced_motion="reduce").come_in()
    anna.page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
    anna.go_to(anna.against_bots({**TERMS, "house": [["map", board]]}))
    anna.page.locator("text[data-name]").first.wait_for()
    anna.page.wait_for_timeout(500)
    return anna


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize(("size", "language"), [(PHONE, "de"), (DESK, "fr")], ids=["phone", "desk"])
def test_every_name_belongs_to_one_city(
    make_visitor: MakeVisitor, board: str, size: tuple[int, int], language: str
) -> None:
    anna = open_map(make_visitor, board, size, language)
    assert anna.page.evaluate(FAULTS) == []
    for _ in range(2):
        anna.page.locator(".map button").first.click()
        anna.page.wait_for_timeout(300)
        assert anna.page.evaluate(FAULTS) == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_how_many_wait_at_home_is_no_agents_number(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = open_map(make_visitor, "europe-2", size, "en")
    anna.page.get_by_role("button", name="Shuffle").click()
    anna.page.get_by_role("button", name="Lock the suitcases").click()
    expect(anna.page.locator(".piece:not(.hidden) .tally + .times").first).to_have_text("×7")
    expect(anna.page.locator(".piece:not(.hidden) .number")).to_have_count(0)


def can_walk_far(choices: Sequence[str], game: Mapping[str, Any]) -> bool:
    """Whether there are cities that are several steps away; only these have badges."""
    return any(choice.startswith("step ") for choice in choices) and game.get("steps", 0) > 2


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_steps_to_a_city_stand_beside_its_name(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size, reduced_motion="reduce").come_in()
    reach(anna, {**TERMS, "house": [["map", "europe-2"]]}, lambda choices, seen: can_walk_far(choices, seen["game"]))
    chosen = anna.page.locator(".chips button[aria-pressed=true]")
    anna.page.locator(".chips button").first.wait_for()
    if not chosen.count():
        anna.page.locator(".chips button").first.click()
    anna.page.locator("[data-badge]").first.wait_for()
    assert [fault for fault in anna.page.evaluate(FAULTS) if "badge" in fault or "covers" in fault] == []


def test_on_a_phone_ones_own_card_covers_the_map_only_when_it_is_asked_for(make_visitor: MakeVisitor) -> None:
    """Against bots it lies open: one's suitcases show what is in them, and the list over the map is not needed."""
    anna = make_visitor(size=PHONE).come_in()
    reach(anna, TERMS, asks("place"))
    hat, over = anna.page.locator("button[data-own-card]"), anna.page.locator("button[data-own-card] ~ ul")
    own, veil = anna.page.locator(".own"), anna.page.locator(".own .veil")
    expect(own).to_contain_text("bomb")
    expect(over).to_have_count(0)
    hat.click()
    expect(over).to_contain_text("bomb")
    expect(hat).to_have_attribute("aria-pressed", "true")
    hat.click()
    expect(over).to_have_count(0)
    expect(veil).to_be_visible()
    expect(own).not_to_contain_text("bomb")
    hat.click()
    expect(over).to_contain_text("bomb")
    expect(own).to_contain_text("bomb")
