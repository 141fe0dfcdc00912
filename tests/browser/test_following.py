"""Following a game: bots that take their time, and a page that tells one moment everywhere."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakeVisitor
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
    anna.go_to(anna.against_bots(TERMS, bot="casual"))
    log, following = log_of(anna), anna.page.get_by_role("button", name="Next turn")
    anna.expect_turn("Resi: move agents")
    expect(log).to_contain_text("Otto moves")
    anna.page.wait_for_timeout(1500)  # the bots have long moved
    expect(log).not_to_contain_text("Resi moves")
    following.click()
    anna.expect_turn("Poldi: move agents")
    expect(log).to_contain_text("Resi moves")
    expect(log).not_to_contain_text("Poldi moves")
    anna.page.evaluate("document.activeElement.blur()")
    anna.page.keyboard.press("ArrowRight")
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
    expect(anna.page.get_by_role("button", name="Next turn")).to_be_visible()


def test_reduced_motion_takes_away_motion_and_not_time(make_visitor: MakeVisitor) -> None:
    """From the moment that one bot has moved until the next one does, there is time to read, still or not."""
    for still in ("reduce", "no-preference"):
        anna = make_visitor(size=DESK, reduced_motion=still).come_in()
        anna.go_to(anna.against_bots({**TERMS, "bot_pace_ms": 900}, bot="casual"))
        anna.turn.wait_for()
        anna.page.evaluate(
            """() => {
              window.told = [];
              const bar = document.querySelector("[role=status].turn");
              let last = "";
              new MutationObserver(() => {
                const name = /^\\w+(?=: move)|^Your turn/.exec(bar.textContent)?.[0];
                if (name && name !== last) window.told.push([name, performance.now()]);
                last = name ?? last;
              }).observe(bar, { childList: true, characterData: true, subtree: true });
            }"""
        )
        anna.expect_turn("Your turn")
        told = dict(anna.page.evaluate("window.told"))
        assert told["Poldi"] - told["Resi"] > 1800, still
        assert told["Your turn"] - told["Poldi"] > 1800, still
        anna.close()
