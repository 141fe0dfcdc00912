"""Where bots think: processes of their own, so that the event loop never waits for one.

A worker reads questions from its standard input and writes answers to its standard output, each a length and that many
bytes; when the server dies, its input ends and so does it. One that hangs or breaks is replaced.
"""

import asyncio
import contextlib
import os
import pickle
import random
import struct
import sys
from typing import Any, BinaryIO

from heimlich.bots.registry import make_bot
from heimlich.game import Budget
from heimlich.games import GAMES

SECONDS = 5.0  # that a bot may take for one decision …
PATIENCE = 30.0  # … and after which it is taken for broken
_HEAD = struct.Struct("!I")


class BotFailed(Exception):
    """A bot gave no answer."""


class BotWorkers:
    """Some processes that answer questions, started when first needed."""

    def __init__(self, number: int) -> None:
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker() for _ in range(max(1, number))]
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, game: str, bot: str, view: Any) -> str:
        """What a bot decides, in notation."""
        worker = await self._free.get()
        try:
            return await worker.ask((game, bot, view))
        finally:
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        """End them all."""
        for worker in self._all:
            await worker.stop()


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Any) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(pickle.dumps(question))
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            await self.stop()
            raise BotFailed(type(error).__name__) from None

    async def _ask(self, question: bytes) -> str:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "heimlich.server.workers",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        wire_in, wire_out = self._process.stdin, self._process.stdout
        assert wire_in is not None
        assert wire_out is not None
        wire_in.write(_HEAD.pack(len(question)) + question)
        await wire_in.drain()
        (size,) = _HEAD.unpack(await wire_out.readexactly(_HEAD.size))
        answer: tuple[bool, str] = pickle.loads(await wire_out.readexactly(size))
        if not answer[0]:
            raise BotFailed(answer[1])
        return answer[1]

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def think(game: str, bot: str, view: Any) -> str:
    """One decision, in notation."""
    rules = GAMES[game]
    actions = rules.legal_actions(view)
    rng = random.Random(random.SystemRandom().getrandbits(64))
    return str(make_bot(game, bot).choose(view, actions, Budget(seconds=SECONDS), rng))


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    with contextlib.suppress(OSError):
        os.nice(5)  # people's moves come first
    while len(head := questions.read(_HEAD.size)) == _HEAD.size:
        question = pickle.loads(questions.read(_HEAD.unpack(head)[0]))
        try:
            answer = (True, think(*question))
        except Exception as error:  # a bot may fail in any way; the server decides what then
            answer = (False, type(error).__name__)
        packed = pickle.dumps(answer)
        answers.write(_HEAD.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main(sys.stdin.buffer, sys.stdout.buffer)
