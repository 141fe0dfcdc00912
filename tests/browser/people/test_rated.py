"""A rated table: its terms say so, the result says what it did, and My games shows where one stands."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.people.test_own_games import TERMS, play_with
from tests.browser.visitors import DESK, PHONE


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_rated_game_from_its_terms_to_my_games(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size).come_in()
    table = play_with(anna, TERMS | {"rated": True, "hints": False})
    page = anna.page
    page.goto("/games")
    expect(page.get_by_role("heading", name="Your ratings")).to_be_visible()
    expect(page.get_by_text("after 1 game")).to_be_visible()
    assert anna.find_violations() == []
    page.goto(f"/table/{table}")
    expect(page.get_by_text("Your first rating here")).to_be_visible(timeout=60_000)
    assert anna.find_violations() == []
    page.goto("/games")
    page.get_by_role("button", name="Same people again").click()
    expect(page.get_by_text("The result counts for the ratings")).to_be_visible()
    assert anna.find_violations() == []
