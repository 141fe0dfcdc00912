"""Two to four people, each in a browser of his own, play whole games: every edition, every combination of variants."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from heimlich.games import GAMES
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE, Visitor

NAMES = ("Anna", "Ben", "Clara", "Dora")
# A marker that has to go less far, and dossiers that come early enough to be written.
SHORT = [["target", "9"]]
EARLY = {"cie": [["dossier_from", "5"], ["dossier_again_below", "3"]]}
EARLY_ELSEWHERE = [["dossier_from", "5"]]

HEIMLICH = GAMES["heimlich-co"]
EDITIONS = list(HEIMLICH.editions())


def combinations() -> list[tuple[str, tuple[str, ...]]]:
    """Every edition with each of its variants, and with all of them."""
    return [
        (edition, chosen)
        for edition, variants in HEIMLICH.editions().items()
        for chosen in dict.fromkeys([*((variant,) for variant in variants), variants])
        if chosen
    ]


def sit_together(make_visitor: MakeVisitor, terms: Mapping[str, Any]) -> list[Visitor]:
    """As many people as there are seats, half of them on phones; the first has opened the table and starts the game.

    Nothing moves, so that nobody has to wait; test_games.py plays with everything that moves.
    """
    people = [
        make_visitor(name, size=PHONE if number % 2 else DESK, reduced_motion="reduce").come_in()
        for number, name in enumerate(NAMES[: terms["seats"]])
    ]
    host = people[0]
    table = host.open_table(terms)
    for seat, person in enumerate(people):
        person.command(table, {"do": "sit", "seat": seat})
        person.go_to(table)
    host.page.get_by_role("button", name="Start the game").click()
    return people


def play_together(people: Sequence[Visitor], seed: int, decisions: int = 4000) -> None:
    """All decide by form, whoever is asked, until everybody sees the end."""
    random = Random(seed)
    for person in people:
        person.page.locator(".offer, [role=status].turn").first.wait_for()
        person.unfold_form()
    for _ in range(decisions):
        asked = [person for person in people if person.page.locator(".offer").count()]
        if any(person.page.locator("dialog[open][data-beat]").count() for person in people):
            break
        if not asked:
            people[0].page.wait_for_timeout(20)
        for person in asked:
            person.decide_by_form(random)
    for person in people:
        person.page.locator("dialog[open][data-beat]").wait_for()
        person.skip_unmasking()
        expect(person.page.locator("#result")).to_be_visible()


@pytest.mark.parametrize("edition", EDITIONS)
def test_friends_play_every_edition_to_its_end(make_visitor: MakeVisitor, edition: str) -> None:
    seats = 2 + EDITIONS.index(edition) % 3
    people = sit_together(make_visitor, {"game": "heimlich-co", "edition": edition, "seats": seats})
    play_together(people, EDITIONS.index(edition))
    results = {person.page.locator("#result").inner_text().split("\n")[0] for person in people}
    assert len(results) == 1


@pytest.mark.parametrize(("edition", "variants"), combinations())
def test_friends_play_every_combination_of_variants(
    make_visitor: MakeVisitor, edition: str, variants: tuple[str, ...]
) -> None:
    with_dossier = {"dossier", "advanced"} & set(variants)
    house = [*SHORT, *(EARLY.get(edition, EARLY_ELSEWHERE) if with_dossier else [])]
    terms = {"game": "heimlich-co", "edition": edition, "seats": 3, "variants": list(variants), "house": house}
    people = sit_together(make_visitor, terms)
    play_together(people, len(variants))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_friends_play_suitcases(make_visitor: MakeVisitor, seats: int) -> None:
    """Two play with few agents on the small map until somebody has won; more of them until the limit of turns.

    Visitors who play at random need 160 turns with all agents, and 60 with two of them.
    """
    house = [["map", "orient-express-2"], ["agents", "2"]] if seats == 2 else [["turn_limit", "12"]]
    terms = {"game": "suitcases", "edition": "jumbo", "seats": seats, "house": house}
    people = sit_together(make_visitor, terms)
    play_together(people, seats)


def test_a_spectator_follows_a_game_and_learns_no_secret(make_visitor: MakeVisitor) -> None:
    terms = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "variants": ["top-secret"], "house": SHORT}
    people = sit_together(make_visitor, terms)
    onlooker = make_visitor("Otto", DESK).come_in()
    onlooker.page.goto(people[0].page.url)
    onlooker.turn.wait_for()
    expect(onlooker.page.locator(".offer, .identity")).to_have_count(0)
    for person in people:
        person.unfold_form()
    random = Random(4)
    for _ in range(12):
        for person in people:
            if person.page.locator(".offer").count():
                person.decide_by_form(random)
    expect(onlooker.page.get_by_role("list", name="Log")).to_contain_text("rolls")
    onlooker.expect_no_word("secretly", "draws “", "is dealt agent ")
    play_together(people, 4)
    expect(onlooker.page.locator("#result")).to_be_visible()
