"""The command line: `heimlich COMMAND`. One file per command; this one only chooses."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

# Bots multiply small matrices: threads of the linear algebra library cost more there than they bring. It reads this
# when NumPy is first loaded, which is later than this; a value that the user has set stays.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from heimlich.cli import (
    admin,
    arena,
    bench,
    cases,
    editions,
    lab,
    maps,
    perft,
    play,
    replay,
    serve,
    sheets,
    simulate,
    story,
    traces,
    verify,
)
from heimlich.cli.progress import INTERRUPTED
from heimlich.errors import HeimlichError

COMMANDS = (
    play,
    serve,
    simulate,
    arena,
    lab,
    cases,
    replay,
    story,
    verify,
    editions,
    maps,
    sheets,
    perft,
    bench,
    traces,
    admin,
)
UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # what a disk says that takes no more
WRONG = 1
MISUSED = 2


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors say in one line what is wrong, and where to look."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISUSED, f"{self.prog}: {message}\n(what would do: {self.prog} --help)\n")


def make_parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = _Parser(prog="heimlich", description="Two classic spy board games, to play, study and teach.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; errors are printed in a sentence, Ctrl-C exits cleanly."""
    options = make_parser().parse_args(words)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except HeimlichError as error:
        print(f"heimlich: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("\nheimlich: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader closed the pipe, as in `heimlich replay … | head`
        _drop_output()
        return 0
    except OSError as error:  # a full disk, a name that is too long …: none of it is ours to mend
        if error.filename is None and error.errno not in UNWRITTEN:
            raise
        what = "write the output" if error.filename is None else f"use '{error.filename}'"
        print(f"heimlich: cannot {what}: {error.strerror}", file=sys.stderr)
        if error.filename is None:
            _drop_output()
        return WRONG
    return code


def _drop_output() -> None:
    """Send what is still to be written to nowhere; else Python would fail with it at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
