"""The rules as pages: found from the start, read by edition, searched, and linked rule by rule."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_rules_are_found_from_the_start_page(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size)
    anna.page.goto("/")
    anna.page.get_by_role("button", name="How to play").first.click()
    anna.page.get_by_role("link", name="All the rules").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("The rules of Heimlich & Co.")
    expect(anna.page.locator("article#H9")).to_contain_text("A step takes an agent one building clockwise")
    assert anna.find_violations() == []
    assert anna.overflow() == 0


def test_a_rule_has_an_address(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/rules/heimlich-co/cie#H14")
    expect(anna.page.locator("article#H14")).to_be_in_viewport()
    expect(anna.page.locator("article#H14")).to_be_focused()
    anna.page.locator("article#H16").get_by_role("link", name="H15", exact=True).first.click()
    expect(anna.page.locator("article#H15")).to_be_in_viewport()


def test_an_edition_is_marked_and_can_be_changed(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK)
    anna.page.goto("/rules/heimlich-co/cie")
    sharing = anna.page.locator("article#H9 span", has_text="there is no sharing")
    expect(sharing).to_have_class(re.compile("here"))
    expect(anna.page.locator("th.own").first).to_have_text("Heimlich & Cie")
    anna.page.get_by_role("combobox", name="Edition").select_option("escale")
    expect(sharing).to_have_class(re.compile("elsewhere"))
    expect(anna.page).to_have_url(re.compile("/rules/heimlich-co/escale$"))


def test_rules_are_searched_by_words_and_by_number(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/rules/suitcases/jumbo")
    search = anna.page.get_by_role("searchbox", name="Search the rules")
    search.fill("c19")
    expect(anna.page.locator("article#C19")).to_be_visible()
    expect(anna.page.locator("article#C1")).to_have_count(0)
    search.fill("zeppelin")
    expect(anna.page.get_by_text("No rule has all these words.")).to_be_visible()
    expect(anna.page.locator("article")).to_have_count(0)
    search.fill("")
    expect(anna.page.locator("article#C1")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "rule", "words"),
    [
        ("heimlich-co/rio-grande", "H11", "After: The safe: house 7. Yellow: house 2, 4 points."),
        ("suitcases/jumbo", "C10", "After: Red 1: Vienna, with Green’s suitcase A."),
    ],
)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_an_example_is_drawn_when_it_comes_near(
    make_visitor: MakeVisitor, size: tuple[int, int], game: str, rule: str, words: str
) -> None:
    anna = make_visitor(size=size)
    anna.page.goto(f"/rules/{game}")
    example = anna.page.locator(f"article#{rule} figure").first
    expect(example).to_be_attached()
    expect(example).not_to_have_attribute("data-drawn", "")  # it is far below
    before = example.bounding_box()
    example.scroll_into_view_if_needed()
    expect(example.locator(".drawing").nth(1).locator("svg").first).to_be_visible()
    expect(example.locator(".unseen").nth(1)).to_contain_text(words)
    after = example.bounding_box()
    assert before
    assert after
    assert (before["width"], before["height"]) == (after["width"], after["height"])  # nothing around it jumps
    assert anna.find_violations() == []
    assert anna.overflow() == 0


def test_all_examples_are_drawn_for_paper(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK)
    anna.page.add_init_script("window.print = () => document.documentElement.setAttribute('data-printed', '')")
    anna.page.goto("/rules/suitcases/jumbo")
    anna.page.get_by_role("button", name="Print").click()
    expect(anna.page.locator("html")).to_have_attribute("data-printed", "")
    examples = anna.page.locator("figure[data-example]")
    assert examples.count() > 5
    for index in range(examples.count()):
        expect(examples.nth(index).locator(".drawing svg .place").first).to_be_attached()


def test_a_rule_tells_what_simulated_games_showed(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/rules/heimlich-co/cie#H14")
    section = anna.page.locator("section", has=anna.page.locator("article#H14"))
    expect(section).to_contain_text("In 1,000,000 simulated games with four players, a game took 65.9 turns on average")
    anna.page.get_by_role("combobox", name="Edition").select_option("rio-grande")
    expect(section).to_contain_text("a game took 34.5 turns on average; nine in ten took 20 to 51.")
    anna.page.get_by_label("Language").select_option("de")
    expect(section).to_contain_text(
        "In 1.000.000 simulierten Partien zu viert dauerte eine Partie im Schnitt 34,5 Züge"
    )


WORDS = [
    ("en", "safe", "it is cracked, and every agent scores", "Rule H10"),
    ("de", "Tresor", "ist der Tresor geknackt", "Regel H10"),
    ("fr", "coffre-fort", "il y a un décompte", "Règle H10"),
]


@pytest.mark.parametrize(("language", "name", "meaning", "rule"), WORDS)
def test_a_finger_on_a_rule_s_word_shows_what_it_means(
    make_visitor: MakeVisitor, language: str, name: str, meaning: str, rule: str
) -> None:
    anna = make_visitor(size=PHONE, has_touch=True, locale=language)
    anna.page.goto("/rules/heimlich-co/rio-grande#H12")
    bubble = anna.page.locator("#why-bubble")
    expect(anna.page.locator("article#H12")).to_be_focused()  # all is drawn, and where the address leads
    anna.page.locator("article#H12 [data-term='heimlich-co.safe']").tap()
    expect(bubble).to_contain_text(meaning)
    expect(bubble.locator("strong")).to_have_text(name)
    assert anna.find_violations() == []
    assert anna.overflow() == 0
    bubble.get_by_role("link", name=rule).tap()
    expect(anna.page.locator("article#H10")).to_be_in_viewport()
    expect(bubble).to_be_hidden()


def test_keys_reach_a_rule_s_word_and_its_rule(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK)
    anna.page.goto("/rules/suitcases/jumbo")
    expect(anna.page.locator("article#C24")).to_be_attached()  # all is drawn
    word = anna.page.locator("[data-term='suitcases.bomb'][tabindex='0']").first
    anna.page.keyboard.press("Tab")
    word.focus()
    bubble = anna.page.locator("#why-bubble")
    expect(bubble).to_contain_text("half of your agents are lost")
    expect(word).to_have_attribute("aria-describedby", "why-bubble")
    anna.page.keyboard.press("Enter")
    expect(bubble.get_by_role("link")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(word).to_be_focused()
    expect(bubble).to_be_hidden()


def test_words_are_explained_where_the_game_is_told_in_a_minute(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK)
    anna.page.goto("/")
    anna.page.get_by_role("button", name="How to play").first.click()
    anna.page.locator("dialog[open] [data-term='heimlich-co.safe']").first.hover()
    expect(anna.page.locator("#why-bubble")).to_contain_text("every agent scores")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#why-bubble")).to_be_hidden()
    expect(anna.page.locator("dialog[open]")).to_be_visible()  # only the bubble went


def test_an_address_made_up_by_somebody_says_nothing_of_house_rules(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/rules/heimlich-co/cie?house=target:-1;one_agent:perhaps;x:<img src=x>;target:99999999#H14")
    expect(anna.page.locator("article#H14")).to_be_focused()
    expect(anna.page.get_by_text("At your table")).to_have_count(0)


def test_unknown_rules_offer_those_there_are(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/rules/chess/1475")
    anna.page.get_by_role("link", name="Heimlich & Co.").click()
    expect(anna.page.locator("article#H1")).to_be_visible()
    assert anna.page.goto("/rules/heimlich-co/no-such-edition")
    expect(anna.page.locator("article#H1")).to_be_visible()


def test_at_a_table_its_edition_is_told(anna: Visitor) -> None:
    anna.go_to(anna.against_bots({"game": "heimlich-co", "edition": "cie", "seats": 3}))
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="How to play").click()
    link = anna.page.get_by_role("link", name="All the rules")
    expect(link).to_have_attribute("href", "/rules/heimlich-co/cie")
    expect(link).to_have_attribute("target", "_blank")
    now = anna.page.get_by_role("region", name="What counts right now")
    expect(now).to_contain_text("there is no sharing")  # it is time to move
    expect(now.get_by_role("link", name="Rule H9")).to_have_attribute("href", "/rules/heimlich-co/cie#H9")
    assert anna.find_violations() == []
