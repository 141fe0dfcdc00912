"""A case of the day in a real browser: from the start page to the solution; phone, keyboard, each language."""

from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from heimlich.cases.calendar import read_name
from heimlich.cases.making import Case, make_case
from heimlich.text import LANGUAGES, say
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor
from tests.live.servers import LiveServer

DAY = "2026-01-08"
SEND = "Take the masks off"


def case_of(degree: str) -> Case:
    return make_case(read_name(DAY, degree))


def open_case(visitor: Visitor, degree: str) -> Page:
    page = visitor.page
    page.goto(f"/case/{DAY}/{degree}")
    expect(page.get_by_role("button", name=SEND)).to_be_visible()
    expect(page.locator(".board svg").last).to_be_visible()
    return page


def name_owners(page: Page, case: Case, wrong: int = 0) -> None:
    """Choose an agent for each player; for the first ones a wrong one."""
    free = [agent for agent in case.agents if agent not in case.owners]
    for seat, (player, owner) in enumerate(zip(case.record.seats, case.owners, strict=True)):
        agent = free[seat] if seat < wrong else owner
        group = page.get_by_role("group", name=f"{player} is …")
        group.locator("label", has=page.get_by_role("radio", name=say(f"heimlich-co.agent.{agent}"))).click()


def test_a_stranger_comes_from_the_start_page_and_solves_today_s_case(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor()
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Today’s case").click()
    expect(page.get_by_role("heading", level=1, name="Who is who?")).to_be_visible()
    expect(page.get_by_text("The game stops here.")).to_be_visible()
    expect(page.get_by_role("button", name=SEND)).to_be_disabled()
    page.get_by_role("button", name="How to play").click()
    page.keyboard.press("Escape")
    day = visitor.server.ask("GET", "/api/cases")[1]["day"]
    case = make_case(read_name(day, "easy"))
    name_owners(page, case)
    page.get_by_role("button", name=SEND).click()
    expect(page.get_by_role("heading", name="3 of 3 right")).to_be_focused()
    expect(page.locator("pre")).to_contain_text(f"heimlich, case {case.name.number}, Easy ★★★")
    expect(page.get_by_text("1 day in a row").first).to_be_visible()
    assert visitor.overflow() == 0
    page.reload()
    expect(page.get_by_role("heading", name="3 of 3 right")).to_be_visible()
    expect(page.get_by_text("1 day in a row").first).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_is_wrong_is_told_with_reasons_that_lead_to_their_moments(
    make_visitor: MakeVisitor, size: tuple[int, int]
) -> None:
    visitor, case = make_visitor("Anna", size), case_of("hard")
    page = open_case(visitor, "hard")
    assert visitor.find_violations() == []
    name_owners(page, case, wrong=1)
    page.get_by_role("button", name=SEND).click()
    expect(page.get_by_role("heading", name="3 of 4 right")).to_be_visible()
    wrong = page.locator(".players > li").first
    owner = say(f"heimlich-co.agent.{case.owners[0]}")
    expect(wrong).to_contain_text(f"{case.record.seats[0]} is {owner}. Wrong")
    reason = next(one for one in case.reasons if one.seat == 0)
    wrong.get_by_role("button").first.click()
    expect(page.locator(".controls .place")).to_have_text(f"Step {reason.moment} of {_moments(visitor)}")
    cells = page.get_by_role("row", name=case.record.seats[0]).last.get_by_role("cell")
    assert [int(text) for text in cells.all_inner_texts()] == list(case.beliefs[0])
    assert visitor.find_violations() == []
    assert visitor.overflow() == 0
    visitor.use_colours("day")
    assert visitor.find_violations() == []


def _moments(visitor: Visitor) -> int:
    moments: int = visitor.server.ask("GET", f"/api/cases/{DAY}/hard")[1]["moments"]
    return moments


def test_no_message_and_no_element_tells_an_owner_before_the_answer(make_visitor: MakeVisitor) -> None:
    visitor, case = make_visitor("Anna", DESK), case_of("medium")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page = open_case(visitor, "medium")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("The game stops here.")).to_be_visible()
    assert not [one for one in asked if one.startswith("POST") or "answer" in one]
    text = page.content()
    for player, owner in zip(case.record.seats, case.owners, strict=True):
        assert f"{player} is {say(f'heimlich-co.agent.{owner}')}" not in text


def test_an_agent_has_one_owner_and_sure_marks_of_the_pad_are_chosen(make_visitor: MakeVisitor) -> None:
    visitor, case = make_visitor("Anna", DESK), case_of("easy")
    page = open_case(visitor, "easy")
    first, second, *_ = case.record.seats
    groups = [page.get_by_role("group", name=f"{player} is …") for player in (first, second)]
    red = say(f"heimlich-co.agent.{case.agents[0]}")
    for group in groups:
        label = group.locator("label", has=page.get_by_role("radio", name=red))
        label.click(force=True)  # of a radio button that keys pass over
    expect(groups[0].get_by_role("radio", name=red)).not_to_be_checked()
    expect(groups[1].get_by_role("radio", name=red)).to_be_checked()
    cell = page.locator('[data-cell="2-1"]')
    cell.focus()
    for _ in range(3):
        cell.press("Space")
    third = page.get_by_role("group", name=f"{case.record.seats[2]} is …")
    expect(third.get_by_role("radio", name=say(f"heimlich-co.agent.{case.agents[1]}"))).to_be_checked()
    expect(page.get_by_text("1 player is still missing.")).to_be_visible()


def test_everything_can_be_done_by_keyboard(make_visitor: MakeVisitor) -> None:
    visitor, case = make_visitor("Anna", DESK), case_of("easy")
    page = open_case(visitor, "easy")
    page.keyboard.press("Home")
    expect(page.locator(".controls .place")).to_have_text(f"Step 0 of {_last(page)}")
    for player, owner in zip(case.record.seats, case.owners, strict=True):
        radios = page.get_by_role("group", name=f"{player} is …").get_by_role("radio")
        radios.first.focus() if radios.first.is_enabled() else radios.nth(1).focus()
        page.keyboard.press("Space")
        wanted = page.get_by_role("group", name=f"{player} is …").get_by_role(
            "radio", name=say(f"heimlich-co.agent.{owner}")
        )
        for _ in case.agents:
            if not wanted.is_checked():
                page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=SEND).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 of 3 right")).to_be_focused()


def _last(page: Page) -> str:
    return page.get_by_role("slider").get_attribute("max") or ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_its_words(make_visitor: MakeVisitor, language: str) -> None:
    visitor = make_visitor("Anna", PHONE)
    page = visitor.page
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{language}'] }})")
    page.goto(f"/case/{DAY}/medium")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("case.title", language))
    case = case_of("medium")
    for player, owner in zip(case.record.seats, case.owners, strict=True):
        group = page.get_by_role("group", name=say("case.is", language, name=player))
        name = say(f"heimlich-co.agent.{owner}", language)
        group.locator("label", has=page.get_by_role("radio", name=name)).click()
    page.get_by_role("button", name=say("case.send", language)).click()
    expect(page.get_by_role("heading", name=say("case.score", language, right=4, all=4))).to_be_visible()
    assert "case." not in page.locator("main").inner_text().replace("heimlich, case", "")
    assert visitor.overflow() == 0


def test_days_lead_to_days_and_never_beyond_today(make_visitor: MakeVisitor, server: LiveServer) -> None:
    visitor = make_visitor("Anna", DESK)
    page = visitor.page
    today = date.fromisoformat(server.ask("GET", "/api/cases")[1]["day"])
    page.goto("/case")
    expect(page.get_by_role("link", name="The day before")).to_be_visible()
    expect(page.get_by_role("link", name="The day after")).to_have_count(0)
    page.get_by_role("link", name="The day before").click()
    page.wait_for_url(f"**/case/{today - timedelta(days=1)}/easy")
    page.get_by_role("link", name="Hard").click()
    page.wait_for_url("**/hard")
    expect(page.get_by_role("link", name="Hard")).to_have_attribute("aria-current", "page")
    page.goto("/case/2026-01-01/easy")
    expect(page.get_by_role("link", name="The day after")).to_be_visible()
    expect(page.get_by_role("link", name="The day before")).to_have_count(0)


@pytest.mark.parametrize("path", ["2026-02-30/easy", "9999-12-31/easy", "0001-01-01/easy", "x/y", f"{DAY}/deadly"])
def test_a_wrong_address_says_so_and_leads_to_today(make_visitor: MakeVisitor, path: str) -> None:
    visitor = make_visitor()
    page = visitor.page
    page.goto(f"/case/{path}")
    expect(page.get_by_role("heading", name="There is no such case")).to_be_visible()
    page.get_by_role("link", name="Today’s case").click()
    expect(page.get_by_role("heading", level=1, name="Who is who?")).to_be_visible()
    visitor.errors = [error for error in visitor.errors if "404" not in error]


def test_the_result_can_be_copied_and_forgotten(make_visitor: MakeVisitor) -> None:
    options: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"]}
    visitor = make_visitor("Anna", DESK, **options)
    case = case_of("easy")
    page = open_case(visitor, "easy")
    name_owners(page, case, wrong=2)
    page.get_by_role("button", name=SEND).click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert line == f"heimlich, case 8, Easy ★☆☆\n{visitor.server.url}/case/{DAY}/easy"
    assert not any(name in line for name in (*case.record.seats, *case.agents))
