"""Duels (C12 to C17)."""

import pytest

from tests.rulebook.suitcases.table import after, agents, asked, choices, lay, lying, now, refused, rules_with, steps

MEETING = "red oslo; green rome"


@pytest.mark.rule("C12")
def test_who_enters_a_city_with_an_opponent_must_stop_and_duel() -> None:
    state = after(lay(f"{MEETING}; roll 3 0"), "1: step 1 rome")
    assert now(state) == "duel"
    assert asked(state) == [1, 2]
    assert refused(state, "1: step 1 bonn") == "'step 1 bonn' must wait; now it is time to choose a duel card"


@pytest.mark.rule("C13")
def test_both_choose_unseen_and_the_higher_card_wins() -> None:
    state = after(lay(f"{MEETING}; roll 3 0"), "1: step 1 rome", "2: duel 3")
    assert now(state) == "duel"
    assert asked(state) == [1]
    assert agents(after(state, "1: duel 4"), "green")[0] == "out"
    assert agents(after(state, "1: duel 2"), "red")[0] == "out"


@pytest.mark.rule("C13")
def test_a_tie_goes_to_an_aggressor_who_came_by_exact_count() -> None:
    state = after(lay(f"{MEETING}; roll 1 0"), "1: step 1 rome", "1: duel 3", "2: duel 3")
    assert agents(state, "green")[0] == "out"
    assert agents(state, "red")[0] == "rome"


@pytest.mark.rule("C13")
@pytest.mark.parametrize("left", ["roll 2 0", "roll 1 0; extra 1; mover 1", "roll 0 0; extra 2; mover 1"])
def test_a_tie_goes_to_the_defender_if_a_step_of_any_kind_was_left(left: str) -> None:
    state = after(lay(f"{MEETING}; {left}"), "1: step 1 rome", "1: duel 3", "2: duel 3")
    assert agents(state, "red")[0] == "out"
    assert agents(state, "green")[0] == "rome"


@pytest.mark.rule("C13")
def test_extra_steps_of_another_agent_have_lapsed_and_do_not_count() -> None:
    text = f"{MEETING.replace('oslo', 'oslo paris')}; roll 1 0; extra 1; mover 2"
    state = after(lay(text), "1: step 1 rome", "1: duel 3", "2: duel 3")
    assert agents(state, "green")[0] == "out"


@pytest.mark.rule("C13")
@pytest.mark.parametrize(("roll", "loser"), [("1 0", "green"), ("2 0", "red")])
def test_for_a_second_duel_the_same_moment_decides(roll: str, loser: str) -> None:
    state = lay(f"red oslo; green rome rome; roll {roll}")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 1", "1: duel 2", "2: duel 2")
    assert agents(state, loser)[1 if loser == "green" else 0] == "out"


@pytest.mark.rule("C13")
def test_a_card_that_one_has_not_is_refused() -> None:
    state = after(lay(f"{MEETING}; cards 1 0 2; roll 1 0"), "1: step 1 rome")
    assert choices(state, 1) == ["duel 0", "duel 2"]
    assert refused(state, "1: duel 5") == "you do not have the duel card 5; open: duel 0, duel 2"
    state = after(state, "1: duel 2")
    assert refused(state, "1: duel 0") == "'duel 0' must wait; now it is time for seat 2 to choose a duel card"


@pytest.mark.rule("C14")
def test_played_cards_are_set_aside_and_all_come_back_when_the_last_is_used() -> None:
    state = after(lay(f"{MEETING}; cards 1 3, 2 0 1 2; roll 2 0"), "1: step 1 rome", "1: duel 3", "2: duel 1")
    assert state.table.hands == ((0, 0, 1, 2, 3, 4, 5), (0, 2))


@pytest.mark.rule("C14")
def test_of_two_equal_cards_one_stays() -> None:
    state = after(lay(f"{MEETING}; roll 1 0"), "1: step 1 rome", "1: duel 1", "2: duel 0")
    assert state.table.hands[1] == (0, 1, 2, 3, 4, 5)


@pytest.mark.rule("C15")
def test_who_loses_with_a_0_goes_back_to_the_start_space() -> None:
    state = after(lay(f"{MEETING}; roll 2 0"), "1: step 1 rome", "1: duel 1", "2: duel 0")
    assert agents(state, "green")[0] == "start-green"
    state = after(lay(f"{MEETING}; roll 2 0"), "1: step 1 rome", "1: duel 0", "2: duel 0")
    assert agents(state, "red")[0] == "start-red"
    assert agents(state, "green")[0] == "rome"


@pytest.mark.rule("C15")
def test_the_losers_suitcase_stays_and_an_aggressor_may_take_it_or_exchange() -> None:
    state = lay("red oslo+red-A; green rome+green-A; roll 1 0")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 4")
    assert lying(state) == {"green-A": "rome"}
    assert "exchange 1 green-A" in choices(state)
    assert agents(after(state, "1: exchange 1 green-A"), "red")[0] == "rome+green-A"


@pytest.mark.rule("C15")
def test_a_defender_who_wins_may_take_the_losers_suitcase_at_once() -> None:
    state = lay("red oslo+red-A; green rome; lying green-B rome; roll 3 0")
    state = after(state, "1: step 1 rome", "1: duel 1", "2: duel 4")
    assert now(state) == "spoils"
    assert asked(state) == [2]
    assert choices(state) == ["leave", "take 1 red-A"], "not what has been lying there"
    assert refused(state, "2: take 1 green-B") == "'take 1 green-B' does not fit; open: leave, take 1 red-A"
    taken = after(state, "2: take 1 red-A")
    assert agents(taken, "green")[0] == "rome+red-A"
    assert now(taken) == "roll"
    assert taken.table.seat == 1
    left = after(state, "2: leave")
    assert lying(left) == {"red-A": "rome", "green-B": "rome"}


@pytest.mark.rule("C15")
def test_a_defender_with_a_suitcase_may_exchange_it() -> None:
    state = lay("red oslo+red-A; green rome+green-B; roll 1 0")
    state = after(state, "1: step 1 rome", "1: duel 0", "2: duel 4")
    assert choices(state) == ["leave", "exchange 1 red-A"]
    state = after(state, "2: exchange 1 red-A")
    assert agents(state, "green")[0] == "rome+red-A"
    assert lying(state) == {"green-B": "rome"}
    assert agents(state, "red")[0] == "start-red"


@pytest.mark.rule("C15")
def test_the_second_defender_takes_what_the_aggressor_carried_after_the_last_duel() -> None:
    state = lay("red oslo+red-A; green rome+green-A rome; roll 3 0")
    state = after(state, "1: step 1 rome", "1: fight green-1", "1: duel 5", "2: duel 1", "1: duel 1", "2: duel 4")
    assert choices(state) == ["leave", "take 2 red-A"]


@pytest.mark.rule("C16")
def test_a_winning_aggressor_gets_an_extra_step_for_that_agent() -> None:
    state = after(lay("red oslo paris; green rome; roll 1 0"), "1: step 1 rome", "1: duel 5", "2: duel 1")
    assert (state.table.steps, state.table.extra, state.table.mover) == (0, 1, 1)
    assert steps(state) == ["step 1 bonn", "step 1 oslo", "step 1 paris"]
    assert refused(state, "1: step 2 york") == (
        "'step 2 york' needs a step, and none is left; the extra steps are agent 1's"
    )


@pytest.mark.rule("C16")
def test_extra_steps_lapse_when_another_agent_is_moved() -> None:
    state = after(lay("red oslo paris; green rome; roll 2 0"), "1: step 1 rome", "1: duel 5", "2: duel 1")
    state = after(state, "1: step 2 york")
    assert (state.table.steps, state.table.extra, state.table.mover) == (0, 0, 0)
    assert choices(state) == ["end"]


@pytest.mark.rule("C16")
def test_an_agent_with_extra_steps_is_not_like_one_without() -> None:
    state = lay("red rome rome rome; roll 1 0; extra 1; mover 2", rules_with(most_in_city="3"))
    assert [step for step in steps(state) if "oslo" in step] == ["step 1 oslo", "step 2 oslo", "step 4 oslo"]
    assert refused(state, "1: step 3 oslo") == "'step 3 oslo' names agent 3, who is just like agent 1; say 1"
    assert after(state, "1: step 2 oslo").table.steps == 1, "extra steps go first"


@pytest.mark.rule("C16")
def test_an_extra_step_may_lead_to_a_duel_or_a_delivery() -> None:
    state = after(lay("red kiev+green-A; green delhi cairo; roll 1 0"), "1: step 1 delhi", "1: duel 5", "2: duel 1")
    assert "step 1 hq-red" in choices(state)
    fought = after(state, "1: step 1 cairo")
    assert now(fought) == "duel"
    assert fought.table.duel is not None
    assert fought.table.duel.exact
    assert after(state, "1: step 1 hq-red").table.delivered[0][0].suitcase == "green-A"


@pytest.mark.rule("C16")
def test_a_winning_defender_gets_no_step() -> None:
    state = after(lay(f"{MEETING}; roll 3 0"), "1: step 1 rome", "1: duel 0", "2: duel 1")
    assert now(state) == "roll"
    assert state.table.extra == 0


@pytest.mark.rule("C17")
def test_the_aggressor_chooses_whom_of_two_to_fight_first() -> None:
    state = after(lay("red oslo; green rome+green-A rome; roll 2 0"), "1: step 1 rome")
    assert now(state) == "fight"
    assert choices(state) == ["fight green-1", "fight green-2"]
    assert refused(state, "1: fight green-3") == (
        "'fight green-3' names nobody you can choose; open: fight green-1, fight green-2"
    )
    state = after(state, "1: fight green-2", "1: duel 5", "2: duel 1")
    assert agents(state, "green")[:2] == ["rome+green-A", "out"]
    assert now(state) == "duel", "the other follows at once"


@pytest.mark.rule("C17")
def test_two_wins_give_two_extra_steps() -> None:
    state = lay("red oslo; green rome rome; roll 2 0")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 1", "1: duel 4", "2: duel 0")
    assert (state.table.steps, state.table.extra) == (1, 2)
    assert agents(state, "green")[:2] == ["out", "start-green"]


@pytest.mark.rule("C17")
def test_there_is_no_choice_between_two_that_are_alike() -> None:
    assert now(after(lay("red oslo; green rome rome; roll 2 0"), "1: step 1 rome")) == "duel"


@pytest.mark.rule("C17")
def test_an_aggressor_who_loses_ends_his_turn_with_whatever_was_left() -> None:
    state = after(lay("red oslo paris; green rome; roll 3 3"), "1: step 1 rome", "1: duel 1", "2: duel 4")
    assert now(state) == "roll"
    assert (state.table.seat, state.table.steps) == (1, 0)


@pytest.mark.rule("C17")
def test_losing_the_second_duel_ends_the_turn_too() -> None:
    state = lay("red oslo; green rome rome; roll 3 0")
    state = after(state, "1: step 1 rome", "1: duel 5", "2: duel 1", "1: duel 0", "2: duel 5")
    assert now(state) == "roll"
    assert agents(state, "green")[:2] == ["out", "rome"]
    assert agents(state, "red")[0] == "start-red"


@pytest.mark.rule("C17")
def test_three_in_a_city_where_the_table_allows_it_are_fought_one_by_one() -> None:
    state = lay("red oslo; green rome+green-A rome+green-B rome; roll 1 0", rules_with(most_in_city="3"))
    state = after(state, "1: step 1 rome", "1: fight green-3", "1: duel 5", "2: duel 0")
    assert choices(state) == ["fight green-1", "fight green-2"]
