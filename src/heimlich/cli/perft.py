"""`heimlich perft`: counts of event sequences to a depth, from the first decision or from a position."""

import argparse

from heimlich.cli.options import add_game, add_players, add_rules, add_seed, table
from heimlich.errors import HeimlichError
from heimlich.perft import first_decision, next_events, perft


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("perft", help="count sequences of events to a depth")
    add_game(parser)
    add_rules(parser)
    add_players(parser)
    add_seed(parser)
    parser.add_argument("--depth", type=int, default=3, help="number of events (default 3)")
    parser.add_argument("--position", help="start from this position (see docs/notation.md), not from a dealt game")
    parser.add_argument("--divide", action="store_true", help="show the count after each first event")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a row for each depth."""
    if options.depth < 1:
        raise HeimlichError(f"--depth {options.depth} is too small; count at least 1 event")
    what = table(options)
    game = what.game
    if options.position:
        state = game.parse_state(options.position, what.rules)
    else:
        state = first_decision(game, game.new(what.rules, what.players), options.seed or 1)
    if options.divide:
        for event in next_events(game, state):
            print(f"{event}: {perft(game, game.apply(state, event), options.depth - 1):,}")
    for depth in range(1, options.depth + 1):
        print(f"{depth} {perft(game, state, depth)}")
    return 0
