"""Looks for a better style of the believer: `python -m training.suitcases.styles 4 --seconds 300`.

Random changes of the present style play one seat against believers; the better part of them goes on to more games.
"""

import argparse
import json
import time
from collections.abc import Sequence
from math import exp, sqrt
from random import Random

from heimlich import RulesetName, Seeded, play, seat_generators
from heimlich.bots.suitcases.believer import STYLE, Believer
from heimlich.bots.suitcases.players.casual import Casual
from heimlich.bots.suitcases.sight import Style
from heimlich.game import Budget
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.runner import bots_ask

SPREAD = 0.5  # of the logarithm of each weight
ROUNDS = ((20, 48), (7, 200), (3, 600), (2, 2000))  # styles, games each


def share(style: Style, players: int, game: int) -> float:
    """What a believer of this style wins in one game; half of the tables are of casuals."""
    seat = game % players
    others = Believer if game // players % 2 else Casual
    bots = [Believer(style) if one == seat else others() for one in range(players)]
    seed = f"style {game}"
    rules = SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo")))
    ask = bots_ask(SUITCASES, bots, seat_generators(seed, players), Budget())
    outcome = SUITCASES.outcome(play(SUITCASES, SUITCASES.new(rules, players), Seeded(seed), ask))
    assert outcome is not None
    return outcome.shares[seat]


def changed(style: Style, rng: Random) -> Style:
    """A style with some of its weights changed."""
    return Style(*(value * exp(rng.gauss(0, SPREAD)) if rng.random() < 0.4 else value for value in style))


def main(words: Sequence[str] | None = None) -> None:
    """Search, and print the best of each round."""
    parser = argparse.ArgumentParser(description="Look for a better style.")
    parser.add_argument("players", type=int)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    rng, end = Random(args.seed), time.monotonic() + args.seconds
    styles = [STYLE, *[changed(STYLE, rng) for _ in range(ROUNDS[0][0] - 1)]]
    won: dict[Style, list[float]] = {style: [] for style in styles}
    for keep, games in ROUNDS:
        # The present style always stays, for comparison.
        ranked = sorted(styles, key=lambda style: -sum(won[style]) / max(1, len(won[style])))
        styles = list(dict.fromkeys([STYLE, *ranked]))[: keep + 1]
        while styles and len(won[styles[-1]]) < games and time.monotonic() < end:
            for style in styles:
                won[style].append(share(style, args.players, len(won[style])))
        for style in sorted(styles, key=lambda style: -sum(won[style]) / max(1, len(won[style])))[:6]:
            count = len(won[style])
            mean = sum(won[style]) / count
            differences = {k: round(v, 3) for k, v in style._asdict().items() if v != getattr(STYLE, k)}
            line = {"players": args.players, "games": count, "share": round(100 * mean, 2)}
            line |= {"error": round(100 * sqrt(mean * (1 - mean) / count), 2)}
            print(json.dumps(line | {"style": differences}), flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
