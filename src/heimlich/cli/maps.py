"""`heimlich maps`: the maps of the suitcase game, checked and drawn."""

import argparse
import sys
from pathlib import Path

from heimlich.drawing.suitcases import draw_map
from heimlich.errors import HeimlichError
from heimlich.games.suitcases.maps import MAPS, load_map
from heimlich.games.suitcases.symmetry import broken_mirrors

SHOWN = 4  # of what has no counterpart, for each mirror


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("maps", help="list, check or draw maps of the suitcase game")
    parser.set_defaults(run=run_list)
    kinds = parser.add_subparsers(metavar="check | draw")
    check = kinds.add_parser("check", help="say what is wrong with a map file, or what it is")
    check.add_argument("file", help="a map file, or the name of a map")
    check.set_defaults(run=run_check)
    draw = kinds.add_parser("draw", help="draw a map as an SVG picture")
    draw.add_argument("file", help="a map file, or the name of a map")
    draw.add_argument("-o", "--output", type=Path, help="where to (default: printed)")
    draw.set_defaults(run=run_draw)


def run_list(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Print the maps that there are."""
    for name in MAPS:
        print(_summary(name))
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Describe a good map, with a warning if it favours a colour; refuse a bad one with the reason."""
    print(_summary(options.file))
    broken = broken_mirrors(load_map(options.file))
    if not broken:
        print("mirror-symmetric: it favours no colour")
        return 0
    print("warning: not mirror-symmetric; it may favour a colour, most of all with three players", file=sys.stderr)
    for mirror, lost in broken:
        pairs = ", ".join(mirror.pairs)
        print(f"  {pairs} are no mirror images: {_listed(lost)}", file=sys.stderr)
    return 0


def _listed(lost: list[str]) -> str:
    """The first few of the things without a counterpart, and how many more there are."""
    if not lost:
        return "their ways differ"
    more = f" and {len(lost) - SHOWN} more" if len(lost) > SHOWN else ""
    return f"no counterpart for {', '.join(lost[:SHOWN])}{more}"


def run_draw(options: argparse.Namespace) -> int:
    """Write the picture to a file, or print it."""
    picture = draw_map(load_map(options.file))
    if options.output is None:
        sys.stdout.write(picture)
        return 0
    try:
        options.output.write_text(picture, "utf-8")
    except OSError as error:
        raise HeimlichError(f"cannot write '{options.output}': {error.strerror}") from None
    print(f"drawn: {options.output}")
    return 0


def _summary(name: str) -> str:
    found = load_map(name)
    return f"{found.id}: {found.title}, {len(found.cities)} cities, {len(found.lines) + len(found.marked)} lines"
