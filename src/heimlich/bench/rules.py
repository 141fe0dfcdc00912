"""`heimlich bench rules`: random games a second through the public rules, on one core."""

import argparse
import json
import platform
import time
from typing import Any

from heimlich.bots.random_bot import RandomBot
from heimlich.chance import Seeded
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES
from heimlich.runner import bots_ask, play, seat_generators

ROUNDS = 5


def run(options: argparse.Namespace) -> int:
    """Measure every edition with all its variants and without, for several numbers of players."""
    rows = []
    for game in GAMES.values():
        for name, players in _tables(game):
            rows.append(measure(game, name, players, options.seconds))
            if not options.json:
                print(_as_text(rows[-1]), flush=True)
    if options.json:
        print(json.dumps({"python": platform.python_version(), "rows": rows}, indent=2))
    return 0


def _tables(game: AnyGame) -> list[tuple[RulesetName, int]]:
    names = [RulesetName(edition, rules) for edition, all_ in game.editions().items() for rules in _variants(all_)]
    return [(name, players) for name in names for players in _some(game.players(game.ruleset(name)))]


def _variants(variants: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sets of variants to measure: none, each alone, and all together."""
    return list(dict.fromkeys([(), *((variant,) for variant in variants), variants]))


def _some(players: range) -> list[int]:
    return sorted({players[0], min(4, players[-1]), players[-1]})


def measure(game: AnyGame, name: RulesetName, players: int, seconds: float) -> dict[str, Any]:
    """Measure random games a second on one core, through the public rules with every check; the best of some rounds."""
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
