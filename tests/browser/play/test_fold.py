"""Wide screens: whatever a decision needs is seen without scrolling, and large screens are used."""

import pytest

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK, PATIENCE_MS, PHONE, Visitor

SIZES = (DESK, (1920, 1080), (2560, 1440))
HEIMLICH = {
    "game": "heimlich-co",
    "edition": "rio-grande",
    "seats": 4,
    "variants": ["top-secret", "dossier"],
    "house": [["first", "1"], ["target", "20"], ["dossier_from", "6"]],
}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 4}
# The moments of a game: what is asked, in notation and on the page, and all that one looks at for it.
TOWN = [".scene .layers", ".left [aria-label=Seats] li, .left section li"]
MAP = [".map-box", ".left section li"]
ASKED = [*TOWN, ".prompt button", ".roster li", ".hand li"]
MOMENTS = {
    "move": (HEIMLICH, "move", ".prompt button.primary", [*ASKED, ".prompt"]),
    "answer": (HEIMLICH, "yes", ".prompt button:has-text('Yes')", ASKED),
    "card": (HEIMLICH, "play", "button.top-secret", [*TOWN, ".prompt", ".hand li", ".roster li"]),
    "dossier": (HEIMLICH, "name", ".dossier input", [*TOWN, ".dossier", ".dossier input", ".dossier button"]),
    "pack": (SUITCASES, "pack", ".choice.content", [*MAP, ".choice", ".desk button"]),
    "place": (SUITCASES, "place", ".desk button[aria-pressed]:not(.choice):has(svg.case)", [*MAP, ".desk button"]),
    "turn": (SUITCASES, "step", ".chips button", [*MAP, ".desk button", ".dice", ".holdings", ".own li"]),
    "duel": (SUITCASES, "duel", ".pick:not(.face)", [*MAP, ".sides", "button.pick", ".holdings"]),
}
# How much of a wide screen the board takes at least, in width and height.
TOWN_SHARE, MAP_SHARE = (0.4, 0.4), (0.5, 0.85)
LEAST_BOARD = {moment: MAP_SHARE if terms is SUITCASES else TOWN_SHARE for moment, (terms, *_) in MOMENTS.items()}
LEAST_BOARD["dossier"] = (0.3, 0.3)  # it takes all the room there is
SHARE = """(selector) => {
  const { width, height } = document.querySelector(selector).getBoundingClientRect();
  return [width / innerWidth, height / innerHeight];
}"""
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


def hidden(visitor: Visitor, parts: list[str]) -> list[str]:
    """What is still hidden when the page has had time to draw everything in its new size."""
    found: list[str] = []
    for _ in range(PATIENCE_MS // 100):
        visitor.page.wait_for_timeout(100)
        found = visitor.page.evaluate(HIDDEN, parts)
        if not found:
            break
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_that_a_decision_needs_is_below_the_fold(make_visitor: MakeVisitor, moment: str) -> None:
    terms, verb, selector, parts = MOMENTS[moment]
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    reach(anna, terms, asks(verb))
    anna.page.locator(selector).first.wait_for()
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        assert hidden(anna, parts) == [], (moment, width)
        assert anna.overflow() == 0, width
        wide, high = anna.page.evaluate(SHARE, parts[0])
        least = LEAST_BOARD[moment]
        assert wide >= least[0], (moment, width, wide, high)
        assert high >= least[1], (moment, width, wide, high)


@pytest.mark.parametrize("variants", [[], ["dossier"], ["top-secret", "dossier"]], ids=["plain", "dossier", "cards"])
def test_on_a_phone_what_is_asked_can_be_answered_without_scrolling(
    make_visitor: MakeVisitor, variants: list[str]
) -> None:
    """In the very first game, with the line for newcomers above the board, and without it."""
    anna = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots({**HEIMLICH, "variants": variants}))
    anna.page.locator(".prompt button.primary").wait_for()
    newcomer = anna.page.locator(".first")
    newcomer.wait_for()
    assert hidden(anna, [".scene .layers", ".prompt button"]) == []
    newcomer.get_by_role("button", name="Got it").click()
    assert hidden(anna, [".scene .layers", ".prompt", ".prompt button"]) == []


def test_on_a_phone_suitcases_can_be_packed_without_scrolling(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots(SUITCASES))
    newcomer = anna.page.locator(".first")
    newcomer.wait_for()
    assert hidden(anna, [".map-box", ".choice", ".panel button.primary"]) == []
    newcomer.get_by_role("button", name="Got it").click()
    assert hidden(anna, [".map-box", ".choice", ".panel button.primary"]) == []
