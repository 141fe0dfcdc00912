"""Fits the table of GU: `python -m training.heimlich_co.gu_table` prints it after four rounds of GU against itself.

Each cell is what an owned agent in that place, with the safe there, gains from the next turns on, a turn later counting
DISCOUNT times as much. A part of the decisions is random, so that every cell is seen often enough. The table that the
package holds was made so and is frozen; another seed gives one that plays alike.
"""

import sys
from functools import partial

import numpy as np

from heimlich.bots.heimlich_co.yardstick_values import gu_safe_values, gu_values
from heimlich.games.heimlich_co.editions import RIO_GRANDE
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board, BoardRules
from heimlich.sim.heimlich_co.moves import Array, Moves
from training.heimlich_co.many_games import ByValue, Mixed, Turn, Uniform, play_many

DISCOUNT = 0.85
ROUNDS = 4
GAMES = 1500  # for each number of players in a round
RANDOM = 0.3  # of the decisions
PLAYERS = (2, 3, 4, 7)


def policy(table: Array) -> ByValue:
    """GU with another table."""

    def values(rules: BoardRules, board: Board, me: Array, moves: Moves) -> Array:
        found: Array = gu_values(rules, table, board, me, moves)
        return found

    return ByValue(values, partial(gu_safe_values, np, table))


def fit(seed: int, discount: float = DISCOUNT, games: int = GAMES) -> Array:
    """The table after all rounds."""
    rng = np.random.default_rng(seed)
    table = np.zeros((RING, RING), np.float32)
    for _ in range(ROUNDS):
        total, count = np.zeros((RING, RING)), np.zeros((RING, RING))
        for players in PLAYERS:
            gained, counted = _round(table, players, games, discount, rng)
            total, count = total + gained, count + counted
        table = (total / np.maximum(count, 1)).astype(np.float32)
    return table


def _round(table: Array, players: int, games: int, discount: float, rng: np.random.Generator) -> tuple[Array, Array]:
    turns: list[Turn] = []
    explorer = Mixed(policy(table), Uniform(), RANDOM)
    play_many(RIO_GRANDE, [explorer] * players, games, rng, turns.append)
    future = np.zeros((games, players))
    total, count = np.zeros((RING, RING)), np.zeros((RING, RING))
    for turn in reversed(turns):
        future[turn.games] = turn.gains[:, :players] + discount * future[turn.games]
        cells = (
            turn.before.places[:, :players],
            np.broadcast_to(turn.before.safe[:, None], (len(turn.games), players)),
        )
        np.add.at(total, cells, future[turn.games])
        np.add.at(count, cells, 1)
    return total, count


def main() -> None:
    """Print the table, a row for each place."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for row in fit(seed):
        print(",".join(f"{cell:.4f}" for cell in row))


if __name__ == "__main__":
    main()
