"""Check many cases: each is made, read again from its text, and judged anew; none may come twice.

Finished ones are kept in a journal, so that a long check can resume. A check of all degrees of a year takes some
minutes.
"""

import time
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from heimlich.cases.calendar import CaseName
from heimlich.cases.degrees import DEGREES
from heimlich.cases.making import MAKING, Case, make_case, solve
from heimlich.cases.observer import Observer, is_fit
from heimlich.errors import HeimlichError
from heimlich.games import GAMES
from heimlich.journal import Journal
from heimlich.record import read_record, replay

FORMAT = "heimlich cases 1"


class CaseFinding(NamedTuple):
    """The findings about one case."""

    name: CaseName
    digest: str  # of the game, without the players' names
    tries: int
    seconds: float  # of CPU time, to make it
    moments: int  # decisions up to the stop
    sure: tuple[int, ...]  # by seat, the percentage that the observer gives to the true owner


def digest_of(case: Case) -> str:
    """Return a short digest of a case's game: the events alone."""
    return blake2b("\n".join(map(str, case.record.events)).encode(), digest_size=12).hexdigest()


def check_case(name: CaseName) -> CaseFinding:
    """Make a case and verify all that is claimed of it, from the text of its record alone."""
    started = time.process_time()
    case = make_case(name)
    seconds = time.process_time() - started
    game = GAMES[case.record.game]
    record = read_record(str(case.record), GAMES)
    observer, step = Observer(game), None
    for step in replay(record, game):
        observer.follow(step)
    if step is None or step.after.table.result is not None or game.chance(step.after) is not None:
        raise HeimlichError(f"{name} does not stop where a player has to decide")
    if solve(name, record, case.tries, observer, step.after) != case:
        raise HeimlichError(f"{name} is another one when its record is read again")
    agents = step.after.table.agents
    if not is_fit(observer, tuple(agents.index(owner) for owner in case.owners), DEGREES[name.degree]):
        raise HeimlichError(f"{name} does not keep the bars of its degree")
    sure = tuple(row[agents.index(owner)] for row, owner in zip(case.beliefs, case.owners, strict=True))
    return CaseFinding(name, digest_of(case), case.tries, round(seconds, 3), observer.moment, sure)


def names_until(days: int) -> list[CaseName]:
    """List the cases of the first days, of all degrees."""
    return [CaseName(number, degree) for number in range(1, days + 1) for degree in DEGREES]


def check_cases(days: int, path: Path | None = None) -> Iterator[CaseFinding]:
    """Check the cases of the first days one by one; those that the journal at `path` has are not made again."""
    journal = Journal(path, {"format": FORMAT, "making": MAKING}, "making of cases")
    known = {(piece[0], piece[1]): piece for piece in journal.pieces}
    seen: dict[str, CaseName] = {}
    for name in names_until(days):
        piece = known.get(name)
        if piece:
            found = CaseFinding(name, piece[2], piece[3], piece[4], piece[5], tuple(piece[6]))
        else:
            found = check_case(name)
            journal.add([*name, *found[1:]])
        if found.digest in seen:
            raise HeimlichError(f"{name} is the same game as {seen[found.digest]}")
        seen[found.digest] = name
        yield found
