"""Following a game: bots that take their time, and a page that tells one moment everywhere."""

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import reach
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 4, "house": [["first", "2"]], "bot_pace_ms": 300}


def prefer(visitor: Visitor, **preferences: str) -> None:
    """Choose this for the device, before the page is opened."""
    visitor.page.evaluate("(chosen) => localStorage.setItem('heimlich', JSON.stringify(chosen))", preferences)


def log_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name="Log")


def test_step_by_step_each_turn_of_a_bot_is_shown_when_it_is_asked_for(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    prefer(anna, tempo="step")
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 900}, bot="casual"))
    moves, following = (
        log_of(anna).get_by_text(re.compile(r"^\w+ moves")),
        anna.page.get_by_role("button", name="Next turn"),
    )
    expect(following).to_have_class(re.compile("calls"))  # a turn was shown, and the next one is not
    shown = moves.count()
    assert shown < 3
    for turn in range(shown + 1, 4):
        anna.page.wait_for_timeout(1500)  # the bots have long moved
        expect(moves).to_have_count(turn - 1)
        if turn == 3:
            anna.page.evaluate("document.activeElement.blur()")
            anna.page.keyboard.press("ArrowRight")
        else:
            following.click()
        expect(moves).to_have_count(turn)
    anna.expect_turn("Your turn")
    expect(following).to_have_attribute("aria-disabled", "true")
    assert anna.find_violations() == []


def test_bots_can_be_paused_and_their_pace_changed_during_play(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 900}, bot="casual"))
    anna.page.get_by_role("button", name="Pause the bots").click()
    go_on = anna.page.get_by_role("button", name="Let the bots go on")
    expect(go_on).to_be_visible()
    anna.page.wait_for_timeout(1500)
    paused = anna.turn.inner_text()
    anna.page.wait_for_timeout(2500)  # bots are quicker than that
    assert anna.turn.inner_text() == paused
    anna.page.get_by_role("button", name="Menu").click()
    pace = anna.page.get_by_label("Bots’ pace")
    expect(pace).to_have_value("normal")
    pace.select_option("fast")
    assert anna.find_violations() == []
    anna.page.get_by_role("button", name="Close").click()
    go_on.click()
    anna.expect_turn("Your turn")
    anna.page.reload()
    anna.page.get_by_role("button", name="Menu").click()
    expect(pace).to_have_value("fast")  # the device keeps it


def test_nobody_is_kept_waiting_where_others_play_or_a_clock_runs(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    prefer(anna, tempo="step")
    clock = {"kind": "live", "bank_s": 600}
    anna.go_to(anna.against_bots({**TERMS, "clock": clock}, bot="casual"))
    anna.expect_turn("Your turn")  # three bots have moved, and nothing was pressed
    expect(anna.page.get_by_role("button", name=re.compile("Next turn|Pause the bots"))).to_have_count(0)
    anna.page.get_by_role("button", name="Menu").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("everyone sees each turn as it happens")


def test_the_form_asks_how_quick_the_bots_are_to_be(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    anna.page.goto("/new?game=heimlich-co")
    anna.page.get_by_text("More options").click()
    pace = anna.page.get_by_label("Bots’ pace")
    anna.page.get_by_label("Players", exact=True).select_option("3")
    expect(pace).to_have_count(0)  # there is none
    anna.page.get_by_label("Bots", exact=True).select_option("2")
    expect(pace).to_have_value("normal")
    pace.select_option("step")
    expect(anna.page.get_by_text("Press “Next turn”")).to_be_visible()
    anna.page.get_by_role("button", name="Open the table").click()
    anna.turn.wait_for()
    assert anna.page.evaluate("JSON.parse(localStorage.getItem('heimlich')).tempo") == "step"
    expect(anna.page.locator("[data-pace]")).to_have_text("Next turn")  # on a phone it hides while one decides oneself


def test_reduced_motion_takes_away_motion_and_not_time(make_visitor: MakeVisitor) -> None:
    """From the moment that one bot has moved until the next one does, there is time to read, still or not."""
    for still in ("reduce", "no-preference"):
        anna = make_visitor(size=DESK, reduced_motion=still).come_in()
        bots = [{"do": "add-bot", "seat": seat, "bot": "casual"} for seat in (1, 2, 3)]
        anna.go_to(anna.open_table({**TERMS, "bot_pace_ms": 900}, [{"do": "sit", "seat": 0}, *bots]))
        anna.page.get_by_role("button", name="Start the game").click()  # the page is here before anybody moves
        anna.turn.wait_for()
        anna.page.evaluate(
            """() => {
              window.told = [];
              const bar = document.querySelector("[role=status].turn");
              let last = "";
              new MutationObserver(() => {
                const name = /^\\w+(?= is moving agents)|^Your turn/.exec(bar.textContent)?.[0];
                if (name && name !== last) window.told.push([name, performance.now()]);
                last = name ?? last;
              }).observe(bar, { childList: true, characterData: true, subtree: true });
            }"""
        )
        anna.expect_turn("Your turn")
        told = dict(anna.page.evaluate("window.told"))
        times = list(told.values())
        assert len(times) > 1, told
        assert all(later - earlier > 1800 for earlier, later in pairwise(times)), (still, told)
        anna.close()


SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


def recap_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Since your last turn")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_the_others_did_stays_until_one_has_decided(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size).come_in()
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 0}, bot="casual"))
    anna.expect_turn("Your turn")
    anna.page.evaluate(SHIFT)
    recap = recap_of(anna).first
    if size is PHONE:
        expect(recap.get_by_role("listitem")).to_have_count(1)  # the last of them, in one line
        recap.get_by_role("button", name="Since your last turn").click()
    told = recap.get_by_role("listitem")
    expect(told).to_have_count(3)
    expect(told).to_contain_text(["Otto", "Resi", "Poldi"])
    for index in range(3):
        assert re.search(r"(Gray|Yellow|Orange|Red|Green|Blue|Violet)\s*\d", told.nth(index).text_content() or "")
    assert anna.find_violations() == []
    anna.unfold_form()
    anna.page.wait_for_timeout(300)
    expect(told).to_have_count(3)
    anna.decide_when_asked(Random(1))
    expect(told.filter(has_text="Poldi")).to_have_count(0)  # it is told anew
    assert anna.page.evaluate("window.shift") < 0.1


def test_the_recap_of_the_suitcase_game_tells_who_walked_where(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    terms = {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["first", "2"]]}
    anna.go_to(anna.against_bots(terms, bot="casual"))
    anna.unfold_form()
    random, told = Random(3), recap_of(anna).get_by_role("listitem")
    for _ in range(60):
        anna.page.locator(".offer").wait_for()
        if "move agents" in anna.turn.inner_text():
            break
        anna.decide_by_form(random)
    expect(told).to_have_count(1)
    expect(told).to_have_text(re.compile(r"Otto.*→ \w"))


def test_the_log_goes_by_rounds_and_can_tell_of_one_player_alone(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 0}, bot="casual"))
    anna.unfold_form()
    log, random = log_of(anna), Random(1)
    for _ in range(9):  # after a scoring one also moves the safe
        if log.get_by_text("Round 2", exact=True).count():
            break
        anna.decide_when_asked(random)
        anna.page.wait_for_timeout(1000)
    anna.expect_turn("Your turn")
    expect(log.get_by_text("Round 1", exact=True)).to_have_count(1)
    expect(log.get_by_text("Round 2", exact=True)).to_have_count(1)
    for line in log.get_by_role("listitem").filter(has=anna.page.locator(".round")).all():
        head, told = line.locator(".round").bounding_box(), line.locator(".told").bounding_box()
        assert head
        assert told
        assert head["y"] + head["height"] <= told["y"]  # wherever the list is scrolled to
    otto = log.get_by_role("listitem").filter(has_text="Otto moves").first
    expect(otto.locator(".badge")).not_to_have_count(0)
    expect(log.locator("svg.face")).not_to_have_count(0)
    anna.page.get_by_label("Show", exact=True).select_option("Resi")
    expect(log).to_contain_text("Resi moves")
    expect(log).not_to_contain_text("Otto moves")
    assert anna.find_violations() == []


def test_a_line_of_the_log_that_was_pressed_is_pointed_at_until_the_next_thing_happens(
    make_visitor: MakeVisitor,
) -> None:
    anna = make_visitor(size=DESK, reduced_motion="reduce").come_in()
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 0}, bot="casual"))
    anna.expect_turn("Your turn")
    line = log_of(anna).get_by_role("button", name=re.compile("^Otto moves")).first
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    anna.page.mouse.move(0, 0)
    expect(anna.page.locator("ellipse.glow")).not_to_have_count(0)
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    expect(line).to_have_attribute("aria-pressed", "false")
    expect(anna.page.locator("ellipse.glow")).to_have_count(0)


# Looks again and again: whether a banner lies over a piece, and whether one stays while the die rolls.
BANNERS = """() => {
  window.banners = { seen: 0, covered: [], late: 0 };
  const overlap = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2
    && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 2;
  const watch = () => {
    const banner = document.querySelector(".banner");
    if (banner && Number(getComputedStyle(banner).opacity) > 0.5) {
      window.banners.seen++;
      const box = banner.getBoundingClientRect();
      const pieces = [...document.querySelectorAll("[data-piece] > svg > *")]; // but not what flies by
      for (const piece of pieces.filter((one) => !one.closest("[data-piece]").getAnimations().length))
        if (overlap(box, piece.getBoundingClientRect()))
          window.banners.covered.push(`${piece.closest("[data-piece]").dataset.piece}: ${banner.textContent}`);
      const die = document.querySelector("[data-piece=die] > svg");
      if (die && getComputedStyle(die).animationName !== "none") window.banners.late++;
    }
  };
  setInterval(watch, 120);
}"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_banner_covers_no_piece_and_says_who_did_it(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size).come_in()
    prefer(anna, tempo="fast")
    house = [["first", "2"], ["hand_start", "4"]]
    anna.go_to(anna.against_bots({**TERMS, "variants": ["top-secret"], "house": house}, bot="random"))
    anna.unfold_form()
    anna.page.evaluate(BANNERS)
    random = Random(5)
    for _ in range(40):
        anna.page.locator(".offer").wait_for(timeout=60_000)
        anna.decide_by_form(random)
        anna.page.wait_for_timeout(100)
        if anna.page.evaluate("window.banners.seen") > 25:
            break
    told = anna.page.evaluate("window.banners")
    assert told["seen"] > 25
    assert told["covered"] == []
    assert told["late"] == 0


def test_trails_show_where_the_others_walked_until_one_has_decided(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 900}, bot="casual"))
    anna.expect_turn("Your turn")
    trails, recap = anna.page.locator("[data-trail]"), recap_of(anna)
    expect(recap.get_by_role("listitem")).to_have_count(3)
    walked = {badge.get_attribute("data-agent") for badge in recap.locator(".badge").all()}
    assert {trail.get_attribute("data-trail") for trail in trails.all()} == walked
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    expect(recap.get_by_text("What the others do will show up here.")).to_be_visible()
    expect(trails).to_have_count(0)


def test_the_last_round_is_told_in_the_bar_and_on_the_board(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE, reduced_motion="reduce").come_in()
    terms = {"game": "heimlich-co", "edition": "cie", "seats": 4, "house": [["first", "2"], ["target", "1"]]}
    reach(anna, terms, lambda _, picture: picture["game"].get("reached", False))
    last = anna.page.locator("header").get_by_text("Last round")
    expect(last).to_be_visible()
    expect(anna.page.locator("svg text.last")).to_have_text("Last round")
    assert anna.find_violations() == []


def test_what_the_dossiers_line_means_is_told_there(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    anna.go_to(anna.against_bots({**TERMS, "variants": ["dossier"], "house": [["first", "1"], ["dossier_from", "29"]]}))
    line, told = anna.page.get_by_role("button", name="29", exact=True), anna.page.get_by_role("tooltip")
    expect(line).to_have_accessible_description(re.compile("When a marker gets to 29, the game pauses"))
    expect(told).to_be_hidden()
    line.focus()
    expect(told).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    line.click()
    expect(told).to_be_in_viewport(ratio=1)
    assert anna.find_violations() == []
