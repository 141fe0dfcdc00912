"""Everyone can use it: axe finds nothing, a keyboard is enough, nothing is cut off, nothing jumps."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import heimlich.text
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
CARDS = {**TERMS, "variants": ["top-secret"]}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 2}


def to_start(visitor: Visitor) -> None:
    visitor.open_table({**TERMS, "public": True}, [{"do": "sit", "seat": 0}])
    visitor.page.goto("/")
    visitor.page.get_by_role("link", name="Back to the table").wait_for()
    visitor.page.get_by_role("button", name="Forget me").click()


def to_new_table(visitor: Visitor) -> None:
    visitor.page.goto("/new?game=heimlich-co")
    visitor.page.get_by_label("Bots", exact=True).select_option("2")
    for summary in visitor.page.locator("summary").all():
        summary.click()


def to_waiting_room(visitor: Visitor) -> None:
    visitor.go_to(visitor.open_table(CARDS, [{"do": "sit", "seat": 0}]))
    visitor.page.get_by_role("img", name="QR code").wait_for()


def to_game(visitor: Visitor) -> None:
    visitor.go_to(visitor.against_bots(CARDS))
    visitor.unfold_form()
    visitor.page.get_by_role("button", name="Hide").wait_for()  # one's card has been dealt, and lies open


def to_suitcases(visitor: Visitor) -> None:
    visitor.go_to(visitor.against_bots(SUITCASES))
    visitor.unfold_form()


def to_menu(visitor: Visitor) -> None:
    to_game(visitor)
    visitor.page.get_by_role("button", name="Menu").click()


def to_end(visitor: Visitor) -> None:
    visitor.go_to(visitor.against_bots({**TERMS, "house": [["target", "2"]]}))
    visitor.unfold_form()
    visitor.play_by_form(Random(1))


def to_curtain(visitor: Visitor) -> None:
    visitor.go_to(visitor.against_bots(TERMS, seats=(0, 1)))
    visitor.page.get_by_role("button", name="I am Anna").wait_for()


def to_big_board(visitor: Visitor) -> None:
    visitor.page.goto(f"/table/{visitor.against_bots({**CARDS, 'board': True})}/board")
    visitor.turn.wait_for()


def to_nowhere(visitor: Visitor) -> None:
    visitor.page.goto("/table/none")
    visitor.page.get_by_role("heading", level=1).wait_for()


PAGES = [
    to_start,
    to_new_table,
    to_waiting_room,
    to_game,
    to_suitcases,
    to_menu,
    to_end,
    to_curtain,
    to_big_board,
    to_nowhere,
]


@pytest.mark.parametrize("go", PAGES, ids=lambda go: go.__name__.removeprefix("to_"))
def test_no_page_has_a_barrier(anna: Visitor, go: Callable[[Visitor], None]) -> None:
    go(anna)
    for (width, height), colours in ((PHONE, "night"), (PHONE, "day"), (DESK, "night")):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.emulate_media(reduced_motion="reduce")
        anna.use_colours(colours)
        anna.page.evaluate("scrollTo(0, 0)")  # a button that happens to be half under the bar is no barrier
        anna.page.wait_for_timeout(300)  # colours change softly
        assert anna.find_violations() == [], (colours, width)
        assert anna.overflow() == 0, width


def test_a_move_with_the_keyboard_alone(make_visitor: MakeVisitor) -> None:
    """Tab to the form, spend the points, confirm; nothing is clicked."""
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots({**TERMS, "house": [["first", "1"], ["die", "2"]]}))
    anna.expect_turn("Your turn")
    page = anna.page

    def tab_to(name: str) -> None:
        for _ in range(150):
            page.keyboard.press("Tab")
            reached = page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
            )
            if reached.startswith(name):
                return
        raise AssertionError(f"Tab never comes to '{name}'")

    page.locator("body").focus()
    tab_to("Enter your move as a list")
    page.keyboard.press("Enter")
    tab_to("One more step for")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    tab_to("Confirm")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Log")).to_contain_text("Anna moves")
    expect(page.get_by_role("log", name="What happens")).to_contain_text("Anna moves")


# How much the page jumps of itself, as browsers compute it: the worst five seconds, with no pause of a second in them;
# and what jumped, from where to where.
JUMPS = """
window.jumps = { worst: 0, sum: 0, first: 0, last: 0, told: [] };
const outline = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const tell = ({ node, previousRect, currentRect }) =>
  `${node?.nodeName} ${node?.getAttribute?.("class")}: ${outline(previousRect)} -> ${outline(currentRect)}`;
new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    if (startTime - jumps.last > 1000 || startTime - jumps.first > 5000) [jumps.sum, jumps.first] = [0, startTime];
    jumps.last = startTime;
    jumps.sum += value;
    jumps.worst = Math.max(jumps.worst, jumps.sum);
    if (value > 0.01) jumps.told.push([Math.round(startTime), value, ...sources.map(tell)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
WHOLE = {**CARDS, "variants": ["top-secret", "dossier"], "house": [["target", "12"], ["dossier_from", "6"]]}


def open_with_form(visitor: Visitor, terms: Mapping[str, Any]) -> None:
    """A table whose form is unfolded, with everything around it; `jumps` counts from the first request."""
    visitor.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ byForm: true }))")
    visitor.page.add_init_script(JUMPS)
    visitor.go_to(visitor.against_bots({**terms, "bot_pace_ms": 100}))
    visitor.page.locator(".offer").wait_for()
    visitor.page.locator("[role=tab], .right .panel").first.wait_for()
    visitor.page.wait_for_timeout(300)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("terms", [WHOLE, SUITCASES], ids=["heimlich-co", "suitcases"])
def test_nothing_jumps_while_a_slow_machine_builds_the_page(
    make_visitor: MakeVisitor, terms: dict[str, Any], size: tuple[int, int]
) -> None:
    """What comes later has its place already: a frame for each part would show it."""
    anna = make_visitor(size=size).come_in()
    anna.context.new_cdp_session(anna.page).send("Emulation.setCPUThrottlingRate", {"rate": 8})
    open_with_form(anna, terms)
    assert anna.page.evaluate("jumps.worst") < 0.04, anna.page.evaluate("jumps.told")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "terms", [WHOLE, {**SUITCASES, "house": [["turn_limit", "3"]]}], ids=["heimlich-co", "suitcases"]
)
def test_nothing_jumps_in_a_whole_game(make_visitor: MakeVisitor, terms: dict[str, Any], size: tuple[int, int]) -> None:
    """From the first request to the end, with the form unfolded and read, which every turn fills anew."""
    anna = make_visitor(size=size).come_in()
    open_with_form(anna, terms)
    anna.page.evaluate("document.querySelector('.offer').closest('section').scrollIntoView()")
    anna.play_by_form(Random(1))
    anna.page.wait_for_timeout(300)
    assert anna.page.evaluate("jumps.worst") < 0.1, anna.page.evaluate("jumps.told")


# What a card looks like with another name and another text, as high as it needs to be alone; and how high the hand is.
AS_CARD = """([name, text]) => {
  const card = document.querySelector(".hand .top-secret");
  card.querySelector("strong").textContent = name;
  card.querySelector(".text > span").textContent = text;
  return document.querySelector(".hand").getBoundingClientRect().height;
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_hand_is_as_high_whatever_cards_are_in_it(make_visitor: MakeVisitor, language: str) -> None:
    """Else all below it jumps whenever a card comes or goes."""
    anna = make_visitor(locale=language).come_in()
    anna.go_to(anna.against_bots(CARDS))
    anna.page.locator(".hand .top-secret").first.wait_for()
    texts = json.loads((Path(heimlich.text.__file__).parent / language / "heimlich-co.json").read_text("utf-8"))
    cards = [key.removeprefix("card.") for key in texts if key.startswith("card.")]
    assert len(cards) == 15
    heights = {card: anna.page.evaluate(AS_CARD, [texts[f"card.{card}"], texts[f"card-text.{card}"]]) for card in cards}
    assert len(set(heights.values())) == 1, heights


def test_buttons_keep_their_distance_when_a_window_shrinks(make_visitor: MakeVisitor) -> None:
    """A packed suitcase has a place for each finger, also where the window was wide before."""
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots(SUITCASES))
    anna.page.locator(".choice.content").first.wait_for()
    anna.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    anna.page.get_by_role("tablist").wait_for()
    anna.page.locator(".choice.content").first.wait_for()
    assert anna.find_violations() == []
