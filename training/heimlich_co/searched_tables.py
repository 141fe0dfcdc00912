"""Measures networks in little time on a CPU: `python -m training.heimlich_co.searched_tables rio-grande 4 FILE FILE`.

The first network takes one seat, each in turn, at tables of the second one, of gus, and of gus with tables that are
held out; owners and kinds are known to all. Everybody moves as in rollouts: networks by the split that is best by
their gradient, which is 0.003 to 0.010 of the win worse than the best of all (`search/network_splits.py`), and takes a
tenth of the time of tables.py. A line of JSON: win share in %, its 95 % interval, and how many games were not over.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heimlich.bots.heimlich_co.population.personas import TABLES, TRAINED_TABLES
from heimlich.bots.heimlich_co.search.movers import Movers, best_moves, safe_values
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Assumptions, Kind, roles
from heimlich.bots.heimlich_co.value.network import Network
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, after_move, board_rules, open_places, shares_as_dealt
from training.heimlich_co.games import MOST_TURNS
from training.heimlich_co.responses import read_response

Array = np.ndarray[Any, Any]
UNKNOWN = LOOSE_GU + np.arange(TRAINED_TABLES, len(TABLES))  # gus with tables that are held out
ROWS = {"network": (Kind.STRONG,), "gu": (Kind.GU,), "unknown_gu": tuple(map(int, UNKNOWN))}


class Tables:
    """Games of one network against another, or against gus."""

    def __init__(self, rules: Ruleset, players: int, hero: Network, other: Network) -> None:
        self.rules, self.players, self.nets = rules, players, (hero, other)
        self.agents = rules.agents_in_play[players - 2]

    def play(self, kinds: Sequence[int], games: int, rng: np.random.Generator) -> Array:
        """[games]: the hero's share of the win, against players of these kinds; NaN where a game was not over."""
        players, won = self.players, np.full(games, np.nan)
        hero, number = np.arange(games) % players, np.arange(games)
        drawn = rng.choice(np.array(kinds), (games, players))
        drawn[number, hero] = Kind.STRONG
        empty = np.zeros((games, self.agents), np.int64)
        board = Board(empty, empty, np.full(games, self.rules.safe_start))
        for turn in range(MOST_TURNS):
            seat = turn % players
            after = self.turn(board, drawn[number], hero[number] == seat, seat, rng)
            over = after.points.max(1) >= self.rules.target
            gains = after.points[over] - board.points[over]
            shares = shares_as_dealt(board_rules(self.rules), after.points[over], gains, players)
            won[number[over]] = np.take_along_axis(shares, hero[number[over]][:, None], 1)[:, 0]
            number, board = number[~over], after.take(~over)
            if not len(number):
                break
        return won

    def turn(self, board: Board, kinds: Array, is_hero: Array, seat: int, rng: np.random.Generator) -> Board:
        """The positions after a turn of this seat; faces of the die are spread evenly over the games."""
        rules, number, following = board_rules(self.rules), len(kinds), (seat + 1) % self.players
        owners = np.tile(np.arange(self.players), (number, 1))
        role = roles(Assumptions(owners, kinds, owners[:, :0], ()), seat, following, self.agents)
        movers = Movers(np.full(number, seat), kinds[:, seat], role, np.zeros(number, bool))
        face = rng.permutation(np.arange(number) + rng.integers(len(self.rules.die))) % len(self.rules.die)
        places, points, safe = board.places.copy(), board.points.copy(), board.safe.copy()
        for net, rows in zip(self.nets, (np.flatnonzero(is_hero), np.flatnonzero(~is_hero)), strict=True):
            if not len(rows):
                continue
            here, mine = board.take(rows), movers.take(rows)
            steps = best_moves(self.rules, net, here, mine, face[rows], 0, rng, everywhere=True)
            moved, scores = after_move(rules, here, steps)
            values = safe_values(self.rules, net, moved, mine, 0, rng, everywhere=True)
            best = np.where(open_places(rules, moved), values, -np.inf).argmax(1)
            places[rows], points[rows] = moved.places, moved.points
            safe[rows] = np.where(scores, best, moved.safe)
        return Board(places, points, safe)


def share(won: Array) -> list[float]:
    """The mean in % with its margin, the number of games that were over, and how many were not, in %."""
    over = won[~np.isnan(won)]
    margin = 1.96 * over.std() / np.sqrt(len(over))
    return [round(100 * over.mean(), 2), round(100 * margin, 2), len(over), round(100 - 100 * len(over) / len(won), 2)]


def main(words: Sequence[str] | None = None) -> None:
    """Measure a network."""
    parser = argparse.ArgumentParser(description="Measure a network in little time, one seat at tables of others.")
    parser.add_argument("edition", choices=[name for name, rules in EDITIONS[VERSION].items() if not rules.one_agent])
    parser.add_argument("players", type=int)
    parser.add_argument("hero", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", type=int, default=6000, help="of each row")
    parser.add_argument("--batch", type=int, default=1500, help="games at once")
    parser.add_argument("--rows", nargs="+", default=list(ROWS), choices=ROWS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file to add the line to")
    options = parser.parse_args(words)
    nets = (read_response(options.hero), read_response(options.other))
    tables = Tables(EDITIONS[VERSION][options.edition], options.players, *nets)
    line: dict[str, Any] = {"edition": options.edition, "players": options.players}
    line |= {"hero": options.hero.stem, "other": options.other.stem}
    for row in options.rows:
        rng = np.random.default_rng([options.seed, list(ROWS).index(row)])
        batches = range(-(-options.games // options.batch))
        line[row] = share(np.concatenate([tables.play(ROWS[row], options.batch, rng) for _ in batches]))
    text = json.dumps(line)
    print(text, flush=True)
    if options.out:
        with options.out.open("a", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
