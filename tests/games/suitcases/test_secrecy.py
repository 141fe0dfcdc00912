"""Secrets are the game: what a seat cannot know changes nothing that it sees (C23)."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from heimlich.errors import HeimlichError
from heimlich.game import Decision, Seat
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.state import Phase, Secrets, State, put
from heimlich.games.suitcases.view import opened
from heimlich.record import Step
from tests.games.suitcases.games import played, states


def _shown(state: State, seat: Seat | None) -> list[object]:
    view = SUITCASES.view(state, seat)
    actions = list(SUITCASES.legal_actions(view))
    return [view, SUITCASES.format_view(view), SUITCASES.offer(view), actions, SUITCASES.awaited(view)]


def _twins(state: State, seat: Seat | None, rng: Random) -> list[State]:
    """States that differ from this one only in what the seat cannot know: contents, and a pending duel card."""
    table, secrets = state
    if table.result is not None:
        return []
    found = []
    for other in range(table.players):
        if other == seat:
            continue
        known = opened(table, other)
        ways = [way for way in set(permutations(table.rules.contents)) if all(way[k] == v for k, v in known.items())]
        if table.packed[other] and ways:
            contents = put(secrets.contents, other, rng.choice(sorted(ways)))
            found.append(State(table, Secrets(contents, secrets.chosen)))
        if table.phase is Phase.DUEL and other in SUITCASES.awaited(SUITCASES.view(state, None)):
            mine = seat is not None and secrets.chosen[seat] is not None
            cards: list[int | None] = [None] if mine else [None, *table.hands[other]]
            found.append(State(table, Secrets(secrets.contents, put(secrets.chosen, other, rng.choice(cards)))))
    return found


def _error(state: State, seat: Seat, action: Any) -> str:
    try:
        SUITCASES.apply(state, Decision(seat, action))
    except HeimlichError as error:
        return str(error)
    return "accepted"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_things_show_in_no_view_offer_or_error(players: int) -> None:
    rng = Random(players)
    steps = played("jumbo", players)
    pool = [step.event.action for step in steps if isinstance(step.event, Decision)]
    compared = 0
    for number, state in enumerate(states(steps)):
        seat = number % players
        for twin in _twins(state, seat, rng):
            assert _shown(twin, seat) == _shown(state, seat)
            for action in rng.sample(pool, 4):
                assert _error(twin, seat, action) == _error(state, seat, action)
            compared += 1
        for twin in _twins(state, None, rng):
            assert _shown(twin, None) == _shown(state, None)
    assert compared > len(steps) / 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_event_is_seen_and_told_alike_whatever_is_hidden(players: int) -> None:
    rng = Random(players)
    compared = 0
    for number, step in enumerate(played("jumbo", players)):
        for seat in (number % players, None):
            for twin in _twins(step.before, seat, rng):
                try:
                    after = SUITCASES.apply(twin, step.event)
                except HeimlichError:
                    continue  # with another card chosen it cannot happen
                if after.table != step.after.table:
                    continue  # what was hidden decides how it goes on, in the open
                assert _told(Step(twin, step.event, after), seat) == _told(step, seat)
                compared += 1
    assert compared > len(played("jumbo", players))


def _told(step: Step[Any], seat: Seat | None) -> tuple[list[Any], list[Any]]:
    seen = list(SUITCASES.seen(*step, seat))
    return seen, list(SUITCASES.log(SUITCASES.view(step.before, seat), seen, SUITCASES.view(step.after, seat)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_consistent_states_fit_the_view_and_can_be_played_on(players: int) -> None:
    rng = Random(players)
    for number, state in enumerate(states(played("jumbo", players))):
        seat = (*range(players), None)[number % (players + 1)]
        view = SUITCASES.view(state, seat)
        other = SUITCASES.consistent_state(view, rng)
        assert SUITCASES.view(other, seat) == view
        for row in other.secrets.contents:
            assert sorted(row) in ([], sorted(state.table.rules.contents)) or state.table.phase is Phase.PACK
        assert bool(SUITCASES.actors(other)) == bool(SUITCASES.actors(state))


def test_hidden_contents_are_drawn_from_all_that_is_possible() -> None:
    text = "red oslo; delivered 1 green-B=3; contents 2 1 3 5 bomb; roll 1 0"
    state = SUITCASES.parse_state(text, played("jumbo", 2)[0].before.table.rules)
    view = SUITCASES.view(state, 0)
    rng = Random(1)
    drawn = {SUITCASES.consistent_state(view, rng).secrets.contents[1] for _ in range(200)}
    assert drawn == {(a, 3, b, c) for a, b, c in permutations((5, 1, 0))}
