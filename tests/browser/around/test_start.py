"""From the start page to the first move, and what it takes to load."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import Visitor

LARGEST_LOAD = 150_000  # bytes as they travel


@pytest.mark.parametrize(
    ("title", "words"), [("Heimlich & Co.", "moves"), ("Top Secret, the suitcase game", "into suitcase")]
)
def test_two_presses_lead_to_the_first_decision(make_visitor: MakeVisitor, title: str, words: str) -> None:
    visitor = make_visitor()
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name=f"Play against bots now: {title}").click()
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    visitor.page.wait_for_url("**/table/*")
    expect(visitor.turn).to_contain_text("Your turn")
    visitor.unfold_form()
    visitor.decide_when_asked(Random(1))
    visitor.page.get_by_role("tab", name="Log").click()
    expect(visitor.page.get_by_role("list", name="Log")).to_contain_text(words)
    assert visitor.overflow() == 0


def test_the_first_load_is_small(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor()
    sizes: list[int] = []
    visitor.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < LARGEST_LOAD


def test_the_page_speaks_the_browsers_language_and_another_when_asked(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor()
    visitor.page.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['pt', 'de-AT'] })")
    visitor.page.goto("/")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Niemand weiß, wer du bist.")
    visitor.page.get_by_label("Sprache").select_option("fr")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Personne ne sait qui tu es.")
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")


def test_a_new_table_is_opened_by_the_rules_that_were_chosen(anna: Visitor) -> None:
    page = anna.page
    page.goto("/new?game=heimlich-co")
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="Heimlich & Cie").check()
    page.get_by_role("checkbox", name="Secret dossiers").check()
    page.get_by_text("Change rules").click()
    page.get_by_label("A marker that reaches this ends the game").fill("17")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_role("radio", name="By link only").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", name="What you’re playing")).to_be_visible()
    expect(page.locator("dl")).to_contain_text("A marker that reaches this ends the game: 17")
    table = page.url.rsplit("/", 1)[1]
    terms = anna.server.ask("GET", f"/api/tables/{table}")[1]["table"]["terms"]
    assert terms["edition"] == "cie"
    assert terms["variants"] == ["dossier"]
    assert terms["house"] == [["target", "17"]]
    assert terms["seats"] == 3
    assert terms["public"] is False


def test_rules_that_cannot_be_played_are_refused_with_a_reason(anna: Visitor) -> None:
    page = anna.page
    page.goto("/new?game=heimlich-co")
    page.get_by_text("More options").click()
    page.get_by_text("Change rules").click()
    page.get_by_label("A marker that reaches this ends the game").fill("0")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("a game would be over before it starts")
