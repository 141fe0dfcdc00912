"""House rules as a weapon: what anyone may open over the network is bounded, and the printed editions are within it."""

import pytest

from heimlich import RulesetName
from heimlich.games import GAMES
from heimlich.server.table.commands import Create
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.bounds import BOUNDS, check_bounds
from heimlich.server.table.setup.opening import open_table
from heimlich.server.table.setup.terms import Terms, check_terms
from tests.server.tables import ANNA, SEED


@pytest.mark.parametrize(
    ("house", "text"),
    [
        (("target", "1000000000"), "'target' takes numbers from 1 to 500 at a table here"),
        (("turn_limit", "9" * 190), "'turn_limit' takes numbers from 1 to 5000 at a table here"),
        (("values", "0,1,2,3,4,5,6,7,8,9,1000000,-3"), "'values' takes numbers from -99 to 99 at a table here"),
        (
            ("die", "12/11/10/9/8/7/6/5/4/3/2/1"),
            "'die' has a face 1/2/3/4/5/6/7/8/9/10/11/12 with 50387 moves",
        ),
        (("die", "1,2,3,4,5,6,12"), "'die' has a face 12 with 18564 moves; 5000 are the most here"),
        (("die", ",".join("1" * 90)), "'die' takes 24 numbers at most at a table here"),
        (
            ("values", "1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1"),
            "'values' come to nothing in all",
        ),
        (("marker_steps", "1000000"), "'marker_steps' takes numbers from 1 to 99 at a table here"),
    ],
)
def test_a_setting_that_goes_too_far_opens_no_table(house: tuple[str, str], text: str) -> None:
    with pytest.raises(Refused) as error:
        open_table(Create(Terms("heimlich-co", "rio-grande", 7, house=(house,))), ANNA, 0, table="t", seed=SEED)
    assert str(error.value).startswith(text)


def test_suitcases_too_are_bounded() -> None:
    with pytest.raises(Refused, match="'contents' takes numbers from 0 to 99"):
        check_terms(Terms("suitcases", "jumbo", 2, house=(("contents", "5,1000000,1"), ("target", "9"))))
    with pytest.raises(Refused, match="'duel_cards' takes 24 numbers at most"):
        check_terms(Terms("suitcases", "jumbo", 2, house=(("duel_cards", ",".join("1" * 90)),)))


def test_what_can_be_played_is_played() -> None:
    check_terms(Terms("heimlich-co", "rio-grande", 7, house=(("die", "1,2,3,4,5,8"), ("target", "100"))))
    check_terms(Terms("heimlich-co", "cie", 7, house=(("die", "12,1-12"),)))  # one agent takes it all


@pytest.mark.parametrize("game", list(GAMES))
def test_every_edition_is_within_the_bounds_and_every_number_has_one(game: str) -> None:
    rules = GAMES[game]
    for edition, variants in rules.editions().items():
        for variant in ((), *((variant,) for variant in variants)):
            found = rules.ruleset(RulesetName(edition, variant))
            for seats in rules.players(found):
                check_bounds(game, found, seats)
    for setting in rules.settings(found):
        if setting.name != "map" and any(sign.isdigit() for sign in setting.value):  # a map is one of a list
            assert setting.name in BOUNDS[game], f"'{setting.name}' has numbers and no bound"
