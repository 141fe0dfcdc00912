"""`heimlich lab`: what the rules do to a game, over many simulated games by several rulesets."""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heimlich.cli.options import DEFAULT_PLAYERS, add_where, where_of
from heimlich.cli.progress import INTERRUPTED, Progress
from heimlich.errors import HeimlichError

if TYPE_CHECKING:  # only those who use the lab need NumPy and processes
    from heimlich.lab.play import Chunk
    from heimlich.lab.results import FinishedGames
    from heimlich.lab.study import Study

RULESETS = ("rio-grande", "escale", "cie", "engine")
FORMATS = ("png", "svg")
DEFAULT_POLICY = "random"


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("lab", help="compare rulesets over many simulated games")
    parser.add_argument(
        "rulesets", nargs="*", metavar="RULESET",
        help=f"edition, variants and house rules in one word: rio-grande+top-secret+target=20 "
        f"(default: {' '.join(RULESETS)})",
    )  # fmt: skip
    parser.add_argument(
        "--players", help=f"number of players, or a list: 2,4,7 (default {DEFAULT_PLAYERS}; with --all: every number)"
    )
    parser.add_argument("--games", type=int, default=100_000, help="games of each ruleset (default 100000)")
    parser.add_argument("--seed", type=int, default=1, help="makes dice and deals repeatable (default 1)")
    parser.add_argument(
        "--policy", help=f"how the seats play: random, greedy or champion (default {DEFAULT_POLICY}; with --all: all)"
    )
    parser.add_argument("--backend", default="auto", help="numpy, jax, or auto: JAX where it is installed and pays")
    parser.add_argument("--chunk", type=int, help="games in one piece of work; changes no figure")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is finished there, and go on from it")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw the figures (needs heimlich[plots])")
    parser.add_argument("--format", choices=FORMATS, help=f"format of the pictures (default {FORMATS[0]})")
    parser.add_argument(
        "--all", action="store_true",
        help="survey every edition, or the editions that are named, with all choices of variants, at every number "
        "of players and by every policy; --resume names a folder then",
    )  # fmt: skip
    parser.add_argument(
        "--champion-games", type=int, default=0, metavar="N",
        help="with --all: play this number of games of each basic ruleset with the champion in all seats (default 0)",
    )  # fmt: skip
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="with --all: write the survey as a page with pictures"
    )
    parser.add_argument("--json", action="store_true", help="write the figures as JSON")
    add_where(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play what is missing, then print; Ctrl-C prints what there is so far."""
    from heimlich.lab import figures, play, results, study, subjects, table
    from heimlich.lab.results import missing_chunks

    _check(options, study.MOST_GAMES)
    if options.all:
        return _survey(options)
    options.policy = options.policy or DEFAULT_POLICY
    if options.page is not None:
        raise HeimlichError("--page writes a survey; it needs --all")
    players = _players(options.players or str(DEFAULT_PLAYERS))
    asked = study.studies(options.rulesets or list(RULESETS), players, options.seed, options.policy)
    subject = subjects.subject_of(asked[0].game.id)
    if options.policy not in subject.policies:
        known = sorted(subject.policies, key=lambda policy: policy in subject.slow_policies)
        raise HeimlichError(f"there is no policy '{options.policy}'; there are: {', '.join(known)}")
    if options.champion_games:
        raise HeimlichError("--champion-games is for a survey; it needs --all. What would do here: --policy champion")
    for each in asked:
        if not subject.can_play(options.policy, each.rules):
            raise HeimlichError(f"the policy '{options.policy}' cannot play {each.label}: it knows the basic game only")
    draw = _drawing(options)
    backend = play.library(options.backend, options.games)
    play.prepare(backend, options.jobs)
    kept = results.FinishedGames(asked[0].game.id, options.seed, options.policy, options.resume)
    started = time.perf_counter()
    chunks = missing_chunks([(each, kept) for each in asked], options.games, _chunk_size(options, backend), backend)
    played, interrupted = _play_missing(options, chunks, dict.fromkeys(asked, kept))
    seconds = time.perf_counter() - started
    tallies = [(each, kept.tally(each, options.games)) for each in asked]
    found = [figures.figures(each, tally) for each, tally in tallies if tally.games]
    if draw is not None and found:
        for path in draw(
            subject,
            found,
            [tally for _, tally in tallies if tally.games],
            options.pictures,
            options.format or FORMATS[0],
        ):
            print(path, file=sys.stderr)
    about = {
        "game": asked[0].game.id, "policy": options.policy, "seed": options.seed, "backend": backend,
        "played": played, "seconds": round(seconds, 3), "interrupted": interrupted,
    }  # fmt: skip
    if options.json:
        print(json.dumps({**about, "studies": found}, indent=2))
    elif found:
        print(_heading(about), "", table.as_table(subject, found), sep="\n")
    return INTERRUPTED if interrupted else 0


def _survey(options: argparse.Namespace) -> int:
    """Play what is missing of the survey, then write its page; Ctrl-C writes what there is so far."""
    from heimlich.lab import page, play, survey
    from heimlich.lab.results import missing_chunks

    for name, instead in (("policy", "it plays by all of them"), ("pictures", "--page"), ("format", "--page")):
        if getattr(options, name) is not None:
            raise HeimlichError(f"--{name} is for single studies; with --all: {instead}")
    if options.page is not None:
        page.prepare(options.page)
    backend = play.library(options.backend, options.games)
    play.prepare(backend, options.jobs)
    players = _players(options.players) if options.players else []
    slow_games = options.champion_games
    parts = survey.survey(options.seed, options.resume, options.rulesets, players, slow=slow_games > 0)
    chunks = []
    for slow, games in ((False, options.games), (True, slow_games)):
        asked = [(study, part.results) for part in parts for study in part.studies if part.is_slow is slow]
        chunks += missing_chunks(asked, games, _chunk_size(options, backend), backend)
    kept = {study: part.results for part in parts for study in part.studies}
    started = time.perf_counter()
    played, interrupted = _play_missing(options, chunks, kept)
    seconds = time.perf_counter() - started
    found = page.collect(parts, options.games, slow_games)
    if options.page is not None:
        for path in page.write_page(found, options.page):
            print(path, file=sys.stderr)
    if options.json:
        print(json.dumps({"interrupted": interrupted, "studies": list(found.all.values())}, indent=2))
    print(
        f"{played:,} games of {len(kept)} studies in {seconds:.1f} s with {play.machine(backend)}"
        + ("; interrupted" if interrupted else ""),
        file=sys.stderr,
    )
    return INTERRUPTED if interrupted else 0


def _chunk_size(options: argparse.Namespace, backend: str) -> int:
    from heimlich.lab.play import CHUNK, machine

    size: int = options.chunk or CHUNK[machine(backend)]
    return size


def _play_missing(
    options: argparse.Namespace, chunks: "Sequence[Chunk]", kept: "Mapping[Study, FinishedGames]"
) -> tuple[int, bool]:
    """Play and keep the missing games; how many, and whether Ctrl-C stopped it."""
    from heimlich.lab.play import play_chunk
    from heimlich.spread import spread

    played = 0
    with Progress(sum(chunk.games for chunk in chunks), "games") as progress:
        try:
            with spread(play_chunk, chunks, where_of(options)) as results:
                for chunk, tally in results:
                    kept[chunk.study].add(chunk.study, chunk.first, chunk.games, tally)
                    played += chunk.games
                    progress.add(chunk.games)
        except KeyboardInterrupt:
            return played, True
    return played, False


def _check(options: argparse.Namespace, most: int) -> None:
    if not 1 <= options.games <= most:
        raise HeimlichError(f"--games {options.games} does not do; play 1 to {most:,}")
    if not 0 <= options.champion_games <= most:
        raise HeimlichError(
            f"--champion-games {options.champion_games} does not do; play up to {most:,}, or 0 for none"
        )
    for name in ("chunk", "jobs"):
        number = getattr(options, name)
        if number is not None and number < 1:
            raise HeimlichError(f"--{name} {number} is too few; it takes at least 1")


def _players(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise HeimlichError(f"'--players {text}' is no number of players; it looks like: 4, or 2,4,7") from None


def _drawing(options: argparse.Namespace) -> Any:
    """The drawing function, if pictures are wanted; fails before the games are played if it cannot draw."""
    if options.pictures is None:
        return None
    from heimlich.lab.pictures import draw, prepare

    prepare(options.pictures)
    return draw


def _heading(about: dict[str, Any]) -> str:
    rate = about["played"] / about["seconds"] if about["seconds"] else 0
    return (
        f"{about['game']}, {about['policy']} play, seed {about['seed']}; ± is the 95 % interval\n"
        f"{about['played']:,} games played in {about['seconds']:.1f} s with {about['backend']}: {rate:,.0f} games/s"
        + ("; interrupted" if about["interrupted"] else "")
    )
