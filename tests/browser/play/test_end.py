"""The end of a game as it is seen: the board first, then masks one by one, and nothing tells it before its moment."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

HEIMLICH = {
    "game": "heimlich-co",
    "edition": "rio-grande",
    "seats": 3,
    "variants": ["dossier"],
    "house": [["target", "14"], ["dossier_from", "7"]],
}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["turn_limit", "2"]]}
# Notes, whenever anything in the page changes, what it tells of the end: words seen or unseen, the title, the masks.
WATCH = """() => {
  window.seen = [];
  const note = () => {
    const dialog = document.querySelector("dialog[data-beat]");
    const page = document.body?.textContent ?? "";
    const now = {
      beat: dialog?.open ? Number(dialog.dataset.beat) : -1,
      told: Boolean(document.querySelector("#result")),
      wins: / wins?\\b|share the win|Nobody wins|The game is over|\\(winner\\)/.test(page),
      was: (page.match(/ was (red|blue|green|yellow|violet|gr[ae]y|orange)/gi) ?? []).length,
      title: document.title,
      bare: document.querySelectorAll(".cast .eyes").length,
      named: [...document.querySelectorAll(".cast .owner")].filter((one) => !one.textContent.includes("?")).length,
      inside: document.querySelectorAll("dialog .inside").length,
      tags: document.querySelectorAll("svg .name text").length,
      added: [...document.querySelectorAll(".cast .dossier")].filter((one) => one.textContent.trim()).length,
      at: performance.now(),
    };
    const last = window.seen.at(-1);
    if (!last || Object.keys(now).some((key) => key !== "at" && now[key] !== last[key])) window.seen.push(now);
  };
  const start = () => new MutationObserver(note).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
  start();
}"""


def watch(visitor: Visitor) -> None:
    visitor.page.add_init_script(f"({WATCH})()")


def seen(visitor: Visitor) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = visitor.page.evaluate("window.seen")
    return notes


def expect_in_order(notes: list[dict[str, Any]], masks: int, dossiers: int) -> None:
    """One mask with each beat, then one dossier with each; nothing of who was who or who won before all of it."""
    before = [note for note in notes if not note["told"]]
    assert max(note["beat"] for note in before) == masks + dossiers
    for note in before:
        beat = max(note["beat"], 0)
        assert not note["wins"], note
        assert note["was"] == note["tags"] == 0, note
        assert note["bare"] == note["named"] <= min(beat, masks), note
        assert note["added"] <= max(0, beat - masks), note
    shown = {note["beat"]: note for note in before}
    assert [shown[beat]["bare"] for beat in range(masks + 1)] == list(range(masks + 1))
    assert [shown[masks + beat]["added"] for beat in range(dossiers + 1)] == list(range(dossiers + 1))
    steps = [shown[beat + 1]["at"] - shown[beat]["at"] for beat in range(masks + dossiers)]
    assert min(steps) > 600, steps  # with or without motion there is time to read each one
    assert notes[-1]["told"]
    assert notes[-1]["wins"]


@pytest.mark.parametrize(("size", "motion"), [(PHONE, "no-preference"), (DESK, "reduce")], ids=["phone", "desk-still"])
def test_masks_come_off_one_by_one_before_anything_tells_who_won(
    make_visitor: MakeVisitor, size: tuple[int, int], motion: str
) -> None:
    anna = make_visitor(size=size, reduced_motion=motion).come_in()
    watch(anna)
    anna.go_to(anna.against_bots(HEIMLICH, bot="casual"))
    anna.unfold_form()
    anna.play_by_form(Random(5), skip=False)
    notes = seen(anna)
    expect_in_order(notes, masks=6, dossiers=3)
    sheet = anna.page.get_by_role("dialog")
    expect(sheet.locator("#result")).to_be_focused()
    expect(sheet.locator(".why")).to_have_text(re.compile(r"^(In the lead|Tied for the lead): "))
    expect(sheet.get_by_role("region", name="What the bots thought")).to_be_visible()
    expect(anna.page.get_by_text("What the bots thought")).to_have_count(1)
    expect(sheet.locator("table")).to_contain_text(re.compile("✓|✗"))
    anna.page.wait_for_timeout(300)
    assert anna.find_violations() == []
    assert anna.overflow() == 0
    anna.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(anna.page.locator("svg .name text")).to_have_count(3)
    anna.page.get_by_role("button", name="See the result").first.click()
    expect(sheet.get_by_role("button", name="Rematch")).to_be_visible()
    # Who comes back is told at once.
    anna.page.reload()
    expect(anna.page.locator("#result")).to_be_visible()
    assert max(note["beat"] for note in seen(anna) if not note["told"]) == -1


def test_the_big_screen_unmasks_and_a_phone_waits_for_it(make_visitor: MakeVisitor) -> None:
    anna, screen = make_visitor(size=PHONE).come_in(), make_visitor("Screen", size=DESK)
    table = anna.against_bots({**HEIMLICH, "board": True}, bot="casual")
    watch(anna)
    watch(screen)
    screen.page.goto(f"/table/{table}/board")
    anna.go_to(table)
    anna.play_by_form(Random(7), skip=False)
    expect(screen.page.locator("#result")).to_be_visible(timeout=40_000)
    expect_in_order(seen(screen), masks=6, dossiers=3)
    notes, others = seen(anna), seen(screen)
    before = [note for note in notes if not note["told"]]
    assert not any(note["wins"] or note["bare"] or note["was"] for note in before)
    told = next(note["at"] for note in notes if note["told"]) - next(note["at"] for note in notes if note["beat"] >= 0)
    shown = next(note["at"] for note in others if note["told"]) - next(
        note["at"] for note in others if note["beat"] >= 0
    )
    assert told > shown  # the phone is not ahead of the screen that all look at


@pytest.mark.parametrize("by", ["button", "Escape"])
def test_the_unmasking_can_be_skipped(make_visitor: MakeVisitor, by: str) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots(HEIMLICH, bot="casual"))
    anna.unfold_form()
    for _ in range(400):
        anna.page.locator(".offer, dialog[open][data-beat]").first.wait_for()
        if anna.page.locator("dialog[open][data-beat]").count():
            break
        anna.decide_by_form(Random(3))
    assert anna.page.locator("#result").count() == 0
    if by == "button":
        anna.page.get_by_role("button", name="Skip to the result").click()
    else:
        anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#result")).to_be_visible(timeout=1000)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_suitcases_are_opened_before_anything_tells_who_won(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size).come_in()
    watch(anna)
    anna.go_to(anna.against_bots(SUITCASES))
    anna.unfold_form()
    anna.play_by_form(Random(3), skip=False)
    before = [note for note in seen(anna) if not note["told"]]
    assert not any(note["wins"] for note in before)
    assert [max(note["inside"] for note in before if note["beat"] == beat) for beat in (0, 1, 2)] == [0, 4, 8]
    assert anna.find_violations() == []
    assert anna.overflow() == 0
    result = anna.page.locator("#result").inner_text()
    anna.page.get_by_role("link", name="The unmasking").click()
    now = anna.page.get_by_role("region", name="What happens now")
    expect(now.get_by_role("heading", name=result)).to_be_visible()  # at the end of the replay, too


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_comes_back_to_a_game_that_is_over_sees_its_last_turns(
    make_visitor: MakeVisitor, size: tuple[int, int]
) -> None:
    anna = make_visitor(size=size).come_in()
    anna.go_to(anna.against_bots({**HEIMLICH, "variants": []}, bot="casual"))
    anna.unfold_form()
    anna.play_by_form(Random(3))
    anna.page.reload()
    anna.page.get_by_role("button", name="Look at the board").click()
    last = anna.page.get_by_role("region", name="The last turns").get_by_role("listitem")
    expect(last).to_have_count(3)
    expect(anna.page.get_by_text("What the others do will show up here.")).to_have_count(0)
