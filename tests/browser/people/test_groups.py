"""A standing group in the browser: made, joined by its link, a table opened and found, results, removing, leaving."""

import asyncio
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakeVisitor
from tests.browser.people.test_own_games import TERMS, token_of
from tests.browser.visitors import ASK, AT_ONCE, DESK, PHONE, Visitor
from tests.live.clients import leave
from tests.live.people.test_groups import played
from tests.live.servers import LiveServer


def make_group(anna: Visitor, name: str = "Thursday") -> str:
    """By hand; its link. Whoever has no name here yet is asked for it, as the others are when they join."""
    page = anna.page
    page.goto("/groups")
    page.get_by_label("Name of the group").fill(name)
    if page.get_by_label("Your nickname").count():
        page.get_by_label("Your nickname").fill(anna.name)
    page.get_by_role("button", name="Make a group").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    return page.url.rpartition("/")[2]


def join(visitor: Visitor, link: str) -> None:
    visitor.page.evaluate(ASK, ["POST", f"/api/groups/{link}/members", {}])


def press_yes(page: Page, what: str) -> None:
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name=what).click()


async def play(server: LiveServer, table: str, tokens: Sequence[str]) -> None:
    await leave(await played(server, table, tokens))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_friends_make_a_group_and_meet_at_its_table(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna, bob = make_visitor("Anna", size).come_in(), make_visitor("", size)
    link = make_group(anna)
    expect(anna.page.get_by_role("listitem").filter(has_text="Anna (you)")).to_be_visible()
    assert anna.find_violations() == []
    headings = anna.page.get_by_role("heading").all_inner_texts()
    assert headings.index("Invite friends") < headings.index("Play"), "a new group wants friends first"
    page = bob.page
    page.goto(f"/group/{link}")  # he has never been here
    expect(page.get_by_role("heading", name="You are invited to “Thursday”")).to_be_visible()
    assert bob.find_violations() == []
    page.get_by_label("Your nickname").fill("Bob")
    page.get_by_role("button", name="Join the group").click()
    expect(page.get_by_role("heading", name="Members")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Bob (you)")).to_be_visible()
    anna.page.get_by_role("button", name=re.compile("Open a table: Heimlich")).click()
    expect(anna.page.get_by_role("heading", name="Seats")).to_be_visible()
    page.goto("/")
    calls = page.get_by_role("region", name="Your groups are playing")
    expect(calls.get_by_text("Thursday")).to_be_visible()
    assert bob.find_violations() == []
    invitation = page.get_by_role("link", name="Thursday: Join")
    expect(invitation).to_be_in_viewport()  # on a phone the list is far below
    assert bob.overflow() == 0
    invitation.click()
    expect(page).to_have_url(re.compile("/table/"))
    page.goto("/")
    calls.get_by_role("link", name="Join").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def test_rules_can_be_chosen_first(make_visitor: MakeVisitor) -> None:
    anna = make_visitor().come_in()
    link = make_group(anna)
    page = anna.page
    page.get_by_role("link", name="Choose the rules first").last.click()
    expect(page.get_by_text("For your group.")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/table/"))
    page.goto(f"/group/{link}")
    expect(page.get_by_role("link", name=re.compile("^(Join|To the table)"))).to_be_visible()


def test_results_removing_a_new_link_and_leaving(make_visitor: MakeVisitor) -> None:
    anna, bob = make_visitor("Anna").come_in(), make_visitor("Bob").come_in()
    link = make_group(anna)
    join(bob, link)
    terms = {**AT_ONCE, **TERMS}
    table = anna.page.evaluate(ASK, ["POST", f"/api/groups/{link}/tables", {"terms": terms}])["table"]
    tokens = [token_of(anna), token_of(bob)]
    with ThreadPoolExecutor(1) as pool:  # the browser's own loop runs in this thread
        pool.submit(lambda: asyncio.run(play(anna.server, table, tokens))).result()
    page = anna.page
    page.goto(f"/group/{link}")
    expect(page.get_by_role("link", name=re.compile("Watch again"))).to_be_visible(timeout=60_000)
    assert anna.find_violations() == []
    page.get_by_role("button", name=re.compile("^Remove")).click()
    press_yes(page, "Yes, remove Bob")
    expect(page.get_by_role("listitem").filter(has_text="Bob")).to_have_count(0)
    expect(page).not_to_have_url(re.compile(link))
    bob.page.goto(f"/group/{link}")
    expect(bob.page.get_by_role("heading", name="This link leads nowhere")).to_be_visible()
    assert bob.find_violations() == []
    page.get_by_role("button", name="Delete the group").click()
    press_yes(page, "Yes, delete it")
    expect(page.get_by_role("heading", name="Groups", level=1)).to_be_visible()
