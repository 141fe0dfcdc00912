"""The examples from the source (C24)."""

import pytest

from tests.rulebook.suitcases.table import after, agents, choices, lay, new_game, now, steps


@pytest.mark.rule("C24")
def test_three_under_b_and_the_bomb_under_c_mean_just_that() -> None:
    state = after(new_game(2), *(f"1: pack {word}" for word in ("A 5", "B 3", "C bomb", "D 1")))
    state = after(state, *(f"2: pack {word}" for word in ("A 5", "B 3", "C bomb", "D 1")))
    contents = f"contents 1 {' '.join(str(one or 'bomb') for one in state.secrets.contents[0])}"
    assert after(lay(f"red delhi+red-B; {contents}; roll 1 0"), "1: step 1 hq-red").table.delivered[0][0].content == 3
    assert now(after(lay(f"red delhi+red-C; {contents}; roll 1 0"), "1: step 1 hq-red")) == "lose"


@pytest.mark.rule("C24")
@pytest.mark.parametrize(
    ("walk", "places"),
    [
        (["1 oslo", "1 rome", "1 paris"], ["paris", "start-red", "start-red"]),
        (["1 oslo", "1 rome", "2 oslo"], ["rome", "oslo", "start-red"]),
        (["1 oslo", "2 oslo", "1 york"], ["york", "oslo", "start-red"]),
    ],
)
def test_a_roll_of_2_and_1_may_be_spent_in_any_of_these_ways(walk: list[str], places: list[str]) -> None:
    state = after(lay("green goa; phase roll"), "dice 2 1", *(f"1: step {step}" for step in walk))
    assert agents(state, "red")[:3] == places
    assert steps(state) == []


@pytest.mark.rule("C24")
def test_three_agents_by_one() -> None:
    state = lay("red oslo rome york; roll 2 1")
    state = after(state, "1: step 2 paris", "1: step 1 rome", "1: step 3 lima")
    assert agents(state, "red")[:3] == ["rome", "paris", "lima"]
    assert choices(state) == ["end"]


@pytest.mark.rule("C24")
def test_a_roll_of_five_with_a_duel_on_the_second_step() -> None:
    state = after(lay("red oslo; green paris; roll 3 2"), "1: step 1 rome", "1: step 1 paris")
    won = after(state, "1: duel 4", "2: duel 2")
    assert won.table.steps + won.table.extra == 4
    won = after(won, *(f"1: step 1 {place}" for place in ("york", "paris", "york", "paris")))
    assert steps(won) == []
    lost = after(state, "1: duel 2", "2: duel 4")
    assert now(lost) == "roll"
    assert lost.table.seat == 1
