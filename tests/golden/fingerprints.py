"""The rules in a few numbers and lines, to be compared with what they were."""

from itertools import product
from typing import Any

from heimlich import GAMES, Record, RulesetName
from heimlich.game import AnyGame
from heimlich.perft import first_decision, perft
from heimlich.record import replay
from tests.tables import Case

PERFT_DEPTH = 6
MOST = 2_000  # sequences that are followed one event further


def perft_row(case: Case) -> str:
    """A table and its counts from the first decision on."""
    state = first_decision(case.game, case.game.new(case.rules, case.players), 1)
    return f"{case}: {_counts(case.game, state)}"


def perft_rows_of(name: str, record: Record) -> list[str]:
    """The counts a third and two thirds of the way through a recorded game."""
    game = GAMES[record.game]
    states = [step.before for step in replay(record, game)]
    places = (len(states) // 3, 2 * len(states) // 3)
    return [f"{name} after {place}: {_counts(game, states[place])}" for place in places]


def _counts(game: AnyGame, state: Any) -> str:
    """As deep as is quickly done."""
    counts: list[int] = []
    while len(counts) < PERFT_DEPTH and (not counts or counts[-1] <= MOST):
        counts.append(perft(game, state, len(counts) + 1))
    return " ".join(map(str, counts))


def editions_text() -> str:
    """Every setting of every edition and variant of every rules version."""
    rows = []
    for game in GAMES.values():
        for edition, variants in game.editions().items():
            newest = game.rules_version(game.ruleset(RulesetName(edition)))
            for version, chosen in product(range(1, newest + 1), ((), *((variant,) for variant in variants))):
                rules = game.ruleset(RulesetName(edition, chosen, version=version))
                rows.append(f"{game.id} {edition} {' '.join(chosen)}, rules version {version}")
                rows += [f"  {setting.rule} {setting.name}={setting.value}" for setting in game.settings(rules)]
    return "\n".join(rows) + "\n"
