"""The worked examples of the rulebooks (X1 to X5), in full."""

import pytest

from tests.rulebook.heimlich_co.table import (
    ALL_SEVEN,
    TOP_SECRET,
    after,
    asked,
    card_table,
    choices,
    discards,
    edition,
    hand,
    lay,
    markers,
    now,
    places,
    safe,
    whose_turn,
)

ANNA, BOB, CHRIS, DAVID = 1, 2, 3, 4


@pytest.mark.rule("X1")
def test_anna_splits_a_6_over_three_agents() -> None:
    state = after(lay(f"{ALL_SEVEN}; players 4; roll 6"), "1: move red 2 blue 3 yellow 1")
    assert places(state) == {
        "gray": "church",
        "yellow": "1",
        "orange": "church",
        "red": "2",
        "green": "church",
        "blue": "3",
        "violet": "church",
    }


@pytest.mark.rule("X1")
@pytest.mark.parametrize("move", ["gray 1 yellow 1 orange 1 red 1 green 1 blue 1", "violet 6"])
def test_she_could_have_split_it_otherwise(move: str) -> None:
    assert f"move {move}" in choices(lay(f"{ALL_SEVEN}; players 4; roll 6"), ANNA)


@pytest.mark.rule("X1")
@pytest.mark.parametrize(("violet", "then"), [(12, 9), (2, 0), (0, 0)])
def test_a_scoring_of_rio_grande(violet: int, then: int) -> None:
    state = lay(f"blue 5 (1), yellow 2 (2), red 10 (3), violet ruins ({violet}), green church (4); safe 7; roll 2")
    state = after(state, "1: move blue 2")
    assert markers(state) == {"yellow": 4, "red": 13, "green": 4, "blue": 8, "violet": then}


ANNAS_TURN = (
    "gray church, yellow ruins, orange church, red 6, green 1, blue 10, violet church; safe 7; players 4;"
    " hands 1 move-safe, 2 two-back to-ruins ruins-to-church, 3 two-forward to-safe, 4 one-to-three;"
    " supply leave-safe leave-safe"
)


@pytest.mark.rule("X2")
def test_the_long_example_of_a_top_secret_part() -> None:
    state = lay(ANNAS_TURN, TOP_SECRET)

    # Anna rolls "1-3", takes one point and moves red to the safe.
    state = after(state, "roll 1-3", "1: move red 1")
    assert (places(state)["red"], safe(state)) == ("7", "7")
    assert set(state.table.arrived) == {"red"}

    # All are asked; David and Bob want to play. Bob, Anna's left neighbour, begins.
    assert (now(state), asked(state)) == ("ask", [ANNA, BOB, CHRIS, DAVID])
    state = after(state, "4: yes", "2: yes", "1: no", "3: no")
    assert (now(state), asked(state)) == ("cards", [BOB])

    # Bob moves yellow and green one back.
    state = after(state, "2: play two-back yellow green")
    assert (places(state)["yellow"], places(state)["green"]) == ("10", "church")
    state = after(state, "2: stop")

    # Chris, who had said no, moves blue and yellow to the ruins; nobody draws.
    assert asked(state) == [CHRIS]
    state = after(state, "3: play two-forward blue yellow")
    assert (places(state)["blue"], places(state)["yellow"]) == ("ruins", "ruins")
    assert (now(state), card_table(state).supply, card_table(state).hands) == ("cards", 2, (1, 2, 1, 1))
    state = after(state, "3: stop")

    # David, who had said yes, passes.
    assert asked(state) == [DAVID]
    state = after(state, "4: pass")

    # Anna moves the safe to 4 and so cancels her own scoring. Her hand is empty: she stops by herself.
    assert asked(state) == [ANNA]
    state = after(state, "1: play move-safe 4")
    assert (safe(state), set(state.table.arrived), hand(state, ANNA)) == ("4", set(), [])

    # Bob passes. Chris moves red to the safe: a scoring is due again.
    assert asked(state) == [BOB]
    state = after(state, "2: pass", "3: play to-safe red")
    assert (places(state)["red"], set(state.table.arrived)) == ("4", {"red"})

    # David passes, and so does Anna, without a card. Bob sends red to the ruins: no scoring, and no draw.
    assert asked(state) == [DAVID]
    state = after(state, "4: pass")
    assert asked(state) == [BOB]
    state = after(state, "2: play to-ruins red")
    assert (places(state)["red"], set(state.table.arrived)) == ("ruins", set())
    assert (now(state), card_table(state).supply) == ("cards", 2)
    state = after(state, "2: stop")

    # Chris (no card), David and Anna (no card) pass. Bob brings blue and yellow to the church.
    assert asked(state) == [DAVID]
    state = after(state, "4: pass")
    assert asked(state) == [BOB]
    state = after(state, "2: play ruins-to-church blue yellow")
    assert (places(state)["blue"], places(state)["yellow"]) == ("church", "church")

    # All pass, one after the other. There is no scoring, and Bob has the die.
    assert asked(state) == [DAVID]
    state = after(state, "4: pass")
    assert (now(state), whose_turn(state)) == ("roll", BOB)
    assert state.table.scorings == 0
    assert set(markers(state).values()) == {0}
    assert discards(state) == ["move-safe", "ruins-to-church", "to-ruins", "to-safe", "two-back", "two-forward"]
    assert places(state) == {
        "gray": "church",
        "yellow": "church",
        "orange": "church",
        "red": "ruins",
        "green": "church",
        "blue": "church",
        "violet": "church",
    }


@pytest.mark.rule("X3")
def test_the_scoring_of_escale() -> None:
    state = lay("orange 1 (4), violet 10 (5), gray ruins (6), red church; safe 2; roll 1", edition("escale"))
    state = after(state, "1: move orange 1")
    assert markers(state) == {"gray": 3, "orange": 6, "red": 0, "violet": 15}
    state = lay("orange 1, violet 10, gray ruins (2), red church; safe 2; roll 1", edition("escale"))
    assert markers(after(state, "1: move orange 1"))["gray"] == 0


@pytest.mark.rule("X4")
def test_the_scoring_of_cie() -> None:
    state = lay(
        "blue 10 (23), green 3 (19), red ruins (38), yellow church (16), gray 8, violet 8; safe 4; players 4;"
        " owners 1 blue, 2 green, 3 red, 4 yellow",
        edition("cie"),
    )
    state = after(state, "roll 1", "1: move green 1")
    assert places(state)["green"] == "4"
    assert {agent: markers(state)[agent] for agent in ("blue", "green", "red", "yellow")} == {
        "blue": 33,
        "green": 23,
        "red": 35,
        "yellow": 16,
    }
    assert choices(state, 1) == [f"safe {place}" for place in (1, 2, 3, 5, 6, 7, 9)]
    state = after(state, "1: safe 1")
    assert (safe(state), now(state), whose_turn(state)) == ("1", "roll", 2)


@pytest.mark.rule("X5")
def test_in_cie_a_5_takes_green_from_the_church_to_house_5() -> None:
    state = lay("yellow church, green church, red church, blue church; roll 5; owners 1 yellow, 2 red", edition("cie"))
    assert places(after(state, "1: move green 5"))["green"] == "5"


@pytest.mark.rule("X5")
@pytest.mark.parametrize(
    "move", ["gray 1 yellow 1 orange 1 red 1 green 1 blue 1", "gray 2 orange 2 violet 2", "green 6"]
)
def test_in_escale_a_6_moves_six_agents_by_1_three_by_2_or_one_by_6(move: str) -> None:
    assert f"move {move}" in choices(lay(f"{ALL_SEVEN}; players 5; roll 6", edition("escale")), 1)


@pytest.mark.rule("X5")
@pytest.mark.parametrize("move", ["gray 1 yellow 1 orange 1 red 1 green 1", "red 2 blue 3", "red 3 blue 2", "green 5"])
def test_in_engine_a_5_moves_five_agents_by_1_or_2_and_3_or_one_by_5(move: str) -> None:
    assert f"move {move}" in choices(lay(f"{ALL_SEVEN}; players 4; roll 5", edition("engine")), 1)
