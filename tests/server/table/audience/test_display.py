"""Displays: plain JSON without null, from the view alone, for every seat at every moment of every game."""

import json
from random import Random
from typing import Any

from tests.tables import Case, played, seats_of


def _has_null(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_null, value.values()))
    return any(map(_has_null, value)) if isinstance(value, list) else value is None


def test_every_view_can_be_shown(table_index: int, case: Case) -> None:
    game, display = case.game, case.game.display
    rng = Random(table_index)
    steps = played(table_index)
    for step in [*rng.sample(steps, min(60, len(steps))), steps[-1]]:
        for seat in seats_of(case):
            picture = display(game.view(step.after, seat))
            assert json.loads(json.dumps(picture)) == picture
            assert not _has_null(picture)
            assert ("own" in picture) == (seat is not None)
            assert ("result" in picture) == (game.outcome(step.after) is not None)
            assert picture.get("awaited", [picture["seat"]]) == list(game.awaited(game.view(step.after, seat)))


def test_a_display_tells_no_more_than_its_view(table_index: int, case: Case) -> None:
    game, display = case.game, case.game.display
    rng = Random(table_index)
    for step in rng.sample(played(table_index), min(40, len(played(table_index)))):
        seat = rng.choice(seats_of(case))
        view = game.view(step.before, seat)
        other = game.consistent_state(view, rng)
        assert display(game.view(other, seat)) == display(view)


def test_what_is_a_seats_own_is_made_from_the_secrets_alone(table_index: int, case: Case) -> None:
    """So where the secrets have not changed, nobody's own part has: updates rely on it."""
    game, own = case.game, case.game.own_display
    unchanged = 0
    for step in played(table_index):
        if step.before.secrets == step.after.secrets:
            unchanged += 1
            for seat in range(case.players):
                assert own(game.view(step.after, seat)) == own(game.view(step.before, seat))
    assert unchanged
