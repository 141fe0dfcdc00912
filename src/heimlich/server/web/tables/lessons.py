"""Lessons over HTTP: the list, the steps of each, and a table of one's own for it."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import Parameter
from msgspec import Struct

from heimlich.server.live.service import Service
from heimlich.server.live.setup.lessons import give_lesson
from heimlich.server.storage.guests import Guest
from heimlich.server.table.setup.lessons import (
    LessonEntry,
    LessonShown,
    NewLesson,
    find_lesson,
    list_lessons,
    show_steps,
)
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of

Word = Annotated[str, Parameter(max_length=64)]


class LessonTable(Struct, frozen=True):
    """The table at which the lesson is given: private, and counted nowhere."""

    table: str


@get("/api/lessons", tags=["lessons"], responses=TROUBLES, sync_to_thread=False)
def show_lessons() -> list[LessonEntry]:
    """List all lessons."""
    return list_lessons()


@get("/api/lessons/{game:str}/{name:str}", tags=["lessons"], responses=TROUBLES, sync_to_thread=False)
def show_lesson(game: Word, name: Word) -> LessonShown:
    """Show the steps of a lesson."""
    return show_steps(find_lesson(f"{game}/{name}"))


@post("/api/lessons/{game:str}/{name:str}", tags=["lessons"], responses=TROUBLES)
async def begin_lesson(
    game: Word, name: Word, data: NewLesson, guest: Guest, request: Request[Any, Any, Any], service: Service
) -> LessonTable:
    """Open a table for a lesson and start it, at the step of the named decision."""
    service.hub.whereabouts.note(guest.id, address_of(request))
    return LessonTable(await give_lesson(service.hub, guest, f"{game}/{name}", data.decision))
