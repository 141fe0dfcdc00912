"""Why can't I, at a table of every edition: nothing on the board, in the form or in the bar is off and says nothing."""

from random import Random

import pytest
from playwright.sync_api import expect

from heimlich import GAMES
from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK

DECISIONS = 6
# Every edition, with all that it allows.
TABLES = [(game.id, edition, variants) for game in GAMES.values() for edition, variants in game.editions().items()]
# Where nothing is arranged or written yet, there is nothing to take back or to send: no rule says so.
PLAIN = ["Reset", "−", "Take it back", "Send"]
MUTE = """(plain) => [
  ...document.querySelectorAll("main button, main [role=button], .suitcases-around button, [data-pace]")]
  .filter((one) => one.getClientRects().length && (one.disabled || one.getAttribute("aria-disabled") === "true"))
  .filter((one) => !one.closest("[data-why]") && !plain.includes(one.textContent.trim()))
  .map((one) => one.textContent.trim() || one.getAttribute("aria-label"))"""


@pytest.mark.parametrize(("game", "edition", "variants"), TABLES)
def test_whatever_is_off_says_why(
    make_visitor: MakeVisitor, game: str, edition: str, variants: tuple[str, ...]
) -> None:
    visitor = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    page = visitor.page
    page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ byForm: true, tempo: 'fast' }))")
    visitor.go_to(visitor.against_bots({"game": game, "edition": edition, "seats": 3, "variants": list(variants)}))
    explained = 0  # in some positions nothing is off
    for seed in range(DECISIONS):
        page.locator(".offer").wait_for()
        # While a decision is on its way, all is off.
        page.wait_for_function(
            f"(plain) => document.querySelector('.offer') && ({MUTE})(plain).length === 0", arg=PLAIN
        )
        explained += page.evaluate("document.querySelectorAll('[data-why]').length")
        visitor.decide_by_form(Random(seed))
    assert explained


def test_a_dossier_that_is_not_complete_says_what_is_wanted(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=DESK).come_in()
    house = [["target", "15"], ["dossier_from", "5"]]
    terms = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "variants": ["dossier"], "house": house}
    reach(visitor, terms, asks("name"))
    page = visitor.page
    seal = page.get_by_role("button", name="Seal the dossier")
    expect(seal).to_be_disabled()
    seal.hover(force=True)
    bubble = page.locator("#why-bubble")
    expect(bubble).to_contain_text("dossier")
    expect(bubble.get_by_role("link", name="Rule D")).to_be_visible()
    seal.click(force=True)
    expect(seal).to_be_visible()
    for agent in {radio.get_attribute("name") for radio in page.locator(".dossier input").all()}:
        page.locator(f".dossier input[name={agent}]").first.check()
    expect(seal).to_be_enabled()


def test_while_it_is_ones_own_turn_the_bots_need_no_pause_and_it_says_so(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor(size=DESK).come_in()
    terms = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
    visitor.go_to(visitor.against_bots(terms))
    pause = visitor.page.get_by_role("button", name="Pause the bots")
    expect(pause).to_be_disabled()
    pause.hover(force=True)
    expect(visitor.page.locator("#why-bubble")).to_contain_text("First: move agents")
