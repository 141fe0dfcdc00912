"""`heimlich editions`: the editions to play by, every setting with its rule number, and what differs."""

import argparse
import textwrap

from heimlich.cli.options import ruleset_name
from heimlich.errors import BadRuleset
from heimlich.game import AnyGame, RulesetName, Setting
from heimlich.games import GAMES
from heimlich.text import say

WIDTH = 100


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("editions", help="list the editions, show one, or compare two")
    parser.set_defaults(run=run_list)
    kinds = parser.add_subparsers(metavar="show | diff")
    show = kinds.add_parser("show", help="every setting of an edition, with its rule number")
    show.add_argument("edition")
    show.add_argument("--variant", action="append", default=[])
    show.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="house")
    show.set_defaults(run=run_show)
    diff = kinds.add_parser("diff", help="what differs between two editions")
    diff.add_argument("one")
    diff.add_argument("other")
    diff.set_defaults(run=run_diff)


def run_list(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Print every game and edition in a sentence."""
    for game in GAMES.values():
        print(f"{game.id}: {say(f'{game.id}.about')}\n")
        for edition, variants in game.editions().items():
            print(f"  {edition}")
            print(
                textwrap.fill(
                    say(f"{game.id}.edition.{edition}"), WIDTH, initial_indent="    ", subsequent_indent="    "
                )
            )
            if variants:
                print(f"    variants: {', '.join(variants)}")
        print()
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print every setting of one edition."""
    game = _game_of(options.edition)
    settings = game.settings(game.ruleset(ruleset_name(game, options)))
    width = max(len(setting.name) for setting in settings)
    for setting in settings:
        print(f"{setting.rule:<4} {setting.name:<{width}}  {setting.value:<14}  {setting.meaning}")
    return 0


def run_diff(options: argparse.Namespace) -> int:
    """Print only the settings that differ."""
    game = _game_of(options.one)
    if _game_of(options.other) is not game:
        raise BadRuleset(f"'{options.one}' and '{options.other}' are editions of different games")
    pairs = list(zip(_settings(game, options.one), _settings(game, options.other), strict=True))
    differing = [(one, other) for one, other in pairs if one.value != other.value]
    if not differing:
        print("no setting differs")
        return 0
    names = max(len(one.name) for one, _ in differing)
    values = max(len(options.one), *(len(one.value) for one, _ in differing))
    print(f"{'':4} {'':{names}}  {options.one:<{values}}  {options.other}")
    for one, other in differing:
        print(f"{one.rule:<4} {one.name:<{names}}  {one.value:<{values}}  {other.value}")
    return 0


def _settings(game: AnyGame, edition: str) -> list[Setting]:
    return list(game.settings(game.ruleset(RulesetName(edition))))


def _game_of(edition: str) -> AnyGame:
    for game in GAMES.values():
        if edition in game.editions():
            return game
    known = ", ".join(name for game in GAMES.values() for name in game.editions())
    raise BadRuleset(f"there is no edition '{edition}'; there are: {known}")
