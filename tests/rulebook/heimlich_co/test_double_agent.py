"""Double agents (T11)."""

import pytest

from heimlich import RulesetName
from heimlich.games.heimlich_co.state import State
from tests.rulebook.heimlich_co.table import (
    ESCALE_CARDS,
    TOP_SECRET,
    after,
    agents_of,
    all_pass,
    asked,
    card_table,
    chance_of,
    choices,
    discards,
    edition,
    hand,
    lay,
    markers,
    now,
    outcome,
    possible,
    refusal,
    seen_by,
    supply,
    winners,
)

BOTH = pytest.mark.parametrize("rules", [TOP_SECRET, ESCALE_CARDS], ids=["rio-grande", "escale"])
BOARD = "gray 1, yellow 1, orange 1, red 1, green 1"
TO_PLAY = f"{BOARD}; owners 1 gray, 2 yellow; phase cards; hands 1 double-agent, 2 move-safe"


@pytest.mark.rule("T11")
@BOTH
def test_the_player_takes_one_free_agents_card_at_random(rules: RulesetName) -> None:
    state = after(lay(TO_PLAY, rules), "1: play double-agent")
    assert (now(state), asked(state)) == ("double", [])
    assert possible(state) == ["double 1 orange", "double 1 red", "double 1 green"]
    assert set(chance_of(state).weights) == {1}
    text = refusal(state, "double 1 yellow")
    assert text == "'double 1 yellow' cannot happen; now it is time to take a free agent's card"
    state = after(state, "double 1 red")
    assert agents_of(state, 1) == ["gray", "red"]
    assert (state.table.free, discards(state)) == (2, ["double-agent"])
    assert asked(state) == [2]


@pytest.mark.rule("T11")
@pytest.mark.rule("S1")
@BOTH
def test_all_see_that_he_has_two_agents_and_none_which(rules: RulesetName) -> None:
    state = after(lay(TO_PLAY, rules), "1: play double-agent", "double 1 red")
    assert "own gray red" in seen_by(state, 1)
    for seat in (2, None):
        assert "doubles 1 0" in seen_by(state, seat)
    for agent in ("orange", "green"):
        other = after(lay(TO_PLAY, rules), "1: play double-agent", f"double 1 {agent}")
        assert seen_by(other, 2) == seen_by(state, 2)


def _end(rules: RulesetName, gray: int, red: int, rest: str = "") -> State:
    """Seat 1 was dealt gray and took red; yellow, of seat 2, is brought to the safe, and the game ends."""
    state = lay(
        f"gray church ({gray}), yellow 5 (10), orange church, red church ({red}), green 10 (33);"
        f" owners 1 gray red, 2 yellow; doubles 1 0; roll 2; {rest}",
        rules,
    )
    return all_pass(after(state, "1: move yellow 2"))


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("gray", "red", "kept"), [(40, 20, "gray"), (20, 40, "red"), (40, 40, "gray")])
def test_in_rio_grande_he_gives_back_the_one_that_is_behind(gray: int, red: int, kept: str) -> None:
    state = _end(TOP_SECRET, gray, red)
    assert f"kept 1 {kept}, 2 yellow" in seen_by(state, None)
    assert "revealed 1 gray red, 2 yellow" in seen_by(state, None)


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("gray", "red"), [(34, 20), (20, 34), (34, 34)])
@BOTH
def test_the_further_one_counts(rules: RulesetName, gray: int, red: int) -> None:
    state = lay(
        f"gray 10 ({gray}), yellow 5 (30), orange church, red 10 ({red}), green church;"
        " owners 1 gray red, 2 yellow; doubles 1 0; roll 2",
        rules,
    )
    state = after(state, "1: move yellow 2")
    assert (winners(state), outcome(state).ending) == ([1], "one-winner")


@pytest.mark.rule("T11")
def test_in_escale_both_stay_his() -> None:
    assert "kept 1 red gray, 2 yellow" in seen_by(_end(ESCALE_CARDS, 20, 44), None)
    assert "kept 1 gray red, 2 yellow" in seen_by(_end(ESCALE_CARDS, 44, 44), None)


@pytest.mark.rule("T11")
def test_what_is_given_back_is_free_and_level_with_it_the_player_wins() -> None:
    state = _end(TOP_SECRET, 45, 45)
    assert (winners(state), outcome(state).ending) == ([1], "one-winner")


@pytest.mark.rule("T11")
@BOTH
def test_played_again_it_brings_a_third_agent(rules: RulesetName) -> None:
    state = lay(
        "gray church (3), yellow 5, orange church (44), red church (10), green church; owners 1 gray orange, 2 yellow;"
        " doubles 1 0; phase cards; hands 1 double-agent; arrived; safe 7",
        rules,
    )
    state = after(state, "1: play double-agent", "double 1 red")
    assert agents_of(state, 1) == ["gray", "orange", "red"]
    assert card_table(state).doubles == (2, 0)
    state = after(state, "roll 2", "2: move yellow 2")
    assert winners(state) == [1]
    kept = {"rio-grande": "kept 1 orange, 2 yellow", "escale": "kept 1 orange red gray, 2 yellow"}
    assert kept[rules.edition] in seen_by(state, None)


NO_FREE_AGENT = "gray 1, yellow 1, orange 1; owners 1 gray orange, 2 yellow; doubles 1 0; phase cards"


@pytest.mark.rule("T11")
@pytest.mark.parametrize(("at", "turn"), [(1, 1), (2, 1)])
def test_in_rio_grande_without_a_free_agent_it_leaves_the_game_and_he_draws_another(at: int, turn: int) -> None:
    cards = f"hands {at} double-agent, {3 - at} move-safe; supply to-safe; discards two-back"
    state = lay(f"{NO_FREE_AGENT}; seat {turn}; at {at}; {cards}", TOP_SECRET)
    state = after(state, f"{at}: play double-agent")
    assert (now(state), possible(state)) == ("draw", [f"card {at} to-safe"])
    state = after(state, f"card {at} to-safe")
    assert (hand(state, at), discards(state), card_table(state).removed) == (["to-safe"], ["two-back"], 1)
    assert "play to-safe gray" in choices(state, at)


@pytest.mark.rule("T11")
@pytest.mark.parametrize("at", [1, 2])
def test_in_escale_it_goes_to_the_discards_after_that_draw(at: int) -> None:
    cards = f"hands {at} double-agent, {3 - at} move-safe; discards two-back"
    state = lay(f"{NO_FREE_AGENT}; seat 1; at {at}; {cards}", ESCALE_CARDS)
    state = after(state, f"{at}: play double-agent")
    assert possible(state) == [f"card {at} two-back"]
    state = after(state, f"card {at} two-back")
    assert (hand(state, at), discards(state), supply(state)) == (["two-back"], ["double-agent"], [])
    assert card_table(state).removed == 0


@pytest.mark.rule("T11")
def test_with_nothing_to_draw_it_is_gone_all_the_same() -> None:
    state = after(lay(f"{NO_FREE_AGENT}; hands 1 double-agent, 2 move-safe", TOP_SECRET), "1: play double-agent")
    assert (hand(state, 1), discards(state), card_table(state).removed) == ([], [], 1)


@pytest.mark.rule("T11")
@pytest.mark.rule("H15")
def test_in_escale_the_further_agent_is_compared_by_its_last_gain() -> None:
    state = lay(
        "gray 5 (38), yellow 10 (33), orange church, red 10 (33); owners 1 gray red, 2 orange; doubles 1 0; roll 2",
        ESCALE_CARDS,
    )
    state = after(state, "1: move gray 2")
    assert markers(state) == {"gray": 45, "yellow": 43, "orange": 0, "red": 43}
    assert (winners(state), outcome(state).ending) == ([], "free-agent")


ESCALE_BOTH = edition("escale", "top-secret", "advanced")
RIO_GRANDE_BOTH = edition("rio-grande", "top-secret", "dossier")


@pytest.mark.rule("T11")
@pytest.mark.rule("D2")
@pytest.mark.parametrize(
    ("rules", "answer", "points"),
    [
        (RIO_GRANDE_BOTH, "gray=1 red=free", 10),
        (RIO_GRANDE_BOTH, "gray=1 red=1", 5),
        (RIO_GRANDE_BOTH, "gray=free red=1", 0),
        (ESCALE_BOTH, "gray=1 red=free", 5),
        (ESCALE_BOTH, "gray=1 red=1", 10),
        (ESCALE_BOTH, "gray=free red=1", 5),
    ],
)
def test_what_naming_a_double_agent_is_worth(rules: RulesetName, answer: str, points: int) -> None:
    state = _end(rules, 35, 20, rest=f"halts 1; written 1 2; dossiers 2 {answer}")
    assert markers(state)["yellow"] == 17 + points


@pytest.mark.rule("T11")
@pytest.mark.rule("D2")
def test_a_second_agent_is_given_back_before_dossiers_are_counted() -> None:
    state = _end(RIO_GRANDE_BOTH, 30, 31, rest="halts 1; written 1 2; dossiers 1 yellow=2 green=free orange=free")
    assert markers(state)["red"] == 31 + 15
    assert "kept 1 red, 2 yellow" in seen_by(state, None)


@pytest.mark.rule("T11")
@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    ("rules", "answer", "points"), [(RIO_GRANDE_BOTH, "free", 5), (RIO_GRANDE_BOTH, "2", 0), (ESCALE_BOTH, "free", 0)]
)
def test_who_gets_a_second_agent_later_keeps_his_answer_on_it(rules: RulesetName, answer: str, points: int) -> None:
    state = _end(rules, 35, 20, rest=f"halts 1; written 1 2; dossiers 1 red={answer}")
    assert markers(state)["gray"] == 35 + points
