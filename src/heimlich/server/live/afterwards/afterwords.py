"""Afterwords: when a game is over, its bots say whom they suspected; workers make the lines, the log keeps them.

Nothing waits for them, and a bot may have none: where another has said it already, for example.
"""

import contextlib
from typing import Any

from heimlich.errors import HeimlichError
from heimlich.game import Seat
from heimlich.server.live.hub import Hub
from heimlich.server.logs import log
from heimlich.server.table.commands import Reflect
from heimlich.server.table.situation import Stage
from heimlich.server.thinking.questions import Afterthought, TablePast
from heimlich.server.thinking.workers import BotFailed, BotWorkers, WorkersStopped


async def hear_afterwords(hub: Hub, workers: BotWorkers, name: str) -> None:
    """Ask all bots of a table that is over for their afterwords, preferably about people."""
    entry = await hub.get(name)
    now = entry.table.now
    if now.state is None or now.afterwords or now.stage not in {Stage.OVER, Stage.ENDED}:
        return
    people = [seat for seat, chair in enumerate(now.chairs) if chair.who]
    said: list[tuple[Seat, tuple[Any, ...]]] = []
    for seat, chair in enumerate(now.chairs):
        if chair.bot:
            past = TablePast(name, now.rules, len(now.chairs), seat, entry.table.past())
            try:
                question = Afterthought(now.game.id, chair.bot, past, people, [lines for _, lines in said])
                if lines := await workers.reflect(question, hub.payer_of(now)):
                    said.append((seat, lines))
            except WorkersStopped:
                return
            except BotFailed as error:
                hub.metrics.counters["bot_failures"] += 1
                log("error", "a bot could not say what it thought", bot=chair.bot, error=str(error))
    if said:
        with contextlib.suppress(HeimlichError):  # another process was faster, or the table is gone
            await hub.do(name, Reflect(tuple(said)))
