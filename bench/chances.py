"""How honest win probabilities of the suitcase game are: when the master's value says 70 %, how often is the game won?

    python -m bench.chances --games 600    prints JSON

Games of mixed bots, fixed by their numbers, with 2 to 4 players. At the start of some turns each seat's own estimate
(bots/suitcases/value.py, from what that seat knows) is taken; all of them, made to add up to 1, are compared with the
shares of the win in the end. `guess` is the log loss of equal chances.
"""

import argparse
import json
from random import Random
from typing import Any

import numpy as np

from heimlich.analysis.suitcases.chances import chances_at
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.chance import Seeded
from heimlich.game import Budget, RulesetName
from heimlich.games import GAMES
from heimlich.games.suitcases.state import Phase, State
from heimlich.runner import bots_ask, bots_watch, play, seat_generators

GAME = GAMES["suitcases"]
BOTS = {"newcomer": 3, "courier": 3, "casual": 3, "master": 2, "random": 1}
SAMPLED = 0.15  # share of turns at whose start the chances are compared
BINS = 10
P_UNIFORM = 0.4  # share of tables at which all bots are of one kind
BUDGET = Budget(rollouts=1)  # the master plays almost without search: strength hardly matters here


class Sampler:
    """Takes chances while a game is played."""

    def __init__(self, number: int) -> None:
        self._rng = Random(f"chances {number}")
        self._memory = Memory()
        self.taken: list[Any] = []

    def watch(self, _before: State, _event: Any, after: State) -> None:
        """Look at a state; at the start of some turns, take the chances."""
        self._memory.look(after.table)
        if after.table.phase is Phase.ROLL and self._rng.random() < SAMPLED:
            self.taken.append(chances_at(after, self._memory.clues(after.table)))


def play_game(number: int) -> tuple[list[str], list[Any], Any]:
    """Play a game; return its bots, the chances that were taken, and the shares of the win."""
    rng = Random(f"chances {number}")
    players = rng.choice((2, 3, 4))
    names = rng.choices(list(BOTS), list(BOTS.values()), k=players)
    names = names[:1] * players if rng.random() < P_UNIFORM else names
    bots = [make_bot(GAME.id, name) for name in names]
    sampler, show = Sampler(number), bots_watch(GAME, bots)

    def watch(before: State, event: Any, after: State) -> None:
        sampler.watch(before, event, after)
        if show is not None:
            show(before, event, after)

    rules = GAME.limited(RulesetName("jumbo"))
    ask = bots_ask(GAME, bots, seat_generators(number, players), BUDGET)
    final = play(GAME, GAME.new(GAME.ruleset(rules), players), Seeded(f"chances {number}"), ask, watch)
    outcome = GAME.outcome(final)
    assert outcome is not None
    return names, sampler.taken, np.array(outcome.shares)


def main() -> None:
    """Play, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    rows: dict[str, list[tuple[float, float]]] = {}
    nats: dict[str, list[tuple[float, float]]] = {}
    for number in range(options.games):
        names, taken, shares = play_game(number)
        alike = "all alike" if len(set(names)) == 1 else "mixed"
        for found in taken:
            for group in ("all", alike, f"{len(names)} players"):
                loss = -float((shares * np.log(np.maximum(found, 1e-9))).sum())
                nats.setdefault(group, []).append((loss, float(np.log(len(names)))))
            for seat, name in enumerate(names):
                pair = float(found[seat]), float(shares[seat])
                for group in ("all", alike, f"{len(names)} players", f"bot {name}"):
                    rows.setdefault(group, []).append(pair)
    print(
        json.dumps({"games": options.games} | {group: _figures(rows[group], nats.get(group)) for group in sorted(rows)})
    )


def _figures(pairs: list[tuple[float, float]], nats: list[tuple[float, float]] | None) -> dict[str, Any]:
    said, true = np.array(pairs).T
    bins = np.minimum(BINS - 1, (said * BINS).astype(int))
    table = [
        [
            round(100 * float(said[bins == one].mean())),
            round(100 * float(true[bins == one].mean())),
            int((bins == one).sum()),
        ]
        for one in range(BINS)
        if (bins == one).any()
    ]
    found: dict[str, Any] = {"pairs": table, "error": round(sum(abs(a - b) * n for a, b, n in table) / len(pairs), 1)}
    if nats:
        found |= dict(zip(("nats", "guess"), np.array(nats).mean(0).round(3).tolist(), strict=True))
    return found


if __name__ == "__main__":
    main()
