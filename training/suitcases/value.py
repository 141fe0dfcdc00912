"""Fits the weights of the suitcase game's value to games: `python -m training.suitcases.value suitcases2.csv`.

Believers who now and then do just anything play each other; who wins is set against what the positions looked like at
the start of turns. The weights are those that make the outcomes likeliest, kept small a little.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.believer import Believer
from heimlich.bots.suitcases.distances import Array, distance_table
from heimlich.bots.suitcases.value import FEATURES, Knowledge, TableArrays, features, pack, win_probabilities
from heimlich.chance import Seeded
from heimlich.game import Budget, Decision, RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.state import Phase, State
from heimlich.runner import play

ANYHOW = 0.05
PLAYERS = (2, 3, 4)


def main(words: Sequence[str] | None = None) -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description="Fit the weights of the suitcase game's value.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1200)
    args = parser.parse_args(words)
    columns = [fit(*samples(players, args.games)) for players in PLAYERS]
    lines = [",".join(["feature", *map(str, PLAYERS)])]
    lines += [",".join([name, *[f"{column[i]:.4f}" for column in columns]]) for i, name in enumerate(FEATURES)]
    args.file.write_text("\n".join(lines) + "\n")


def samples(players: int, games: int) -> tuple[Array, Array, Array]:
    """Features [N, seats, FEATURES], who is alive [N, seats], and the shares of the win [N, seats]."""
    found, alive, shares = zip(*(_game(players, seed) for seed in range(games)), strict=True)
    return np.concatenate(found), np.concatenate(alive), np.concatenate(shares)


def _game(players: int, seed: int) -> tuple[Array, Array, Array]:
    rules = SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo")))
    rng = Random(seed)
    bots = [Believer() for _ in range(players)]
    kept: list[State] = []

    def ask(state: State, awaited: Any) -> Decision[Any]:
        seen = SUITCASES.view(state, awaited[0])
        actions = SUITCASES.legal_actions(seen)
        if state.table.turn and rng.random() < ANYHOW:
            return Decision(awaited[0], rng.choice(actions))
        return Decision(awaited[0], bots[awaited[0]].choose(seen, actions, Budget(), rng))

    def watch(before: State, event: Any, after: State) -> None:  # noqa: ARG001
        if after.table.phase is Phase.ROLL:
            kept.append(after)

    last = play(SUITCASES, SUITCASES.new(rules, players), Seeded(seed), ask, watch)
    outcome = SUITCASES.outcome(last)
    assert outcome is not None
    distances = distance_table(rules, players)
    me = seed % players
    memory = Memory()
    rows: list[TableArrays] = []
    for state in kept:
        memory.look(state.table)
        rows.append(
            pack(distances, [state.table], Knowledge(me, state.secrets.contents[me], memory.clues(state.table)))
        )
    packed = TableArrays(*map(np.concatenate, zip(*rows, strict=True)))
    shares = np.tile(np.array(outcome.shares), (len(rows), 1))
    return features(distances, rules.target, packed), packed.alive, shares


def fit(found: Array, alive: Array, shares: Array, keep: float = 1e-3) -> Array:
    """The likeliest weights, by Newton's method."""
    weights = np.zeros(found.shape[2])
    count = len(found)
    for _ in range(25):
        probability = win_probabilities(weights, found, alive)
        slope = ((shares - probability)[..., None] * found).sum((0, 1)) / count - keep * weights
        mean = (probability[..., None] * found).sum(1)
        bend = np.einsum("nsf,nsg->fg", probability[..., None] * found, found) - mean.T @ mean
        weights = weights + np.linalg.solve(bend / count + keep * np.eye(len(weights)), slope)
    loss = -(shares * np.log(np.maximum(win_probabilities(weights, found, alive), 1e-9))).sum(1).mean()
    print(f"{found.shape[1]} players, {count} positions: log loss {loss:.4f}")
    return weights


if __name__ == "__main__":
    main()
