"""The die and the move (H8 to H10)."""

import pytest

from heimlich import BadNotation
from tests.rulebook.heimlich_co.table import (
    ALL_SEVEN,
    BASIC,
    RIO_GRANDE,
    after,
    chance_of,
    choices,
    edition,
    lay,
    markers,
    now,
    places,
    possible,
    refusal,
    whose_turn,
)

CHOICE_DIE = ["roll 2", "roll 3", "roll 4", "roll 5", "roll 6", "roll 1-3"]
ORDINARY_DIE = ["roll 1", "roll 2", "roll 3", "roll 4", "roll 5", "roll 6"]


@pytest.mark.rule("H8")
@pytest.mark.parametrize(
    ("name", "variants", "faces"),
    [
        ("rio-grande", (), CHOICE_DIE),
        ("rio-grande", ("top-secret", "dossier"), CHOICE_DIE),
        ("engine", ("top-secret",), CHOICE_DIE),
        ("engine-1.0.1", (), CHOICE_DIE),
        ("escale", (), ORDINARY_DIE),
        ("escale", ("advanced",), ORDINARY_DIE),
        ("escale", ("top-secret",), CHOICE_DIE),
        ("escale", ("top-secret", "advanced"), CHOICE_DIE),
        ("cie", ("dossier",), ORDINARY_DIE),
    ],
)
def test_the_die_of_each_edition(name: str, variants: tuple[str, ...], faces: list[str]) -> None:
    state = lay("red 1, blue 2, green 3; players 2", edition(name, *variants))
    assert possible(state) == faces
    assert chance_of(state).weights == (1,) * 6


@pytest.mark.rule("H8")
def test_what_is_not_on_the_die_cannot_be_rolled() -> None:
    state = lay("red 1, blue 2")
    assert refusal(state, "roll 1") == "'roll 1' cannot happen; now it is time to roll the die"
    assert refusal(state, "1: move red 2") == "'move red 2' must wait; now it is time to roll the die"


@pytest.mark.rule("H8")
def test_on_1_3_the_player_takes_one_two_or_three_points() -> None:
    state = lay("red 1, blue 2; roll 1-3")
    assert set(choices(state, 1)) == {
        *("move red 1", "move blue 1"),
        *("move red 2", "move blue 2", "move red 1 blue 1"),
        *("move red 3", "move blue 3", "move red 2 blue 1", "move red 1 blue 2"),
    }
    assert refusal(state, "1: move red 4") == "'move red 4' walks 4 in all; the roll is 1-3"


@pytest.mark.rule("H9")
def test_points_may_be_split_over_agents_at_will() -> None:
    state = lay("red 1, blue 2, green 9; roll 4")
    assert places(after(state, "1: move red 1 green 3")) == {"red": "2", "green": "church", "blue": "2"}
    assert places(after(state, "1: move green 4")) == {"red": "1", "green": "1", "blue": "2"}


@pytest.mark.rule("H9")
def test_all_points_must_be_spent() -> None:
    state = lay("red 1, blue 2; roll 4")
    assert refusal(state, "1: move red 1 blue 2") == "'move red 1 blue 2' walks 3 in all; the roll is 4"
    assert refusal(state, "1: move red 5") == "'move red 5' walks 5 in all; the roll is 4"
    assert refusal(state, "1: move nothing") == "'move nothing' walks 0 in all; the roll is 4"


@pytest.mark.rule("H9")
def test_any_agent_may_be_moved_whoever_owns_it_but_only_one_in_play() -> None:
    state = lay("red 1, blue 2, green 3; roll 2; owners 1 red, 2 blue")
    assert {move.split()[1] for move in choices(state, 1)} == {"red", "blue", "green"}
    assert refusal(state, "1: move gray 2") == "'move gray 2' moves gray, who takes no part; in play: red, green, blue"


@pytest.mark.rule("H9")
def test_agents_only_walk_clockwise() -> None:
    with pytest.raises(BadNotation) as caught:
        after(lay("red 1, blue 2; roll 2"), "1: move red -2")
    assert str(caught.value) == "'move red -2' has an agent walk less than 1; leave out who stays"


@pytest.mark.rule("H9")
def test_the_order_of_the_steps_is_no_part_of_a_move() -> None:
    state = lay("red 1, blue 2; roll 3")
    assert after(state, "1: move red 1 blue 2") == after(state, "1: move blue 2 red 1")
    assert len(choices(state, 1)) == len(set(choices(state, 1))) == 4


@pytest.mark.rule("H9")
@pytest.mark.parametrize(
    ("players", "numbers"),
    [
        (2, {"1-3": 55, "2": 15, "3": 35, "4": 70, "5": 126, "6": 210}),
        (3, {"1-3": 83, "2": 21, "3": 56, "4": 126, "5": 252, "6": 462}),
        (4, {"1-3": 119, "2": 28, "3": 84, "4": 210, "5": 462, "6": 924}),
    ],
)
@pytest.mark.parametrize("name", ["rio-grande", "engine", "engine-1.0.1"])
def test_how_many_moves_there_are(name: str, players: int, numbers: dict[str, int]) -> None:
    agents = ", ".join(ALL_SEVEN.split(", ")[: players + 3])
    for face, number in numbers.items():
        assert len(set(choices(lay(f"{agents}; players {players}; roll {face}", edition(name)), 1))) == number
        with_cards = lay(f"{agents}; players {players}; roll {face}", edition(name, "top-secret"))
        assert len(set(choices(with_cards, 1))) == number + (face == "1-3")


@pytest.mark.rule("H9")
def test_in_cie_one_agent_takes_the_whole_roll() -> None:
    state = lay("red 1, blue 2, green 3, gray 4; roll 5", edition("cie"))
    assert choices(state, 1) == ["move gray 5", "move red 5", "move green 5", "move blue 5"]
    assert places(after(state, "1: move blue 5"))["blue"] == "7"
    assert (
        refusal(state, "1: move red 2 blue 3") == "'move red 2 blue 3' moves 2 agents; one agent takes the whole roll"
    )
    assert refusal(state, "1: move red 4") == "'move red 4' walks 4 in all; the roll is 5"


@pytest.mark.rule("H9")
def test_only_the_player_whose_turn_it_is_moves() -> None:
    state = lay("red 1, blue 2; roll 2; seat 2")
    assert refusal(state, "1: move red 2") == "'move red 2' must wait; now it is time for seat 2 to move agents"
    assert refusal(state, "3: move red 2") == "there is no seat 3; there are 2"


@pytest.mark.rule("H10")
@pytest.mark.parametrize("name", BASIC)
def test_an_agent_moved_to_the_safe_brings_a_scoring(name: str) -> None:
    state = after(lay("red 5, blue 10, green 3, gray 2; safe 7; roll 2", edition(name)), "1: move red 2")
    assert markers(state) == {"gray": 2, "red": 7, "green": 3, "blue": 10}
    assert state.table.scorings == 1


@pytest.mark.rule("H10")
@pytest.mark.parametrize("name", BASIC)
def test_passing_through_does_not_count(name: str) -> None:
    state = after(lay("red 5, blue 10, green 3, gray 2; safe 7; roll 3", edition(name)), "1: move red 3")
    assert set(markers(state).values()) == {0}
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("H10")
@pytest.mark.parametrize("name", BASIC)
def test_an_agent_that_stood_there_and_was_not_moved_does_not_count(name: str) -> None:
    state = after(lay("red 7, blue 10, green 3, gray 2; safe 7; roll 2", edition(name)), "1: move blue 2")
    assert set(markers(state).values()) == {0}
    assert now(state) == "roll"


@pytest.mark.rule("H10")
def test_an_agent_that_is_moved_away_from_the_safe_does_not_count() -> None:
    state = after(lay("red 7, blue 10; safe 7; roll 2", RIO_GRANDE), "1: move red 2")
    assert set(markers(state).values()) == {0}


@pytest.mark.rule("H10")
def test_two_agents_moved_to_the_safe_still_bring_one_scoring() -> None:
    state = after(lay("red 5, blue 6; safe 7; roll 3"), "1: move red 2 blue 1")
    assert (markers(state), state.table.scorings) == ({"red": 7, "blue": 7}, 1)


@pytest.mark.rule("H10")
def test_who_scored_in_one_turn_does_not_bring_a_scoring_in_the_next() -> None:
    advanced = edition("escale", "advanced")
    state = lay("red 5, blue 10, green church, gray church; safe 7; roll 2", advanced)
    state = after(state, "1: move red 2", "1: safe 7", "roll 2", "2: move blue 2")
    assert places(state)["red"] == "7"
    assert (state.table.scorings, now(state)) == (1, "roll")
