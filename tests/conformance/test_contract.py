"""The contract of heimlich.game, over every game × edition × variant × number of players."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heimlich import Decision, HeimlichError
from heimlich.game import AnyGame
from heimlich.offer import spell
from tests.soak import count
from tests.tables import ALL, Case, played, random_game

TRIED = 25  # actions from elsewhere in the game, tried in each state


def test_who_is_to_act_has_something_to_do_and_nobody_else_has(table_index: int, case: Case) -> None:
    game = case.game
    for state, _, _ in played(table_index):
        actors = game.actors(state)
        assert (game.chance(state) is None) == bool(actors)
        for seat in range(case.players):
            view = game.view(state, seat)
            actions = game.legal_actions(view)
            assert bool(actions) == (seat in actors)
            assert len(set(actions)) == len(actions)
            assert set(actors) <= set(game.awaited(view))
        assert not game.legal_actions(game.view(state, None))


def test_legal_actions_are_the_offer_spelt_out(table_index: int, case: Case) -> None:
    game = case.game
    for state, _, _ in played(table_index):
        for seat in range(case.players):
            view = game.view(state, seat)
            spelt = [game.parse_action(" ".join(words)) for part in game.offer(view) for words in spell(part)]
            assert spelt == list(game.legal_actions(view))


def test_apply_accepts_exactly_what_is_legal_and_changes_nothing_else(table_index: int, case: Case) -> None:
    game, steps, rng = case.game, played(table_index), Random(table_index)
    pool = sorted({event.action for _, event, _ in steps if isinstance(event, Decision)}, key=str)
    for state, _, _ in steps:
        text = game.format_state(state)
        for seat in (*game.actors(state), rng.randrange(case.players)):
            view = game.view(state, seat)
            legal = set(game.legal_actions(view))
            some = rng.sample(sorted(legal, key=str), min(3, len(legal)))
            for action in (*some, *rng.sample(pool, min(TRIED, len(pool)))):
                assert game.is_legal(view, action) == (action in legal)
                if action in legal:
                    assert game.apply(state, Decision(seat, action)) != state
                else:
                    with pytest.raises(HeimlichError):
                        game.apply(state, Decision(seat, action))
        assert game.format_state(state) == text


def test_chance_can_bring_each_of_its_outcomes_and_nothing_else(table_index: int, case: Case) -> None:
    game, steps = case.game, played(table_index)
    pool = [event for _, event, _ in steps if not isinstance(event, Decision)]
    for number, (state, event, _) in enumerate(steps):
        chance = game.chance(state)
        if chance is None:
            with pytest.raises(HeimlichError):
                game.apply(state, pool[number % len(pool)])
            continue
        assert isinstance(event, Decision) is False
        assert len(chance.outcomes) == len(chance.weights) == len(set(chance.outcomes))
        assert min(chance.weights) >= 0 < sum(chance.weights)
        for outcome in chance.possible():
            game.apply(state, outcome)
        stranger = pool[number % len(pool)]
        if stranger not in chance.possible():
            with pytest.raises(HeimlichError):
                game.apply(state, stranger)


def test_each_place_in_a_stream_of_chance_is_asked_for_once(table_index: int, case: Case) -> None:
    asked = [
        (chance.stream, chance.number)
        for state, _, _ in played(table_index)
        if (chance := case.game.chance(state)) is not None
    ]
    assert len(set(asked)) == len(asked)


def test_decisions_taken_unseen_commute(table_index: int, case: Case) -> None:
    game, rng = case.game, Random(table_index)
    for state, _, _ in played(table_index):
        seats = list(game.actors(state))
        if len(seats) < 2:
            continue
        answers = {seat: rng.choice(game.legal_actions(game.view(state, seat))) for seat in seats}
        results = set()
        for _ in range(3):
            rng.shuffle(seats)
            after = state
            for seat in seats:
                after = game.apply(after, Decision(seat, answers[seat]))
            results.add(game.format_state(after))
        assert len(results) == 1


def test_every_game_ends_and_gives_out_one_win_or_none(table_index: int, case: Case) -> None:
    last = played(table_index)[-1].after
    outcome = case.game.outcome(last)
    assert outcome is not None
    assert outcome.ending in case.game.endings
    assert sum(outcome.shares) == pytest.approx(1 if outcome.winners else 0)
    assert [share > 0 for share in outcome.shares] == [seat in outcome.winners for seat in range(case.players)]
    assert not case.game.actors(last)
    assert case.game.chance(last) is None


@settings(max_examples=count(60, 5000))
@given(st.sampled_from(ALL), st.integers(min_value=0))
def test_random_games_end_at_any_table(case: Case, seed: int) -> None:
    steps = random_game(case, seed)
    assert case.game.outcome(steps[-1].after) is not None


@settings(max_examples=count(15, 500))
@given(st.sampled_from(ALL), st.integers(min_value=0))
def test_the_same_seed_gives_the_same_game(case: Case, seed: int) -> None:
    assert random_game(case, seed) == random_game(case, seed)


def test_a_seat_that_is_not_there_is_told_so(table_index: int, case: Case) -> None:
    game: AnyGame = case.game
    state, event, _ = next(step for step in played(table_index) if isinstance(step.event, Decision))
    with pytest.raises(HeimlichError, match=f"there is no seat {case.players + 1}; there are {case.players}"):
        game.apply(state, Decision(case.players, event.action))
