"""How long many random rollouts of a position take: `python -m bench.rollouts [NUMBER [RULESET …]]`.

A million unless told, at the first decision of a game; for both games unless some rulesets are named. Timed are the
first call, which makes and compiles the program, and seven more. Prints a JSON object a line. Needs JAX; the figures of
docs/measurements.md are a GPU's.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from heimlich import Seeded
from heimlich.rulesets import read_ruleset
from heimlich.runner import draw_until_decision
from heimlich.sim.rollouts import evaluate

CALLS = 7
RULES = (
    ("rio-grande", 4),
    ("rio-grande+top-secret", 4),
    ("rio-grande+top-secret+dossier", 4),
    ("jumbo", 2),
    ("jumbo", 4),
)


def first_decision(rules: str, players: int) -> Any:
    """A game that has been dealt."""
    game, name = read_ruleset(rules)
    state = game.new(game.ruleset(game.limited(name)), players)
    for step in draw_until_decision(game, state, Seeded(1)):
        state = step.after
    return state


def measure(number: int, wanted: Sequence[str]) -> Iterator[dict[str, object]]:
    """The times in seconds, the shortest first."""
    for rules, players in RULES:
        if wanted and rules not in wanted:
            continue
        state = first_decision(rules, players)
        times = []
        for seed in range(CALLS + 1):
            begun = time.perf_counter()
            evaluate(state, number, seed=seed)
            times.append(round(time.perf_counter() - begun, 4))
        yield {"rules": rules, "players": players, "rollouts": number, "first_s": times[0], "s": sorted(times[1:])}


def main(words: Sequence[str]) -> None:
    """One line for each ruleset."""
    for row in measure(int(words[0]) if words else 1_000_000, words[1:]):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
