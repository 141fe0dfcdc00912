"""Pictures to share of finished tables: workers draw them; those asked for last stay in memory."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.thinking.questions import Depicting
from heimlich.server.thinking.workers import BotFailed, BotWorkers

MOST_KEPT = 64  # pictures, of at most about 100 kB each
BUSY = "this picture could not be drawn just now; try again"


class PictureKind(NamedTuple):
    """One of the pictures of a table. Names are part of it: with another name it is another picture."""

    table: str
    names: tuple[str, ...]
    language: str
    reveal: bool
    png: bool


class Picture(NamedTuple):
    """A picture, and the tag by which clients know that theirs is the same."""

    body: bytes
    tag: str


class Gallery:
    """Draws pictures, each once as long as it is kept; one that is being drawn is not begun again."""

    def __init__(self, workers: BotWorkers) -> None:
        self._workers = workers
        self._pictures: OrderedDict[PictureKind, asyncio.Task[Picture]] = OrderedDict()

    async def picture(self, look: PictureKind, story: Callable[[], Awaitable[bytes]], payer: Payer) -> Picture:
        """Return a picture of a finished table; `story` is asked for if it has to be drawn."""
        drawing = self._pictures.get(look)
        if drawing is None or (drawing.done() and (drawing.cancelled() or drawing.exception() is not None)):
            drawing = self._pictures[look] = asyncio.create_task(self._draw(look, story, payer))
            drawing.add_done_callback(lambda done: done.cancelled() or done.exception())  # read, if nobody waits
        self._pictures.move_to_end(look)
        while len(self._pictures) > MOST_KEPT:
            self._pictures.popitem(last=False)
        return await asyncio.shield(drawing)

    async def _draw(self, look: PictureKind, story: Callable[[], Awaitable[bytes]], payer: Payer) -> Picture:
        try:
            question = Depicting(await story(), look.language, look.reveal, look.png)
            body = await self._workers.depict(question, payer)
        except BotFailed:
            raise Refused("busy", BUSY) from None
        return Picture(body, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
