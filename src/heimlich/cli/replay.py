"""`heimlich replay`: a recorded game in words."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from heimlich.cli.options import add_language, language_of, read_text
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, Line, Seat
from heimlich.games import GAMES
from heimlich.record import AnyStep, Record, read_record, replay
from heimlich.text import Speaker, say


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("replay", help="tell a recorded game in words")
    parser.add_argument("file", type=Path)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", type=int, help="as this seat saw it (default: as a spectator)")
    who.add_argument("--all", action="store_true", help="with everything that was hidden")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Replay the whole record first: a broken one is refused before anything is printed."""
    language = language_of(options)
    record = read_record(read_text(options.file), GAMES)
    if options.seat is not None and not 1 <= options.seat <= len(record.seats):
        raise HeimlichError(f"there is no seat {options.seat}; the game has {len(record.seats)}")
    game = GAMES[record.game]
    steps = list(replay(record, game))
    speaker = Speaker(game.id, record.seats, language)
    seat = options.seat - 1 if options.seat is not None else None
    print(headline(record))
    for step in steps:
        for line in step_lines(game, step, seat, everything=options.all):
            print(speaker.line(line))
    if record.final is None:
        print(say("terminal.to-be-continued", language, n=len(record.events)))
    return 0


def headline(record: Record) -> str:
    """Return what was played, in one line."""
    rules = [record.rules.edition, *record.rules.variants, *(f"{name}={value}" for name, value in record.rules.house)]
    return f"{record.game}, {' '.join(rules)}: {', '.join(record.seats)}"


def step_lines(game: AnyGame, step: AnyStep, seat: Seat | None, *, everything: bool = False) -> list[Line]:
    """The lines of the log for one event, as a seat or a spectator saw it, or with all that was hidden."""
    before, event, after = step
    seen = _seen_by_all(game, step) if everything else game.seen(before, event, after, seat)
    return list(game.log(game.view(before, seat), seen, game.view(after, seat)))


def _seen_by_all(game: AnyGame, step: AnyStep) -> Sequence[Any]:
    """An event unmasked, with what follows from it for everyone: as a seat sees it from which nothing is hidden."""
    before, event, after = step
    seen = [game.seen(before, event, after, seat) for seat in (None, *range(after.table.players))]
    return next((events for events in seen if event in events), (event, *seen[0]))
