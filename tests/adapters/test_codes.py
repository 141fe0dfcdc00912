"""Every table in numbers: masks are the legal actions, views have one size, and rewards are the shares of the win."""

from random import Random

import numpy as np
import pytest

from heimlich import GAMES
from heimlich.adapters.match import Match
from heimlich.adapters.terms import agree
from heimlich.errors import BadRuleset, HeimlichError, IllegalAction
from tests.adapters.tables import random_match, short_terms
from tests.tables import Case

TURNS = 6


def test_numbers_stand_for_the_legal_actions_and_views_hide_what_is_hidden(table_index: int, case: Case) -> None:
    """For every table: each seat's mask is its legal actions, and another state with the same view looks the same."""
    terms, rng = short_terms(case, TURNS), Random(table_index)
    game, code, twin = terms.game, terms.code, Match(terms)
    decisions = 0
    for match in random_match(terms, table_index):
        asked = match.asked
        for seat in range(terms.players):
            view = match.view(seat)
            numbers = code.legal(view)
            assert len(set(numbers)) == len(numbers)
            assert bool(numbers) == (seat in asked)
            if seat in asked:
                assert {str(code.action(view, number)) for number in numbers} == set(map(str, game.legal_actions(view)))
                assert np.flatnonzero(match.mask(seat)).tolist() == sorted(numbers)
        seat = decisions % terms.players
        twin.state = game.consistent_state(match.view(seat), rng)
        assert match.observation(seat).shape == (code.size,)
        assert (twin.observation(seat) == match.observation(seat)).all()
        assert (twin.mask(seat) == match.mask(seat)).all()
        decisions += 1
    assert match.over
    assert decisions - 1 <= code.most_decisions
    assert sum(match.rewards()) == pytest.approx(1.0) or not any(match.rewards())


def test_rewards_come_at_the_end_and_centred_ones_add_up_to_nothing() -> None:
    house = {"target": 3, "free_agents_win": False}
    plain, centred = (agree(players=3, house=house, rewards=kind) for kind in ("shares", "centred"))
    for match in random_match(plain, 1):
        if not match.over:
            assert match.rewards() == plain.reward_of(match.state) == centred.reward_of(match.state) == (0.0,) * 3
    outcome = plain.game.outcome(match.state)
    assert outcome is not None
    assert match.rewards() == outcome.shares
    assert centred.reward_of(match.state) == pytest.approx([share - 1 / 3 for share in outcome.shares])


def test_nobody_is_rewarded_when_a_free_agent_wins() -> None:
    terms = agree(players=2, rewards="centred", house={"free_agents_win": True, "target": 5})
    endings = {}
    for seed in range(30):
        *_, match = random_match(terms, seed)
        outcome = terms.game.outcome(match.state)
        assert outcome is not None
        endings[outcome.ending] = match.rewards()
    assert endings["free-agent"] == (0.0, 0.0)
    assert sum(map(abs, endings["one-winner"])) == 1.0


def test_the_same_seed_brings_the_same_game() -> None:
    terms = agree("suitcases", players=2, house={"turn_limit": 10})
    first, again, other = (
        [terms.game.format_state(match.state) for match in random_match(terms, n)] for n in (1, 1, 2)
    )
    assert first == again != other


def test_what_is_left_open_has_a_usual_value() -> None:
    terms = agree()
    assert (terms.game.id, terms.name.edition, terms.players) == ("heimlich-co", "rio-grande", 4)
    assert ("turn_limit", "1000") in terms.name.house
    assert agree("suitcases").name.house == (("turn_limit", "400"),)


def test_numbers_beyond_16_bits_are_cut_off() -> None:
    terms = agree("suitcases", players=2, house={"contents": "70000,3,1,bomb", "turn_limit": 3})
    *_, match = random_match(terms, 1)
    assert match.observation(0).max() == np.iinfo(np.int16).max


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"game": "chess"}, "there is no game 'chess'; there are: heimlich-co, suitcases"),
        ({"edition": "jumbo"}, "there is no edition 'jumbo'; there are: "),
        ({"players": 8}, "8 players cannot play; it takes 2 to 7"),
        ({"variants": "dossier"}, r"'variants' is the text 'dossier'; it takes a list of names, as in \['dossier'\]"),
        ({"house": {"size": 3}}, "there is no setting 'size'"),
        ({"rewards": "points"}, "there are no rewards 'points'; there are: shares, centred"),
    ],
)
def test_terms_that_cannot_be_had_are_refused(words: dict[str, str], reason: str) -> None:
    with pytest.raises(HeimlichError, match=reason):
        agree(**words)  # type: ignore[arg-type]  # that is the point


def test_a_text_for_variants_is_a_bad_ruleset() -> None:
    with pytest.raises(BadRuleset):
        agree(variants="dossier")


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (1.5, "seat_1 decided '1.5', which is no whole number"),
        ("red", "seat_1 decided 'red', which is no whole number"),
        (-1, "seat_1 decided -1: -1 is no action's number; they go from 0 to 654"),
        (655, "seat_1 decided 655: 655 is no action's number; they go from 0 to 654"),
        (332, "seat_1 decided 332: 332 names an agent that does not take part; 2 do"),
        (2, "seat_1 decided 2, which is 'pass': .*; the action mask shows what is legal"),
        (
            445,
            "seat_1 decided 445, which is 'move gray 4': 'move gray 4' walks 4 in all; the roll is 1; the action mask",
        ),
    ],
)
def test_a_number_that_is_not_legal_is_refused_and_changes_nothing(number: object, reason: str) -> None:
    house = {"die": "1,4", "first": 1, "agents_in_play": "2,3,4,5,6,7", "colours": "gray,red"}
    match = Match(agree(players=2, house=house))
    match.begin(next(seed for seed in range(100) if _first_roll(match, seed) == (1,)))
    before = match.state
    with pytest.raises(IllegalAction, match=reason):
        match.decide(0, number)
    assert match.state is before


def _first_roll(match: Match, seed: int) -> object:
    match.begin(seed)
    return match.state.table.roll


def test_who_is_not_asked_cannot_decide() -> None:
    match = Match(agree(players=2, house={"first": 1}))
    match.begin(1)
    number = int(np.flatnonzero(match.mask(0))[0])
    with pytest.raises(IllegalAction, match="seat_2 decided"):
        match.decide(1, number)


def test_both_games_have_codes() -> None:
    assert {agree(name).game.id for name in GAMES} == set(GAMES)
