"""`heimlich cases`: the cases of the day in the terminal, and a check of many of them."""

import argparse
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from heimlich.cli.moves import show_problem
from heimlich.cli.options import add_language, language_of
from heimlich.cli.progress import INTERRUPTED, Progress
from heimlich.cli.replay import step_lines
from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.games import GAMES
from heimlich.record import replay
from heimlich.text import Speaker

if TYPE_CHECKING:  # only those who look at cases need NumPy
    from heimlich.cases.checking import CaseFinding
    from heimlich.cases.making import Case
    from heimlich.terminal.screen import Screen

LISTED = 7
MOST_DAYS = 100_000


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("cases", help="a case a day: who is who?")
    parser.add_argument("what", nargs="?", choices=("show", "list"), default="show", help="default: show")
    parser.add_argument("--day", metavar="DATE", help="such as 2026-02-28 (default: today, in UTC)")
    parser.add_argument(
        "--degree", default="easy", help="easy, medium or hard (default easy); move: the problem, What would you do?"
    )
    parser.add_argument("--answer", action="store_true", help="tell the owners, or the best move, and why")
    parser.add_argument("--days", type=int, default=LISTED, help=f"how many days to list (default {LISTED})")
    parser.add_argument("--check", type=int, metavar="DAYS", help="make and verify all cases of the first days")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is checked there, and go on from it")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show one case, list some, or check many."""
    for name in ("days", "check"):
        number = getattr(options, name)
        if number is not None and not 1 <= number <= MOST_DAYS:
            raise HeimlichError(f"--{name} {number} does not do; it takes 1 to {MOST_DAYS:,}")
    if options.check is not None:
        return _check(options)
    if options.what == "list":
        return _list(options)
    return show_problem(options) if options.degree == "move" else _show(options)


def _show(options: argparse.Namespace) -> int:
    from heimlich.cases.calendar import read_name, today
    from heimlich.cases.making import make_case
    from heimlich.terminal.face import face_of
    from heimlich.terminal.screen import Screen

    case = make_case(read_name(options.day or today().isoformat(), options.degree))
    record, game = case.record, GAMES[case.record.game]
    screen = Screen(language=language_of(options))
    speaker = Speaker(game.id, record.seats, screen.language)
    steps = list(replay(record, game))
    names, face = list(record.seats), face_of(game.id)
    view = game.view(steps[-1].after, None)
    print(_headline(case, screen), "", sep="\n")
    for step in steps:
        for line in step_lines(game, step, None):
            print(speaker.line(line))
    print("", face.board(view, names, screen), "", face.pad(game, steps, view, names, screen), sep="\n")
    if options.answer:
        taken = [step for step in steps if isinstance(step.event, Decision)]
        quotes = [speaker.line(step_lines(game, step, None)[0]) for step in taken]
        print("", *_answer(case, quotes, screen), sep="\n")
    return 0


def _headline(case: "Case", screen: "Screen") -> str:
    degree = screen.say(f"case.degree.{case.name.degree}")
    return screen.say("case.headline", n=case.name.number, day=case.name.day.isoformat(), degree=degree)


def _answer(case: "Case", quotes: list[str], screen: "Screen") -> list[str]:
    """Tell the owners, and quote the decisions that gave them away; `quotes` are all decisions in words."""
    rows = []
    for seat, (player, owner) in enumerate(zip(case.record.seats, case.owners, strict=True)):
        agent = screen.say(f"heimlich-co.agent.{owner}")
        sure = case.beliefs[seat][case.agents.index(owner)]
        rows.append(screen.say("case.owner", name=player, agent=agent, percent=sure))
        for reason in (one for one in case.reasons if one.seat == seat):
            times = screen.say("case.times", times=f"{reason.tenths / 10:.1f}")
            rows.append(f"  {reason.moment:3}  {quotes[reason.moment - 1]} ({times})")
    return rows


def _list(options: argparse.Namespace) -> int:
    from heimlich.cases.calendar import FIRST_DAY, CaseName, read_day, today
    from heimlich.cases.degrees import DEGREES
    from heimlich.cases.making import make_case

    last = read_day(options.day) if options.day else today()
    for back in range(options.days):
        number = (last - timedelta(days=back) - FIRST_DAY).days + 1
        for degree in DEGREES if number > 0 else ():
            case = make_case(CaseName(number, degree))
            print(f"{case.name.day} {number:5} {degree:7} {', '.join(case.record.seats)}", flush=True)
    return 0


def _check(options: argparse.Namespace) -> int:
    from heimlich.cases.checking import check_cases
    from heimlich.cases.degrees import DEGREES

    found: list[CaseFinding] = []
    try:
        with Progress(options.check * len(DEGREES), "cases") as progress:
            for checked in check_cases(options.check, options.resume):
                found.append(checked)
                progress.add()
    except KeyboardInterrupt:
        _report(found)
        return INTERRUPTED
    _report(found)
    return 0


def _report(found: "list[CaseFinding]") -> None:
    from heimlich.cases.degrees import DEGREES

    for degree in DEGREES:
        these = [one for one in found if one.name.degree == degree]
        if not these:
            continue
        number, seconds = len(these), [one.seconds for one in these]
        tries, moments = [one.tries for one in these], [one.moments for one in these]
        weakest = [min(one.sure) for one in these]
        print(
            f"{degree}: {number} cases, all as claimed, none twice; "
            f"{sum(seconds) / number:.2f} s of CPU time on average, {max(seconds):.2f} s at most; "
            f"{sum(tries) / number:.1f} games tried on average, {max(tries)} at most; "
            f"stops after {min(moments)} to {max(moments)} decisions; "
            f"least sure owner {min(weakest)} to {max(weakest)} %"
        )
    sys.stdout.flush()
