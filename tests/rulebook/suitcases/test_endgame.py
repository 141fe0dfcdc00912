"""The end (C21)."""

import pytest

from heimlich.game import RulesetName
from heimlich.games.suitcases import editions
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.endgame import reasons
from tests.rulebook.suitcases.table import after, lay, now, outcome, refused, rules_with


@pytest.mark.rule("C21")
def test_ten_state_secrets_win_at_once() -> None:
    state = lay("red delhi+green-B; delivered 1 green-A=5 red-B=3, 2 red-A=5; roll 3 3")
    state = after(state, "1: step 1 hq-red")
    assert outcome(state).winners == (0,)
    assert outcome(state).shares == (1.0, 0.0)
    assert outcome(state).ending == "ten-secrets"
    assert refused(state, "1: end") == "'end' must wait; the game is over"


@pytest.mark.rule("C21")
def test_nine_do_not() -> None:
    state = lay("red delhi+green-C; delivered 1 green-A=5 red-B=3; roll 3 3")
    assert now(after(state, "1: step 1 hq-red")) == "move"


@pytest.mark.rule("C21")
def test_a_player_without_agents_is_out_and_his_suitcases_stay_in_play() -> None:
    state = lay("players 3; red oslo; blue rome out out out out out out; lying blue-A rome; roll 2 0")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 1", "1: take 1 blue-A", "1: end")
    assert state.table.seat == 2
    assert now(state) == "roll"


@pytest.mark.rule("C21")
def test_the_last_player_with_agents_wins() -> None:
    state = lay("red oslo; green rome out out out out out out; delivered 2 red-A=5; roll 2 0")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 1")
    assert outcome(state).winners == (0,)
    assert outcome(state).ending == "last-standing"


@pytest.mark.rule("C21")
def test_a_defender_can_be_the_last_one_too() -> None:
    state = lay("red oslo+red-A out out out out out out; green rome; roll 2 0")
    state = after(state, "1: step 1 rome", "1: duel 1", "2: duel 5")
    assert outcome(state).winners == (1,)


@pytest.mark.rule("C21")
def test_an_agent_lost_with_a_0_is_still_in_the_game() -> None:
    state = lay("red oslo; green rome out out out out out out; roll 2 0")
    assert now(after(state, "1: step 1 rome", "1: duel 5", "2: duel 0")) == "move"


@pytest.mark.rule("C21")
def test_the_game_ends_when_nobody_could_reach_ten_any_more_and_equal_ones_share() -> None:
    text = "red delhi+green-C; delivered 1 red-A=5 green-B=3, 2 green-A=5 red-B=3 red-C=1; roll 1 0"
    state = after(lay(text), "1: step 1 hq-red")
    assert outcome(state).ending == "out-of-reach", "9 and 9, and only bombs are still out there"
    assert outcome(state).winners == (0, 1)
    assert outcome(state).shares == (0.5, 0.5)


LEVEL = (
    "red delhi+green-C{red}; green rome{green}; delivered 1 red-A=5 green-B=3, 2 green-A=5 red-B=3 red-C=1; roll 1 0"
)


@pytest.mark.rule("C21")
@pytest.mark.parametrize(
    ("setting", "red", "green", "winners"),
    [
        ("no", "", " out", (0, 1)),
        ("yes", "", " out", (0,)),
        ("yes", " out out", " out", (1,)),
        ("yes", " out", " out", (0, 1)),
    ],
)
def test_a_table_may_let_the_agents_that_are_left_decide(
    setting: str, red: str, green: str, winners: tuple[int, ...]
) -> None:
    """Ours, and off in the printed edition: with 9 and 9, most agents left wins, else they share."""
    state = lay(LEVEL.format(red=red, green=green), rules_with(agents_break_ties=setting))
    state = after(state, "1: step 1 hq-red")
    assert outcome(state).ending == "out-of-reach"
    assert outcome(state).winners == winners
    assert state.table.result is not None
    decided = {"no": ["why-level"], "yes": ["why-agents"]}[setting]
    assert [line.key for line in reasons(state.table, state.table.result)] == ["over-out-of-reach", *decided]


@pytest.mark.rule("C21")
def test_agents_do_not_decide_where_secrets_do() -> None:
    state = lay("red delhi+green-B out; delivered 1 green-A=5 red-B=3; roll 3 3", rules_with(agents_break_ties="yes"))
    state = after(state, "1: step 1 hq-red")
    assert outcome(state).winners == (0,)
    assert state.table.result is not None
    assert [line.key for line in reasons(state.table, state.table.result)] == ["over-ten-secrets"]


@pytest.mark.rule("C21")
def test_it_is_off_in_the_edition_and_suggested_to_two() -> None:
    for version in (1, 2):
        assert not editions.ruleset(RulesetName("jumbo", version=version)).agents_break_ties
    assert SUITCASES.suggested(2) == {"agents_break_ties": "yes"}
    assert SUITCASES.suggested(3) == SUITCASES.suggested(4) == {}


@pytest.mark.rule("C21")
def test_it_goes_on_while_somebody_could() -> None:
    text = "red delhi+green-B; delivered 1 red-A=5 green-C=1, 2 green-A=5 red-B=3; roll 1 0"
    state = after(lay(text), "1: step 1 hq-red")
    assert now(state) == "move", "9 and 8, and 1 is still out there"


@pytest.mark.rule("C21")
def test_who_is_out_of_play_does_not_count() -> None:
    """Blue, who has most, is beaten; what is left is too little for the others."""
    text = (
        "players 3; red oslo; blue rome out out out out out out; roll 2 0; "
        "delivered 1 red-A=5 red-B=3, 2 blue-A=5 blue-B=3 green-C=1, 3 green-A=5"
    )
    rules = rules_with(target="14")
    state = after(lay(text, rules), "1: step 1 rome", "1: duel 5", "2: duel 1")
    assert outcome(state).ending == "out-of-reach"
    assert outcome(state).winners == (0,)


@pytest.mark.rule("C21")
def test_a_limit_of_turns_ends_the_game_if_the_table_sets_one() -> None:
    rules = rules_with(turn_limit="3")
    state = lay("green goa; delivered 2 red-A=5; turn 2; roll 0 0", rules)
    state = after(state, "1: end", "dice 0 0", "2: end")
    assert outcome(state).ending == "turn-limit"
    assert outcome(state).winners == (1,)
    assert rules_with().turn_limit is None
