"""The end, and who has won (H14 to H18)."""

import pytest

from heimlich import GAMES, BadRuleset, RulesetName
from heimlich.games.heimlich_co import editions
from heimlich.games.heimlich_co.endgame import ENDINGS
from tests.rulebook.heimlich_co.table import (
    RIO_GRANDE,
    TOP_SECRET,
    after,
    all_pass,
    edition,
    lay,
    markers,
    now,
    outcome,
    refusal,
    seen_by,
    whose_turn,
    winners,
)

CIE = edition("cie")
ESCALE = edition("escale")


@pytest.mark.rule("H14")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine", "engine-1.0.1"])
@pytest.mark.parametrize(("marker", "phase"), [(34, "safe"), (35, "over"), (36, "over")])
def test_the_game_ends_with_the_turn_in_which_a_marker_reaches_42(name: str, marker: int, phase: str) -> None:
    state = lay(f"gray 5 ({marker}), yellow 1, red 1, green 1; safe 7; roll 2", edition(name))
    state = after(state, "1: move gray 2")
    assert (markers(state)["gray"], now(state)) == (marker + 7, phase)


@pytest.mark.rule("H14")
@pytest.mark.parametrize(("marker", "reached"), [(33, False), (34, True)])
def test_in_cie_the_target_is_41(marker: int, reached: bool) -> None:
    state = lay(f"gray 5 ({marker}), yellow 1, red 1, green 1; safe 7; roll 2", CIE)
    assert after(state, "1: move gray 2").table.reached is reached


@pytest.mark.rule("H14")
def test_in_cie_the_round_is_played_out() -> None:
    state = lay("gray 5 (34), yellow 1, red 1, green 1, blue 1; safe 7; roll 2; players 3; seat 2; first 2", CIE)
    state = after(state, "2: move gray 2", "2: safe 8")
    assert whose_turn(state) == 3
    state = after(state, "roll 1", "3: move yellow 1")
    assert whose_turn(state) == 1
    assert now(after(state, "roll 1", "1: move yellow 1")) == "over"


@pytest.mark.rule("H14")
def test_in_cie_the_last_of_the_round_ends_the_game_at_once() -> None:
    state = lay("gray 5 (34), yellow 1, red 1, green 1, blue 1; safe 7; roll 2; players 3; seat 1; first 2", CIE)
    assert now(after(state, "1: move gray 2")) == "over"


@pytest.mark.rule("H14")
def test_in_cie_the_end_stands_even_if_the_marker_is_driven_back_and_the_furthest_wins() -> None:
    state = lay("gray ruins (41), yellow 6 (33), red 1, green 1; safe 7; roll 1; seat 2; reached", CIE)
    state = after(state, "2: move yellow 1")
    assert markers(state) == {"gray": 38, "yellow": 40, "red": 1, "green": 1}
    assert (now(state), winners(state), outcome(state).ending) == ("over", [2], "one-winner")


@pytest.mark.rule("H14")
def test_with_cards_the_game_ends_only_when_the_turn_does() -> None:
    state = lay("gray 5 (36), yellow 1, red 1; safe 7; roll 2; hands 2 to-ruins", TOP_SECRET)
    state = after(state, "1: move gray 2")
    assert now(state) == "ask"
    assert now(all_pass(state)) == "over"
    state = after(state, "2: yes", "2: play to-ruins gray")
    assert now(all_pass(state)) == "roll"


@pytest.mark.rule("H14")
def test_when_it_is_over_it_is_over() -> None:
    state = after(lay("gray 5 (40), yellow 1; safe 7; roll 2"), "1: move gray 2")
    assert refusal(state, "roll 2") == "'roll 2' cannot happen; now it is time to see who won"
    assert refusal(state, "2: move gray 2") == "'move gray 2' must wait; the game is over"


@pytest.mark.rule("H15")
@pytest.mark.parametrize("rules", [RIO_GRANDE, CIE, edition("engine"), edition("engine-1.0.1")])
def test_the_furthest_marker_wins(rules: RulesetName) -> None:
    state = lay("gray 5 (38), yellow 10 (37), red 1, green 1; safe 7; roll 2; seat 2; owners 1 gray, 2 yellow", rules)
    state = after(state, "2: move gray 2")
    assert markers(state) == {"gray": 45, "yellow": 47, "red": 1, "green": 1}
    assert winners(state) == [2]


@pytest.mark.rule("H15")
def test_in_escale_it_is_the_one_that_gained_most_in_the_last_scoring() -> None:
    state = lay("gray 5 (41), yellow 10 (34), red 1, green 1; safe 7; roll 2", ESCALE)
    state = after(state, "1: move gray 2")
    assert markers(state) == {"gray": 48, "yellow": 44, "red": 1, "green": 1}
    assert winners(state) == [2]


@pytest.mark.rule("H15")
def test_in_escale_only_markers_at_the_target_are_compared() -> None:
    state = lay("gray 5 (35), yellow 10 (31), red 1, green 1; safe 7; roll 2", ESCALE)
    state = after(state, "1: move gray 2")
    assert markers(state)["yellow"] == 41
    assert winners(state) == [1]


@pytest.mark.rule("H15")
def test_in_escale_with_equal_gains_the_furthest_wins() -> None:
    state = lay("gray 5 (38), yellow 7 (36), red 1, green 1; safe 7; roll 2", ESCALE)
    assert winners(after(state, "1: move gray 2")) == [1]


@pytest.mark.rule("H15")
def test_all_cards_are_revealed() -> None:
    state = lay("gray 5 (40), yellow 1, red 1; safe 7; roll 2; owners 1 red, 2 yellow")
    state = after(state, "1: move gray 2")
    assert "revealed 1 red, 2 yellow" in seen_by(state, 1)
    assert "revealed 1 red, 2 yellow" in seen_by(state, None)


@pytest.mark.rule("H16")
@pytest.mark.parametrize("name", ["rio-grande", "cie", "engine", "engine-1.0.1", "escale"])
def test_equal_first_share_the_win(name: str) -> None:
    state = lay(
        "gray 5 (36), yellow 7 (36), red 1, green 1, blue 1; safe 7; roll 2; players 3; seat 3;"
        " owners 1 gray, 2 red, 3 yellow",
        edition(name),
    )
    state = after(state, "3: move gray 2")
    assert (winners(state), outcome(state).ending) == ([1, 3], "shared")


@pytest.mark.rule("H16")
@pytest.mark.parametrize("name", ["rio-grande", "cie", "engine", "engine-1.0.1", "escale"])
def test_a_free_agent_alone_in_front_means_that_nobody_wins(name: str) -> None:
    state = lay(
        "gray 5 (36), yellow 7 (33), red 1, green 1; safe 7; roll 2; seat 2; owners 1 yellow, 2 red", edition(name)
    )
    state = after(state, "2: move gray 2")
    assert (winners(state), outcome(state).ending) == ([], "free-agent")


@pytest.mark.rule("H16")
@pytest.mark.parametrize("name", ["rio-grande", "cie", "engine", "engine-1.0.1", "escale"])
def test_level_with_a_free_agent_the_player_wins(name: str) -> None:
    state = lay(
        "gray 5 (36), yellow 7 (36), red 1, green 1; safe 7; roll 2; seat 2; owners 1 yellow, 2 red", edition(name)
    )
    state = after(state, "2: move gray 2")
    assert (winners(state), outcome(state).ending) == ([1], "one-winner")


@pytest.mark.rule("H16")
def test_in_escale_a_free_agent_is_in_front_by_its_last_gain_too() -> None:
    state = lay("gray 5 (41), yellow 10 (32), red 1, green 1; safe 7; roll 2; owners 1 gray, 2 red", ESCALE)
    state = after(state, "1: move gray 2")
    assert markers(state)["yellow"] == 42
    assert (winners(state), outcome(state).ending) == ([], "free-agent")


@pytest.mark.rule("H17")
@pytest.mark.parametrize(
    ("owners", "shares"),
    [
        ("1 gray, 2 red, 3 green", (1.0, 0.0, 0.0)),
        ("1 gray, 2 red, 3 yellow", (0.5, 0.0, 0.5)),
        ("1 gray, 2 yellow, 3 orange", (1 / 3, 1 / 3, 1 / 3)),
        ("1 red, 2 green, 3 blue", (0.0, 0.0, 0.0)),
    ],
)
def test_one_win_is_divided_among_the_winners(owners: str, shares: tuple[float, ...]) -> None:
    state = lay(
        f"gray 5 (36), yellow 7 (36), orange 7 (36), red 1, green 1, blue 1; safe 7; roll 2; players 3; owners {owners}"
    )
    assert outcome(after(state, "1: move gray 2")).shares == shares


@pytest.mark.rule("H18")
def test_after_the_limit_of_turns_the_furthest_marker_wins() -> None:
    limited = edition("rio-grande", turn_limit="20")
    state = lay("gray 5 (30), yellow 1 (12), red 1; safe 7; roll 2; turn 19; seat 1", limited)
    state = after(state, "1: move red 2", "roll 2", "2: move red 2")
    assert (now(state), winners(state), outcome(state).ending) == ("over", [1], "turn-limit")


@pytest.mark.rule("H18")
def test_escale_compares_the_last_gains_only_at_the_target() -> None:
    limited = edition("escale", turn_limit="20")
    state = lay("gray 5 (30), yellow 10 (12), red 1, green 1; safe 7; roll 2; turn 20", limited)
    state = after(state, "1: move gray 2")
    assert (winners(state), outcome(state).ending) == ([1], "turn-limit")


@pytest.mark.rule("H18")
def test_people_play_without_a_limit_and_simulations_with_one_of_1000_turns() -> None:
    game = GAMES["heimlich-co"]
    for name in game.editions():
        assert editions.ruleset(edition(name)).turn_limit is None
        assert editions.ruleset(game.limited(edition(name))).turn_limit == 1000
    assert editions.ruleset(game.limited(edition("cie", turn_limit="50"))).turn_limit == 50
    with pytest.raises(BadRuleset) as caught:
        editions.ruleset(edition("cie", turn_limit="0"))
    assert str(caught.value) == "'turn_limit' must allow at least one turn"


@pytest.mark.rule("H16")
def test_there_are_four_ways_to_end() -> None:
    assert ENDINGS == ("one-winner", "shared", "free-agent", "turn-limit")
