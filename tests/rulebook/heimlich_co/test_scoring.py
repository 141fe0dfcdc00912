"""Scoring (H11), and when it is due with cards on the table (T8)."""

import pytest

from tests.rulebook.heimlich_co.table import (
    BASIC,
    RELEASED_CARDS,
    TOP_SECRET,
    WITH_CARDS,
    after,
    all_pass,
    asked,
    edition,
    lay,
    markers,
    now,
    whose_turn,
)


@pytest.mark.rule("H11")
@pytest.mark.parametrize("name", BASIC)
def test_every_agent_in_play_gains_the_value_of_its_building_whoever_owns_it(name: str) -> None:
    state = lay("gray 5, yellow 10 (1), red church (4), green 1 (2); safe 7; roll 2; players 2", edition(name))
    state = after(state, "1: move gray 2")
    assert markers(state) == {"gray": 7, "yellow": 11, "red": 4, "green": 3}
    assert state.table.gains == (7, 10, 0, 1)


@pytest.mark.rule("H11")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "cie", "engine"])
@pytest.mark.parametrize(("before", "then"), [(0, 0), (2, 0), (3, 0), (4, 1), (38, 35)])
def test_the_ruins_cost_three_but_no_marker_falls_below_0(name: str, before: int, then: int) -> None:
    state = lay(f"gray 5, yellow ruins ({before}), red church, green church; safe 7; roll 2", edition(name))
    state = after(state, "1: move gray 2")
    assert markers(state)["yellow"] == then
    assert state.table.gains[1] == then - before


@pytest.mark.rule("H11")
def test_in_the_released_engine_markers_fall_below_0() -> None:
    state = lay("gray 5, yellow ruins (2), red church, green church; safe 7; roll 2", edition("engine-1.0.1"))
    assert markers(after(state, "1: move gray 2"))["yellow"] == -1


@pytest.mark.rule("H11")
def test_a_scoring_in_the_ruins_costs_the_one_who_brought_it() -> None:
    state = after(lay("gray 10 (9), yellow 4; safe ruins; roll 1", edition("cie")), "1: move gray 1")
    assert markers(state) == {"gray": 6, "yellow": 4}


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_scoring_waits_until_the_cards_are_played(name: str) -> None:
    state = lay("red 5, blue 10, green 3, gray 2; safe 7; roll 2; hands 2 to-ruins", edition(name, "top-secret"))
    state = after(state, "1: move red 2")
    assert set(markers(state).values()) == {0}
    state = all_pass(state)
    assert markers(state) == {"gray": 2, "red": 7, "green": 3, "blue": 10}
    assert (now(state), whose_turn(state)) == ("safe", 1)


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine", "engine-1.0.1"])
def test_moving_the_agent_away_cancels(name: str) -> None:
    state = lay(
        "red 7, blue 10, green 3, gray 2; safe 7; phase cards; arrived red; at 2; hands 2 to-ruins; passes 1",
        edition(name, "top-secret"),
    )
    state = all_pass(after(state, "2: play to-ruins red"))
    assert set(markers(state).values()) == {0}
    assert now(state) == "roll"


@pytest.mark.rule("T8")
def test_with_two_arrived_moving_one_away_does_not_cancel() -> None:
    state = lay(
        "red 7, blue 7, green 3, gray 2; safe 7; phase cards; arrived red blue; at 2; hands 2 to-ruins; passes 1",
        TOP_SECRET,
    )
    state = all_pass(after(state, "2: play to-ruins red"))
    assert markers(state) == {"gray": 2, "red": 0, "green": 3, "blue": 7}


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_moving_the_safe_cancels_even_if_it_comes_back(name: str) -> None:
    rules = edition(name, "top-secret")
    state = lay(
        "red 7, blue 10, green 3, gray 2; safe 7; phase cards; arrived red; at 2; hands 2 move-safe move-safe", rules
    )
    state = after(state, "2: play move-safe 4", "2: play move-safe 7")
    state = all_pass(state)
    assert (set(markers(state).values()), now(state)) == ({0}, "roll")


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_moving_the_safe_onto_an_agent_starts_nothing(name: str) -> None:
    state = lay("red 5, blue 10, green 3, gray 2; safe 7; phase cards; hands 1 move-safe", edition(name, "top-secret"))
    state = all_pass(after(state, "1: play move-safe 5"))
    assert (set(markers(state).values()), now(state)) == ({0}, "roll")


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_an_agent_that_left_and_came_back_counts(name: str) -> None:
    state = lay(
        "red 7, blue 10, green 3, gray 2; safe 7; phase cards; hands 1 one-either-way one-to-three",
        edition(name, "top-secret"),
    )
    state = after(state, "1: play one-either-way red -1", "1: play one-to-three red +1")
    assert markers(all_pass(state)) == {"gray": 2, "red": 7, "green": 3, "blue": 10}


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_card_counts_whoever_played_it_but_he_whose_turn_it_is_moves_the_safe(name: str) -> None:
    state = lay(
        "red 6, blue 10, green 3, gray 2; safe 7; phase cards; at 2; hands 2 one-either-way; seat 1",
        edition(name, "top-secret"),
    )
    state = all_pass(after(state, "2: play one-either-way red +1"))
    assert markers(state)["red"] == 7
    assert (now(state), asked(state)) == ("safe", [1])


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine"])
@pytest.mark.parametrize(
    ("start", "card"),
    [
        ("red 5, blue 10, green 3", "to-safe red"),
        ("red 5, blue 7, green 3", "trade-places red blue"),
        ("red 5, blue 7, green 3", "join-agent red blue"),
    ],
)
def test_a_card_that_brings_an_agent_to_the_safe_from_anywhere_scores(name: str, start: str, card: str) -> None:
    rules = edition(name, "top-secret")
    state = lay(f"{start}, gray 2; safe 7; phase cards; hands 1 {card.split()[0]}", rules)
    assert all_pass(after(state, f"1: play {card}")).table.scorings == 1


@pytest.mark.rule("T8")
@pytest.mark.parametrize(
    ("start", "card"),
    [
        ("red 5, blue 10, green 3", "to-safe red"),
        ("red 5, blue 7, green 3", "trade-places red blue"),
        ("red 5, blue 7, green 3", "join-agent red blue"),
    ],
)
def test_in_the_released_engine_it_does_not(start: str, card: str) -> None:
    state = lay(f"{start}, gray 2; safe 7; phase cards; hands 1 {card.split()[0]}", RELEASED_CARDS)
    assert all_pass(after(state, f"1: play {card}")).table.scorings == 0


CHURCHGOERS = (
    "red church, blue 5, green church, gray 4 (9); safe church; phase cards;"
    " hands 1 all-to-church, 2 to-ruins one-to-three"
)


@pytest.mark.rule("T8")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine"])
def test_for_all_to_church_agents_already_there_have_not_moved(name: str) -> None:
    state = after(lay(CHURCHGOERS, edition(name, "top-secret")), "1: play all-to-church")
    assert {str(agent) for agent in state.table.arrived} == {"gray", "blue"}
    state = all_pass(after(state, "2: play to-ruins gray", "2: play one-to-three blue +1"))
    assert (state.table.scorings, now(state)) == (0, "roll")


@pytest.mark.rule("T8")
@pytest.mark.parametrize(("name", "scorings"), [("rio-grande", 1), ("escale", 1), ("engine", 1), ("engine-1.0.1", 0)])
def test_all_to_church_brings_a_scoring_if_the_safe_is_there(name: str, scorings: int) -> None:
    state = after(lay(CHURCHGOERS, edition(name, "top-secret")), "1: play all-to-church")
    assert all_pass(state).table.scorings == scorings


@pytest.mark.rule("T8")
@pytest.mark.parametrize(("start", "scorings"), [("red church, blue 5", 1), ("red 7, blue church", 0)])
def test_ruins_to_church_brings_a_scoring_only_where_the_safe_is(start: str, scorings: int) -> None:
    place = "church" if scorings else "7"
    state = lay(f"{start}, green ruins, gray 2; safe {place}; phase cards; hands 1 ruins-to-church", TOP_SECRET)
    assert all_pass(after(state, "1: play ruins-to-church green")).table.scorings == scorings
