"""The rules, the words and the teachers' page on paper: black on white, nothing cut off, nothing over anything else."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import PHONE, Visitor

PAPER = (718, 1000)  # A4 without the margins that browsers leave
PAGES = [
    ("/rules/heimlich-co/escale", "article#H18"),
    ("/rules/suitcases", "article#C24"),
    ("/words", "main table >> nth=1"),
    ("/teachers", "#sheets .sheets"),
]
# Parts with a right edge beyond that of the paper, and parts that scroll or are laid out apart from what follows.
CUT_OFF = """() => [...document.querySelectorAll("main :is(table, p, li, figure, svg)")]
    .filter((part) => part.checkVisibility() && !part.closest("figure svg"))
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map((part) => part.outerHTML.slice(0, 80))"""
APART = """() => [...document.querySelectorAll("main :is(article, section, .wide)")].filter((part) => {
    const style = getComputedStyle(part);
    return style.contain !== "none" || style.display === "grid" || style.overflowX !== "visible";
}).map((part) => part.outerHTML.slice(0, 80))"""


def _print(anna: Visitor, path: str, last: str) -> None:
    anna.page.goto(path)
    expect(anna.page.locator(last).first).to_be_attached()
    anna.page.emulate_media(media="print")


def _brightness(anna: Visitor, selector: str) -> float:
    """How bright the ink of something is, from 0 to 255."""
    colour = anna.page.locator(selector).first.evaluate("part => getComputedStyle(part).color.match(/[0-9]+/g)")
    return max(int(part) for part in colour[:3])


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("path", "last"), PAGES)
def test_paper_is_white_and_whole(make_visitor: MakeVisitor, path: str, last: str, theme: str) -> None:
    anna = make_visitor(size=PAPER, color_scheme=theme, locale="de-DE" if theme == "dark" else "fr-FR")
    _print(anna, path, last)
    assert _brightness(anna, "h1") == 0
    assert _brightness(anna, "main p.muted, main .muted, main p") < 80
    assert anna.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    expect(anna.page.locator("header select").first).to_be_hidden()
    assert anna.page.evaluate(CUT_OFF) == []
    assert anna.page.evaluate(APART) == []


def test_pictures_print_by_day_and_only_when_they_are_drawn(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE, color_scheme="dark")
    _print(anna, "/rules/suitcases/jumbo", "article#C24")
    first, last = (anna.page.locator("figure[data-example]").nth(index) for index in (0, -1))
    expect(last).not_to_have_attribute("data-drawn", "")
    expect(last.locator(".pictures")).to_be_hidden()
    expect(last.locator("figcaption")).to_be_visible()
    anna.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for figure in (first, last):
        expect(figure.locator(".drawing svg .place").first).to_be_attached()
        expect(figure.locator(".pictures")).to_be_visible()
    night = anna.page.locator(".by-night").first
    assert night.evaluate("box => getComputedStyle(box).colorScheme") == "light"
    anna.page.emulate_media(media="screen")
    assert night.evaluate("box => getComputedStyle(box).colorScheme") == "dark"
