"""Written suspicions: dossiers, and pads that their players have shown."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heimlich.analysis.course import Course
from heimlich.analysis.story import SILENT, DossierTold, Suspicion
from heimlich.analysis.tell import PadMark
from heimlich.game import Seat
from heimlich.games.heimlich_co.state import BLANK, Answer, Ballot, State

MARK_PERCENT = {"sure": 100, "suspect": 50, "excluded": 0}  # the marks of a pad as beliefs
Grid = tuple[tuple[int, ...], ...]  # [seats][agents] in percent


class WrittenDossier(NamedTuple):
    """A dossier when it was sealed, or sealed again: the answers, and the seat's own agents at that time."""

    moment: int
    seat: Seat
    answers: Ballot
    own: Sequence[str]


def written_dossiers(course: Course) -> Iterator[WrittenDossier]:
    """List all dossiers, and their revisions, as they were sealed."""
    before = course.dealt
    for passage in course.passages:
        after = passage.after
        for seat in range(after.table.players):
            if _was_sealed(before, after, seat):
                secrets = after.secrets
                yield WrittenDossier(passage.number, seat, secrets.dossiers[seat], secrets.identities[seat])
        before = after


def _was_sealed(before: State, after: State, seat: Seat) -> bool:
    """Tell whether a seat completed its dossier between two states; keeping it unchanged counts, too."""
    if after.table.dossier is None or before.table.dossier is None:
        return False
    if before.secrets.dossiers[seat] != after.secrets.dossiers[seat]:
        return True
    was = before.table.dossier.written[seat] if before.table.dossier.written else False
    now = after.table.dossier.written[seat] if after.table.dossier.written else False
    return now and not was


def told_dossiers(course: Course, written: Sequence[WrittenDossier]) -> list[DossierTold]:
    """Return the last dossier of each seat, with the number of right answers (D2)."""
    table = course.last.table
    kept = table.result.kept if table.result else course.last.secrets.identities
    owners: dict[str, Answer] = {agent: seat for seat, agents in enumerate(kept) for agent in agents}
    found = []
    for last in {one.seat: one for one in written}.values():
        answers = dict(last.answers)
        right = sum(answer == owners.get(agent) for agent, answer in last.answers if answer != BLANK)
        named = tuple(answers.get(agent, last.seat if agent in last.own else SILENT) for agent in table.agents)
        found.append(DossierTold(last.seat, last.moment, named, right, len(last.answers)))
    return sorted(found, key=lambda one: one.seat)


def dossier_suspicions(course: Course, written: Sequence[WrittenDossier]) -> Iterator[Suspicion]:
    """Return what stood in each seat's dossier, from the moment on in which it was sealed."""
    for seat in range(course.last.table.players):
        mine = [one for one in written if one.seat == seat]
        if mine:
            grids = tuple(_dossier_grid(course, one) for one in mine)
            yield Suspicion("dossier", seat, tuple(one.moment for one in mine), grids)


def _dossier_grid(course: Course, written: WrittenDossier) -> Grid:
    table = course.last.table
    answers = dict(written.answers) | dict.fromkeys(written.own, written.seat)
    return tuple(
        tuple(_share(answers.get(agent, BLANK), seat) for agent in table.agents) for seat in range(table.players)
    )


def _share(answer: Answer, seat: Seat) -> int:
    if answer == BLANK:
        return SILENT
    return 100 if answer == seat else 0


def pad_suspicions(course: Course, pads: Sequence[PadMark]) -> Iterator[Suspicion]:
    """Return what players marked on the pads that they have shown, from the moment of each change on."""
    table = course.last.table
    for seat in sorted({mark.seat for mark in pads}):
        marks: dict[tuple[str, str], str] = {}
        rows: dict[int, Grid] = {}
        for mark in pads:
            if mark.seat == seat:
                marks[mark.row, mark.column] = mark.mark
                rows[mark.moment] = tuple(
                    tuple(MARK_PERCENT.get(marks.get((agent, str(other)), ""), SILENT) for agent in table.agents)
                    for other in range(table.players)
                )
        yield Suspicion("pad", seat, tuple(rows), tuple(rows.values()))
