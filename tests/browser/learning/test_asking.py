"""Why can't I? What is off says it in a sentence, with its rule, to mouse, keys and finger. And hints, when asked."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
CARDS = {**TERMS, "variants": ["top-secret"], "house": [["first", "1"], ["hand_start", "3"]]}
CASES = {"game": "suitcases", "edition": "jumbo", "seats": 2}


def at_table(visitor: Visitor, terms: dict[str, object] = TERMS) -> Visitor:
    visitor.go_to(visitor.against_bots(terms))
    return visitor


def bubble(visitor: Visitor) -> Locator:
    return visitor.page.locator("#why-bubble")


def move(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name="Move", exact=True)


def link(visitor: Visitor) -> Locator:
    return bubble(visitor).get_by_role("link")


def test_a_mouse_over_what_is_off_shows_why_and_the_rule(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=DESK).come_in())
    expect(move(anna)).to_be_disabled()
    move(anna).hover(force=True)
    expect(bubble(anna)).to_contain_text(
        re.compile("You rolled an? .*, and all of it must be used: so far it is 0 steps")
    )
    expect(link(anna)).to_have_attribute("href", "/rules/heimlich-co/rio-grande?house=first:1#H9")
    assert anna.find_violations() == []
    anna.page.mouse.move(2, 2)
    expect(bubble(anna)).to_be_hidden()
    assert anna.errors == []


def test_keys_reach_the_reason_and_its_rule_and_come_back(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=DESK).come_in())
    expect(move(anna)).to_be_visible()
    anna.page.keyboard.press("Tab")
    move(anna).focus()
    expect(bubble(anna)).to_contain_text("all of it must be used")
    expect(move(anna)).to_have_attribute("aria-describedby", "why-bubble")
    anna.page.keyboard.press("Enter")
    expect(link(anna)).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(move(anna)).to_be_focused()
    expect(bubble(anna)).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Cards are played after the move"), ("de", "Karten werden nach dem Zug"), ("fr", "Les cartes se jouent")],
)
def test_a_finger_on_a_card_is_told_when_cards_are_played(make_visitor: MakeVisitor, language: str, said: str) -> None:
    anna = make_visitor(size=PHONE, has_touch=True).come_in()
    anna.page.evaluate("language => localStorage.setItem('heimlich', JSON.stringify({ language }))", language)
    at_table(anna, CARDS)
    card = anna.page.locator("div.top-secret").first
    card.scroll_into_view_if_needed()
    card.tap(force=True)
    expect(bubble(anna)).to_contain_text(said)
    expect(link(anna)).to_have_attribute(
        "href", "/rules/heimlich-co/rio-grande?with=top-secret&house=first:1;hand_start:3#T6"
    )
    assert anna.overflow() == 0


def test_the_form_says_why_too(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=DESK).come_in())
    anna.page.get_by_text("Enter your move as a list").click()
    anna.page.get_by_role("button", name="Confirm").click(force=True)
    expect(bubble(anna)).to_contain_text("all of it must be used")
    anna.page.keyboard.press("Escape")
    expect(bubble(anna)).to_be_hidden()


def test_a_city_says_why_nobody_can_go_there(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    reach(anna, CASES, asks("step"))
    anna.page.locator(".chips button").first.click()
    headquarters = anna.page.locator("g.place[data-place='hq-green']")
    headquarters.focus()
    anna.page.keyboard.press("Enter")
    why = anna.page.locator("button.why")
    expect(why).to_contain_text("Why can’t")
    why.click()
    expect(bubble(anna)).to_contain_text("headquarters")
    expect(link(anna)).to_have_attribute("href", "/rules/suitcases/jumbo#C1")


def has_suitcases_far_off(choices: Sequence[str], picture: Mapping[str, Any]) -> bool:
    """With 12 steps, or one suitcase on the map, each may be in reach: then nothing says why it cannot be taken.

    An agent is at home yet: from a city it would be another reason.
    """
    if not asks("step")(choices, picture):
        return False
    game = picture["game"]
    far_off: bool = game["steps"] < 4 and len(game["lying"]) > 3
    return far_off and game["at"]["0-7"] == "start-red"


def with_an_agent_chosen(visitor: Visitor) -> Visitor:
    """Reach the visitor's turn in the suitcase game, with suitcases out of reach, and choose an agent at home."""
    reach(visitor, CASES, has_suitcases_far_off)
    visitor.page.locator(".chips button").last.click()
    visitor.page.locator("g.place[data-why]").first.wait_for(state="attached")
    return visitor


def test_the_map_says_why_nobody_can_go_there_and_what_lies_there_why_nobody_can_take_it(
    make_visitor: MakeVisitor,
) -> None:
    anna = with_an_agent_chosen(make_visitor(size=DESK).come_in())
    anna.page.locator("g.place[data-place='hq-green']").hover(force=True)
    expect(bubble(anna)).to_contain_text("headquarters")
    anna.page.keyboard.press("Escape")
    expect(bubble(anna)).to_be_hidden()
    anna.page.keyboard.press("Tab")  # from now on, keys
    anna.page.locator("g.place[data-place='hq-green']").focus()
    expect(bubble(anna)).to_contain_text("headquarters")
    anna.page.keyboard.press("Escape")  # closes the sentence; without one, it would put the agent back
    expect(bubble(anna)).to_be_hidden()
    anna.page.mouse.move(2, 2)
    far = anna.page.locator("div.piece[data-case][data-why]").first
    box = far.locator("svg").bounding_box()
    assert box
    anna.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(bubble(anna)).to_contain_text("suitcases change hands only there")
    expect(link(anna)).to_have_attribute("href", "/rules/suitcases/jumbo#C11")


def test_a_card_of_a_city_says_why_its_suitcase_cannot_be_taken(make_visitor: MakeVisitor) -> None:
    anna = with_an_agent_chosen(make_visitor(size=DESK).come_in())
    place = anna.page.locator("div.piece[data-case][data-why]").first.get_attribute("data-place")
    anna.page.locator(f"g.place[data-place='{place}']").focus()
    anna.page.keyboard.press("Enter")
    why = anna.page.locator("li button.why").first
    expect(why).to_contain_text("take it?")
    why.click()
    expect(bubble(anna)).to_contain_text("suitcases change hands only there")
    assert anna.find_violations() == []


def test_a_finger_held_on_the_map_asks_why_and_taps_nothing(make_visitor: MakeVisitor) -> None:
    anna = with_an_agent_chosen(make_visitor(size=PHONE, has_touch=True).come_in())
    place = anna.page.locator("g.place[data-place='hq-green']")
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    finger = anna.context.new_cdp_session(anna.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(bubble(anna)).to_contain_text("headquarters")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(bubble(anna)).to_be_visible()
    expect(anna.page.locator("section.city")).to_have_count(0)
    place.tap(force=True)  # a tap still looks at the place
    expect(anna.page.locator("section.city")).to_be_visible()
    assert anna.overflow() == 0


def test_a_word_in_the_answer_is_explained_in_the_answer(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=DESK).come_in())
    move(anna).hover(force=True)
    word = bubble(anna).locator("[data-term='heimlich-co.step']")
    word.hover()
    expect(bubble(anna)).to_contain_text("One step takes an agent one building on, clockwise.")
    expect(bubble(anna)).to_contain_text("all of it must be used")
    assert anna.find_violations() == []


def test_at_a_table_with_house_rules_the_rule_is_told_as_it_is_played_there(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=DESK).come_in(), {**TERMS, "house": [["first", "1"], ["target", "30"]]})
    move(anna).hover(force=True)
    expect(link(anna)).to_have_attribute("href", re.compile(r"^/rules/heimlich-co/rio-grande\?house=.*#H9$"))
    with anna.context.expect_page() as opened:
        link(anna).click()
    page = opened.value
    expect(page.get_by_role("region", name="House rules of your table")).to_contain_text("30 instead of 42")
    expect(page.locator("section", has=page.locator("article#H14"))).to_contain_text(
        re.compile("At your table:.*30 instead of 42")
    )


def test_a_hint_is_given_when_it_is_asked_for(make_visitor: MakeVisitor) -> None:
    anna = at_table(make_visitor(size=PHONE).come_in())
    expect(move(anna)).to_be_visible()
    expect(anna.page.locator("div.hint")).to_have_count(0)
    anna.page.get_by_text("A hint", exact=True).click()
    expect(anna.page.locator("div.hint li").first).to_be_visible()
    assert anna.find_violations() == []
    assert anna.overflow() == 0


def test_where_hints_are_off_or_two_play_there_is_none(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    at_table(anna, {**TERMS, "hints": False})
    expect(move(anna)).to_be_visible()
    expect(anna.page.get_by_text("A hint", exact=True)).to_have_count(0)
