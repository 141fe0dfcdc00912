"""Measure the levels of both games against one another, and find what each must look at (data/levels.csv).

    python -m training.levels play PLAYERS.json --seconds 480 --jobs 4 --seed 1 --out DIR
    python -m training.levels scale DIR
    python -m training.levels fit DIR …

`play` lets those whom PLAYERS.json names, for each kind of rules, play on fresh deals: with two players, those of
about the same strength more often; for a kind like `rio-grande@4`, tables of four different ones. A player is a bot's
word (`casual`, `master:64r`) or a level with its own attention (`snoop/9/0`: looks and noise; `snoop/9/0/0.1`: and
what a kept card is worth to it; in the suitcase game `regular/0.7/0`, `veteran/1/0.75:2048r`: the shares of the turns
in which it reads, and in which it tries things out). `scale` fits one strength to each player of games for two
(Bradley and Terry's model), in points of Elo, and says what pairs that often met won; of larger tables, how often each
of two players who sat there was the one who won more. `fit` finds the looks, or where moves are few the noise, that put
the five levels of Heimlich & Co. at equal steps between casual and master: the strength is fitted as a parabola over
the logarithm, with an offset for each level's memory.
"""

import argparse
import json
import math
import os
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from heimlich import GAMES, Seeded
from heimlich.bots.heimlich_co.players.levels import Climber
from heimlich.bots.heimlich_co.roster import LEVELS
from heimlich.bots.heimlich_co.search.attention import Glance
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.players.levels import Climber as SuitcaseClimber
from heimlich.bots.suitcases.players.levels import Habits
from heimlich.bots.words import read_bot
from heimlich.game import AnyGame, Bot, Budget, Decision, RulesetName, Seat
from heimlich.runner import NO_BUDGET, bots_watch, play, seat_generators

HEIMLICH, SUITCASES = GAMES["heimlich-co"], GAMES["suitcases"]
RULES = {
    "rio-grande": RulesetName("rio-grande"),
    "top-secret": RulesetName("rio-grande", ("top-secret",)),
    "dossier": RulesetName("rio-grande", ("dossier",)),
    "escale": RulesetName("escale"),
    "cie": RulesetName("cie"),
    "suitcases": RulesetName("jumbo"),
}
SLOW = {"top-secret": 2.0, "cie": 3.0}  # kinds of rules that get more of the time, as their games take longer
NEAR = 120.0  # points of Elo within which opponents are drawn mostly
STEP = 24.0  # how far one game moves the estimate that the drawing goes by
SPREAD = 90.0  # first guess of the distance between players next to each other in the list
ALL_MOVES = 999.0  # more than there are
OFTEN = 40  # games after which a pair's result is shown
LOGISTIC = 400 / math.log(10)  # points of Elo of one unit of log-odds


def game_of(rules: str) -> AnyGame:
    """Return the game of a kind of rules."""
    return SUITCASES if rules == "suitcases" else HEIMLICH


def make_player(game: AnyGame, word: str) -> tuple[Bot[Any, Any], Budget]:
    """Make a bot from its word, and its budget."""
    if "/" in word and game is SUITCASES:
        habits, budget = read_bot(word)
        level, reads, tries = habits.split("/")
        return SuitcaseClimber(level, Habits(float(reads), float(tries))), budget
    if "/" in word:
        level, looks, noise, *kept = word.split("/")
        return Climber(level, Glance(float(looks), float(noise)), *map(float, kept)), NO_BUDGET
    name, budget = read_bot(word)
    return make_bot(game.id, name), budget


def shares(rules: str, words: Sequence[str], seed: str) -> list[float]:
    """Play one game; return the share of the win of each seat."""
    game = game_of(rules)
    made = [make_player(game, word) for word in words]
    bots = [bot for bot, _ in made]
    rngs = seat_generators(seed, len(bots))

    def ask(state: Any, seats: Sequence[Seat]) -> Decision[Any]:
        seat = seats[0]
        view = game.view(state, seat)
        return Decision(seat, bots[seat].choose(view, game.legal_actions(view), made[seat][1], rngs[seat]))

    start = game.new(game.ruleset(game.limited(RULES[rules])), len(bots))
    outcome = game.outcome(play(game, start, Seeded(seed), ask, bots_watch(game, bots)))
    assert outcome is not None
    return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(len(bots))]


def meet(players: dict[str, list[str]], seconds: float, seed: str, out: Path) -> int:
    """Let players meet until the time is over; one line a game: rules, first, second, and their shares."""
    rng, until = random.Random(seed), time.monotonic() + seconds
    spent = dict.fromkeys(players, 0.0)
    strength = {rules: {one: SPREAD * rank for rank, one in enumerate(names)} for rules, names in players.items()}
    games = 0
    with out.open("a", encoding="utf-8") as lines:
        while time.monotonic() < until:
            rules = min(spent, key=lambda one: spent[one])
            start, kind, seats = time.process_time(), *rules.partition("@")[::2]
            if seats:
                drawn = rng.sample(players[rules], int(seats))
            else:
                drawn = _draw_pair(players[rules], strength[rules], rng)
            games += 1
            won = shares(kind, drawn, f"{seed} {games}")
            if not seats:
                _learn(strength[rules], drawn, won)
            spent[rules] += (time.process_time() - start) / SLOW.get(rules, 1.0)
            print(rules, *drawn, *won, file=lines, flush=games % 10 == 0)
    return games


def _draw_pair(players: Sequence[str], known: dict[str, float], rng: random.Random) -> list[str]:
    """Draw a player and an opponent of about the same strength, and who sits where."""
    one = rng.choice(players)
    others = [other for other in players if other != one]
    weights = [math.exp(-(((known[one] - known[other]) / NEAR) ** 2)) + 1e-9 for other in others]
    pair = [one, rng.choices(others, weights)[0]]
    rng.shuffle(pair)
    return pair


def _learn(known: dict[str, float], pair: Sequence[str], won: Sequence[float]) -> None:
    """Correct the estimates of two players after a game."""
    gain = STEP * ((won[0] - won[1] + 1) / 2 - 1 / (1 + 10 ** ((known[pair[1]] - known[pair[0]]) / 400)))
    known[pair[0]] += gain
    known[pair[1]] -= gain


def games_in(folder: Path) -> Iterator[tuple[str, list[str], list[float]]]:
    """Yield the games of a folder: rules, players and shares."""
    for file in sorted(folder.glob("*.games")):
        for line in file.read_text(encoding="utf-8").splitlines():
            rules, *rest = line.split()
            if len(rest) < 4:
                continue  # cut off
            half = len(rest) // 2
            yield rules, rest[:half], [float(share) for share in rest[half:]]


def strengths(games: Sequence[tuple[list[str], list[float]]]) -> dict[str, tuple[float, float, int]]:
    """Fit a strength to each player of games for two, in points of Elo: with standard error and number of games."""
    names = sorted({name for pair, _ in games for name in pair})
    index = {name: number for number, name in enumerate(names)}
    first = np.array([index[pair[0]] for pair, _ in games])
    second = np.array([index[pair[1]] for pair, _ in games])
    won = np.array([(share[0] - share[1] + 1) / 2 for _, share in games])
    logit, size = np.zeros(len(names)), len(names)
    for _ in range(50):  # Newton, with a weak pull towards 0
        expected = 1 / (1 + np.exp(logit[second] - logit[first]))
        slope = np.bincount(first, won - expected, size) - np.bincount(second, won - expected, size) - 1e-3 * logit
        curve, weight = 1e-3 * np.eye(size), expected * (1 - expected)
        for a, b, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
            np.add.at(curve, (a, b), sign * weight)
        logit = logit + np.clip(np.linalg.solve(curve, slope), -1, 1)
    error = np.sqrt(np.diag(np.linalg.inv(curve + np.ones_like(curve))))
    met = np.bincount(first, minlength=size) + np.bincount(second, minlength=size)
    return {
        name: (LOGISTIC * float(logit[each]), LOGISTIC * float(error[each]), int(met[each]))
        for name, each in index.items()
    }


def show_scale(folder: Path) -> None:
    """Print the strengths of all players, and the results of all pairs, for each kind of rules."""
    by_rules = defaultdict(list)
    for rules, pair, won in games_in(folder):
        by_rules[rules].append((pair, won))
    for rules, games in by_rules.items():
        print(f"{rules}: {len(games)} games")
        if "@" not in rules:
            for name, (elo, error, met) in sorted(strengths(games).items(), key=lambda item: item[1]):
                print(f"  {name:24} {elo:7.0f} ± {1.96 * error:3.0f}  {met} games")
        _show_pairs(games)


def _show_pairs(games: Sequence[tuple[list[str], list[float]]]) -> None:
    """Print how often each player won more than each other one it met, ties counting half."""
    met = defaultdict(list)
    for players, won in games:
        for one, other in combinations(range(len(players)), 2):
            first, second = (one, other) if players[one] < players[other] else (other, one)
            met[players[first], players[second]].append((won[first] - won[second] + 1) / 2)
    for (name, rival), results in sorted(met.items()):
        if len(results) >= OFTEN:
            mean = sum(results) / len(results)
            spread = math.sqrt(sum((result - mean) ** 2 for result in results)) / len(results)
            print(f"  {name:20} {rival:20} {100 * mean:5.1f} ± {196 * spread:4.1f}  {len(results)}")


def fitted(games: Sequence[tuple[list[str], list[float]]]) -> tuple[float, list[tuple[str, float, float]]]:
    """Return the step between two levels, in points of Elo, and each level with the looks and the noise for it."""
    found = strengths(games)
    tried = [(name.split("/"), elo, error) for name, (elo, error, _) in found.items() if "/" in name]
    noisy = any(float(noise) for (_, _, noise), _, _ in tried)

    def row(level: str, amount: float) -> list[float]:
        return [amount, amount**2, *(float(one == level) for one in LEVELS)]

    amounts = [-math.log(float(noise)) if noisy else math.log(float(looks)) for (_, looks, noise), _, _ in tried]
    rows = np.array([row(level, amount) for ((level, _, _), _, _), amount in zip(tried, amounts, strict=True)])
    weights = np.array([1 / error for *_, error in tried])
    wanted = np.array([elo for _, elo, _ in tried])
    slopes = np.linalg.lstsq(rows * weights[:, None], wanted * weights, rcond=None)[0]
    bottom, top = found["casual"][0], next(elo for name, (elo, *_) in found.items() if name.startswith("master"))
    step, grid = (top - bottom) / (len(LEVELS) + 1), np.linspace(min(amounts) - 0.7, max(amounts) + 0.7, 500)
    result = []
    for number, level in enumerate(LEVELS, 1):
        made = np.array([row(level, amount) for amount in grid]) @ slopes
        best = float(grid[np.abs(made - bottom - number * step).argmin()])
        result.append((level, ALL_MOVES, math.exp(-best)) if noisy else (level, math.exp(best), 0.0))
    return step, result


def show_fit(folders: Sequence[Path]) -> None:
    """Print the lines of data/levels.csv that these games ask for."""
    by_rules = defaultdict(list)
    for folder in folders:
        for rules, pair, won in games_in(folder):
            by_rules[rules].append((pair, won))
    for rules, games in by_rules.items():
        if "@" in rules:
            continue
        step, levels = fitted(games)
        print(f"# {rules}: {step:.0f} points of Elo a step, {100 / (1 + 10 ** (-step / 400)):.0f} %")
        for level, looks, noise in levels:
            print(f"{rules},{level},{looks:.3g},{noise:.2g}")


def main() -> None:
    """Play, show the scale, or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "scale", "fit"])
    parser.add_argument("source", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, default=Path())
    options = parser.parse_args()
    if options.what == "scale":
        show_scale(options.source[0])
        return
    if options.what == "fit":
        show_fit(options.source)
        return
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    players = json.loads(options.source[0].read_text(encoding="utf-8"))
    options.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [
            pool.submit(meet, players, options.seconds, f"{options.seed}-{job}", options.out / f"{job}.games")
            for job in range(options.jobs)
        ]
        print(sum(job.result() for job in jobs), "games")


if __name__ == "__main__":
    main()
