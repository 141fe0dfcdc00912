"""The page for teachers and parents, and the words of both games."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_teachers_find_their_page_from_the_start_page(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size)
    anna.page.goto("/")
    anna.page.get_by_role("link", name="For teachers and parents").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("For teachers and parents")
    row = anna.page.get_by_role("row", name="Heimlich & Co., Rio Grande 1")
    expect(row.get_by_role("cell").nth(2)).to_have_text("20 (13–30)")  # four players
    expect(anna.page.get_by_role("region", name="How long a game takes")).to_contain_text(
        "Top Secret, the suitcase game"
    )
    expect(anna.page.get_by_text("1,000,000 simulated games")).to_be_visible()
    expect(anna.page.get_by_text("nobody has timed it")).to_contain_text("We take 30 seconds for a turn")
    turns = anna.page.get_by_role("row", name="turns, counted").first
    expect(turns.get_by_role("cell").nth(2)).to_have_text("35 (20–51)")
    anna.page.get_by_role("radio", name="Children, first game").check()
    row = anna.page.get_by_role("row", name=re.compile(r"^Heimlich & Co., Rio Grande \d"))
    expect(row.get_by_role("cell").nth(2)).to_have_text("30 (20–45)")
    expect(anna.page.get_by_text("nobody has timed it")).to_contain_text("We take 45 seconds for a turn")
    expect(turns.get_by_role("cell").nth(2)).to_have_text("35 (20–51)")
    assert anna.find_violations() == []
    assert anna.overflow() == 0


def test_sheets_are_offered_for_both_papers_in_the_reader_s_language(make_visitor: MakeVisitor) -> None:
    anna = make_visitor(size=PHONE)
    anna.page.goto("/teachers")
    link = anna.page.get_by_role("link", name="Secret dossier as PDF")
    expect(link).to_have_attribute("href", "/sheets/dossier.pdf?lang=en&paper=a4")
    anna.page.get_by_role("radio", name="US Letter").check()
    anna.page.get_by_label("Language").select_option("de")
    link = anna.page.get_by_role("link", name="Geheimes Dossier als PDF")
    expect(link).to_have_attribute("href", "/sheets/dossier.pdf?lang=de&paper=letter")
    answer = anna.context.request.get(link.get_attribute("href") or "")
    assert answer.body().startswith(b"%PDF-")
    picture = anna.page.locator("img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 100


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_words_of_both_games_lead_to_their_rules(make_visitor: MakeVisitor, size: tuple[int, int]) -> None:
    anna = make_visitor(size=size)
    anna.page.goto("/words")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("The words of both games")
    row = anna.page.get_by_role("row", name=re.compile("^safe "))
    expect(row.get_by_role("cell")).to_have_text(
        [
            "Tresor",
            "coffre-fort",
            re.compile("it is cracked, and every agent scores"),
            "H10",
            "safe",
            "dossier Top-Secret",
            "coffre-fort",
            "safe",
        ]
    )
    expect(anna.page.get_by_role("row", name=re.compile("^extra step "))).to_contain_text("bonus move")
    row.scroll_into_view_if_needed()
    meaning = row.get_by_text("it is cracked, and every agent scores")
    boxes = [box for one in meaning.all() if (box := one.bounding_box())]
    assert len([box for box in boxes if box["x"] < size[0] - 100]) == 1, "the meaning stands inside the window"
    assert anna.find_violations() == []
    assert anna.overflow() == 0
    anna.page.get_by_label("Language").select_option("fr")
    row = anna.page.get_by_role("row", name=re.compile("^coffre-fort "))
    row.get_by_role("link", name="H10").click()
    expect(anna.page.locator("article#H10")).to_be_in_viewport()
