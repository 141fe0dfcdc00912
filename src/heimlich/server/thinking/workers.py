"""Worker processes in which bots think, so that the event loop never waits for one.

A worker reads questions from a socket and writes answers to it, each a length and that many bytes; when the server
dies, its end is closed and the worker ends. The first ones are forked off the server before its event loop begins: they
have everything loaded, and a server that was just started can let its bots move at once. One that hangs or breaks is
replaced by a new Python, which takes a second to start.
"""

import asyncio
import contextlib
import os
import pickle
import signal
import socket
import struct
import sys
import time
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

from heimlich.analysis.tell import PadMark
from heimlich.server.logs import frames_of, log
from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.answering import answer
from heimlich.server.thinking.fair_queue import FairQueue, Payer
from heimlich.server.thinking.minds import KEPT, Forgotten
from heimlich.server.thinking.questions import (
    Afterthought,
    CaseMaking,
    Depicting,
    MadeCase,
    Question,
    Retelling,
    Retold,
    TablePast,
    Telling,
    Thought,
)

BOT_FRAMES = 6  # of a failure, written to the log
PATIENCE = 30.0  # seconds after which a bot is taken for broken
NOBODY = Payer()
FORGOTTEN = False, "Forgotten"  # the answer of a worker that needs the whole past
_HEAD = struct.Struct("!I")


class BotFailed(Exception):
    """A bot gave no answer."""


class WorkersStopped(BotFailed):
    """A question was not answered because the server stops, which is no failure."""


class Forked(NamedTuple):
    """A process that waits for questions at the other end of a socket."""

    pid: int
    wire: socket.socket


def worker_number(wanted: int) -> int:
    """Return the number of workers: as many as wanted, else one for each core but the one of the event loop."""
    return wanted if wanted > 0 else max(1, len(os.sched_getaffinity(0)) - 1)


def fork_workers(number: int) -> list[Forked]:
    """Fork `number` workers; to be called before there are threads, which a fork would not copy."""
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
    """Answer questions in a forked worker until the server is gone; never return."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears it, and ends this
        with wire.makefile("rb") as questions, wire.makefile("wb") as answers:
            main(questions, answers)
    finally:
        os._exit(0)


class _Waiting(NamedTuple):
    """A question, and the future for its answer."""

    question: Question
    answer: "asyncio.Future[Any]"


class BotWorkers:
    """Some processes that answer questions, in a fair order (fair_queue.py)."""

    def __init__(self, number: int, forked: Sequence[Forked] = ()) -> None:
        ready = list(forked)
        self._all = [_Worker(ready.pop() if ready else None) for _ in range(max(1, number))]
        self._free = list(self._all)
        self._queue: FairQueue[_Waiting] = FairQueue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def choose(self, question: Thought, payer: Payer = NOBODY) -> str:
        """Ask for a bot's decision, in notation."""
        action: str = await self._ask(question, payer)
        return action

    async def reflect(self, question: Afterthought, payer: Payer = NOBODY) -> tuple[Any, ...]:
        """Ask for a bot's afterword: lines, as they are sent."""
        lines: tuple[Any, ...] = await self._ask(question, payer)
        return lines

    async def retell(self, record: str, payer: Payer = NOBODY, *, guarded: bool = False) -> bytes:
        """Ask for a record as messages for every viewpoint: compressed JSON. Refuses a bad record by raising."""
        return await self._retold(Retelling(record, guarded), payer)

    async def tell(
        self, record: str, pads: Sequence[PadMark] = (), *, names: bool = True, payer: Payer = NOBODY
    ) -> bytes:
        """Ask for the story of a record: compressed JSON. Refuses a bad record by raising."""
        return await self._retold(Telling(record, pads, names), payer)

    async def make_case(self, question: CaseMaking, payer: Payer = NOBODY) -> MadeCase:
        """Ask for a case of the day."""
        made: MadeCase = await self._ask(question, payer)
        return made

    async def _retold(self, question: Retelling | Telling, payer: Payer) -> bytes:
        answer: Retold = await self._ask(question, payer)
        code = answer.code
        if code:
            raise Refused(code, answer.text)
        return answer.packed

    async def depict(self, question: Depicting, payer: Payer = NOBODY) -> bytes:
        """Ask for a picture to share."""
        picture: bytes = await self._ask(question, payer)
        return picture

    def __len__(self) -> int:
        """Return the number of waiting questions."""
        return len(self._queue)

    async def _ask(self, question: Question, payer: Payer) -> Any:
        if self._stopped:
            raise WorkersStopped
        waiting = _Waiting(question, asyncio.get_running_loop().create_future())
        self._queue.add(payer, waiting)
        self._hand_out()
        return await waiting.answer

    def _hand_out(self) -> None:
        """Give waiting questions to free workers, preferably to one that keeps the bot already."""
        while self._free:
            found = self._queue.take(lambda waiting: any(worker.knows(waiting.question) for worker in self._free))
            if found is None:
                return
            payer, waiting = found
            worker = next((worker for worker in self._free if worker.knows(waiting.question)), self._free[0])
            self._free.remove(worker)
            task = asyncio.get_running_loop().create_task(self._serve(worker, payer, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, worker: "_Worker", payer: Payer, waiting: _Waiting) -> None:
        started = time.monotonic()
        try:
            if not waiting.answer.done():  # else nobody waits for it any more
                answer = await worker.ask(waiting.question)
                if not waiting.answer.done():
                    waiting.answer.set_result(answer)
        except Exception as error:  # any error goes to the caller
            if not waiting.answer.done():
                waiting.answer.set_exception(WorkersStopped() if self._stopped else error)
        finally:
            self._queue.charge(payer, time.monotonic() - started)
            self._free.append(worker)
            self._hand_out()

    async def stop(self) -> None:
        """End all workers; waiting callers get WorkersStopped."""
        self._stopped, dropped = True, len(self._all) - len(self._free)
        while found := self._queue.take():
            if not found[1].answer.done():
                found[1].answer.set_exception(WorkersStopped())
                dropped += 1
        if dropped:
            log("info", "questions to workers were dropped", number=dropped)
        for worker in self._all:
            await worker.stop()


class _Worker:
    """One process."""

    def __init__(self, forked: Forked | None) -> None:
        self._process = forked
        self._wires: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._minds: dict[tuple[str, ...], int] = {}  # how far each bot that was asked lately has followed its game

    def knows(self, question: Question) -> bool:
        """Tell whether this bot has followed its game here."""
        return isinstance(question, Thought) and question.mind in self._minds

    async def ask(self, question: Question) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                if isinstance(question, Thought) and question.past is not None and question.draws is None:
                    return await self._ask_one_that_remembers(question, question.past)
                return await self._ask(question)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            await self.stop()
            raise BotFailed(type(error).__name__) from None

    async def _ask_one_that_remembers(self, question: Thought, past: TablePast) -> Any:
        """Send only the events that are new to the bot; all of them, if the worker no longer keeps it."""
        shown = self._minds.pop(question.mind, 0)
        try:
            answer = await self._ask(question._replace(past=past.since(min(shown, past.end))))
        except Forgotten:
            answer = await self._ask(question)
        self._minds[question.mind] = past.end
        while len(self._minds) > KEPT:
            del self._minds[next(iter(self._minds))]
        return answer

    async def _ask(self, asked: Question) -> Any:
        question = pickle.dumps(asked)
        if self._process is None:
            self._process = await asyncio.to_thread(_start)
        if self._wires is None:
            self._wires = await asyncio.open_connection(sock=self._process.wire)
        reader, writer = self._wires
        writer.write(_HEAD.pack(len(question)) + question)
        await writer.drain()
        (size,) = _HEAD.unpack(await reader.readexactly(_HEAD.size))
        answer: tuple[bool, Any] = pickle.loads(await reader.readexactly(size))
        if answer == FORGOTTEN:
            raise Forgotten
        if not answer[0]:
            raise BotFailed(answer[1])
        return answer[1]

    async def stop(self) -> None:
        process, self._process = self._process, None
        wires, self._wires = self._wires, None
        self._minds.clear()
        if wires is not None:
            wires[1].close()
        if process is not None:
            process.wire.close()
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(process.pid, signal.SIGKILL)
                os.waitpid(process.pid, 0)  # it is dead: this does not wait


def _start() -> Forked:
    """Start a worker in a new Python; its end of the socket is its standard input."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = (sys.executable, "-m", "heimlich.server.thinking.workers")
        become = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)]
        return Forked(os.posix_spawn(command[0], command, os.environ, file_actions=become), ours)


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until there are no more questions."""
    with contextlib.suppress(OSError):
        os.nice(5)  # people's moves come first
    while len(head := questions.read(_HEAD.size)) == _HEAD.size:
        question = pickle.loads(questions.read(_HEAD.unpack(head)[0]))
        try:
            said: tuple[bool, Any] = True, answer(question)
        except Forgotten:
            said = FORGOTTEN
        except Exception as error:  # a bot may fail in any way; the server decides what then
            said = (False, f"{type(error).__name__} ({'; '.join(frames_of(error)[-BOT_FRAMES:])})")
        packed = pickle.dumps(said)
        answers.write(_HEAD.pack(len(packed)) + packed)
        answers.flush()


if __name__ == "__main__":
    _work(socket.socket(fileno=0))
