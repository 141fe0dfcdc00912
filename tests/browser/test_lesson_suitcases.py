"""The suitcase game's first lesson, taken by someone who does only what is lit."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE

MOST_PRESSES = 60
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


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_follows_what_is_lit_brings_two_suitcases_home(
    make_visitor: MakeVisitor, size: tuple[int, int]
) -> None:
    anna = make_visitor(size=size)
    page = anna.page
    page.goto("/learn")
    page.get_by_role("listitem").filter(has_text="Your first courier run").get_by_role("button").first.click()
    coach = page.get_by_role("region", name="Lesson")
    expect(coach).to_contain_text("Suitcases lie about")
    lit, done = page.locator("[data-lit]:not([disabled])"), page.get_by_text("Lesson done")
    page.evaluate(HEAR)
    for _ in range(MOST_PRESSES):
        expect(lit.or_(done).first).to_be_visible()
        if done.is_visible():
            break
        press(page, lit.first)
    expect(done).to_be_visible()
    told = page.evaluate("heard.join(' ')")
    assert "Five state secrets!" in told
    assert "A bomb!" in told
    assert anna.find_violations() == []
    assert anna.overflow() == 0
