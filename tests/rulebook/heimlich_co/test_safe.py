"""Moving the safe (H12, H13)."""

import pytest

from tests.rulebook.heimlich_co.table import (
    BASIC,
    after,
    choices,
    edition,
    lay,
    markers,
    now,
    places,
    refusal,
    safe,
    whose_turn,
)

AFTER_A_SCORING = "gray 7, yellow 10, red church, green ruins; safe 7; phase safe; scorings 1"
EVERYWHERE = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"]


def _open(rules: str, *variants: str) -> list[str]:
    return [action.removeprefix("safe ") for action in choices(lay(AFTER_A_SCORING, edition(rules, *variants)), 1)]


@pytest.mark.rule("H12")
@pytest.mark.parametrize("name", ["rio-grande", "engine", "engine-1.0.1"])
def test_the_safe_goes_to_any_other_building_occupied_or_not(name: str) -> None:
    assert _open(name) == [place for place in EVERYWHERE if place != "7"]
    text = refusal(lay(AFTER_A_SCORING, edition(name)), "1: safe 7")
    assert text == "the safe cannot go to house 7; open: church, 1, 2, 3, 4, 5, 6, 8, 9, 10, ruins"


@pytest.mark.rule("H12")
@pytest.mark.parametrize("name", ["escale", "cie"])
def test_the_safe_goes_to_any_unoccupied_building(name: str) -> None:
    assert _open(name) == ["1", "2", "3", "4", "5", "6", "8", "9"]
    text = refusal(lay(AFTER_A_SCORING, edition(name)), "1: safe church")
    assert text == "the safe cannot go to the church; open: 1, 2, 3, 4, 5, 6, 8, 9"


@pytest.mark.rule("H12")
@pytest.mark.parametrize("name", ["escale", "cie"])
def test_church_and_ruins_are_open_when_nobody_is_there(name: str) -> None:
    state = lay("gray 7, yellow 10, red 7, green 2; safe 7; phase safe", edition(name))
    assert {"safe church", "safe ruins"} <= set(choices(state, 1))


@pytest.mark.rule("H12")
def test_in_advanced_escale_the_safe_goes_anywhere_or_stays() -> None:
    assert _open("escale", "advanced") == _open("escale", "advanced", "top-secret") == EVERYWHERE
    state = after(lay(AFTER_A_SCORING, edition("escale", "advanced")), "1: safe 7")
    assert (safe(state), now(state), whose_turn(state)) == ("7", "roll", 2)


@pytest.mark.rule("H12")
def test_with_cards_but_not_advanced_escale_keeps_to_unoccupied_buildings() -> None:
    assert _open("escale", "top-secret") == _open("escale")


@pytest.mark.rule("H12")
@pytest.mark.parametrize("place", ["10", "church", "ruins"])
def test_placing_the_safe_on_an_agent_never_causes_a_scoring(place: str) -> None:
    state = after(lay(AFTER_A_SCORING), f"1: safe {place}")
    assert (set(markers(state).values()), state.table.scorings) == ({0}, 1)
    state = after(state, "roll 2", "2: move gray 2")
    assert (places(state)["gray"], state.table.scorings) == ("9", 1)


@pytest.mark.rule("H12")
@pytest.mark.parametrize("name", BASIC)
def test_the_player_whose_turn_it_is_moves_it_and_then_his_turn_is_over(name: str) -> None:
    state = lay("gray 5, yellow 10, red church, green ruins; safe 7; roll 2; seat 2", edition(name))
    state = after(state, "2: move gray 2")
    assert refusal(state, "1: safe 3") == "'safe 3' must wait; now it is time for seat 2 to move the safe"
    assert refusal(state, "2: move gray 2") == "'move gray 2' must wait; now it is time to move the safe"
    state = after(state, "2: safe 3")
    assert (safe(state), now(state), whose_turn(state)) == ("3", "roll", 1)


@pytest.mark.rule("H12")
def test_without_a_scoring_nobody_moves_the_safe() -> None:
    state = after(lay("gray 5, yellow 10; safe 7; roll 2"), "1: move yellow 2")
    assert (safe(state), now(state)) == ("7", "roll")
    assert refusal(state, "1: safe 3") == "'safe 3' must wait; now it is time to roll the die"


@pytest.mark.rule("H13")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine", "engine-1.0.1"])
def test_when_the_game_has_just_ended_the_safe_stays(name: str) -> None:
    state = after(lay("gray 5 (40), yellow 1, red 1, green 1; safe 7; roll 2", edition(name)), "1: move gray 2")
    assert (now(state), safe(state)) == ("over", "7")
    assert refusal(state, "1: safe 3") == "'safe 3' must wait; the game is over"


@pytest.mark.rule("H13")
def test_in_cie_it_is_moved_as_long_as_the_round_goes_on() -> None:
    state = lay("gray 6 (40), yellow 1, red 1, green 1; safe 7; roll 1", edition("cie"))
    state = after(state, "1: move gray 1")
    assert now(state) == "safe"
    state = after(state, "1: safe 3", "roll 2", "2: move yellow 2")
    assert (now(state), safe(state)) == ("over", "3")


@pytest.mark.rule("H13")
@pytest.mark.rule("H18")
def test_after_the_last_turn_of_a_limit_the_safe_stays_too() -> None:
    state = lay("gray 5, yellow 1; safe 7; roll 2; turn 9", edition("rio-grande", turn_limit="9"))
    assert now(after(state, "1: move gray 2")) == "over"
