"""Put the story of a game of Heimlich & Co. together. Start reading here."""

from collections.abc import Sequence

from heimlich.analysis.course import Course, bots_in, cut
from heimlich.analysis.heimlich_co.awards import Facts, told_awards
from heimlich.analysis.heimlich_co.notes import dossier_suspicions, pad_suspicions, told_dossiers, written_dossiers
from heimlich.analysis.heimlich_co.pushes import told_pushes
from heimlich.analysis.heimlich_co.reasons import told_covers, told_reasons
from heimlich.analysis.heimlich_co.suspicion import suspicions, watch
from heimlich.analysis.story import HeimlichStory, Points, Scoring
from heimlich.analysis.tell import PadMark
from heimlich.record import AnyStep, Record


def tell(record: Record, steps: Sequence[AnyStep], pads: Sequence[PadMark]) -> HeimlichStory:
    """Return the story of a game from its steps."""
    course = cut(steps)
    last = course.last
    agents, result = last.table.agents, last.table.result
    beliefs = watch(course)
    written = list(written_dossiers(course))
    observers = (*suspicions(beliefs), *dossier_suspicions(course, written), *pad_suspicions(course, pads))
    covers, pushes = told_covers(course, beliefs), told_pushes(course)
    dossiers = told_dossiers(course, written)
    facts = Facts(course, bots_in(record), beliefs, observers, covers, pushes, dossiers)
    return HeimlichStory(
        record.seats,
        len(course.passages),
        course.turns,
        tuple(map(str, agents)),
        tuple(tuple(agents.index(agent) for agent in own) for own in last.secrets.identities),
        result.outcome.winners if result else (),
        observers,
        _points(course),
        tuple(_scorings(course)),
        tuple(told_reasons(course, beliefs)),
        tuple(covers),
        tuple(pushes),
        tuple(dossiers),
        tuple(told_awards(facts)),
    )


def _points(course: Course) -> Points:
    rows = [(0, course.dealt.table.points)]
    for passage in course.passages:
        if passage.after.table.points != rows[-1][1]:
            rows.append((passage.number, passage.after.table.points))
    return Points(tuple(number for number, _ in rows), tuple(zip(*(points for _, points in rows), strict=True)))


def _scorings(course: Course) -> list[Scoring]:
    return [
        Scoring(passage.number, step.before.table.seat, step.after.table.gains)
        for passage in course.passages
        for step in passage.steps
        if step.after.table.scorings > step.before.table.scorings
    ]
