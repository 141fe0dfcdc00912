"""The dice and the steps (C8, C9)."""

import pytest

from heimlich.games.suitcases import turn
from tests.rulebook.suitcases.table import after, agents, choices, lay, now, placed, refused, rules_with, steps


@pytest.mark.rule("C8")
def test_each_of_the_two_dice_shows_0_1_1_2_2_3() -> None:
    chance = turn.chance(placed(2))
    assert chance is not None
    weights = dict(zip(map(str, chance.outcomes), chance.weights, strict=True))
    assert sum(weights.values()) == 36
    assert weights["dice 0 0"] == 1
    assert weights["dice 1 2"] == 4
    assert weights["dice 2 3"] == 2
    assert (chance.stream, chance.number) == ("dice", 0)


@pytest.mark.rule("C8")
def test_the_sum_may_be_split_over_agents_in_any_order_and_an_agent_may_be_moved_again() -> None:
    state = after(placed(2), "dice 2 2", "1: step 1 oslo", "1: step 2 oslo", "1: step 1 rome", "1: step 1 paris")
    assert agents(state, "red")[:2] == ["paris", "oslo"]
    assert steps(state) == []


@pytest.mark.rule("C8")
def test_steps_may_be_left_unspent() -> None:
    state = after(placed(2), "dice 3 3", "1: step 1 oslo", "1: end")
    assert now(state) == "roll"
    assert state.table.seat == 1


@pytest.mark.rule("C8")
def test_without_a_step_left_nobody_moves() -> None:
    state = after(placed(2), "dice 0 0")
    assert choices(state) == ["end"]
    assert refused(state, "1: step 1 oslo") == "'step 1 oslo' needs a step, and none is left"


@pytest.mark.rule("C8")
def test_of_agents_that_are_alike_only_the_first_is_offered() -> None:
    state = after(placed(2), "dice 1 0")
    assert choices(state) == ["end", "step 1 oslo"]
    assert refused(state, "1: step 3 oslo") == "'step 3 oslo' names agent 3, who is just like agent 1; say 1"


@pytest.mark.rule("C9")
def test_a_step_goes_along_a_line() -> None:
    state = lay("red oslo; roll 1 0")
    assert refused(state, "1: step 1 paris") == (
        "'step 1 paris' is no way to go: no line leads there from oslo; open: rome, york"
    )
    assert "there is no atlantis on this map" in refused(state, "1: step 1 atlantis")


@pytest.mark.rule("C9")
def test_a_third_agent_may_not_end_in_a_city() -> None:
    state = lay("red oslo oslo rome; roll 1 0")
    assert "step 3 oslo" not in choices(state)
    assert "step 4 oslo" not in choices(state)
    assert "2 of your agents stand there, and none could go on" in refused(state, "1: step 3 oslo")


@pytest.mark.rule("C9")
def test_a_third_agent_may_come_if_one_of_the_three_goes_on_at_once() -> None:
    state = after(lay("red oslo oslo rome paris; roll 2 0"), "1: step 3 oslo")
    assert choices(state) == ["step 1 rome", "step 1 york"]
    assert refused(state, "1: end") == (
        "'end' must wait: too many of your agents stand in oslo; one of them must go on"
    )
    assert "too many of your agents stand in oslo" in refused(state, "1: step 4 kiev")
    state = after(state, "1: step 1 york")
    assert choices(state) == ["end"]


@pytest.mark.rule("C9")
def test_the_one_who_goes_on_may_crowd_the_next_city_if_a_step_is_left_again() -> None:
    state = lay("red oslo oslo rome rome york york; roll 2 0")
    assert "step 7 oslo" not in choices(state)
    state = lay("red oslo oslo rome rome york york; roll 2 1")
    assert "step 7 oslo" in choices(state)
    state = after(state, "1: step 7 oslo", "1: step 1 rome")
    assert choices(state) == ["step 1 bonn", "step 1 paris"]


@pytest.mark.rule("C9")
def test_an_extra_step_counts_as_a_step_that_is_left() -> None:
    state = lay("red paris rome rome; green out; extra 2; mover 1; steps 0")
    assert "step 1 rome" in choices(state)
    assert choices(after(state, "1: step 1 rome")) == ["step 1 bonn", "step 1 oslo", "step 1 paris"]
    state = lay("red paris rome rome; extra 1; mover 1; steps 0")
    assert "step 1 rome" not in choices(state)


@pytest.mark.rule("C9")
def test_the_way_home_is_a_way_out_if_there_is_something_to_deliver() -> None:
    crowd = "red delhi delhi goa goa; roll 1 1; steps 2"
    assert "step 1 goa" in choices(lay(crowd)), "the second step leads back to delhi"
    full = "red delhi delhi delhi goa goa; roll 1 1"
    closed = lay(full + "; steps 2")
    assert "step 1 goa" not in choices(closed), "delhi would still be full"
    open_ = lay(full + "; steps 2; lying green-A goa")
    assert "step 1 goa" in choices(open_), "one takes the suitcase, and goes home with it"
    state = after(open_, "1: step 1 goa")
    assert "step 1 delhi" not in choices(state)
    assert choices(state) == ["take 1 green-A"], "or any of the three, who are alike"
    state = after(state, "1: take 1 green-A")
    assert choices(state) == ["step 1 hq-red"]


@pytest.mark.rule("C9")
def test_no_luggage_action_may_close_the_only_way_out() -> None:
    state = lay("red goa goa goa+green-A delhi delhi; roll 1 0")
    assert choices(state) == ["step 3 hq-red", "drop 3"], "agent 1 could take it over"
    state = lay("red goa goa goa+green-A delhi delhi; handled 1 2; roll 1 0")
    assert choices(state) == ["step 3 hq-red"]
    assert refused(state, "1: drop 3") == "'drop 3' would leave your agents in goa without a way out"


@pytest.mark.rule("C9")
def test_start_spaces_have_no_limit_and_the_limit_of_a_city_is_a_setting() -> None:
    assert agents(placed(2), "red").count("start-red") == 7
    state = lay("red oslo oslo; roll 1 0", rules_with(most_in_city="3"))
    assert "step 3 oslo" in choices(state)
