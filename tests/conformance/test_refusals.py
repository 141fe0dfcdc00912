"""Every refusal names its rule and gives its reason in every language; and it tells nothing that is hidden."""

import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from heimlich import Decision
from heimlich.errors import IllegalAction
from heimlich.game import AnyGame, Line
from heimlich.games import PACKAGES
from heimlich.text import LANGUAGES, Speaker
from tests.tables import Case, played

RULES = Path(__file__).parents[2] / "docs" / "rules"
TRIED = 12  # actions in each position


@lru_cache
def rules_of(game: str) -> set[str]:
    return set(re.findall(r"^\*\*([A-Z]\d+)\*\*", (RULES / f"{PACKAGES[game]}.md").read_text("utf-8"), re.MULTILINE))


def told(error: IllegalAction) -> tuple[str, str, str, dict[str, Any]]:
    return str(error), error.rule, error.key, error.values


def check(game: AnyGame, error: IllegalAction, players: int) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    assert error.rule in rules_of(game.id), error
    said = [Speaker(game.id, names, language).line(Line(error.key, error.values)) for language in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES), said
    assert all(text and "{" not in text for text in said)


def test_what_is_not_legal_is_refused_by_a_rule(table_index: int, case: Case) -> None:
    game, steps, rng = case.game, played(table_index), Random(table_index)
    pool = sorted({event.action for _, event, _ in steps if isinstance(event, Decision)}, key=str)
    for number, (state, _, after) in enumerate(steps):
        seat = number % case.players
        view = game.view(state, seat)
        other = game.view(game.consistent_state(view, rng), seat)
        for action in (None, *rng.sample(pool, min(TRIED, len(pool)))):
            if action is not None and game.is_legal(view, action):
                continue
            error = game.refuse(view, action)
            check(game, error, case.players)
            assert told(game.refuse(other, action)) == told(error)
        if number == len(steps) - 1:
            check(game, game.refuse(game.view(after, seat), None), case.players)
