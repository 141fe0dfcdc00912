"""Hints can be said in every language, are few, name no own secret, and are equal whatever the seat cannot know."""

import subprocess
import sys
from random import Random
from typing import Any

from heimlich.game import Line, Term
from heimlich.games import part_of
from heimlich.text import LANGUAGES, Speaker
from tests.tables import Case, played


def words_in(value: Any) -> set[str]:
    """All words of the game that a line names."""
    match value:
        case Term(_, name):
            return {name}
        case Line(_, values):
            return set().union(*map(words_in, values.values()))
        case list():
            return set().union(*map(words_in, value))
    return set()


def test_a_hint_is_equal_whatever_the_seat_cannot_know(table_index: int, case: Case) -> None:
    game, rng = case.game, Random(table_index)
    hints = part_of(game.id, "analysis", "hints").hints
    names = [f"Player {seat}" for seat in range(case.players)]
    speakers = [Speaker(game.id, names, language) for language in LANGUAGES]
    pad: Any = {}
    for number, step in enumerate(played(table_index)):
        seat = number % case.players
        view = game.view(step.before, seat)
        if game.awaited(view):
            lines = hints(view, pad)
            assert 1 <= len(lines) <= 3
            assert all(speaker.line(line) for line in lines for speaker in speakers)
            twin = game.view(game.consistent_state(view, rng), seat)
            assert hints(twin, pad) == lines
        pad = game.note(pad, game.view(step.before, None), game.seen(*step, None), game.view(step.after, None))


def test_a_hint_does_not_change_with_the_seat_s_own_identity_or_luggage_but_for_counts(
    table_index: int, case: Case
) -> None:
    """Over a player's shoulder nobody learns what only that player knows: without counts a hint is public."""
    game, rng = case.game, Random(table_index)
    hints = part_of(game.id, "analysis", "hints").hints
    for number, step in enumerate(played(table_index)):
        seat = number % case.players
        view: Any = game.view(step.before, seat)
        if not game.awaited(view) or getattr(view, "hand", None):  # how many cards have a use is the seat's own
            continue
        other = game.view(game.consistent_state(game.view(step.before, None), rng), seat)
        assert hints(other, {}) == hints(view, {})


def test_hints_load_no_numpy() -> None:
    code = (
        "import sys; from heimlich.games import part_of, GAMES; "
        "[part_of(game, 'analysis', 'hints') for game in GAMES]; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout == "False\n"
