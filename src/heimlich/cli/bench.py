"""`heimlich bench`: its options. What each measure does is in `heimlich.bench`."""

import argparse
from importlib import import_module
from pathlib import Path


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("bench", help="measure speed")
    what = parser.add_subparsers(required=True, metavar="rules | server | sim")
    for name, (words, add_options) in MEASURES.items():
        measure = what.add_parser(name, help=words)
        add_options(measure)
        measure.add_argument("--json", action="store_true", help="write the figures as JSON")
        measure.set_defaults(run=run, measure=name)


def _add_rules_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds for each row (default 2)")


def _add_server_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds for each load (default 10)")
    parser.add_argument("--idle-tables", type=int, default=500, help="tables that nobody looks at")
    parser.add_argument("--closed-tables", type=int, default=50, help="tables that move as fast as they can")
    parser.add_argument("--paced-tables", type=int, default=500, help="tables that move once a second")
    parser.add_argument("--database", help="postgresql://… instead of a new SQLite file")
    parser.add_argument(
        "--processes",
        type=_counts,
        metavar="1,2[,3]",
        help="compare one process with several on --database, behind nginx, instead of all of this",
    )
    parser.add_argument(
        "--route",
        type=_routes,
        default=["table"],
        metavar="table[,connection]",
        help="what the proxy sends to one process: all sockets of a table (default), or each connection by itself",
    )
    parser.add_argument("--folder", help="where the SQLite file is made (default: the system's temporary folder)")


def _counts(text: str) -> list[int]:
    """Read a list of numbers of processes."""
    counts = [int(one) if one.isdecimal() else 0 for one in text.split(",")]
    if not all(1 <= one <= 16 for one in counts):
        raise argparse.ArgumentTypeError(f"'{text}' is no list of numbers of processes, 1 to 16, such as 1,2,3")
    return counts


def _routes(text: str) -> list[str]:
    """Read a list of ways in which a proxy chooses a process."""
    routes = text.split(",")
    if not set(routes) <= {"table", "connection"}:
        raise argparse.ArgumentTypeError(f"'{text}' is no list of routes: table, connection")
    return routes


def _add_sim_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="fewer rows and rounds")
    parser.add_argument("--seconds", type=float, default=300.0, help="start no further row after this (default 300)")
    parser.add_argument(
        "--jobs", type=int, default=0, metavar="N", help="measure JAX on N CPU cores instead, a process on each"
    )
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw the costs (needs heimlich[plots])")
    parser.add_argument("--figures", type=Path, metavar="FILE", help="measure nothing: draw what --json wrote earlier")
    parser.add_argument("--format", choices=("png", "svg"), default="png", help="format of the pictures (default png)")


def run(options: argparse.Namespace) -> int:
    """Run one measure. Its module is loaded only now: it needs NumPy, or what a server needs."""
    several = options.measure == "server" and options.processes
    code: int = import_module(f"heimlich.bench.{'processes' if several else options.measure}").run(options)
    return code


MEASURES = {
    "rules": ("random games a second, every move checked", _add_rules_options),
    "server": ("sockets that play whole games over loopback", _add_server_options),
    "sim": ("simulated decisions a second, in NumPy and JAX", _add_sim_options),
}
