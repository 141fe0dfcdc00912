"""`heimlich simulate`: many games between bots, and their results."""

import argparse
import json
import math
import time
from collections import Counter
from typing import Any

from heimlich.bots.registry import make_bot, make_table_of_bots
from heimlich.chance import Seeded
from heimlich.cli.options import TableChoice, add_game, add_players, add_rules, add_seed, bot_names, table
from heimlich.cli.progress import INTERRUPTED, Progress
from heimlich.errors import HeimlichError
from heimlich.game import AnyState, Bot, Watcher
from heimlich.runner import bots_ask, bots_watch, play, seat_generators


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("simulate", help="play many games between bots, and count")
    add_game(parser)
    parser.add_argument("--games", type=int, default=1000, help="number of games (default 1000)")
    add_players(parser)
    add_rules(parser)
    add_seed(parser)
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    parser.set_defaults(run=run)


class Statistics:
    """Counts over games."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.shares = [0.0] * players
        self.endings: Counter[str] = Counter()
        self.nobody = 0
        self.shared = 0
        self.tallies: dict[str, list[float]] = {}

    def add(self, what: TableChoice, state: AnyState) -> None:
        outcome = what.game.outcome(state)
        assert outcome is not None, "a game that was played to its end"
        self.games += 1
        self.endings[outcome.ending] += 1
        self.nobody += not outcome.winners
        self.shared += len(outcome.winners) > 1
        self.shares = [total + share for total, share in zip(self.shares, outcome.shares, strict=True)]
        for name, value in what.game.tally(state).items():
            self.tallies.setdefault(name, []).append(value)


def run(options: argparse.Namespace) -> int:
    """Play the games, then print; Ctrl-C prints what there is so far."""
    if options.games < 1:
        raise HeimlichError(f"--games {options.games} is too few; play at least 1")
    what = table(options, limited=True)
    names = bot_names(options, "random")
    for name in names:
        if ":" in name:
            raise HeimlichError(f"'{name}' has a budget; budgets are for the arena: heimlich arena {name} …")
    bots = make_table_of_bots(what.game.id, names, what.players)
    seed = options.seed if options.seed is not None else time.time_ns()
    found = Statistics(what.players)
    started = time.perf_counter()
    interrupted = False
    with Progress(options.games, "games") as progress:
        try:
            for number in range(options.games):
                generators = seat_generators(f"{seed} {number}", what.players)
                state = what.game.new(what.rules, what.players)
                source = Seeded(f"{seed} {number}")
                bots = [_anew(what, bot) for bot in bots]
                ask, show = bots_ask(what.game, bots, generators), bots_watch(what.game, bots)
                found.add(what, play(what.game, state, source, ask, show))
                progress.add()
        except KeyboardInterrupt:
            interrupted = True
    figures = summary(what, [bot.name for bot in bots], seed, found, time.perf_counter() - started)
    print(json.dumps(figures, indent=2) if options.json else as_text(figures))
    return INTERRUPTED if interrupted else 0


def _anew(what: TableChoice, bot: Bot[Any, Any]) -> Bot[Any, Any]:
    """Another bot of this name if it has a memory, as a game begins without one; else the same."""
    return make_bot(what.game.id, bot.name) if isinstance(bot, Watcher) else bot


def summary(what: TableChoice, bots: list[str], seed: object, found: Statistics, seconds: float) -> dict[str, Any]:
    """The figures, ready for JSON; win shares with 95 % intervals."""
    games = max(found.games, 1)
    return {
        "game": what.game.id,
        "edition": what.name.edition,
        "variants": list(what.name.variants),
        "house_rules": dict(what.name.house),
        "players": what.players,
        "bots": bots,
        "seed": str(seed),
        "games": found.games,
        "seconds": round(seconds, 3),
        "games_per_second": round(found.games / seconds, 1) if seconds else None,
        "wins_by_seat": [
            {"seat": seat + 1, "share": round(share / games, 4), "margin": round(_margin(share / games, games), 4)}
            for seat, share in enumerate(found.shares)
        ],
        "nobody_wins": round(found.nobody / games, 4),
        "shared_wins": round(found.shared / games, 4),
        "endings": {ending: found.endings[ending] for ending in what.game.endings},
        **{name: _spread(values) for name, values in found.tallies.items()},
    }


def _margin(share: float, games: int) -> float:
    return 1.96 * math.sqrt(max(share * (1 - share), 0) / games)


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean": round(sum(ordered) / len(ordered), 3),
        "least": ordered[0],
        "median": ordered[len(ordered) // 2],
        "most": ordered[-1],
    }


def as_text(figures: dict[str, Any]) -> str:
    """The figures for people."""
    rules = " ".join(
        [figures["edition"], *figures["variants"], *(f"{k}={v}" for k, v in figures["house_rules"].items())]
    )
    rows = [
        f"{figures['games']:,} games of {figures['game']}, {rules}",
        f"{figures['players']} players, seed {figures['seed']}",
        f"in {figures['seconds']:.1f} s: {figures['games_per_second'] or 0:,.0f} games/s",
        "",
        "seat  bot         wins",
    ]
    rows += [
        f"{seat['seat']:>4}  {bot:<10}  {seat['share']:6.1%} ± {seat['margin']:.1%}"
        for seat, bot in zip(figures["wins_by_seat"], figures["bots"], strict=True)
    ]
    rows += [f"      nobody      {figures['nobody_wins']:6.1%}"]
    rows += [f"      (shared     {figures['shared_wins']:6.1%})", ""]
    rows.append("endings: " + ", ".join(f"{name} {number:,}" for name, number in figures["endings"].items()))
    for name, spread in figures.items():
        if isinstance(spread, dict) and "median" in spread:
            rows.append(
                f"{name}: {spread['mean']:.1f} on average, {spread['least']:g} to {spread['most']:g}, "
                f"median {spread['median']:g}"
            )
    return "\n".join(rows)
