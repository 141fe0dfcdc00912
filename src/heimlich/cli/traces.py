"""`heimlich traces`: games recorded from the Java engine, replayed and compared with edition `engine-1.0.1`."""

import argparse
import gzip
import sys
from pathlib import Path

from heimlich.cli.progress import Progress
from heimlich.errors import HeimlichError
from heimlich.games.heimlich_co.traces import Difference, TraceReport, compare

SHOWN = 20


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("traces", help="compare recorded games of the Java engine with ours")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON lines, plain or gzipped")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare every file; exit 1 if anything differs."""
    games = actions = 0
    found: list[tuple[Path, Difference]] = []
    with Progress(len(options.files), "files") as progress:
        for file in options.files:
            report = _compare(file)
            games += report.games
            actions += report.actions
            found += [(file, difference) for difference in report.differences]
            progress.add()
    for file, difference in found[:SHOWN]:
        print(f"{file.name} line {difference.line}: {difference.what}", file=sys.stderr)
    if len(found) > SHOWN:
        print(f"(and {len(found) - SHOWN} more)", file=sys.stderr)
    print(f"{games} games, {actions} actions, {len(found)} differences")
    return 1 if found else 0


def _compare(file: Path) -> TraceReport:
    try:
        with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
            return compare(lines)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or "it is not a whole gzip or text file"
        raise HeimlichError(f"cannot read '{file}': {reason}") from None
    except HeimlichError as error:
        raise HeimlichError(f"{file.name}, {error}") from None
