"""The unmasking: the story of a game that is over, beside its board; by keyboard, without spoilers, in words too."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.afterwards.test_replay import expect_step, finished, open_record, step_of
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE

__all__ = ["finished"]  # a fixture
TITLE = "The unmasking"
MASKS_OFF = "Take the masks off"
OWNED = re.compile(r"\bwas (Gray|Yellow|Orange|Red|Green|Blue|Violet)")


def part(page: Page) -> Locator:
    return page.get_by_role("region", name=TITLE, exact=True)


def chart_of(page: Page, name: str) -> Locator:
    return part(page).get_by_role("slider", name=f"Suspicion against {name}")


def take_masks_off(page: Page) -> None:
    part(page).get_by_role("button", name=MASKS_OFF).click()
    expect(part(page).get_by_role("slider").first).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", ["rio-grande-3", "map-europe-2"])
def test_a_game_is_told_again_in_pictures_and_words(
    make_visitor: MakeVisitor, name: str, size: tuple[int, int]
) -> None:
    visitor = make_visitor("Anna", size)
    page = open_record(visitor, name)
    take_masks_off(page)
    assert visitor.overflow() <= 0
    part(page).get_by_text("As a table").first.click()
    expect(part(page).get_by_role("columnheader", name="Step").first).to_be_visible()
    assert visitor.overflow() <= 0
    assert visitor.find_violations() == []
    visitor.use_colours("day")
    assert visitor.find_violations() == []


def test_chart_and_board_are_scrubbed_together(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    take_masks_off(page)
    chart = chart_of(page, "Anna")
    chart.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    page.keyboard.press("Home")
    expect_step(page, 0)
    chart_of(page, "Bob").fill("20")
    expect_step(page, 20)
    expect(chart).to_have_value("20")
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"^Step 20 of \d+: \w+ \d+%"))
    page.get_by_role("slider", name="Where in the game").fill("9")
    expect(chart).to_have_value("9")


def test_a_pointer_on_a_chart_moves_the_board(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    take_masks_off(page)
    chart = chart_of(page, "Anna")
    chart.scroll_into_view_if_needed()
    last = int(chart.get_attribute("max") or 0)
    box = chart.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30, steps=4)
    page.mouse.up()
    assert abs(step_of(page) - last / 2) <= 1


def test_nobody_is_unmasked_before_the_reader_asks_or_has_seen_the_end(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor("Anna", DESK)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    page = open_record(visitor, "rio-grande-3")
    expect(part(page).get_by_role("button", name=MASKS_OFF)).to_be_visible()
    page.get_by_role("slider").fill("30")
    expect_step(page, 30)
    assert not OWNED.search(page.content())
    assert not [url for url in asked if "/api/" in url and "stor" in url]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the end").click()
    expect(part(page).get_by_text(OWNED).first).to_be_visible()


def test_a_row_of_the_table_leads_to_its_moment(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    take_masks_off(page)
    part(page).get_by_text("As a table").first.click()
    button = part(page).get_by_role("rowheader").get_by_role("button").nth(2)
    moment = int(button.inner_text())
    assert moment > 0
    button.click()
    expect_step(page, moment)


def test_another_observer_knows_more(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    take_masks_off(page)
    part(page).get_by_label("Whose suspicion").select_option(label="The same, with Anna’s card in hand")
    expect(chart_of(page, "Anna")).to_have_attribute("aria-valuetext", re.compile(": Orange 100%"))


def test_a_game_is_shared_without_spoilers_unless_the_sender_wants_them(
    make_visitor: MakeVisitor, finished: str
) -> None:
    visitor = make_visitor("Anna", PHONE, permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    page.goto(f"/replay/{finished}?at=end&reveal=1")
    expect(page.get_by_role("heading", name=TITLE, exact=True)).to_be_focused()
    part(page).get_by_text("Share", exact=True).click()
    picture = part(page).get_by_role("img", name="The picture that goes with the link")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    assert "reveal" not in (picture.get_attribute("src") or "")
    part(page).get_by_role("button", name="Copy link").click()
    expect(part(page).get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{visitor.server.url}/replay/{finished}?lang=en"
    part(page).get_by_label("Everything, with who was who").check()
    expect(picture).to_have_js_property("naturalWidth", 1200)
    with page.expect_download() as saved:
        part(page).get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == f"{finished}.png"
    part(page).get_by_role("button", name="Copy link").click()
    expect(part(page).get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{link}&reveal=1"
    assert visitor.overflow() <= 0
    assert visitor.find_violations() == []
    page.goto(link)
    expect(part(page).get_by_role("button", name=MASKS_OFF)).to_be_visible()
    assert not OWNED.search(page.content())
    page.goto(f"{link}&reveal=1")
    expect(part(page).get_by_text(OWNED).first).to_be_visible()


def test_a_frame_of_another_site_shares_nothing(make_visitor: MakeVisitor, finished: str) -> None:
    page = make_visitor("Anna", DESK).page
    page.goto(f"/embed/{finished}")
    take_masks_off(page)
    assert part(page).get_by_text("Share", exact=True).count() == 0


def test_a_clue_leads_to_its_moment_and_the_latest_one_stands_above_the_charts(make_visitor: MakeVisitor) -> None:
    page = open_record(make_visitor("Anna", DESK), "rio-grande-3")
    take_masks_off(page)
    clues = part(page).get_by_role("region", name="What changed minds").get_by_role("button")
    last = clues.last
    moment = int((re.search(r"\b(\d+) · ", last.inner_text()) or [0, 0])[1])
    assert moment > 0
    last.click()
    expect_step(page, moment)
    expect(last).to_have_attribute("aria-current", "step")
    latest = part(page).get_by_role("region", name="Suspicion").get_by_role("button", name="Last clue")
    expect(latest).to_contain_text(last.locator(".words span").first.inner_text())
    page.get_by_role("slider", name="Where in the game").fill("0")
    expect(part(page).get_by_text("Nobody has given anything away yet.")).to_be_visible()


@pytest.mark.parametrize(("language", "title"), [("de", "Die Enthüllung"), ("fr", "Les masques tombent")])
def test_the_unmasking_speaks_other_languages(make_visitor: MakeVisitor, language: str, title: str) -> None:
    visitor = make_visitor("Anna", PHONE)
    page = open_record(visitor, "rio-grande-3")
    take_masks_off(page)
    page.get_by_label("Language").select_option(language)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert "unmask." not in page.content()
    assert visitor.overflow() <= 0
