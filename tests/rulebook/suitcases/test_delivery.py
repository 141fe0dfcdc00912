"""Deliveries and bombs (C18 to C20)."""

import pytest

from tests.rulebook.suitcases.table import (
    after,
    agents,
    asked,
    choices,
    lay,
    lying,
    now,
    outcome,
    refused,
    rules_with,
    secrets,
    steps,
)


@pytest.mark.rule("C18")
def test_a_delivery_reveals_the_content_and_the_agent_goes_back_to_the_start_space() -> None:
    state = after(lay("red delhi+green-A; roll 2 0"), "1: step 1 hq-red")
    assert state.table.delivered == ((("green-A", 5),), ())
    assert secrets(state) == [5, 0]
    assert agents(state, "red")[0] == "start-red"
    assert steps(state) == ["step 1 oslo"], "this agent may use the step that is left, from its start space"


@pytest.mark.rule("C18")
def test_extra_steps_lapse_with_the_delivery() -> None:
    state = after(lay("red delhi+green-A; roll 0 0; extra 2; mover 1"), "1: step 1 hq-red")
    assert (state.table.extra, state.table.mover) == (0, 0)
    assert choices(state) == ["end"]


@pytest.mark.rule("C19")
def test_the_third_of_three_own_suitcases_cannot_be_delivered() -> None:
    state = lay("red delhi+red-C; delivered 1 red-A=5 red-B=3; roll 1 0")
    assert "step 1 hq-red" not in choices(state)
    assert "one of your first 3 deliveries must be an opponent's suitcase" in refused(state, "1: step 1 hq-red")


@pytest.mark.rule("C19")
@pytest.mark.parametrize(
    "position",
    [
        "red delhi+green-C; delivered 1 red-A=5 red-B=3",
        "red delhi+red-C; delivered 1 red-A=5 green-B=3",
        "red delhi+red-C; delivered 1 red-A=5",
        "red delhi+red-D; delivered 1 red-B=3 green-D=bomb red-C=1",
    ],
)
def test_any_other_delivery_is_allowed(position: str) -> None:
    assert "step 1 hq-red" in choices(lay(f"{position}; roll 1 0"))


@pytest.mark.rule("C19")
def test_an_own_bomb_counts_among_the_three() -> None:
    state = lay("red delhi+red-C; delivered 1 red-D=bomb red-B=3; roll 1 0")
    assert "step 1 hq-red" not in choices(state)


@pytest.mark.rule("C20")
@pytest.mark.parametrize(("out", "lost"), [(0, 4), (1, 3), (2, 3), (3, 2), (5, 1), (6, 1)])
def test_a_bomb_takes_half_of_the_agents_rounded_up(out: int, lost: int) -> None:
    words = ["delhi+green-D"] + ["out"] * out
    state = after(lay(f"red {' '.join(words)}; green goa; roll 1 0"), "1: step 1 hq-red")
    assert now(state) == "lose"
    assert state.table.losing == lost


@pytest.mark.rule("C20")
def test_the_player_chooses_whom_he_loses_and_suitcases_stay_in_their_cities() -> None:
    state = lay("red delhi+green-D oslo+red-A rome rome york; green goa; roll 2 0")
    state = after(state, "1: step 1 hq-red")
    assert choices(state) == ["lose 1", "lose 2", "lose 3", "lose 5"]
    assert refused(state, "1: lose 4") == "'lose 4' names agent 4, who is just like agent 3; say 3"
    state = after(state, "1: lose 2", "1: lose 3", "1: lose 4")
    assert now(state) == "lose"
    state = after(state, "1: lose 5")
    assert agents(state, "red") == ["start-red", "out", "out", "out", "out", "start-red", "start-red"]
    assert lying(state) == {"red-A": "oslo"}
    assert now(state) == "move", "a step is left"


@pytest.mark.rule("C20")
def test_the_carrier_counts_and_may_be_chosen() -> None:
    state = lay("red delhi+green-D out out out out out oslo; green goa; roll 2 0")
    state = after(state, "1: step 1 hq-red", "1: lose 1")
    assert agents(state, "red")[0] == "out"
    assert agents(state, "red")[6] == "oslo"
    kept = lay("red delhi+green-D out out out out out oslo; green goa; roll 2 0")
    kept = after(kept, "1: step 1 hq-red", "1: lose 7")
    assert agents(kept, "red")[0] == "start-red"


@pytest.mark.rule("C20")
def test_without_a_step_left_the_turn_is_over_after_the_bomb() -> None:
    state = lay("red delhi+green-D out out out out out oslo; green goa; roll 1 0")
    state = after(state, "1: step 1 hq-red", "1: lose 1")
    assert now(state) == "roll"
    assert state.table.seat == 1


@pytest.mark.rule("C18", "C20")
@pytest.mark.parametrize(("content", "phase"), [("green-A", "move"), ("green-D", "roll")])
def test_without_a_step_left_luggage_is_handled_after_a_delivery_but_not_after_a_bomb(content: str, phase: str) -> None:
    state = lay(f"red delhi+{content} out out out out out oslo; green goa; lying green-B oslo; roll 1 0")
    state = after(state, "1: step 1 hq-red")
    if now(state) == "lose":
        state = after(state, "1: lose 1")
    assert now(state) == phase
    if phase == "move":
        assert choices(state) == ["end", "take 7 green-B"]


@pytest.mark.rule("C20")
def test_one_agent_loses_one_and_of_three_players_two_go_on() -> None:
    state = lay("players 3; red delhi+green-D out out out out out out; roll 3 0")
    state = after(state, "1: step 1 hq-red", "1: lose 1")
    assert now(state) == "roll"
    assert state.table.seat == 1
    state = after(state, "dice 0 0", "2: end", "dice 0 0", "3: end", "dice 0 0")
    assert asked(state) == [2], "who has no agents is passed over"


@pytest.mark.rule("C20")
def test_of_two_players_the_other_has_won_then() -> None:
    state = lay("red delhi+green-D out out out out out out; roll 3 0")
    state = after(state, "1: step 1 hq-red", "1: lose 1")
    assert outcome(state).winners == (1,)


@pytest.mark.rule("C20")
def test_how_many_a_bomb_takes_is_a_setting() -> None:
    state = lay("red delhi+green-D; roll 1 0", rules_with(bomb_share="3"))
    assert after(state, "1: step 1 hq-red").table.losing == 3
