"""What the pad counts for each suitcase, from public events alone, and what may be in each."""

from typing import Any

import pytest

from heimlich import pads
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.pad import counts, note, read_moments
from heimlich.games.suitcases.view import seen, view_of
from heimlich.pads import Pad
from heimlich.record import Step
from tests.games.suitcases.games import random_game, rules_of


def folded(steps: list[Step[Any]]) -> Pad:
    found: Pad = {}
    for before, event, after in steps:
        found = note(found, view_of(before, None), seen(before, event, after, None), view_of(after, None))
    return found


def test_every_suitcase_is_followed_from_its_city_to_where_it_is() -> None:
    """What the moments say of each suitcase fits the table: who carries it, where it lies, who has it at home."""
    for house in ("jumbo", "few-cards", "many-suitcases"):
        for seed in range(2):
            steps = random_game(rules_of(house), 3, seed)
            table = steps[-1].after.table
            found = folded(steps)
            latest = {moment.suitcase: moment for text in found["turns"].values() for moment in read_moments(text)}
            for suitcase, place in table.lying:
                assert latest[suitcase].sign in "=_!"
                assert latest[suitcase].place == place
            for seat, row in enumerate(table.loads):
                for load in filter(None, row):
                    assert (latest[load].seat, latest[load].sign in "^>") == (seat, True)
            for seat, deliveries in enumerate(table.delivered):
                for delivery in deliveries:
                    assert (latest[delivery.suitcase].seat, latest[delivery.suitcase].sign) == (seat, "+")
                    assert counts(found)[delivery.suitcase][str(seat)][3] == 1


def test_the_grids_say_what_may_be_in_a_suitcase() -> None:
    steps = random_game(rules_of("jumbo"), 2, 1)
    first = SUITCASES.grids(view_of(steps[0].before, None))
    assert [dict(grid.columns) for grid in first] == [{"5": 1, "3": 1, "1": 1, "bomb": 1}] * 2
    assert all(not grid.known for grid in first)
    table = steps[-1].after.table
    known = {
        row: column for grid in SUITCASES.grids(view_of(steps[-1].after, None)) for row, column in grid.known.items()
    }
    opened = {one.suitcase for row in table.delivered for one in row}
    assert set(known) == opened, "what was opened, and nothing that the end reveals"
    assert opened


def test_the_grids_depend_on_nothing_hidden() -> None:
    """They are made from a spectator's view; a seat's own view gives the same."""
    steps = random_game(rules_of("jumbo"), 3, 2)
    for step in steps[:: max(1, len(steps) // 20)]:
        public = SUITCASES.grids(view_of(step.before, None))
        assert all(SUITCASES.grids(view_of(step.before, seat)) == public for seat in range(3))


def test_sums_stay_when_old_turns_are_no_longer_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = random_game(rules_of("jumbo"), 3, 3)
    whole = counts(folded(steps))
    monkeypatch.setattr(pads, "MOST_TURNS", 8)
    monkeypatch.setattr(pads, "KEPT_TURNS", 4)
    short = folded(steps)
    assert len(short["turns"]) <= 8
    assert counts(short) == whole
