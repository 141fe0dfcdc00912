"""Secrets are the game: what a seat cannot know changes nothing that it sees.

A state that fits a seat's view, with everything hidden drawn afresh, must give that seat the same view, offer, legal
actions, error texts, seen events and log.
"""

from random import Random
from typing import Any

import pytest

from heimlich import Decision, HeimlichError
from heimlich.game import AnyGame, Seat
from heimlich.record import Record, Step, as_seen
from tests.tables import Case, played, seats_of


def _shown(game: AnyGame, state: Any, seat: Seat | None) -> list[object]:
    view = game.view(state, seat)
    return [view, game.format_view(view), game.offer(view), list(game.legal_actions(view)), game.awaited(view)]


def _error(game: AnyGame, state: Any, seat: Seat, action: Any) -> str:
    try:
        game.apply(state, Decision(seat, action))
    except HeimlichError as error:
        return str(error)
    return "accepted"


def test_another_state_with_the_same_view_looks_the_same(table_index: int, case: Case) -> None:
    game, rng = case.game, Random(table_index)
    for number, (state, _, _) in enumerate(played(table_index)):
        seat = seats_of(case)[number % (case.players + 1)]
        other = game.consistent_state(game.view(state, seat), rng)
        assert _shown(game, other, seat) == _shown(game, state, seat)


def test_error_texts_tell_nothing_that_is_hidden(table_index: int, case: Case) -> None:
    game, steps, rng = case.game, played(table_index), Random(table_index)
    pool = sorted({event.action for _, event, _ in steps if isinstance(event, Decision)}, key=str)
    for number, (state, _, _) in enumerate(steps):
        seat = number % case.players
        other = game.consistent_state(game.view(state, seat), rng)
        for action in rng.sample(pool, min(5, len(pool))):
            assert _error(game, other, seat, action) == _error(game, state, seat, action)


def test_an_event_looks_the_same_whatever_is_hidden(table_index: int, case: Case) -> None:
    """Until something is revealed, a seat sees and is told the same; a reveal shows in the table after it."""
    game, rng = case.game, Random(table_index)
    compared = 0
    for number, step in enumerate(played(table_index)):
        for seat in (seats_of(case)[number % (case.players + 1)], None):
            other = game.consistent_state(game.view(step.before, seat), rng)
            try:
                after = game.apply(other, step.event)
            except HeimlichError:
                continue  # with other cards in that hand it cannot happen
            if game.view(after, None) != game.view(step.after, None):
                continue  # what was hidden decides how it goes on, in the open
            twin = Step(other, step.event, after)
            assert _told(game, twin, seat) == _told(game, step, seat)
            compared += 1
    assert compared > len(played(table_index)) / 2


def _told(game: AnyGame, step: Step[Any], seat: Seat | None) -> tuple[list[Any], list[Any]]:
    seen = list(game.seen(*step, seat))
    return seen, list(game.log(game.view(step.before, seat), seen, game.view(step.after, seat)))


def test_what_is_seen_is_enough_to_follow_and_names_no_unseen_thing(table_index: int, case: Case) -> None:
    """Every seen event can be written and read; a spectator never sees more than a seat does."""
    game = case.game
    for step in played(table_index):
        for seat in seats_of(case):
            seen = list(game.seen(*step, seat))
            assert [game.parse_event(str(event)) for event in seen] == seen
        public = list(game.seen(*step, None))
        for seat in range(case.players):
            assert len(game.seen(*step, seat)) >= len(public)


def test_a_record_as_seen_by_a_seat_holds_only_what_it_saw(table_index: int, case: Case) -> None:
    game, steps = case.game, played(table_index)
    names = tuple(f"Player {seat + 1}" for seat in range(case.players))
    record = Record(game.id, game.limited(case.name), names, tuple(step.event for step in steps))
    for seat in (0, None):
        text = str(as_seen(record, game, seat))
        seen = [str(event) for step in steps for event in game.seen(*step, seat)]
        assert text.split("events\n")[1].splitlines()[:-1] == seen


@pytest.mark.parametrize("seat", [0, 1, None])
def test_consistent_states_really_differ(table_index: int, case: Case, seat: Seat | None) -> None:
    """Guards the tests above: they would prove nothing if the hidden things were simply copied."""
    game, rng = case.game, Random(table_index)
    state = played(table_index)[len(played(table_index)) // 2].before
    drawn = {game.format_state(game.consistent_state(game.view(state, seat), rng)) for _ in range(20)}
    assert len(drawn) > 1 or (case.players == 2 and seat is not None)
