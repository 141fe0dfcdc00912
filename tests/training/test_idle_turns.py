"""Turns that only pass the time are found, and only those."""

import pytest
from training.suitcases.idle_turns import KINDS, IdleTurns, count_in

from heimlich.game import Budget
from tests.rulebook.suitcases.table import after, lay

START = "red oslo+red-A york; green kiev; lying red-B lima; turn 3; phase roll"


def _kinds(position: str, *events: str) -> set[str]:
    """The kinds of the turns of the first seat that these events make up."""
    counter, state = IdleTurns(0), lay(position)
    for event in events:
        done = after(state, event)
        counter.watch(state, _parsed(event), done)
        state = done
    return {kind for kind in KINDS if counter.counts[kind]}


def _parsed(event: str) -> object:
    from heimlich.games.suitcases import notation

    return notation.parse_event(event)


@pytest.mark.parametrize(
    ("events", "kinds"),
    [
        (("dice 1 1", "1: step 1 rome", "1: step 1 oslo", "1: end"), {"out and back"}),
        (("dice 1 1", "1: step 1 york", "1: step 1 paris", "1: end"), set()),
        (("dice 1 1", "1: step 1 york", "1: end"), {"parked"}),
        (("dice 0 0", "1: end"), set()),
        (("dice 1 0", "1: step 2 lima", "1: end"), set()),
        (
            ("dice 1 1", "1: drop 1", "1: step 1 rome", "1: step 1 oslo", "1: take 1 red-A", "1: end"),
            {"out and back", "down and up"},
        ),
        (("dice 1 1", "1: step 2 lima", "1: take 2 red-B", "1: step 2 york", "1: end"), set()),
    ],
)
def test_turns_of_each_kind(events: tuple[str, ...], kinds: set[str]) -> None:
    assert _kinds(START, *events) == kinds


def test_a_carrier_that_stands_still_turn_after_turn_is_parked() -> None:
    once = ("dice 1 0", "1: step 2 lima", "1: end", "dice 0 0", "2: end")
    back = ("dice 1 0", "1: step 2 york", "1: end", "dice 0 0", "2: end")
    assert _kinds(START, *once, *back) == set()
    assert _kinds(START, *once, *back, *once, *back) == {"parked"}


def test_games_are_counted() -> None:
    counts = count_in(["casual", "casual"], 0, Budget(), "1")
    assert counts["games"] == 1
    assert counts["turns"] > 3


def test_a_suitcase_that_was_won_back_has_not_been_put_down_and_taken_up() -> None:
    events = (
        "dice 1 0",
        "1: drop 1",
        "1: step 1 oslo",
        "1: end",
        "dice 1 0",
        "2: step 1 york",
        "2: take 1 red-A",
        "2: end",
    )
    won_back = ("dice 1 0", "1: step 1 york", "1: duel 5", "2: duel 0", "1: take 1 red-A", "1: step 1 lima", "1: end")
    start = "red york+red-A; green lima; turn 3; phase roll"
    assert _kinds(start, *events, *won_back) == set()


def test_a_turn_with_a_duel_does_not_park_the_carriers() -> None:
    start = "red oslo+red-A york; green cairo; lying red-B lima; turn 3; phase roll"
    once = ("dice 1 0", "1: step 2 lima", "1: end", "dice 0 0", "2: end")
    back = ("dice 1 0", "1: step 2 york", "1: end", "dice 0 0", "2: end")
    fight = ("dice 1 1", "1: step 2 lima", "1: step 2 cairo", "1: duel 0", "2: duel 5")
    assert _kinds(start, *once, *back, *once, *back) == {"parked"}
    assert (
        _kinds(start, *once, *back, *once[:3], "dice 0 0", "2: end", "dice 1 0", "1: step 2 cairo", *fight[3:]) == set()
    )
