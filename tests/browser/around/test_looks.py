"""Night and day, and the one typeface that comes with the page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import COME_TO_REST, DESK, PHONE, Visitor

LARGEST_FONT = 30_000
NIGHT, DAY = "rgb(12, 19, 34)", "rgb(236, 227, 207)"
STATIC = Path(__file__).parents[3] / "src" / "heimlich" / "server" / "static"
BOARDS = Path(__file__).parents[3] / "web" / "src" / "boards"
SHAPES = {
    *("svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"),
    *("tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern"),
}
READY = "document.fonts.check('20px \"Abril Fatface\"')"
WATCH_SHIFTS = """() => {
  window.moved = 0;
  const add = (list) => list.getEntries().forEach((one) => { window.moved += one.value; });
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""
LIGHT = "(colour) => { const [r, g, b] = colour.match(/[0-9]+/g).map(Number); return (r + g + b) / 3; }"


# How many lines an element has.
LINES = "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"


def ground(visitor: Visitor) -> str:
    colour: str = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


def test_it_is_night_until_someone_chooses_day(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(color_scheme="light")
    anna.page.goto("/")
    expect(anna.page.get_by_label("Colours")).to_have_value("night")
    assert ground(anna) == NIGHT
    anna.page.get_by_label("Colours").select_option("day")
    assert ground(anna) == DAY
    anna.page.reload()
    expect(anna.page.get_by_label("Colours")).to_have_value("day")
    assert ground(anna) == DAY
    assert anna.page.locator("meta[name=theme-color]").get_attribute("content") == "#ece3cf"
    anna.page.get_by_label("Colours").select_option("system")
    assert ground(anna) == DAY
    anna.page.emulate_media(color_scheme="dark")
    anna.page.wait_for_function(
        "(night) => getComputedStyle(document.body).backgroundColor === night", arg=NIGHT
    )  # the page is told of it
    assert ground(anna) == NIGHT


def test_who_had_chosen_light_before_still_has_day(make_visitor: MakeVisitor) -> None:
    anna = make_visitor()
    anna.page.goto("/favicon.svg")
    anna.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ theme: 'light' }))")
    anna.page.goto("/")
    expect(anna.page.get_by_label("Colours")).to_have_value("day")


@pytest.mark.parametrize(("map_", "dark"), [("europe-2", True), ("orient-express-2", False)])
def test_europe_by_night_is_dark_by_day(anna: Visitor, map_: str, dark: bool) -> None:
    terms = {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["map", map_]]}
    anna.go_to(anna.against_bots(terms))
    anna.page.locator(".map-box svg").first.wait_for()
    anna.use_colours("day")
    colour = anna.page.evaluate(
        """() => {
          const probe = document.querySelector(".map-box").appendChild(document.createElement("i"));
          probe.style.color = "var(--sea)";
          const found = getComputedStyle(probe).color;
          probe.remove();
          return found;
        }"""
    )
    assert (anna.page.evaluate(LIGHT, colour) < 60) is dark
    assert anna.find_violations() == []


def test_the_typeface_is_small_and_asked_for_before_any_style_wants_it() -> None:
    files = list((STATIC / "assets").glob("*.woff2"))
    assert len(files) == 1
    assert files[0].stat().st_size <= LARGEST_FONT
    page = (STATIC / "index.html").read_text("utf-8")
    assert re.search(rf'<link rel="preload" href="/assets/{re.escape(files[0].name)}" as="font"', page)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_nothing_jumps_when_the_typeface_comes_late(make_visitor: MakeVisitor, language: str) -> None:
    """Until then another serif stands in: no heading has another number of lines with it, on a phone and wide."""
    anna = make_visitor(size=PHONE)
    page = anna.page
    held: list[Route] = []
    page.goto("/favicon.svg")
    page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_timeout(500)
    assert not page.evaluate(READY)
    before = heights(anna)
    assert len(held) == 1, "it is asked for once"
    page.wait_for_timeout(300)  # that it has another size moves things, too
    page.evaluate(WATCH_SHIFTS)
    held[0].continue_()
    page.wait_for_timeout(500)
    assert page.evaluate(READY)
    assert page.evaluate("window.moved") < 0.05
    assert heights(anna) == pytest.approx(before, abs=1)


def heights(visitor: Visitor) -> list[float]:
    """Of all headings, on a phone and on a wide screen."""
    found: list[float] = []
    for width, height in (DESK, PHONE):
        visitor.page.set_viewport_size({"width": width, "height": height})
        found += visitor.page.evaluate(
            "[...document.querySelectorAll('h1, h2, h3')].map((one) => one.getBoundingClientRect().height)"
        )
    return found


def test_every_letter_of_the_headings_is_in_the_typeface(make_visitor: MakeVisitor) -> None:
    """German and French accents, quotation marks and dashes come from the file that is shipped."""
    anna = make_visitor()
    anna.page.goto("/")
    anna.page.get_by_role("heading", level=1).wait_for()
    anna.page.evaluate("document.fonts.load('20px \"Abril Fatface\"')")
    for letter in "ÄÖÜäöüßÀÂÇÉÈÊËÎÏÔŒÙÛàâçéèêëîïôœùûÿæÆ«»„“”’–…&·":
        widths = anna.page.evaluate(
            """(letter) => ["monospace", "sans-serif"].map((other) => {
              const pen = document.createElement("canvas").getContext("2d");
              pen.font = `40px "Abril Fatface", ${other}`;
              return pen.measureText(letter.repeat(9)).width;
            })""",
            letter,
        )
        assert widths[0] == widths[1], letter


def test_the_start_page_shows_both_boards_and_the_way_to_a_game_at_once(make_visitor: MakeVisitor) -> None:
    """The pictures are drawings of the real boards, a few kilobytes each; no press needs scrolling."""
    anna = make_visitor(size=PHONE)
    sizes: dict[str, int] = {}
    anna.page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    anna.page.goto("/")
    pictures = anna.page.get_by_role("img", name=re.compile("^The board: "))
    expect(pictures).to_have_count(2)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", value=True)
        assert picture.evaluate("(one) => one.naturalWidth") > 0
    drawn = [size for url, size in sizes.items() if "cover" in url]
    assert len(drawn) == 2
    assert max(drawn) < 10_000
    for width, height in (PHONE, DESK):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.evaluate("scrollTo(0, 0)")
        expect(anna.page.get_by_role("button", name="Play against bots now").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["heimlich_co", "suitcases"])
def test_a_picture_of_a_board_holds_nothing_but_shapes(game: str) -> None:
    """No script, no style (which the content security policy forbids), nothing from elsewhere."""
    tags = re.findall(r"<([a-zA-Z]+)", (BOARDS / game / "cover.svg").read_text("utf-8"))
    assert set(tags) <= SHAPES
    assert len(tags) > 100


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_letters_twice_as_large_on_a_phone_stand_in_words(make_visitor: MakeVisitor, language: str) -> None:
    """A phone's browser that shows a page at 200 % has half of the room."""
    anna = make_visitor(size=(195, 422), locale=language).come_in()
    page = anna.page
    for path in ("/", "/new?game=suitcases", "/games", "/groups", "/learn", "/rules/heimlich-co", "/case"):
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.evaluate(COME_TO_REST)
        assert anna.overflow() == 0, path
    page.goto("/")
    page.locator("button.primary.big").first.click()
    tile = page.locator("dialog[open] label.tile strong")
    expect(tile.first).to_be_visible()
    for one in tile.all():
        assert one.evaluate(LINES) <= len(one.inner_text().split()), one.inner_text()
    table = anna.against_bots({"game": "heimlich-co", "edition": "rio-grande", "seats": 3})
    anna.go_to(table)
    expect(anna.turn).to_be_visible()
    assert anna.turn.evaluate(LINES) <= 3
    assert anna.overflow() == 0
