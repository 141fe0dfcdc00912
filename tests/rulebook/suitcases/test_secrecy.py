"""What is private (C23)."""

from typing import cast

import pytest

from heimlich.games.suitcases.actions import Event
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.notation import parse_event
from tests.rulebook.suitcases.table import after, asked, lay, new_game, outcome


def seen(text: str, event: str) -> list[list[str]]:
    """What each of two seats, and a spectator, sees of an event."""
    before = lay(text)
    then = after(before, event)
    happened = cast("Event", parse_event(event))
    return [[str(one) for one in SUITCASES.seen(before, happened, then, seat)] for seat in (0, 1, None)]


@pytest.mark.rule("C23")
def test_others_see_only_that_a_seat_has_packed() -> None:
    assert seen("phase pack", "2: pack A 5") == [[], ["2: pack A 5"], []]
    last = seen("phase pack; contents 2 5 3 1", "2: pack D bomb")
    assert last == [["packed 2"], ["2: pack D bomb", "packed 2"], ["packed 2"]]


@pytest.mark.rule("C23")
def test_half_packed_suitcases_do_not_show() -> None:
    one, other = after(new_game(2), "2: pack A 5"), after(new_game(2), "2: pack A bomb", "2: pack B 1")
    assert SUITCASES.view(one, 0) == SUITCASES.view(other, 0)
    assert SUITCASES.view(one, 1) != SUITCASES.view(other, 1)


@pytest.mark.rule("C23")
def test_a_chosen_duel_card_is_private_until_both_have_chosen() -> None:
    text = "red rome; green rome; phase duel; duel 1; against green-1; roll 1 0; steps 0"
    assert seen(text, "2: duel 4") == [[], ["2: duel 4"], []]
    assert seen(f"{text}; chosen 2 4", "1: duel 3") == [
        ["1: duel 3", "duel revealed 3 4"],
        ["duel revealed 3 4"],
        ["duel revealed 3 4"],
    ]
    chosen, open_ = lay(f"{text}; chosen 2 4"), lay(text)
    assert SUITCASES.view(chosen, 0) == SUITCASES.view(open_, 0)
    assert list(SUITCASES.awaited(SUITCASES.view(chosen, 0))) == [0, 1]
    assert asked(chosen) == [1]


@pytest.mark.rule("C23")
def test_a_delivery_is_opened_before_all() -> None:
    for events in seen("red delhi+green-D; roll 1 0", "1: step 1 hq-red"):
        assert events == ["1: step 1 hq-red", "opened green-D bomb"]


@pytest.mark.rule("C23")
def test_the_duel_cards_left_can_be_counted() -> None:
    view = SUITCASES.view(lay("cards 2 1 4 5; roll 1 0"), None)
    assert view.table.hands[1] == (1, 4, 5)


@pytest.mark.rule("C23")
def test_at_the_end_all_contents_are_revealed() -> None:
    text = "red oslo; green rome out out out out out out; contents 1 5 3 1 bomb, 2 bomb 1 3 5; roll 2 0"
    state = after(lay(text), "1: step 1 rome", "1: duel 5", "2: duel 1")
    assert outcome(state).winners == (0,)
    result = SUITCASES.view(state, None).table.result
    assert result is not None
    assert result.contents == ((5, 3, 1, 0), (0, 1, 3, 5))
