"""The Top Secret part of a turn (T6): who is asked, who plays when, and when it is over."""

import pytest

from heimlich.games.heimlich_co.state import State
from tests.rulebook.heimlich_co.table import (
    ENGINE_CARDS,
    ESCALE_CARDS,
    RELEASED_CARDS,
    TOP_SECRET,
    after,
    all_pass,
    asked,
    card_table,
    choices,
    edition,
    hand,
    lay,
    now,
    places,
    refusal,
    safe,
    whose_turn,
)

FOUR = "gray 1, yellow 2, orange 3, red 4, green 5, blue 6, violet church; players 4; safe 9"
HANDS = "hands 1 move-safe to-ruins, 2 move-safe to-ruins, 3 to-safe one-to-three, 4 two-back"


def _at_the_question(hands: str = HANDS, seat: int = 1) -> State:
    state = lay(f"{FOUR}; seat {seat}; roll 2; {hands}", TOP_SECRET)
    return after(state, f"{seat}: move violet 2")


@pytest.mark.rule("T6")
def test_all_are_asked_at_once() -> None:
    state = _at_the_question()
    assert (now(state), asked(state)) == ("ask", [1, 2, 3, 4])
    assert choices(state, 3) == ["yes", "no"]


@pytest.mark.rule("T6")
def test_they_may_answer_in_any_order_and_only_once() -> None:
    state = after(_at_the_question(), "3: yes", "1: no")
    assert asked(state) == [2, 4]
    text = refusal(state, "3: no")
    assert text == "'no' must wait; now it is time for seat 1 and 2 and 4 to say who wants to play a card"


@pytest.mark.rule("T6")
def test_nobody_wants_to_and_the_part_is_skipped() -> None:
    state = after(_at_the_question(), "1: no", "2: no", "4: no", "3: no")
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("T6")
@pytest.mark.parametrize(
    ("seat", "yes", "first"),
    [(1, {1, 2}, 1), (1, {2, 4}, 2), (3, {2, 1}, 1), (3, {2, 3}, 3), (4, {3}, 3), (4, {3, 2}, 2)],
)
def test_the_first_clockwise_who_said_yes_begins(seat: int, yes: set[int], first: int) -> None:
    state = _at_the_question(seat=seat)
    for other in (1, 2, 3, 4):
        state = after(state, f"{other}: {'yes' if other in yes else 'no'}")
    assert (now(state), asked(state)) == ("cards", [first])


@pytest.mark.rule("T6")
def test_he_must_play_at_least_one_card() -> None:
    state = after(_at_the_question(), "1: no", "2: yes", "3: no", "4: yes")
    assert "pass" not in choices(state, 2)
    assert "stop" not in choices(state, 2)
    assert refusal(state, "2: pass") == "'pass' must wait: you wanted to play a card, so play one first"
    assert "stop" in choices(after(state, "2: play move-safe 4"), 2)


@pytest.mark.rule("T6")
def test_then_the_opportunity_goes_round_whatever_was_answered_before() -> None:
    state = after(_at_the_question(), "1: no", "2: yes", "3: no", "4: yes", "2: play move-safe 4", "2: stop")
    assert asked(state) == [3]
    assert "pass" in choices(state, 3)
    state = after(state, "3: play to-safe blue", "3: stop")
    assert asked(state) == [4]
    state = after(state, "4: pass")
    assert asked(state) == [1]


@pytest.mark.rule("T6")
def test_cards_are_played_one_by_one_as_many_as_one_likes() -> None:
    state = after(_at_the_question(), "1: yes", "2: no", "3: no", "4: no")
    state = after(state, "1: play to-ruins red", "1: play move-safe ruins")
    assert (places(state)["red"], safe(state)) == ("ruins", "ruins")
    assert asked(state) == [2]


@pytest.mark.rule("T6")
def test_a_card_just_drawn_may_be_played() -> None:
    hands = "hands 1 to-ruins, 2 to-ruins; supply two-forward"
    state = after(_at_the_question(hands), "1: yes", "2: no", "1: play to-ruins red", "card 1 two-forward")
    state = after(state, "1: play two-forward red blue")
    assert (places(state)["red"], places(state)["blue"]) == ("church", "7")


@pytest.mark.rule("T6")
def test_stopping_after_a_card_is_not_a_pass_so_the_last_to_play_is_asked_again() -> None:
    state = after(_at_the_question(), "1: no", "2: yes", "3: no", "4: no", "2: play move-safe 4", "2: stop")
    state = after(state, "3: pass", "4: pass", "1: pass")
    assert (now(state), asked(state)) == ("cards", [2])
    state = after(state, "2: play to-ruins red")
    assert hand(state, 2) == []
    state = after(state, "3: pass", "4: pass")
    assert now(state) == "cards"
    assert now(after(state, "1: pass")) == "roll"


@pytest.mark.rule("T6")
def test_it_ends_when_all_in_a_row_the_last_to_play_included_have_passed() -> None:
    state = after(_at_the_question(), "1: no", "2: yes", "3: no", "4: no", "2: play move-safe 4", "2: stop")
    state = after(state, "3: pass", "4: pass", "1: pass", "2: pass")
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("T6")
def test_a_card_starts_the_count_of_passes_anew() -> None:
    state = after(_at_the_question(), "1: yes", "2: no", "3: no", "4: no", "1: play move-safe 4", "1: stop")
    state = after(state, "2: pass", "3: pass", "4: play two-back red blue")
    assert card_table(state).passes == 0
    state = after(state, "1: pass", "2: pass", "3: pass")
    assert now(state) == "roll"


@pytest.mark.rule("T6")
def test_who_said_yes_may_pass_later() -> None:
    state = after(_at_the_question(), "1: yes", "2: yes", "3: yes", "4: yes", "1: play move-safe 4", "1: stop")
    state = after(state, "2: pass", "3: pass", "4: pass", "1: pass")
    assert now(state) == "roll"


@pytest.mark.rule("T6")
def test_only_a_card_that_can_be_played_now_allows_a_yes() -> None:
    state = _at_the_question("hands 1 leave-safe ruins-to-church, 2 leave-safe to-ruins")
    assert asked(state) == [1, 2]
    assert (choices(state, 1), choices(state, 2)) == (["no"], ["yes", "no"])
    assert refusal(state, "1: yes") == "'yes' needs a card that can be played now"


@pytest.mark.rule("T6")
def test_who_holds_no_card_is_not_asked_and_passes_by_himself() -> None:
    state = _at_the_question("hands 2 move-safe move-safe, 4 two-back")
    assert asked(state) == [2, 4]
    state = after(state, "2: yes", "4: no", "2: play move-safe 4", "2: stop")
    assert asked(state) == [4]
    state = after(state, "4: pass")
    assert asked(state) == [2]
    assert now(after(state, "2: pass")) == "roll"


@pytest.mark.rule("T6")
def test_who_holds_only_cards_that_cannot_be_played_can_only_pass() -> None:
    """He says so himself: a pass that came by itself would tell the others what he holds (S2)."""
    state = _at_the_question("hands 1 move-safe, 2 leave-safe, 3 to-ruins")
    state = after(state, "1: yes", "2: no", "3: no", "1: play move-safe church")
    assert (asked(state), choices(state, 2)) == ([2], ["pass"])


@pytest.mark.rule("T6")
def test_if_nobody_holds_a_card_nobody_is_asked() -> None:
    assert now(_at_the_question("supply to-safe")) == "roll"


@pytest.mark.rule("T6")
def test_escale_plays_it_the_same_way() -> None:
    state = lay(f"{FOUR}; roll 2; {HANDS}", ESCALE_CARDS)
    state = after(state, "1: move violet 2")
    assert (now(state), asked(state)) == ("ask", [1, 2, 3, 4])


@pytest.mark.rule("T6")
def test_words_out_of_place_are_refused() -> None:
    state = _at_the_question()
    text = refusal(state, "1: play move-safe 4")
    assert text == "'play move-safe 4' must wait; now it is time to say who wants to play a card"
    state = after(state, "1: yes", "2: no", "3: no", "4: no", "1: play move-safe 4")
    assert refusal(state, "1: pass") == "'pass' is not the word now; it is 'stop'"
    text = refusal(state, "2: play to-ruins red")
    assert text == "'play to-ruins red' must wait; now it is time for seat 1 to play cards or pass"
    assert refusal(after(state, "1: stop"), "2: stop") == "'stop' is not the word now; it is 'pass'"
    assert refusal(state, "1: yes") == "'yes' must wait; now it is time to play cards or pass"


@pytest.mark.rule("T6")
@pytest.mark.parametrize(("seat", "first"), [(1, 2), (4, 1)])
def test_engine_starts_with_the_next_player_and_nobody_is_asked(seat: int, first: int) -> None:
    state = after(lay(f"{FOUR}; seat {seat}; roll 2; {HANDS}", ENGINE_CARDS), f"{seat}: move violet 2")
    assert (now(state), asked(state)) == ("cards", [first])
    assert "pass" in choices(state, first)


@pytest.mark.rule("T6")
def test_in_engine_the_pass_with_which_a_player_stops_counts() -> None:
    state = after(lay(f"{FOUR}; roll 2; {HANDS}", ENGINE_CARDS), "1: move violet 2")
    state = after(state, "2: play move-safe 4")
    assert refusal(state, "2: stop") == "'stop' is not the word now; it is 'pass'"
    state = after(state, "2: pass", "3: pass", "4: pass", "1: pass")
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("T6")
def test_in_engine_a_player_may_react_after_he_passed() -> None:
    state = after(lay(f"{FOUR}; roll 2; {HANDS}", ENGINE_CARDS), "1: move violet 2")
    state = after(state, "2: pass", "3: pass", "4: pass", "1: play move-safe 4", "1: pass")
    assert asked(state) == [2]
    state = after(state, "2: play move-safe 5", "2: play to-ruins red")
    assert asked(state) == [3]
    state = after(state, "3: pass", "4: pass", "1: pass")
    assert now(state) == "roll"


@pytest.mark.rule("T6")
def test_in_engine_too_who_holds_no_card_passes_by_himself() -> None:
    state = after(lay(f"{FOUR}; roll 2; hands 1 to-ruins", ENGINE_CARDS), "1: move violet 2")
    assert asked(state) == [1]
    assert now(after(state, "1: pass")) == "roll"
    assert now(after(lay(f"{FOUR}; roll 2", ENGINE_CARDS), "1: move violet 2")) == "roll"


@pytest.mark.rule("T6")
def test_in_the_released_engine_the_one_who_moved_acts_first_and_everybody_says_pass() -> None:
    state = after(lay(f"{FOUR}; roll 2", RELEASED_CARDS), "1: move violet 2")
    for seat in (1, 2, 3, 4):
        assert asked(state) == [seat]
        state = after(state, f"{seat}: pass")
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("T6")
def test_in_the_released_engine_the_last_to_play_hands_on_the_turn() -> None:
    state = after(lay(f"{FOUR}; roll 2; hands 3 one-to-three", RELEASED_CARDS), "1: move violet 2")
    state = after(state, "1: pass", "2: pass", "3: play one-to-three red +1")
    assert asked(state) == [3]
    state = after(state, "3: pass", "4: pass", "1: pass", "2: pass")
    assert (now(state), whose_turn(state)) == ("roll", 4)


@pytest.mark.rule("T6")
def test_in_the_released_engine_a_scoring_keeps_the_order() -> None:
    state = after(lay(f"{FOUR}; roll 2; hands 3 one-to-three", RELEASED_CARDS), "1: move violet 2")
    state = after(state, "1: pass", "2: pass", "3: play one-to-three blue +3")
    state = all_pass(state)
    assert (now(state), asked(state)) == ("safe", [1])
    state = after(state, "1: safe 1")
    assert (now(state), whose_turn(state)) == ("roll", 2)


@pytest.mark.rule("T6")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "engine"])
def test_elsewhere_the_turn_goes_to_the_left_neighbour(name: str) -> None:
    state = lay(f"{FOUR}; phase cards; at 3; hands 3 one-to-three", edition(name, "top-secret"))
    assert whose_turn(all_pass(after(state, "3: play one-to-three red +1"))) == 2
