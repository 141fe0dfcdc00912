"""The pad in a browser: marks by hand and by key, on all devices of a seat; and questions that need not be asked."""

import re
from random import Random

from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.positions import asks, reach
from tests.browser.visitors import DESK, PHONE, Visitor

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "house": [["first", "1"]]}
CARDS = TERMS | {"variants": ["top-secret"], "house": [["first", "1"], ["hand_start", "3"]]}
DOSSIER = TERMS | {"variants": ["dossier"], "house": [["first", "1"], ["dossier_from", "1"]]}
SUITCASES = {"game": "suitcases", "edition": "jumbo", "seats": 2}


def cells(visitor: Visitor) -> Locator:
    return visitor.page.locator("[role=gridcell] button")


def cell(visitor: Visitor, owner: str, agent: str) -> Locator:
    return visitor.page.locator(f"[role=gridcell] button[data-at='{owner}/{agent}']")


def agents(visitor: Visitor) -> list[str]:
    cells(visitor).first.wait_for()
    found = [str(one.get_attribute("data-at")).split("/")[1] for one in cells(visitor).all()]
    return list(dict.fromkeys(found))


def strangers(visitor: Visitor) -> list[str]:
    """The agents of which nothing is known; against bots alone one's own card lies open, and the pad knows it."""
    agents(visitor)
    expect(visitor.page.locator("[role=gridcell] button[aria-label*=' sure']")).to_have_count(1)
    unknown = visitor.page.locator("[role=gridcell] button[data-at^='1/'][aria-label*='unknown']")
    return [str(one.get_attribute("data-at")).split("/")[1] for one in unknown.all()]


def test_marks_are_made_by_taps_and_follow_from_each_other(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    table = anna.against_bots(TERMS)
    anna.go_to(table)
    one, other = strangers(anna)[:2]
    suspect = cell(anna, "1", one)
    suspect.click()
    expect(suspect).to_have_attribute("aria-label", re.compile("unknown"))
    for state in ("suspected", "ruled out", "sure"):
        suspect.click()
        expect(suspect).to_have_attribute("aria-label", re.compile(state))
    follows = re.compile("ruled out, it follows")
    expect(cell(anna, "2", one)).to_have_attribute("aria-label", follows)
    expect(cell(anna, "1", other)).to_have_attribute("aria-label", follows)
    expect(anna.page.get_by_text("can’t all be true")).to_have_count(0)
    cell(anna, "1", other).click()
    for _ in range(3):
        cell(anna, "1", other).click()
    expect(anna.page.get_by_text("can’t all be true")).to_be_visible()
    expect(suspect).to_have_attribute("aria-label", re.compile("contradiction"))
    anna.page.get_by_role("textbox", name="Your note").fill("Otto smiled")
    anna.page.get_by_role("textbox", name="Your note").blur()
    anna.page.wait_for_timeout(300)
    anna.page.reload()
    expect(cell(anna, "1", one)).to_have_attribute("aria-label", re.compile("sure"))
    expect(anna.page.get_by_role("textbox", name="Your note")).to_have_value("Otto smiled")
    second = anna.context.new_page()
    second.goto(f"/table/{table}")
    expect(second.get_by_role("textbox", name="Your note")).to_have_value("Otto smiled")
    second.close()
    assert anna.errors == []


def test_the_grid_is_walked_through_with_arrow_keys_and_space_marks(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots(TERMS))
    first, second = agents(anna)[:2]
    cell(anna, "0", first).focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowDown")
    expect(cell(anna, "1", second)).to_be_focused()
    anna.page.keyboard.press("Home")
    expect(cell(anna, "1", first)).to_be_focused()
    stranger = strangers(anna)[0]
    cell(anna, "1", stranger).focus()
    for state in ("suspected", "ruled out"):
        anna.page.keyboard.press("Space")
        expect(cell(anna, "1", stranger)).to_have_attribute("aria-label", re.compile(state))
    grid = anna.page.get_by_role("grid", name="Who is who?")
    expect(grid.get_by_role("columnheader")).to_have_count(len(agents(anna)))
    expect(grid.get_by_role("gridcell", selected=True)).to_have_count(1)


def test_what_is_counted_shows_its_moments_on_the_board_and_in_the_log(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots(TERMS))
    anna.unfold_form()
    anna.decide_when_asked(Random(2))
    mine = anna.page.locator("[role=gridcell] button[data-at^='0/'][aria-label*='step']")
    mine.first.wait_for()
    mine.first.click()
    moments = anna.page.locator(".cell li button")
    expect(moments.first).to_contain_text("Turn 1:")
    expect(anna.page.get_by_role("list", name="Log").locator("[aria-current]").first).to_contain_text("Anna")
    moments.first.click()
    for name in ("Points", "Opened", "Safe near"):
        anna.page.get_by_role("button", name=name, exact=True).click()
    assert anna.find_violations() == []
    assert anna.errors == []


def test_on_a_phone_the_pad_is_a_tab(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE).come_in()
    for terms, number in ((TERMS, 4), (SUITCASES, 8)):
        anna.go_to(anna.against_bots(terms))
        anna.page.get_by_role("tab", name="Notes").click()
        cells(anna).first.wait_for()
        assert cells(anna).count() % number == 0
        cells(anna).first.click()
        assert anna.overflow() == 0
        for colours in ("night", "day"):
            anna.use_colours(colours)
            anna.page.wait_for_timeout(400)
            assert anna.find_violations() == []


def test_a_spectators_pad_stays_in_the_browser(make_visitor: MakeVisitor) -> None:
    anna, eve = make_visitor(size=DESK).come_in(), make_visitor("Eve", size=DESK).come_in()
    table = anna.against_bots(TERMS)
    eve.go_to(table)
    one = agents(eve)[0]
    for _ in range(2):
        cell(eve, "0", one).click()
    expect(cell(eve, "0", one)).to_have_attribute("aria-label", re.compile("suspected"))
    eve.page.reload()
    expect(cell(eve, "0", one)).to_have_attribute("aria-label", re.compile("suspected"))
    anna.go_to(table)
    agents(anna)
    expect(anna.page.locator("[role=gridcell] button[aria-label*='suspected']")).to_have_count(0)


def test_one_s_own_agent_is_on_the_pad_only_while_one_looks(make_visitor: MakeVisitor) -> None:
    anna, bert = make_visitor(size=DESK).come_in(), make_visitor("Bert", size=DESK).come_in()
    sit = {"do": "sit", "seat": 0}
    table = anna.open_table(TERMS, [sit, {"do": "add-bot", "seat": 2, "bot": "random"}])
    bert.command(table, {"do": "sit", "seat": 1})
    anna.command(table, {"do": "start"})
    anna.go_to(table)
    agents(anna)
    sure = anna.page.locator("[role=gridcell] button[aria-label*='sure']")
    expect(sure).to_have_count(0)
    anna.page.get_by_role("button", name="Show").press("Enter")
    expect(sure).to_have_count(1)
    anna.page.get_by_role("button", name="Hide").press("Enter")
    expect(sure).to_have_count(0)


def test_a_table_can_be_without_the_counting(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    anna.go_to(anna.against_bots(TERMS | {"counted": False}))
    agents(anna)
    expect(anna.page.get_by_role("group", name="What is counted")).to_have_count(0)
    cells(anna).first.click()
    expect(anna.page.locator(".cell li")).to_have_count(0)


def test_the_dossier_starts_from_the_pad(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    reach(anna, DOSSIER, asks("name"))
    asked = anna.page.get_by_role("button", name="Fill in from my notes")
    rows = anna.page.locator(".dossier input[type=radio]")
    rows.first.wait_for()
    names = {str(one.get_attribute("name")).removeprefix("hc-") for one in rows.all()}
    agent = sorted(names)[0]
    cell(anna, "1", agent).click()
    while "sure" not in str(cell(anna, "1", agent).get_attribute("aria-label")):
        cell(anna, "1", agent).click()
    expect(cell(anna, "1", agent)).to_have_attribute("aria-label", re.compile("sure"))
    asked.click()
    expect(anna.page.locator(f".dossier input[name='hc-{agent}'][value='2']")).to_be_checked()


def test_one_need_not_be_asked_for_cards_every_time(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=DESK).come_in()
    reach(anna, CARDS | {"pace_ms": 100}, asks("yes"))
    anna.page.get_by_role("button", name="Ask less often").click()
    anna.page.get_by_role("button", name="Only when an agent reaches the safe").click()
    expect(anna.page.get_by_text("You’ll be asked for cards only when")).to_be_visible()
    anna.page.get_by_role("button", name="Ask me again").click()
    expect(anna.page.get_by_text("You’ll be asked for cards only when")).to_have_count(0)
    assert anna.errors == []
