"""Bots by a word, as it is typed: a name of the registry, with a budget of its own if need be.

`gu`, `champion:20ms`, `champion:1s` (CPU time for a decision), `champion:500r` (rollouts).
"""

import re

from heimlich.errors import HeimlichError
from heimlich.game import Budget
from heimlich.runner import NO_BUDGET

PROGRAMS = ("cmd", "tcp")  # words of the arena for players that are no bots of ours
_BUDGET = re.compile(r"(\d+(?:\.\d+)?)(ms|s|r)")


def read_bot(word: str, budget: Budget = NO_BUDGET) -> tuple[str, Budget]:
    """Read the name and the budget that a word stands for; without a budget of its own it gets the given one.

    >>> read_bot("champion:200r")
    ('champion', Budget(rollouts=200, seconds=None, least=0))
    """
    name, _, limit = word.partition(":")
    if name in PROGRAMS:
        raise HeimlichError(
            f"'{word}' is a program, which plays in the arena alone; bots have names: gu, champion:20ms"
        )
    return name, read_budget(limit) if limit else budget


def read_budget(text: str) -> Budget:
    """Read a budget: `20ms`, `1.5s` or `500r`."""
    found = _BUDGET.fullmatch(text)
    if found is None or not float(found[1]):
        raise HeimlichError(f"'{text}' is no budget; it looks like: 20ms, 1s, 500r (rollouts)")
    number = float(found[1])
    if found[2] == "r":
        return Budget(rollouts=int(number))
    return Budget(seconds=number / (1000 if found[2] == "ms" else 1))
