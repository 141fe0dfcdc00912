"""Where bots think: processes of their own, so that the event loop never waits for one.

A worker reads questions from a socket and writes answers to it, each a length and that many bytes; when the server
dies, its end is closed and the worker ends. The first ones are forked off the server before its event loop begins: they
have everything loaded, and a server that was just started can let its bots move at once. One that hangs or breaks is
replaced by a new Python, which takes a second to start.
"""

import asyncio
import contextlib
import os
import pickle
import random
import signal
import socket
import struct
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

from heimlich.bots.afterwords import afterword
from heimlich.bots.registry import make_bot
from heimlich.game import Budget, Seat
from heimlich.games import GAMES
from heimlich.server.lines import names_of, pack_line
from heimlich.server.minds import Minds, Walk
from heimlich.server.questions import Afterthought, Past, Thought

THOUGHT = Budget(seconds=0.5, least=2048)  # for one decision
PATIENCE = 30.0  # seconds after which a bot is taken for broken
_HEAD = struct.Struct("!I")
_minds = Minds()  # of this worker


class BotFailed(Exception):
    """A bot gave no answer."""


class Forked(NamedTuple):
    """A process that waits for questions at the other end of a socket."""

    pid: int
    wire: socket.socket


def fork_workers(number: int) -> list[Forked]:
    """So many workers; to be called before there are threads, of which a fork would take none along."""
    workers: list[Forked] = []
    for _ in range(max(1, number) if hasattr(os, "fork") else 0):
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid:
            theirs.close()
            workers.append(Forked(pid, ours))
            continue
        for other in workers:
            other.wire.close()
        ours.close()
        _work(theirs)
    return workers


def _work(wire: socket.socket) -> None:
    """What a forked worker does, until the server is gone; it never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it, and ends this
        with wire.makefile("rb") as questions, wire.makefile("wb") as answers:
            main(questions, answers)
    finally:
        os._exit(0)


class BotWorkers:
    """Some processes that answer questions."""

    def __init__(self, number: int, forked: Sequence[Forked] = ()) -> None:
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        ready = list(forked)
        self._all = [_Worker(ready.pop() if ready else None) for _ in range(max(1, number))]
        for worker in self._all:
            self._free.put_nowait(worker)

    async def choose(self, game: str, bot: str, view: Any, past: Past | None = None) -> str:
        """What a bot decides, in notation."""
        action: str = await self._ask(Thought(game, bot, view, past))
        return action

    async def reflect(self, game: str, bot: str, past: Past, about: Sequence[Seat]) -> tuple[Any, ...]:
        """What a bot says when all is over: lines, as they are sent."""
        lines: tuple[Any, ...] = await self._ask(Afterthought(game, bot, past, about))
        return lines

    async def _ask(self, question: Thought | Afterthought) -> Any:
        worker = await self._free.get()
        try:
            return await worker.ask(question)
        finally:
            self._free.put_nowait(worker)

    async def stop(self) -> None:
        """End them all."""
        for worker in self._all:
            await worker.stop()


class _Worker:
    """One process."""

    def __init__(self, forked: Forked | None) -> None:
        self._process = forked
        self._wires: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, question: Any) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(pickle.dumps(question))
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            await self.stop()
            raise BotFailed(type(error).__name__) from None

    async def _ask(self, question: bytes) -> Any:
        if self._process is None:
            self._process = await asyncio.to_thread(_start)
        if self._wires is None:
            self._wires = await asyncio.open_connection(sock=self._process.wire)
        reader, writer = self._wires
        writer.write(_HEAD.pack(len(question)) + question)
        await writer.drain()
        (size,) = _HEAD.unpack(await reader.readexactly(_HEAD.size))
        answer: tuple[bool, Any] = pickle.loads(await reader.readexactly(size))
        if not answer[0]:
            raise BotFailed(answer[1])
        return answer[1]

    async def stop(self) -> None:
        process, self._process = self._process, None
        wires, self._wires = self._wires, None
        if wires is not None:
            wires[1].close()
        if process is not None:
            process.wire.close()
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(process.pid, signal.SIGKILL)
                os.waitpid(process.pid, 0)  # it is dead: this does not wait


def _start() -> Forked:
    """A new worker, by starting Python anew; its end of the socket is its standard input."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = (sys.executable, "-m", "heimlich.server.workers")
        become = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)]
        return Forked(os.posix_spawn(command[0], command, os.environ, file_actions=become), ours)


def think(game: str, name: str, view: Any, past: Past | None) -> str:
    """One decision, in notation. A bot gets what its seat sees and has seen, and nothing else."""
    actions = GAMES[game].legal_actions(view)
    if len(actions) == 1:
        return str(actions[0])
    rng = random.Random(random.SystemRandom().getrandbits(64))
    if past is None:
        return str(make_bot(game, name).choose(view, actions, THOUGHT, rng))
    mind = _minds.take(game, name, past)
    action = mind.bot.choose(view, actions, THOUGHT, rng)
    _minds.keep(game, name, past, mind)
    return str(action)


def reflect(game: str, name: str, past: Past, about: Sequence[Seat]) -> tuple[Any, ...]:
    """An afterword, as lines that can be sent. Of the past, too, it is made of what its seat has seen."""
    said = afterword(GAMES[game], name, past.seat, Walk(GAMES[game], past).on(past), about)
    return tuple(pack_line(line, names_of(game)) for line in said)


def _answer(question: Thought | Afterthought) -> Any:
    return think(*question) if isinstance(question, Thought) else reflect(*question)


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    with contextlib.suppress(OSError):
        os.nice(5)  # people's moves come first
    while len(head := questions.read(_HEAD.size)) == _HEAD.size:
        question = pickle.loads(questions.read(_HEAD.unpack(head)[0]))
        try:
            answer: tuple[bool, Any] = True, _answer(question)
        except Exception as error:  # a bot may fail in any way; the server decides what then
            answer = (False, type(error).__name__)
        packed = pickle.dumps(answer)
        answers.write(_HEAD.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    _work(socket.socket(fileno=0))
