"""`heimlich bench`: how fast things are here."""

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

from heimlich.bots.random_bot import RandomBot
from heimlich.chance import Seeded
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES
from heimlich.runner import bots_ask, play, seat_generators

ROUNDS = 5


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("bench", help="measure speed")
    what = parser.add_subparsers(required=True, metavar="rules | server | sim")
    rules = what.add_parser("rules", help="random games a second, every move checked")
    rules.add_argument("--seconds", type=float, default=2.0, help="for each row (default 2)")
    rules.add_argument("--json", action="store_true", help="write the figures as JSON")
    rules.set_defaults(run=run)
    server = what.add_parser("server", help="sockets that play whole games over loopback")
    _add_server_options(server)
    server.set_defaults(run=run_server)
    sim = what.add_parser("sim", help="simulated decisions a second, in NumPy and JAX")
    _add_sim_options(sim)
    sim.set_defaults(run=run_sim)


def _add_server_options(parser: argparse.ArgumentParser) -> None:
    """What can be chosen."""
    parser.add_argument("--seconds", type=float, default=10.0, help="for each load (default 10)")
    parser.add_argument("--idle-tables", type=int, default=500, help="tables that nobody looks at")
    parser.add_argument("--closed-tables", type=int, default=50, help="tables that move as fast as they can")
    parser.add_argument("--paced-tables", type=int, default=500, help="tables that move once a second")
    parser.add_argument("--database", help="postgresql://… instead of a new SQLite file")
    parser.add_argument("--folder", help="where the SQLite file is made (default: the system's temporary folder)")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")


def _add_sim_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="fewer rows and rounds")
    parser.add_argument("--seconds", type=float, default=300.0, help="start no further row after this (default 300)")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw the costs (needs heimlich[plots])")
    parser.add_argument("--figures", type=Path, metavar="FILE", help="measure nothing: draw what --json wrote earlier")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="of the pictures (default png)")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")


def run(options: argparse.Namespace) -> int:
    """A row for every edition with all its variants and without, and several numbers of players."""
    rows = []
    for game in GAMES.values():
        for name, players in _tables(game):
            rows.append(measure(game, name, players, options.seconds))
            if not options.json:
                print(_as_text(rows[-1]), flush=True)
    if options.json:
        print(json.dumps({"python": platform.python_version(), "rows": rows}, indent=2))
    return 0


def run_server(options: argparse.Namespace) -> int:
    """The server's own measure, which needs what a server needs."""
    from heimlich.cli import bench_server  # here, so that other commands need not load it

    return bench_server.run(options)


def run_sim(options: argparse.Namespace) -> int:
    """The simulators' own measure, which needs NumPy."""
    from heimlich.cli import bench_sim  # here, so that other commands need not load it

    return bench_sim.run(options)


def _tables(game: AnyGame) -> list[tuple[RulesetName, int]]:
    names = [RulesetName(edition, rules) for edition, all_ in game.editions().items() for rules in _variants(all_)]
    return [(name, players) for name in names for players in _some(game.players(game.ruleset(name)))]


def _variants(variants: tuple[str, ...]) -> list[tuple[str, ...]]:
    """None, each alone, and all together."""
    return list(dict.fromkeys([(), *((variant,) for variant in variants), variants]))


def _some(players: range) -> list[int]:
    return sorted({players[0], min(4, players[-1]), players[-1]})


def measure(game: AnyGame, name: RulesetName, players: int, seconds: float) -> dict[str, Any]:
    """Random games a second on one core, through the public rules with every check; the best of some rounds."""
    rules = game.ruleset(game.limited(name))
    bots = [RandomBot()] * players
    ask = bots_ask(game, bots, seat_generators(0, players))
    best, events = 0.0, 0

    def count(*_: Any) -> None:
        nonlocal events
        events += 1

    def play_one(seed: int, watch: Any = None) -> None:
        play(game, game.new(rules, players), Seeded(seed), ask, watch)

    for seed in range(20):  # fills the caches, and counts
        play_one(seed, count)
    for _ in range(ROUNDS):
        games, started = 0, time.process_time()
        while time.process_time() - started < seconds / ROUNDS:
            play_one(games)
            games += 1
        best = max(best, games / (time.process_time() - started))
    return {
        "game": game.id,
        "edition": name.edition,
        "variants": list(name.variants),
        "players": players,
        "games_per_second": round(best, 1),
        "events_per_game": round(events / 20, 1),
    }


def _as_text(row: dict[str, Any]) -> str:
    rules = " ".join([row["edition"], *row["variants"]])
    return (
        f"{row['game']}  {rules:<36} {row['players']} players  {row['games_per_second']:>8,.0f} games/s"
        f"  {row['events_per_game']:>6.0f} events a game"
    )
