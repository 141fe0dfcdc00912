"""What each of the fifteen kinds of card can be used on, and what it does (T7, T9, T10)."""

import pytest

from heimlich import BadNotation
from heimlich.games.heimlich_co import editions
from heimlich.games.heimlich_co.names import Card
from heimlich.games.heimlich_co.state import State
from tests.rulebook.heimlich_co.table import (
    RELEASED_CARDS,
    TOP_SECRET,
    WITH_CARDS,
    after,
    choices,
    discards,
    edition,
    hand,
    lay,
    markers,
    places,
    refusal,
    safe,
    seen_by,
)

SPREAD = "gray church, red 5, green ruins, blue 10"


def _holding(card: str, board: str = SPREAD, rules: str = "rio-grande", where: str = "7") -> State:
    """Seat 1 is to play and holds this card; both have another one, so that nothing is skipped."""
    hands = f"hands 1 {card} move-safe, 2 move-safe"
    return lay(f"{board}; safe {where}; phase cards; {hands}; seat 2", edition(rules, "top-secret"))


def _uses(state: State, card: str) -> set[str]:
    start = f"play {card}"
    return {action.removeprefix(start).strip() for action in choices(state, 1) if action.startswith(start)}


@pytest.mark.rule("T10")
@pytest.mark.parametrize(
    ("card", "number"),
    [
        ("back-one-or-two", 2),
        ("to-ruins", 2),
        ("two-markers", 2),
        ("one-either-way", 2),
        ("all-to-church", 1),
        ("to-safe", 2),
        ("two-back", 2),
        ("trade-places", 1),
        ("two-forward", 2),
        ("join-agent", 1),
        ("double-agent", 1),
        ("leave-safe", 2),
        ("ruins-to-church", 2),
        ("move-safe", 2),
        ("one-to-three", 2),
    ],
)
def test_how_many_of_each_kind_there_are(card: str, number: int) -> None:
    kind = list(Card).index(Card(card))
    for name in WITH_CARDS:
        engine = name.startswith("engine") and card == "double-agent"
        assert editions.ruleset(edition(name, "top-secret")).cards[kind] == (0 if engine else number)


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_back_one_or_two(name: str) -> None:
    state = _holding("back-one-or-two", rules=name)
    agents = ("gray", "red", "green", "blue")
    assert _uses(state, "back-one-or-two") == {f"{agent} {step}" for agent in agents for step in ("-1", "-2")}
    assert places(after(state, "1: play back-one-or-two red -2"))["red"] == "3"
    text = refusal(state, "1: play back-one-or-two red +1")
    assert text == "'play back-one-or-two red +1' does not fit the card back-one-or-two, or would change nothing"


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_to_ruins(name: str) -> None:
    state = _holding("to-ruins", rules=name)
    assert _uses(state, "to-ruins") == {"gray", "red", "blue"}
    assert places(after(state, "1: play to-ruins red"))["red"] == "ruins"
    text = refusal(state, "1: play to-ruins green")
    assert text == "'play to-ruins green' does not fit the card to-ruins, or would change nothing"


@pytest.mark.rule("T9")
def test_to_ruins_has_no_use_if_all_are_there() -> None:
    state = _holding("to-ruins", board="gray ruins, red ruins, green ruins")
    assert _uses(state, "to-ruins") == set()
    text = refusal(state, "1: play to-ruins green")
    assert text == "'play to-ruins green' would change nothing: to-ruins cannot be played now"


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_two_markers(name: str) -> None:
    state = _holding(
        "two-markers", board="gray 1 (39), red 5 (12), green 1 (37), blue 3 (40), violet 1 (41)", rules=name
    )
    assert _uses(state, "two-markers") == {"gray red", "gray green", "red green"}
    after_it = after(state, "1: play two-markers gray red")
    assert markers(after_it) == {"gray": 40, "red": 15, "green": 37, "blue": 40, "violet": 41}
    assert markers(after(state, "1: play two-markers red green"))["green"] == 40
    text = refusal(state, "1: play two-markers red blue")
    assert text == "'play two-markers red blue' does not fit the card two-markers, or would change nothing"


@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_two_markers_needs_two_below_40(name: str) -> None:
    state = _holding("two-markers", board="gray 1 (39), red 5 (40), green 1 (41)", rules=name)
    assert _uses(state, "two-markers") == set()
    with pytest.raises(BadNotation) as caught:
        after(state, "1: play two-markers gray gray")
    assert str(caught.value) == "'play two-markers gray gray' names an agent twice"


@pytest.mark.rule("T10")
def test_two_markers_cannot_end_the_game() -> None:
    state = lay("gray 1 (39), red 5 (38); phase cards; hands 1 two-markers", TOP_SECRET)
    state = after(state, "1: play two-markers gray red")
    assert (markers(state), state.table.reached) == ({"gray": 40, "red": 40}, False)


@pytest.mark.rule("T10")
def test_two_markers_lifts_what_the_released_engine_let_fall_below_0() -> None:
    state = _holding("two-markers", board="gray 1 (-3), red 5 (-1), green 1", rules="engine-1.0.1")
    assert markers(after(state, "1: play two-markers gray red")) == {"gray": 0, "red": 2, "green": 0}


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_one_either_way(name: str) -> None:
    state = _holding("one-either-way", rules=name)
    agents = ("gray", "red", "green", "blue")
    assert _uses(state, "one-either-way") == {f"{agent} {step}" for agent in agents for step in ("-1", "+1")}
    assert places(after(state, "1: play one-either-way green +1"))["green"] == "church"
    assert places(after(state, "1: play one-either-way green -1"))["green"] == "10"
    text = refusal(state, "1: play one-either-way red")
    assert text == "'play one-either-way red' does not fit the card one-either-way, or would change nothing"


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_all_to_church(name: str) -> None:
    state = _holding("all-to-church", rules=name)
    assert _uses(state, "all-to-church") == {""}
    assert set(places(after(state, "1: play all-to-church")).values()) == {"church"}


@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine"])
def test_all_to_church_has_no_use_if_all_are_there(name: str) -> None:
    state = _holding("all-to-church", board="gray church, red church", rules=name)
    assert "play all-to-church" not in choices(state, 1)
    text = refusal(state, "1: play all-to-church")
    assert text == "'play all-to-church' would change nothing: all-to-church cannot be played now"


@pytest.mark.rule("T9")
def test_in_the_released_engine_all_to_church_can_always_be_played() -> None:
    state = _holding("all-to-church", board="gray church, red church", rules="engine-1.0.1")
    assert hand(after(state, "1: play all-to-church"), 1) == ["move-safe"]


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_to_safe(name: str) -> None:
    state = _holding("to-safe", rules=name, where="10")
    assert _uses(state, "to-safe") == {"gray", "red", "green"}
    assert places(after(state, "1: play to-safe gray"))["gray"] == "10"
    assert _uses(_holding("to-safe", board="gray 7, red 7", rules=name), "to-safe") == set()


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
@pytest.mark.parametrize(("card", "gray", "red"), [("two-back", "ruins", "4"), ("two-forward", "1", "6")])
def test_two_back_and_two_forward(name: str, card: str, gray: str, red: str) -> None:
    state = _holding(card, rules=name)
    pairs = {"gray red", "gray green", "gray blue", "red green", "red blue", "green blue"}
    assert _uses(state, card) == pairs
    state = after(state, f"1: play {card} red gray")
    assert (places(state)["gray"], places(state)["red"]) == (gray, red)


@pytest.mark.rule("T10")
@pytest.mark.parametrize("card", ["two-back", "two-forward"])
def test_two_different_agents_are_needed(card: str) -> None:
    state = _holding(card)
    assert (
        refusal(state, f"1: play {card} red")
        == f"'play {card} red' does not fit the card {card}, or would change nothing"
    )
    with pytest.raises(BadNotation) as caught:
        after(state, f"1: play {card} red red")
    assert str(caught.value) == f"'play {card} red red' names an agent twice"


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_trade_places(name: str) -> None:
    state = _holding("trade-places", board="gray 1, red 5, green 5, blue 1", rules=name)
    assert _uses(state, "trade-places") == {"gray red", "gray green", "red blue", "green blue"}
    state = after(state, "1: play trade-places red gray")
    assert places(state) == {"gray": "5", "red": "1", "green": "5", "blue": "1"}
    together = _holding("trade-places", board="gray 1, red 1", rules=name)
    assert _uses(together, "trade-places") == set()


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_join_agent(name: str) -> None:
    state = _holding("join-agent", board="gray 1, red 5, green 5", rules=name)
    assert _uses(state, "join-agent") == {"gray red", "gray green", "red gray", "green gray"}
    assert places(after(state, "1: play join-agent gray red")) == {"gray": "5", "red": "5", "green": "5"}
    assert places(after(state, "1: play join-agent red gray")) == {"gray": "1", "red": "1", "green": "5"}
    assert _uses(_holding("join-agent", board="gray 1, red 1", rules=name), "join-agent") == set()


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", ["rio-grande", "escale"])
def test_double_agent_may_always_be_played(name: str) -> None:
    assert _uses(_holding("double-agent", rules=name), "double-agent") == {""}
    assert _uses(_holding("double-agent", board="gray 1, red 1", rules=name), "double-agent") == {""}


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_leave_safe(name: str) -> None:
    state = _holding("leave-safe", board="gray 7, red 7, green 5", rules=name)
    assert _uses(state, "leave-safe") == {"gray -1", "gray +1", "red -1", "red +1"}
    assert places(after(state, "1: play leave-safe red +1"))["red"] == "8"
    assert places(after(state, "1: play leave-safe gray -1"))["gray"] == "6"
    text = refusal(state, "1: play leave-safe green +1")
    assert text == "'play leave-safe green +1' does not fit the card leave-safe, or would change nothing"
    assert _uses(_holding("leave-safe", rules=name), "leave-safe") == set()


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_ruins_to_church(name: str) -> None:
    state = _holding("ruins-to-church", board="gray ruins, red ruins, green ruins, blue 3", rules=name)
    singles, pairs = {"gray", "red", "green"}, {"gray red", "gray green", "red green"}
    assert _uses(state, "ruins-to-church") == singles | pairs
    state = after(state, "1: play ruins-to-church gray green")
    assert places(state) == {"gray": "church", "red": "ruins", "green": "church", "blue": "3"}
    assert _uses(_holding("ruins-to-church", rules=name), "ruins-to-church") == {"green"}
    assert _uses(_holding("ruins-to-church", board="gray 1, red 2", rules=name), "ruins-to-church") == set()


@pytest.mark.rule("T10")
@pytest.mark.rule("T9")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_move_safe(name: str) -> None:
    state = _holding("move-safe", rules=name)
    everywhere = {"church", "1", "2", "3", "4", "5", "6", "8", "9", "10", "ruins"}
    assert _uses(state, "move-safe") == everywhere
    assert safe(after(state, "1: play move-safe 5")) == "5"
    text = refusal(state, "1: play move-safe 7")
    assert text == "'play move-safe 7' does not fit the card move-safe, or would change nothing"
    with pytest.raises(BadNotation) as caught:
        after(state, "1: play move-safe")
    assert str(caught.value) == "'play move-safe' takes one building, as in: play move-safe 4"


@pytest.mark.rule("T10")
def test_the_card_may_take_the_safe_where_the_player_of_escale_may_not() -> None:
    state = _holding("move-safe", rules="escale")
    assert safe(after(state, "1: play move-safe church")) == "church"


@pytest.mark.rule("T10")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_one_to_three(name: str) -> None:
    state = _holding("one-to-three", rules=name)
    agents = ("gray", "red", "green", "blue")
    assert _uses(state, "one-to-three") == {f"{agent} +{step}" for agent in agents for step in (1, 2, 3)}
    assert places(after(state, "1: play one-to-three blue +3"))["blue"] == "1"


@pytest.mark.rule("T7")
def test_a_card_takes_effect_at_once_and_goes_face_up_on_the_discards() -> None:
    state = after(_holding("to-ruins"), "1: play to-ruins red")
    assert places(state)["red"] == "ruins"
    assert (hand(state, 1), discards(state)) == (["move-safe"], ["to-ruins"])
    assert "discards to-ruins" in seen_by(state, 2)
    assert "discards to-ruins" in seen_by(state, None)


@pytest.mark.rule("T7")
def test_a_card_one_does_not_hold_cannot_be_played() -> None:
    state = _holding("to-ruins")
    text = refusal(state, "1: play to-safe red")
    assert text == "'play to-safe red' needs the card to-safe, which is not in your hand"
    text = refusal(lay("red 1, blue 2; phase cards; at 2; hands 1 to-ruins", RELEASED_CARDS), "2: play to-safe red")
    assert text == "'play to-safe red' needs the card to-safe, which is not in your hand"
