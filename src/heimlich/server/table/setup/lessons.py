"""Tables at which lessons are given: how one is opened, and what a client is sent of a lesson.

The record of a lesson never leaves the server, as it holds every identity and every roll to come. A client gets the
steps: what to say, what to show, and what the pupil is to decide.
"""

from msgspec import Struct

from heimlich.lessons.reading import PUPIL, Lesson, all_lessons
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, BotAdded, Row, Sat
from heimlich.server.table.seats import GuestId
from heimlich.server.table.setup.opening import created, number_rows
from heimlich.server.table.setup.terms import Terms, check_terms

BOT_PACE_MS = 900  # as at other tables whose bots are not in a hurry


class LessonEntry(Struct, frozen=True):
    """A lesson in the list: its id, its game and edition, about how many minutes it takes."""

    id: str
    game: str
    edition: str
    minutes: int


class LessonStep(Struct, frozen=True, omit_defaults=True):
    """One step of a lesson: the key of its text, what it shows, and the decision that it asks for, if any.

    It belongs to the moment at which the pupil's seat has made `after` decisions.
    """

    say: str
    after: int
    show: tuple[str, ...] = ()
    do: str = ""


class LessonShown(Struct, frozen=True):
    """A lesson with its steps. Texts are in the catalogue of the page, under `lesson-GAME`."""

    id: str
    game: str
    name: str
    steps: tuple[LessonStep, ...]
    next: str  # the id of the lesson that comes after it; "" for the last one of its game


class NewLesson(Struct, frozen=True, forbid_unknown_fields=True):
    """The decision of a lesson to begin with, counted from 0."""

    decision: int = 0


def list_lessons() -> list[LessonEntry]:
    """List all lessons, those of a game in the order in which they are to be taken."""
    return [LessonEntry(one.id, one.game, one.edition, one.minutes) for one in all_lessons().values()]


def find_lesson(lesson: str) -> Lesson:
    """Return a lesson by its id; refuse an id that does not exist."""
    found = all_lessons().get(lesson)
    if found is None:
        raise Refused("lesson", f"there is no lesson '{lesson[:80]}'; there are: {', '.join(all_lessons())}")
    return found


def show_steps(lesson: Lesson) -> LessonShown:
    """Return what a client is sent of a lesson."""
    steps, after = [], lesson.earlier
    for step in lesson.steps:
        steps.append(LessonStep(step.say, after, step.show, step.do))
        after += bool(step.do)
    later = [one.id for one in all_lessons().values() if one.game == lesson.game and one.number > lesson.number]
    return LessonShown(lesson.id, lesson.game, lesson.name, tuple(steps), later[0] if later else "")


def open_lesson(
    lesson: Lesson, decision: int, who: GuestId, now_ms: int, *, table: str, seed: bytes, name: str = ""
) -> tuple[Row, ...]:
    """Return the first rows of a table for one pupil; what came before the decision happens when it is started."""
    if not 0 <= decision <= lesson.decisions:
        raise Refused("lesson", f"there is no decision {decision} in this lesson; it has {lesson.decisions}")
    terms = Terms(
        lesson.game,
        lesson.edition,
        len(lesson.players),
        lesson.variants,
        tuple(lesson.house.items()),
        public=False,
        watch=False,
        bot_pace_ms=BOT_PACE_MS,
        hints=False,
    )
    check_terms(terms)
    rows: list[AnyData] = [
        created(
            terms,
            who,
            name,
            table,
            seed,
            lesson=lesson.id,
            script=lesson.events,
            opening=lesson.events_before(decision),
        )
    ]
    for seat, player in enumerate(lesson.players):
        rows.append(Sat(1, seat) if player == PUPIL else BotAdded(seat, player))
    return number_rows(rows, 0, now_ms, who)
