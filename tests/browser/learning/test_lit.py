"""What a lesson lights can be seen: inside the window, and not below the coach, without anybody scrolling."""

import pytest
from playwright.sync_api import Page

from heimlich.lessons.reading import all_lessons
from tests.browser.conftest import MakeVisitor
from tests.browser.learning.lit import CUT_OFF, PRESS, see_what_is_lit
from tests.browser.visitors import ASK, DESK, PHONE, Visitor

MOST_PRESSES = 80
# The suitcase game's others are looked at where they are taken: test_lesson_suitcases.py.
HERE = [
    pytest.param(lesson, size, id=f"{lesson}-{name}")
    for lesson in all_lessons()
    for name, size in (("phone", PHONE), ("desk", DESK))
    if lesson.startswith("heimlich-co") or (name == "desk" and lesson != "suitcases/first")
]


# The longest of what is said, in languages that need more room than English.
LONGER = [
    (lesson, language)
    for language in ("de", "fr")
    for lesson in ("heimlich-co/first", "heimlich-co/escale", "suitcases/first", "suitcases/duels")
]


def begin(visitor: Visitor, lesson: str) -> Page:
    table = visitor.page.evaluate(ASK, ["POST", f"/api/lessons/{lesson}", {}])["table"]
    visitor.go_to(table)
    return visitor.page


@pytest.mark.parametrize(("lesson", "size"), HERE)
def test_what_is_lit_is_in_view_and_not_below_the_coach(
    make_visitor: MakeVisitor, lesson: str, size: tuple[int, int]
) -> None:
    page = begin(make_visitor(size=size, reduced_motion="reduce").come_in(), lesson)
    for _ in range(MOST_PRESSES):
        if not see_what_is_lit(page):
            return
        page.wait_for_function(f"() => ({CUT_OFF})().length === 0")  # a bubble is measured first
        page.evaluate(PRESS)
    raise AssertionError(f"{MOST_PRESSES} presses did not end it")


@pytest.mark.parametrize(("lesson", "language"), LONGER)
def test_nothing_is_cut_off_on_a_phone_in_longer_languages(
    make_visitor: MakeVisitor, lesson: str, language: str
) -> None:
    visitor = make_visitor(size=PHONE, reduced_motion="reduce", locale=language).come_in()
    page = begin(visitor, lesson)
    for _ in range(MOST_PRESSES):
        if not see_what_is_lit(page):
            return
        page.wait_for_function(f"() => ({CUT_OFF})().length === 0")  # a bubble is measured first
        page.evaluate(PRESS)
    raise AssertionError(f"{MOST_PRESSES} presses did not end it")


def test_the_map_stays_in_view_while_an_agent_is_chosen_below_it(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=PHONE, reduced_motion="reduce").come_in(), "suitcases/first")
    while "Choose agent 1" not in page.locator(".coach").inner_text():
        see_what_is_lit(page)
        page.evaluate(PRESS)
        page.wait_for_timeout(100)
    see_what_is_lit(page)
    page.wait_for_function("""() => document.querySelector(".map-box").getBoundingClientRect().top
      >= document.querySelector(".coach").getBoundingClientRect().bottom - 2""")
    assert page.evaluate("scrollY") < 60


def test_where_the_reader_scrolls_to_is_theirs_to_say(make_visitor: MakeVisitor) -> None:
    page = begin(make_visitor(size=(360, 560), reduced_motion="reduce").come_in(), "heimlich-co/dossier")
    while not page.locator(".dossier [data-lit]").count():
        see_what_is_lit(page)
        page.evaluate(PRESS)
    see_what_is_lit(page)
    assert page.evaluate("scrollY") > 0
    page.mouse.move(180, 20)  # the page scrolls, and nothing in it
    page.mouse.wheel(0, -3000)
    page.wait_for_function("() => scrollY === 0")
    page.wait_for_timeout(400)  # long enough to be brought back, if anything did
    assert page.evaluate("scrollY") == 0
