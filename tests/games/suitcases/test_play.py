"""Random games end, never run into a dead end, and accept exactly what is legal."""

from random import Random

import pytest

from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.state import Phase
from tests.games.suitcases.games import HOUSES, check, eager_choice, played, random_game, rules_of, states
from tests.soak import count

PLAYERS = (2, 3, 4)
SHARES = 10  # of the games below, so that several processes can take their part


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_without_a_dead_end(players: int, share: int) -> None:
    """300 games for each number of players, 10,000 in a soak."""
    rules = rules_of("jumbo")
    for seed in range(share, count(300, 10_000), SHARES):
        steps = random_game(rules, players, seed)
        for state in states(steps):
            check(state.table)
        outcome = SUITCASES.outcome(steps[-1].after)
        assert outcome is not None
        assert outcome.ending in SUITCASES.endings
        assert sum(outcome.shares) == pytest.approx(1)


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("players", PLAYERS)
def test_house_rules_can_be_played_to_the_end(house: str, players: int) -> None:
    for seed in range(count(3, 30)):
        for state in states(random_game(rules_of(house), players, seed)):
            check(state.table)
            for seat in SUITCASES.actors(state):
                assert SUITCASES.legal_actions(SUITCASES.view(state, seat))


def test_random_games_see_every_phase_and_more_than_one_ending() -> None:
    phases, endings = set(), set()
    for players in PLAYERS:
        for seed in range(8):
            steps = random_game(rules_of("jumbo"), players, seed)
            phases |= {state.table.phase for state in states(steps)}
            outcome = SUITCASES.outcome(steps[-1].after)
            assert outcome is not None
            endings.add(outcome.ending)
    assert phases == set(Phase)
    assert len(endings) > 1


def _others(house: str, players: int) -> list[Action]:
    """Actions from all over a game, and others with every verb."""
    steps = played(house, players)
    found = {step.event.action for step in steps if isinstance(step.event, Decision)}
    words = [
        "step 1 hq-red",
        "step 1 start-red",
        "take 2 red-A",
        "exchange 2 red-A",
        "drop 7",
        "drop 20",
        "fight red-1",
    ]
    words += ["lose 1", "end", "leave", "station", "stay", "duel 0", "pack D bomb", "pack H 5", "place A berlin"]
    return sorted(found | {SUITCASES.parse_action(word) for word in words}, key=str)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("house", ["jumbo", "alone", "crowds"])
def test_apply_accepts_exactly_what_is_legal_and_changes_nothing_else(house: str, players: int) -> None:
    rng = Random(players)
    pool = _others(house, players)
    for state in states(played(house, players)):
        text = SUITCASES.format_state(state)
        for seat in range(players):
            view = SUITCASES.view(state, seat)
            legal = list(SUITCASES.legal_actions(view))
            assert len(set(legal)) == len(legal)
            for action in (*rng.sample(legal, min(2, len(legal))), *rng.sample(pool, 12)):
                assert SUITCASES.is_legal(view, action) == (action in legal)
                if action in legal:
                    assert SUITCASES.apply(state, Decision(seat, action)) != state
                else:
                    with pytest.raises(HeimlichError):
                        SUITCASES.apply(state, Decision(seat, action))
        assert SUITCASES.format_state(state) == text


@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_simultaneous_decisions_commute(players: int) -> None:
    rng = Random(players)
    tried = 0
    for state in states(played("jumbo", players)):
        seats = list(SUITCASES.actors(state))
        if len(seats) < 2:
            continue
        answers = {seat: eager_choice(SUITCASES.legal_actions(SUITCASES.view(state, seat)), rng) for seat in seats}
        results = []
        for order in (seats, seats[::-1]):
            after = state
            for seat in order:
                after = SUITCASES.apply(after, Decision(seat, answers[seat]))
            results.append(after)
        assert results[0] == results[1]
        tried += 1
    assert tried > 4


def test_the_latest_moves_are_kept_for_that_table_only() -> None:
    """Looking at one table in between does not change what another one offers."""
    early, late = (
        [state for state in states(played("jumbo", 2, seed)) if state.table.phase is Phase.MOVE][20] for seed in (1, 2)
    )
    alone = list(SUITCASES.legal_actions(SUITCASES.view(early, early.table.seat)))
    SUITCASES.legal_actions(SUITCASES.view(late, late.table.seat))
    assert list(SUITCASES.legal_actions(SUITCASES.view(early, early.table.seat))) == alone
