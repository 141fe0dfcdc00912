"""The bots as people meet them: faces and names in the lobby and at the table, and what they say when it is over."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 4, "house": [["target", "12"]]}
LOOKS = ((PHONE, "day"), (DESK, "night"))
THOUGHT = "What the bots thought"
# When the bots began to speak, and how much has moved of itself since then.
SINCE = """(heading) => {
  window.moved = [];
  window.began = 0;
  new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (!began && document.body.textContent.includes(heading)) began = performance.now();
  }).observe(document.body, { childList: true, subtree: true }));
}"""


def expect_no_barrier(visitor: Visitor) -> None:
    for (width, height), colours in LOOKS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.emulate_media(reduced_motion="reduce")
        visitor.use_colours(colours)
        visitor.page.wait_for_timeout(300)  # colours change softly
        assert visitor.find_violations() == [], (colours, width)
        assert visitor.overflow() == 0, width


@pytest.mark.parametrize(("game", "seats"), [("heimlich-co", 7), ("suitcases", 4)])
def test_the_lobby_shows_who_can_be_asked_to_play(anna: Visitor, game: str, seats: int) -> None:
    edition = "rio-grande" if game == "heimlich-co" else "jumbo"
    terms = {"game": game, "edition": edition, "seats": seats}
    anna.go_to(anna.open_table(terms, [{"do": "sit", "seat": 0}]))
    page = anna.page
    page.locator("summary", has_text="Which bots").click()
    tiles = page.locator("label.tile", has=page.get_by_role("radio"))
    bots = page.evaluate("async () => (await (await fetch('/api/games')).json())")
    names = next(one["characters"] for one in bots if one["id"] == game)
    expect(tiles).to_have_count(len(names) + 1)
    for name in names.values():
        expect(tiles.filter(has_text=name).locator("svg.face")).to_be_visible()
    headings = page.locator("fieldset p").all_inner_texts()
    assert headings[-1] == "Or let chance decide"  # above the mixed group, which has no style of its own
    faces = [tile.locator("svg.face").inner_html() for tile in tiles.all()]
    assert len(set(faces)) == len(faces)  # no two look alike
    assert "{" not in page.locator("fieldset").inner_text()

    page.get_by_role("radio", name="Otto Brandl").check()
    for seat in (2, 3):
        page.get_by_role("button", name=f"Add a bot {seat}").click()
    rows = page.locator("ul.seats li")
    expect(rows.nth(1)).to_contain_text("Otto")
    expect(rows.nth(2)).to_contain_text("Resi")  # his sister
    expect(rows.nth(2).locator("svg.face")).to_be_visible()
    page.get_by_role("radio", name="A mixed group").check()
    page.get_by_role("button", name="Fill up with bots").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
    called = [row.locator(".name").inner_text() for row in rows.all()]
    assert len(set(called)) == seats
    expect_no_barrier(anna)


def test_a_table_is_opened_with_the_bots_of_one_s_choice(anna: Visitor) -> None:
    page = anna.page
    page.goto("/new?game=heimlich-co")
    page.locator("#bots").select_option("3")
    page.locator("summary", has_text="Which bots").click()
    page.get_by_role("radio", name="Ambros Winter").check()
    expect(page.locator("summary", has_text="Which bots")).to_contain_text("Ambros Winter, Master")
    page.get_by_role("button", name="Open the table").click()
    seats = page.get_by_role("tabpanel")
    for name in ("Ambros", "Sibylle", "Leander"):
        expect(seats).to_contain_text(name)
    expect(seats.locator("svg.face")).to_have_count(3)


def test_after_the_end_the_bots_say_whom_they_suspected(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    page = anna.page
    bots = ["newcomer", "casual", "master"]
    seated = [{"do": "add-bot", "seat": seat, "bot": bot} for seat, bot in enumerate(bots, 1)]
    table = anna.open_table(TERMS, [{"do": "sit", "seat": 0}, *seated, {"do": "start"}])
    anna.go_to(table)
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    assert page.get_by_text(THOUGHT).count() == 0
    anna.play_by_form(Random(1))
    said = page.get_by_role("region", name=THOUGHT)
    expect(said).to_be_visible()
    for name in ("Toni", "Otto", "Ambros"):
        row = said.locator("li", has_text=name)
        expect(row).to_contain_text("Anna")
        expect(row.locator("svg.face")).to_be_visible()
    expect(said).to_contain_text(re.compile("By my calculation Anna is|I took Anna for"))
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log", name="Chat")).not_to_contain_text("Ambros")  # it is said once
    page.locator("header").get_by_role("button", name="See the result").click()
    expect_no_barrier(anna)
    # Whoever comes later reads it in his own language.
    eve = make_visitor("Eve").come_in()
    eve.page.evaluate(f"localStorage.setItem('heimlich', {json.dumps(json.dumps({'language': 'de'}))})")
    eve.go_to(table)
    expect(eve.page.get_by_role("heading", name="Was die Bots dachten")).to_be_visible()
    expect(eve.page.get_by_role("dialog")).to_contain_text(
        re.compile("Nach meiner Rechnung ist Anna|Ich hielt Anna für")
    )


def test_nothing_jumps_when_they_begin_to_speak(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.page.add_init_script(f"({SINCE})({json.dumps(THOUGHT)})")
    anna.go_to(anna.against_bots(TERMS, bot="casual"))
    anna.unfold_form()
    anna.play_by_form(Random(2))
    expect(anna.page.get_by_role("heading", name=THOUGHT)).to_be_visible()
    anna.page.wait_for_timeout(500)
    assert anna.page.evaluate("began") > 0
    assert anna.page.evaluate("moved.filter((one) => one.startTime >= began).map((one) => one.value)") == []
