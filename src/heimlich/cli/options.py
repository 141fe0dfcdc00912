"""Options that several commands share: the game, its rules, the seats and the seed."""

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES, game_named
from heimlich.text import LANGUAGES

if TYPE_CHECKING:
    from heimlich.spread import Where

DEFAULT_GAME = next(iter(GAMES))
DEFAULT_PLAYERS = 4
LANGUAGE = "HEIMLICH_LANGUAGE"
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts


class TableChoice(NamedTuple):
    """A table to play at: the game, its rules by name and as an object, and the number of players."""

    game: AnyGame
    name: RulesetName
    rules: Any
    players: int


def add_game(parser: argparse.ArgumentParser, default: str | None = DEFAULT_GAME) -> None:
    """Add the game: the first argument, which may be left out."""
    parser.add_argument("game", nargs="?", default=default, help=f"{' or '.join(GAMES)} (default {DEFAULT_GAME})")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add edition, variants and house rules."""
    parser.add_argument("--edition", help="which rulebook; see `heimlich editions`")
    parser.add_argument(
        "--variant", action="append", default=[], help="top-secret, dossier or advanced; can be repeated"
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="house", help="a house rule")


def add_players(
    parser: argparse.ArgumentParser,
    default: int | None = DEFAULT_PLAYERS,
    bots: str = "a bot for all seats, or a list: greedy,random,…",
) -> None:
    """Add the number of players, and the bots."""
    parser.add_argument("--players", type=int, default=default, help=f"number of players (default {DEFAULT_PLAYERS})")
    parser.add_argument("--bots", default=None, help=bots)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the seed: the same seed gives the same dice and deals."""
    parser.add_argument("--seed", default=None, help="makes dice and deals repeatable")


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the language of the output; what players type is the same in all."""
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"language of the texts (default: from {LANGUAGE}, else the system's)"
    )


def language_of(options: argparse.Namespace) -> str:
    """The language that was asked for; else the one set for us; else the system's, if we have it."""
    if options.language:
        return str(options.language)
    wanted = os.environ.get(LANGUAGE, "")
    if wanted:
        language = _language_in(wanted)
        if language not in LANGUAGES:
            raise HeimlichError(f"{LANGUAGE} is '{wanted}'; there are: {', '.join(LANGUAGES)}")
        return language
    language = _language_in(next((os.environ[name] for name in LOCALES if os.environ.get(name)), ""))
    return language if language in LANGUAGES else LANGUAGES[0]


def _language_in(locale: str) -> str:
    """`de` in `de_DE.UTF-8`."""
    return re.split(r"[-_.@]", locale)[0].lower()


def ruleset_name(game: AnyGame, options: argparse.Namespace) -> RulesetName:
    """The rules that were asked for, by name."""
    edition = options.edition or next(iter(game.editions()))
    return RulesetName(edition, tuple(options.variant), tuple(map(_house_rule, options.house)))


def _house_rule(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise HeimlichError(f"'--set {text}' is no house rule; it looks like: --set target=20")
    return name.strip(), value.strip()


def table(options: argparse.Namespace, *, limited: bool = False) -> TableChoice:
    """Read and check the table that was asked for; simulations get a limit of turns."""
    game = game_named(options.game)
    name = ruleset_name(game, options)
    if limited:
        name = game.limited(name)
    rules = game.ruleset(name)
    players = options.players
    possible = game.players(rules)
    if players not in possible:
        raise HeimlichError(f"{players} players cannot play {game.id}; it takes {possible[0]} to {possible[-1]}")
    return TableChoice(game, name, rules, players)


def bot_names(options: argparse.Namespace, default: str) -> list[str]:
    """The bots that were named, one or a list."""
    return [name.strip() for name in (options.bots or default).split(",")]


def add_where(parser: argparse.ArgumentParser, jobs: int = 1) -> None:
    """Add where long work is done: in several processes here, or on a Ray cluster."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=jobs, help=f"number of processes on this machine (default {jobs})")
    where.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS",
        help="spread over a Ray cluster; without an address, one is started here (needs heimlich[ray])",
    )  # fmt: skip


def where_of(options: argparse.Namespace) -> "Where":
    """The place that was asked for; one process is this one."""
    from heimlich.spread import Processes, Ray, ThisProcess

    if options.ray is not None:
        return Ray(options.ray or None)
    if options.jobs < 1:
        raise HeimlichError(f"--jobs {options.jobs} is too few; it takes at least 1")
    return Processes(options.jobs) if options.jobs > 1 else ThisProcess()


def read_text(path: Path) -> str:
    """Read a file's text, or raise an error that says what is wrong with the file."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise HeimlichError(f"cannot read '{path}': {reason}") from None
