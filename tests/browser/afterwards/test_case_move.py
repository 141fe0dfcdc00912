"""A problem of the day in a real browser: from today's case to the reasons; phone, keyboard, each language."""

import pytest
from playwright.sync_api import Page, expect

from heimlich.cases.calendar import MOVE, read_name
from heimlich.cases.moves import Problem, make_problem
from heimlich.text import LANGUAGES, say
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

DAY = "2026-01-08"
SEND = "Show me"


def problem_of(day: str = DAY) -> Problem:
    return make_problem(read_name(day, MOVE))


def open_problem(visitor: Visitor) -> Page:
    page = visitor.page
    page.goto(f"/case/{DAY}/move")
    expect(page.get_by_role("button", name=SEND)).to_be_disabled()
    expect(page.locator(".board svg").last).to_be_visible()
    return page


def choose(page: Page, move: int) -> None:
    page.locator("form label").nth(move).click()


def test_a_stranger_finds_the_best_move_on_a_phone(make_visitor: MakeVisitor) -> None:
    visitor = make_visitor()
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.goto("/case")
    page.get_by_role("link", name="What would you do?").click()
    expect(page.get_by_role("heading", level=1, name="What would you do?")).to_be_visible()
    day = visitor.server.ask("GET", "/api/cases")[1]["day"]
    problem = problem_of(day)
    position = problem.position
    name, agent = problem.record.seats[position.seat], say(f"heimlich-co.agent.{position.agent}")
    expect(page.get_by_text(f"You are {name}, and {agent} is yours.")).to_be_visible()
    expect(page.get_by_text("It is your turn, and you have rolled.")).to_be_visible()
    assert visitor.find_violations() == []
    choose(page, position.best)
    assert not [one for one in asked if "answer" in one]
    page.get_by_role("button", name=SEND).click()
    expect(page.get_by_role("heading", name="The best move!")).to_be_focused()
    expect(page.locator("pre")).to_contain_text(f"heimlich, What would you do? {problem.name.number} ★★★")
    expect(page.get_by_text("1 day in a row").first).to_be_visible()
    assert visitor.overflow() == 0
    assert visitor.find_violations() == []
    visitor.use_colours("day")
    assert visitor.find_violations() == []
    page.reload()
    expect(page.get_by_role("heading", name="The best move!")).to_be_visible()


def test_what_looks_best_is_told_with_its_chance_by_keyboard(make_visitor: MakeVisitor) -> None:
    visitor, position = make_visitor("Anna", DESK), problem_of().position
    page = open_problem(visitor)
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    for _ in range(position.looks):
        page.keyboard.press("ArrowDown")
    page.get_by_role("button", name=SEND).focus()
    page.keyboard.press("Enter")
    expect(page.locator("section h2")).to_be_focused()
    best, looks = (position.moves[one] for one in (position.best, position.looks))
    expect(page.locator(".moves > li").first).to_contain_text(f"{(best.win + 50) // 100}% to win")
    mine = page.locator(".moves > li", has_text="Your choice")
    expect(mine).to_contain_text("Looks best")
    expect(mine).to_contain_text(f"{(looks.win + 50) // 100}% to win")
    expect(mine).to_contain_text(f"{looks.suspicion}% after this move")
    assert visitor.find_violations() == []
    assert visitor.overflow() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_its_words(make_visitor: MakeVisitor, language: str) -> None:
    visitor = make_visitor("Anna", PHONE)
    page = visitor.page
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{language}'] }})")
    page.goto(f"/case/{DAY}/move")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("case.move.title", language))
    choose(page, 0)
    page.get_by_role("button", name=say("case.move.send", language)).click()
    expect(page.get_by_text(say("case.share", language))).to_be_visible()
    assert "case." not in page.locator("main").inner_text()
    assert visitor.overflow() == 0
