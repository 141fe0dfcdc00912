"""Stories of finished tables: workers tell each one once, after the end; the database keeps it.

A story is told again only if it is missing, if a newer version tells stories otherwise, or if a player has shown a pad
since. It is kept without the names of people, which are put in when it is read: a name that changes, or a guest who is
forgotten, is no concern of what is stored.
"""

import asyncio
import gzip

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from heimlich.analysis.story import FORM
from heimlich.server.live.hub import Hub
from heimlich.server.logs import log
from heimlich.server.storage.failures import code_of_failure
from heimlich.server.storage.store import read_rows
from heimlich.server.storage.stories import keep_story, read_story
from heimlich.server.table.afterwards.shown_pads import shown_marks, shown_seats
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import Situation
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.thinking.workers import BotFailed, BotWorkers, WorkersStopped

NOT_YET = "the story of a game can be told when it is over"
BUSY = "this game's story could not be told just now; try again"
NAMELESS = b'"seats":[],'  # as every stored story has it
COMPRESSION = 3  # of 9


class Storyteller:
    """Tells and keeps the stories of this process's tables; one that is being told is not begun again."""

    def __init__(self, hub: Hub, workers: BotWorkers) -> None:
        self._hub = hub
        self._workers = workers
        self._telling: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    async def keep(self, name: str) -> None:
        """Tell the story of a table that is over, unless it is kept already. A failure is logged, and harms nothing."""
        table = (await self._hub.get(name)).table
        if not table.now.is_revealed:
            return
        try:
            await self._story(name, table, self._hub.payer_of(table.now))
        except Refused:  # nothing was decided there, or the record is too long
            return
        except WorkersStopped:  # it is told when somebody asks for it
            return
        except BotFailed as error:
            self._hub.metrics.counters["bot_failures"] += 1
            log("error", "a story could not be told", error=str(error))
        except (SQLAlchemyError, OSError) as error:
            log("error", "a story could not be looked up", error=code_of_failure(error))

    async def story_of(self, name: str, payer: Payer) -> bytes:
        """Return the story of a table as compressed JSON; refuse before the end."""
        table = (await self._hub.get(name)).table
        if not table.now.is_revealed:
            raise Refused("stage", NOT_YET)
        try:
            nameless = await self._story(name, table, payer)
        except BotFailed:
            raise Refused("busy", BUSY) from None
        return await asyncio.to_thread(_with_names, nameless, table.record().seats)

    async def _story(self, name: str, table: LiveTable, payer: Payer) -> bytes:
        stamp = _stamp(table.now)
        kept = await self._hub.database.read(lambda connection: read_story(connection, name, stamp))
        if kept is not None:
            return kept
        telling = self._telling.get((name, stamp))
        if telling is None:
            telling = self._telling[name, stamp] = asyncio.ensure_future(self._tell(name, stamp, table, payer))
            telling.add_done_callback(lambda done: self._told(name, stamp, done))
        return await asyncio.shield(telling)

    async def _tell(self, name: str, stamp: str, table: LiveTable, payer: Payer) -> bytes:
        seats = shown_seats(table.now.pads)
        rows = await self._hub.database.read(lambda connection: read_rows(connection, name)) if seats else []
        marks = list(shown_marks(rows, seats))
        story = await self._workers.tell(table.export(None), marks, names=False, payer=payer)
        try:
            await self._hub.database.write(lambda connection: keep_story(connection, name, stamp, story))
        except (SQLAlchemyError, OSError) as error:
            log("error", "a story could not be kept", error=code_of_failure(error))
        return story

    def _told(self, name: str, stamp: str, done: "asyncio.Task[bytes]") -> None:
        self._telling.pop((name, stamp), None)
        if not done.cancelled():
            done.exception()  # whoever waited has it; if nobody did, it was logged


def _stamp(now: Situation) -> str:
    """Return what a story was told from that can change: the form of stories, and the pads that were shown."""
    return f"{FORM} {' '.join(map(str, shown_seats(now.pads)))}".strip()


def _with_names(packed: bytes, seats: tuple[str, ...]) -> bytes:
    names = b'"seats":' + msgspec.json.encode(seats) + b","
    return gzip.compress(gzip.decompress(packed).replace(NAMELESS, names, 1), COMPRESSION)
