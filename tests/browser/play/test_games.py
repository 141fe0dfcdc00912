"""Whole games through the forms alone, which need no eye for the board."""

from random import Random

from playwright.sync_api import expect

from tests.browser.visitors import Visitor


def test_a_game_with_cards_and_dossiers_by_form(anna: Visitor) -> None:
    terms = {
        "game": "heimlich-co",
        "edition": "rio-grande",
        "seats": 3,
        "variants": ["top-secret", "dossier"],
        "house": [["target", "14"], ["dossier_from", "7"]],
    }
    table = anna.against_bots(terms)
    anna.go_to(table)
    anna.unfold_form()
    anna.play_by_form(Random(5))
    expect(anna.page.locator("#result")).to_contain_text("win")
    anna.page.get_by_text("Were the dice fair?").click()
    anna.page.get_by_role("button", name="Check it now").click()
    expect(anna.page.get_by_text("Correct")).to_be_visible()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Save the game record").click()
    assert "fair seed" in download.value.path().read_text("utf-8")


def test_a_game_of_suitcases_by_form_and_its_rematch(anna: Visitor) -> None:
    terms = {"game": "suitcases", "edition": "jumbo", "seats": 2, "house": [["turn_limit", "4"]]}
    table = anna.against_bots(terms)
    anna.go_to(table)
    anna.unfold_form()
    anna.play_by_form(Random(3))
    expect(anna.page.locator("#result")).to_be_visible()
    anna.page.get_by_role("button", name="Rematch").click()
    expect(anna.page.get_by_role("button", name="Lock the suitcases")).to_be_visible()  # nobody is waited for
    assert table not in anna.page.url
