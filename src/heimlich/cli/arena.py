"""`heimlich arena`: bots against each other, until it is known who is stronger."""

import argparse
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from heimlich.cli.options import DEFAULT_PLAYERS, add_where, where_of
from heimlich.cli.progress import INTERRUPTED, Progress
from heimlich.errors import HeimlichError
from heimlich.game import Budget

if TYPE_CHECKING:  # imported for types only: other commands need no processes
    from heimlich.arena.deals import Contest
    from heimlich.arena.results import FinishedDeals
    from heimlich.spread import Where

LOOK_EVERY = 10  # deals, whether the question is settled


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("arena", help="let bots play each other, and say how strong they are")
    parser.add_argument(
        "bots", nargs="+", metavar="BOT",
        help="a bot, with a budget of its own if need be: gu, master:20ms, master:500r; or a program: "
        "mine=cmd:./bot, tcp:HOST:PORT",
    )  # fmt: skip
    parser.add_argument("--against", metavar="BOT", help="each of them alone at a table of this one")
    parser.add_argument(
        "--rules", default="rio-grande", metavar="RULESET",
        help="edition, variants and house rules in one word: rio-grande+top-secret+target=20 (default rio-grande)",
    )  # fmt: skip
    parser.add_argument(
        "--players", type=int, default=DEFAULT_PLAYERS, help=f"number of players (default {DEFAULT_PLAYERS})"
    )
    parser.add_argument("--deals", type=int, default=200, help="a deal is a game for each seating (default 200)")
    parser.add_argument("--budget", metavar="LIMIT", help="budget of bots that name none of their own: 20ms, 1s, 500r")
    parser.add_argument("--until-settled", action="store_true", help="stop as soon as the question is settled")
    parser.add_argument(
        "--bar", type=float, metavar="PERCENT", help="with --against, the question: more wins than this?"
    )
    parser.add_argument(
        "--guesses", action="store_true", help="also look at who is found out when dossiers are due (heimlich-co)"
    )
    parser.add_argument(
        "--calibration", action="store_true", help="also look at how often the belief is right, by how sure it is"
    )
    parser.add_argument("--seed", default="1", help="makes dice and deals repeatable (default 1)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is finished there, and go on from it")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the standings (needs heimlich[plots])")
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    add_where(parser, jobs=os.cpu_count() or 1)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, then print; Ctrl-C prints what there is so far."""
    from heimlich.arena.report import as_text, figures
    from heimlich.arena.results import FinishedDeals

    contest = _contest(options)
    bar = None if options.bar is None else options.bar / 100
    if options.picture is not None:
        from heimlich.arena.pictures import prepare

        prepare(options.picture)
    where = where_of(options)
    results = FinishedDeals(contest, options.resume)
    interrupted = _play_missing(options, contest, results, bar, where)
    standings = results.standings(options.deals * contest.tables)
    if not standings.deals:
        print("nothing is finished yet", file=sys.stderr)
    else:
        found = figures(standings, bar)
        print(json.dumps({**found, "interrupted": interrupted}, indent=2) if options.json else as_text(found))
        if options.picture is not None:
            from heimlich.arena.pictures import draw

            print(draw(found, options.picture), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _contest(options: argparse.Namespace) -> "Contest":
    """Read and check the contest that was asked for."""
    from heimlich.arena.contestants import read_contestant
    from heimlich.arena.deals import Contest
    from heimlich.bots.words import read_budget
    from heimlich.rulesets import read_ruleset

    game, name = read_ruleset(options.rules)
    possible = game.players(game.ruleset(name))
    if options.players not in possible:
        raise HeimlichError(
            f"{options.players} players cannot play {game.id}; it takes {possible[0]} to {possible[-1]}"
        )
    if options.deals < 1:
        raise HeimlichError(f"--deals {options.deals} is too few; play at least 1")
    words = [*options.bots, *([options.against] if options.against else [])]
    if len(words) < 2:
        raise HeimlichError("it takes two to play: name another bot, or an opponent with --against")
    if options.bar is not None and not (options.against and 0 < options.bar < 100):
        raise HeimlichError("--bar is a share of wins in percent, of bots that play --against another")
    for asked in ("guesses", "calibration"):
        if getattr(options, asked) and game.id != "heimlich-co":
            raise HeimlichError(f"--{asked} is for heimlich-co; there are no hidden agents in {game.id}")
    budget = read_budget(options.budget) if options.budget else Budget()
    everyone = [read_contestant(word, game.id, budget) for word in words]
    if len({each.label for each in everyone}) < len(everyone):
        raise HeimlichError("each bot is named once; the same one with another budget is another: gu, gu:20ms")
    against = everyone.pop() if options.against else None
    return Contest(
        game.id, name, options.players, options.seed, tuple(everyone), against, options.guesses, options.calibration
    )


def _play_missing(
    options: argparse.Namespace, contest: "Contest", results: "FinishedDeals", bar: float | None, where: "Where"
) -> bool:
    """Play and keep the missing deals; whether Ctrl-C stopped it."""
    from heimlich.arena.deals import play_deal
    from heimlich.spread import spread

    total = options.deals * contest.tables
    missing = results.missing(total)

    def is_settled() -> bool:
        return options.until_settled and results.standings(total).settled(bar)

    with Progress(len(missing), "deals") as progress:
        try:
            if is_settled():
                return False
            with spread(partial(play_deal, contest), missing, where) as finished:
                for number, (deal, dealt) in enumerate(finished, 1):
                    results.add(deal, dealt)
                    progress.add()
                    if number % LOOK_EVERY == 0 and is_settled():
                        return False
        except KeyboardInterrupt:
            return True
    return False
