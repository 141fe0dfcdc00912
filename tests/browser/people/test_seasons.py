"""A season in the browser: begun by hand, a deal played with one press, the ranking, tables side by side, the end."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.people.test_groups import join, make_group, press_yes
from tests.browser.people.test_own_games import token_of
from tests.browser.visitors import AT_ONCE, DESK, PHONE, Visitor
from tests.live.people.seasons import TWO, begin, next_deal, play, play_deal

QUICK = {**TWO, **AT_ONCE}


def elsewhere(work: Callable[..., Any], *given: Any, **more: Any) -> Any:
    """Do something in another thread: the browser's own loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *given, **more).result()


def two_friends(make_visitor: MakeVisitor, size: tuple[int, int] = PHONE) -> tuple[Visitor, Visitor, str]:
    anna, bob = make_visitor("Anna", size).come_in(), make_visitor("Bob", size).come_in()
    link = make_group(anna)
    join(bob, link)
    return anna, bob, link


def deal_by_deal(page: Page) -> list[str]:
    return page.get_by_role("region", name="Deal by deal").get_by_role("listitem").all_inner_texts()


def test_a_season_is_begun_and_played_with_one_press(make_visitor: MakeVisitor) -> None:
    anna = make_visitor("Anna").come_in()
    make_group(anna)
    page = anna.page
    seasons = page.get_by_role("region", name="Seasons")
    expect(seasons.get_by_text("No season is on.")).to_be_visible()
    seasons.get_by_text("Begin a season").click()
    seasons.get_by_label("Name of the season").fill("Winter")
    seasons.get_by_label("Players", exact=True).select_option("2")
    seasons.get_by_label("Deals", exact=True).select_option("2")
    assert anna.find_violations() == []
    seasons.get_by_role("button", name="Begin the season").click()
    expect(page.get_by_role("heading", name="Winter", level=1)).to_be_visible()
    expect(page.get_by_text("Nobody has played yet.")).to_be_visible()
    page.get_by_role("button", name="Play deal 1").click()
    expect(page).to_have_url(re.compile("/table/"))
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("link", name="“Winter”, deal 1 of 2")).to_be_visible()
    expect(menu.get_by_role("button", name="Give up this deal")).to_be_visible()
    expect(menu.get_by_text("Leave the table")).to_have_count(0)
    assert anna.find_violations() == []
    menu.get_by_role("link", name="“Winter”, deal 1 of 2").click()
    expect(page.get_by_role("button", name="Go on with deal 1")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_friends_compare_their_tables(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna, bob, link = two_friends(make_visitor, size)
    tokens = [token_of(one) for one in (anna, bob)]
    season = elsewhere(begin, anna.server, link, tokens[0], terms=QUICK, deals=20)
    elsewhere(play_deal, anna.server, link, season, tokens[0])
    page = bob.page
    page.goto(f"/group/{link}/season/{season}")
    row = page.get_by_role("row", name=re.compile("Anna"))
    expect(row.get_by_role("cell", name="done")).to_be_visible()
    expect(page.get_by_role("heading", name="Deal by deal")).to_have_count(0)
    elsewhere(play_deal, bob.server, link, season, tokens[1], seed=2)
    page.reload()
    expect(page.get_by_role("heading", name="Deal by deal")).to_be_visible()
    assert len(deal_by_deal(page)) == 2
    assert bob.find_violations() == []
    assert bob.overflow() == 0
    page.get_by_role("link", name=re.compile("^Watch this table.*Anna")).click()
    expect(page).to_have_url(re.compile("/replay/"))
    expect(page.get_by_role("slider").first).to_be_visible()
    watched = page.url.partition("?")[0]
    see_story(page, watched)
    expect(page.locator("#unmasking details.share")).to_have_count(0)  # others may not look at it yet
    anna.page.goto(f"/group/{link}/season/{season}")
    anna.page.get_by_role("button", name="End the season now").click()
    press_yes(anna.page, "Yes, end it")
    expect(anna.page.get_by_role("heading", name="Final ranking")).to_be_visible()
    anna.page.get_by_text("Were the dice fair?").click()
    expect(anna.page.locator("code")).to_have_count(2)
    assert anna.find_violations() == []
    see_story(page, watched)
    expect(page.locator("#unmasking details.share")).to_be_visible()


def see_story(page: Page, replay: str) -> None:
    """Open a replay with all that can be told about it, as a link to the story does."""
    page.goto(f"{replay}?reveal=1")
    expect(page.locator("#unmasking > p").first).to_be_visible()


def test_a_deal_that_is_given_up_is_not_played_again(make_visitor: MakeVisitor) -> None:
    anna = make_visitor("Anna").come_in()
    link = make_group(anna)
    token = token_of(anna)
    season = elsewhere(begin, anna.server, link, token, terms=QUICK)
    table, _ = elsewhere(next_deal, anna.server, link, season, token)
    page = anna.page
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    menu.get_by_role("button", name="Give up this deal").click()
    expect(menu.get_by_text("Give up this deal for good?")).to_be_visible()
    menu.get_by_role("button", name="Give up this deal").click()
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()
    page.get_by_role("button", name="Next deal").click()
    expect(page).not_to_have_url(re.compile(table))
    page.goto(f"/group/{link}")
    expect(page.get_by_role("button", name="Go on with deal 2")).to_be_visible()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_ladder_breaks_no_name_on_a_phone(make_visitor: MakeVisitor, language: str) -> None:
    anna = make_visitor("Anna").come_in()
    table = anna.against_bots(QUICK, bot="newcomer")
    elsewhere(asyncio.run, play(anna.server, table, token_of(anna), 0))
    anna.page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
    anna.page.goto("/games")
    rungs = anna.page.locator("#standing ~ .parts ol li")
    expect(rungs).to_have_count(8)
    lines = "(all) => all.map((one) => one.getClientRects().length)"
    assert set(rungs.locator("strong").evaluate_all(lines)) == {1}
    assert anna.overflow() == 0


def test_without_the_right_the_page_says_so(make_visitor: MakeVisitor) -> None:
    anna, eve = make_visitor("Anna").come_in(), make_visitor("Eve").come_in()
    link = make_group(anna)
    token = token_of(anna)
    season = elsewhere(begin, anna.server, link, token, terms=QUICK)
    table, _ = elsewhere(next_deal, anna.server, link, season, token)
    eve.page.goto(f"/group/{link}/season/{season}")
    expect(eve.page.get_by_role("heading", name="There is no such season in this group.")).to_be_visible()
    eve.page.goto(f"/table/{table}")
    expect(eve.page.get_by_role("heading", name="Not before you have played")).to_be_visible()
