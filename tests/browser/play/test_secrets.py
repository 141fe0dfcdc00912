"""What only one player may know: covered until he looks, and never on a screen that is not his."""

from collections.abc import Mapping
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
AGENTS = ("Gray", "Yellow", "Orange", "Red", "Green", "Blue", "Violet")

# Keeps what was last on a card that is dealt: it is there for three seconds, which a busy machine can miss.
KEEP_DEALT = """new MutationObserver(() => {
  window.dealt = document.querySelector(".dealt")?.textContent || window.dealt;
}).observe(document, { childList: true, subtree: true })"""


def what_was_dealt(visitor: Visitor) -> str:
    """What the card said that was dealt since this was last asked; it has gone."""
    visitor.page.wait_for_function("() => window.dealt")
    expect(visitor.page.locator(".dealt")).to_have_count(0)
    said: str = visitor.page.evaluate("() => { const said = window.dealt; window.dealt = ''; return said; }")
    return said


def shown_identity(visitor: Visitor) -> str:
    """The agent on the identity card, if its face is up: its name stands next to its hat."""
    card = visitor.page.locator(".identity")
    found = [name for name in AGENTS if name in card.inner_text()]
    drawn = [badge.get_attribute("data-agent") for badge in card.locator(".badge").all()]
    assert drawn == [name.lower() for name in found]
    return found[0] if found else ""


def with_ben(anna: Visitor, ben: Visitor, terms: Mapping[str, Any] = TERMS) -> str:
    """A table, not yet started, with two people who each have a screen, and a bot."""
    sit = {"do": "sit", "seat": 0}
    table = anna.open_table(terms, [sit, {"do": "add-bot", "seat": 2, "bot": "random"}])
    ben.command(table, {"do": "sit", "seat": 1})
    return table


def test_the_identity_is_seen_while_it_is_held_and_told_nowhere_else(make_visitor: MakeVisitor) -> None:
    anna, ben = make_visitor(size=DESK).come_in(), make_visitor("Ben").come_in()
    table = with_ben(anna, ben)
    anna.command(table, {"do": "start"})
    anna.go_to(table)
    anna.turn.wait_for()
    expect(anna.page.locator(".dealt")).to_have_count(0)
    log = anna.page.get_by_role("list", name="Log")
    expect(log).to_contain_text("Anna is dealt an agent card.")
    assert shown_identity(anna) == ""
    anna.page.locator(".identity .face").hover()
    anna.page.mouse.down()
    name = shown_identity(anna)
    assert name
    expect(log).to_contain_text("Anna is dealt agent")
    anna.page.mouse.up()
    assert shown_identity(anna) == ""
    anna.page.get_by_role("button", name="Show").press("Enter")
    assert shown_identity(anna) == name
    anna.page.get_by_role("button", name="Hide").press("Enter")
    expect(anna.page.get_by_role("log", name="What happens")).not_to_contain_text("is dealt agent ")


def test_a_curtain_hangs_between_two_players_at_one_screen(anna: Visitor) -> None:
    anna.page.add_init_script(KEEP_DEALT)
    anna.go_to(anna.against_bots(TERMS, seats=(0, 1)))
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Give the screen to Anna (1)")
    assert anna.page.locator(".identity, .offer").count() == 0
    anna.page.get_by_role("button", name="I am Anna (1)").click()
    anna.expect_turn("Anna (1), your turn")
    assert shown_identity(anna) == ""  # the card in its place lies face down …
    said = what_was_dealt(anna)
    assert "You are" in said
    assert shown_identity(anna) == ""  # … and so it stays: somebody sits near
    anna.page.get_by_role("button", name="Show").click()
    first = shown_identity(anna)
    assert first
    assert first in said
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    expect(anna.page.locator(".identity")).to_have_count(0)  # at once, before the curtain falls
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Give the screen to Anna (2)")
    anna.expect_no_word(*AGENTS)
    anna.page.get_by_role("button", name="I am Anna (2)").click()
    assert shown_identity(anna) == ""
    anna.page.wait_for_function("() => window.dealt")
    anna.page.get_by_role("button", name="Show").click()
    assert shown_identity(anna) not in {"", first}
    said = what_was_dealt(anna)  # whoever presses something has seen it
    assert "You are" in said
    assert first not in said


def test_with_bots_alone_the_card_is_dealt_to_ones_face_and_stays_open(make_visitor: MakeVisitor) -> None:
    for still in ("no-preference", "reduce"):
        anna = make_visitor(size=DESK, reduced_motion=still).come_in()
        table = anna.against_bots({**TERMS, "bot_pace_ms": 900})
        anna.go_to(table)
        dealt = anna.page.locator(".dealt")
        dealt.wait_for()
        begun = anna.page.evaluate("performance.now()")
        assert shown_identity(anna) == ""
        said = dealt.inner_text()
        expect(dealt).to_have_count(0)
        assert anna.page.evaluate("performance.now()") - begun > 2000, still  # there is time to read it, still or not
        assert shown_identity(anna) in said
        anna.page.evaluate("window.dispatchEvent(new Event('blur'))")
        assert shown_identity(anna) != ""
        expect(anna.page.get_by_role("log", name="What happens")).not_to_contain_text("is dealt agent ")
        anna.go_to(table)
        anna.turn.wait_for()
        expect(anna.page.get_by_role("button", name="Hide")).to_be_visible()
        expect(dealt).to_have_count(0)  # once is enough
        anna.page.get_by_role("button", name="Hide").click()
        assert shown_identity(anna) == ""
        anna.close()


def test_a_phone_of_a_party_hides_the_card_again(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    anna.go_to(anna.against_bots({**TERMS, "board": True}))
    dealt = anna.page.locator(".dealt")
    dealt.wait_for()
    expect(dealt).to_have_count(0)
    assert shown_identity(anna) == ""
    hat = anna.page.locator("header").get_by_role("button", name="You are")
    expect(hat.locator(".badge")).to_have_count(0)


def test_who_plays_at_one_screen_is_called_by_a_name_of_his_own(anna: Visitor) -> None:
    terms = {**TERMS, "seats": 2, "house": [["first", "2"]]}
    anna.go_to(anna.open_table(terms, [{"do": "sit", "seat": 0}, {"do": "sit", "seat": 1}]))
    ask = anna.page.get_by_role("textbox", name="Who plays on seat 2?")
    ask.fill("Anna")
    anna.page.get_by_role("textbox", name="Who plays on seat 1?").fill("Anna")
    expect(anna.page.get_by_role("alert")).to_be_hidden()
    ask.press("Enter")
    expect(anna.page.get_by_role("alert")).to_have_text("Someone at this table already has that name.")
    ask.fill("Ben")
    ask.press("Enter")
    expect(anna.page.get_by_role("alert")).to_be_hidden()
    anna.page.get_by_role("button", name="Start the game").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Give the screen to Ben")
    anna.page.get_by_role("button", name="I am Ben").click()
    anna.unfold_form()
    anna.decide_when_asked(Random(1))
    anna.page.get_by_role("button", name="I am Anna", exact=True).click()
    anna.page.get_by_role("tab", name="Log").click()
    log = anna.page.get_by_role("list", name="Log")
    expect(log).to_contain_text("Ben rolls")
    expect(log).not_to_contain_text("(2)")


def test_all_at_one_screen_are_asked_whether_they_can_play_a_card_or_not(anna: Visitor) -> None:
    """Who has no choice is given the screen all the same; what was said is sent after the last one."""
    house = [["first", "1"], ["cards", "ruins-to-church:20"]]  # nobody is in the ruins: none of these can be played
    terms = {**TERMS, "variants": ["top-secret"], "house": house, "pace_ms": 200, "bot_pace_ms": 3000}
    anna.page.evaluate("localStorage.setItem('heimlich', JSON.stringify({ byForm: true }))")
    anna.go_to(anna.against_bots(terms, seats=(0, 2)))
    anna.page.get_by_role("button", name="I am Anna (1)").click()
    anna.decide_when_asked(Random(1))
    no = anna.page.get_by_role("button", name="Pass it on").or_(
        anna.page.locator(".offer").get_by_role("button", name="No card this time")
    )
    no.click()
    anna.page.get_by_role("button", name="I am Anna (3)").click()
    no.click()
    expect(anna.page.locator(".identity")).to_have_count(0)
    anna.expect_turn("Jonas")
    anna.page.get_by_role("tab", name="Log").click()
    expect(anna.page.get_by_role("list", name="Log")).to_contain_text("Nobody wants to play a card.")


def test_the_big_board_shows_what_everyone_may_see(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    screen = make_visitor("Screen", DESK).come_in()
    terms = {**TERMS, "board": True, "variants": ["top-secret"]}
    table = anna.against_bots(terms)
    screen.page.goto(f"/table/{table}/board")
    screen.expect_turn("Anna is moving agents")
    expect(screen.page.get_by_role("img", name="QR code")).to_be_visible()
    assert screen.page.locator(".identity, .offer").count() == 0
    anna.go_to(table)
    expect(anna.page.get_by_role("heading", name="Your cards")).to_be_visible()
    expect(anna.page.locator(".offer")).to_be_visible()
    held = anna.page.locator("section[aria-labelledby=hand] strong").all_inner_texts()
    assert len(held) == 2
    assert not any(screen.page.get_by_text(card, exact=True).count() for card in held)
