"""The keeper acts for tables by itself: bots decide, answers that were held take effect, clocks run out.

For each table one process acts, the one that holds its lease (leases.py); it looks at the table after every change and
at the moment the table itself names. All acting is by commands of the server, checked like anyone's.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from heimlich.bots.registry import remembers
from heimlich.errors import HeimlichError
from heimlich.games import GAMES
from heimlich.server.live.afterwards.afterwords import hear_afterwords
from heimlich.server.live.afterwards.results import keep_results
from heimlich.server.live.afterwards.stories import Storyteller
from heimlich.server.live.followers import Entry
from heimlich.server.live.hub import Hub
from heimlich.server.live.leases import make_leases
from heimlich.server.live.people.calls import Calls
from heimlich.server.logs import log, log_failure
from heimlich.server.storage.store import Listing, last_numbers, list_table, listing_of
from heimlich.server.table.clocks import DaysClock
from heimlich.server.table.commands import Claim, Decide
from heimlich.server.table.decisions import BotTurn
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.seasons import bot_draws
from heimlich.server.table.situation import FINISHED, Stage
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.thinking.questions import TablePast, Thought
from heimlich.server.thinking.workers import BotFailed, BotWorkers, WorkersStopped

MOST_AT_ONCE = 50  # tables taken over in one round
SILENT_ROUNDS = 5.0  # leases without a round, after which the keeper is taken for dead
RETRY_S = 5.0  # until a table is looked at again where something unexpected went wrong
AGAIN = 0.2  # seconds until a bot that was refused is asked again
LONGEST_SLEEP = 3600.0  # seconds; timers beyond that are set again


def is_watched(entry: Entry) -> bool:
    """Tell whether bots have anyone to play for: somebody is connected, or a person is still expected to decide.

    Games of bots alone stop until someone looks. Where each decision has days, a person who ran out of time counts too.
    """
    if entry.followers or entry.here:
        return True
    now = entry.table.now
    lasting = isinstance(now.terms.clock, DaysClock)
    return any(chair.who and (not chair.stand_in or (lasting and chair.stand_in == "time")) for chair in now.chairs)


class Keeper:
    """Acts for the tables whose leases this process holds."""

    def __init__(self, hub: Hub, workers: BotWorkers, stories: Storyteller, calls: Calls, lease_s: float) -> None:
        self._hub = hub
        self._calls = calls
        self._workers = workers
        self._stories = stories
        self._lease_s = lease_s
        self._leases = make_leases(hub.database, hub.process, lease_s)
        calls.holds = self._leases.has
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._thinking: set[tuple[str, int, int]] = set()  # table, seat, and when the decision is due
        self._taking: set[str] = set()
        self._ending: set[str] = set()
        self._others: set[str] = set()  # tables whose lease another process holds, as far as is known
        self._stopping = asyncio.Event()
        self._round_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin: take over what nobody acts for."""
        await self._leases.begin()
        self._hub.changed = self.look
        self._hub.wanted = self._leases.has
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and leave the tables to others."""
        self._hub.changed = lambda _: None
        self._stopping.set()
        for timer in self._timers.values():
            timer.cancel()
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(SQLAlchemyError, OSError):
            await self._leases.leave()

    # Leases

    async def _run(self) -> None:
        while True:
            try:
                await self._round()
            except Exception as error:  # any error: the other tables must go on
                self._hub.metrics.counters["errors"] += 1
                log_failure("the keeper's round failed", error)
            else:
                self._round_at = time.monotonic()
            await asyncio.sleep(self._lease_s / 3)

    @property
    def lives(self) -> bool:
        """Tell whether the keeper's rounds run and succeed."""
        late = time.monotonic() - self._round_at > SILENT_ROUNDS * self._lease_s
        return self._task is not None and not self._task.done() and not late

    async def _round(self) -> None:
        """Report that this process is alive, hand tables over, take over from dead ones, look for missed notices."""
        database = self._hub.database
        given = await self._leases.renew()
        self._others.clear()
        self._others |= await self._hand_over()
        for name in given:
            self._wake(name, 0.0)
        while found := await self._leases.free(MOST_AT_ONCE):
            await self._take_leases(found)
        if await database.was_touched():
            names = self._hub.followed()
            for name, seq in (await database.read(lambda found: last_numbers(found, names))).items():
                await self._hub.notice(name, seq)
            self._hub.presences.touch(*names)  # a process that has died sends no notice
        self._hub.metrics.gauges["leases"] = self._leases.number

    async def _hand_over(self) -> set[str]:
        """Leave tables to the processes that have their guests; return them. Two processes would do the same work."""
        handed = await self._leases.hand_over(self._ending)
        for name in handed:
            timer = self._timers.pop(name, None)
            if timer:
                timer.cancel()
        return handed

    async def _take_leases(self, names: Sequence[str]) -> None:
        """Act for these tables from now on, unless somebody else does."""
        names = [name for name in names if name not in self._taking]
        self._taking |= set(names)
        try:
            taken = await self._leases.take(names) if names else set()
            self._others |= set(names) - taken
            for name in random.sample(sorted(taken), len(taken)):  # so that none is always the last
                await self._begin(name)
        finally:
            self._taking -= set(names)

    async def _begin(self, name: str) -> None:
        """Look at a table for the first time; one that cannot be read keeps no other one waiting."""
        try:
            entry = await self._hub.get(name)
            if entry.table.now.stage is not Stage.PLAYING:
                await self._correct_list(listing_of(entry.table.now))
            self._hub.presences.touch(name)  # others may be connected through other processes
            self.look(entry)
        except Refused as refused:
            if refused.code != "broken":  # which the hub has logged
                log("warning", "a table in the list has no log")
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            self._failed(name, error)

    def _failed(self, name: str, error: Exception) -> None:
        """Log an unexpected error at a table, and try again later."""
        self._hub.metrics.counters["errors"] += 1
        log_failure("a table could not be looked after; it is tried again", error, table=name)
        self._wake(name, RETRY_S)

    async def _correct_list(self, listing: Listing) -> None:
        """Correct an entry that lists a finished game as running: an earlier version did not write both together."""
        await self._hub.database.write(lambda connection: list_table(connection, listing))

    def keeps(self) -> set[str]:
        """Return the tables that should stay in memory: they have a timer, or somebody may have to be called there."""
        return set(self._timers) | self._calls.keeps()

    # Acting

    def look(self, entry: Entry) -> None:
        """Start or schedule what this table needs next; called after every change."""
        now, name = entry.table.now, entry.id
        timer = self._timers.pop(name, None)
        if timer:
            timer.cancel()
        if not self._leases.has(name):
            if now.stage is Stage.PLAYING and name not in self._others:
                self._hub.spawn(self._take_leases([name]))
            return
        self._calls.touch(name)
        if now.stage in FINISHED:
            if name not in self._ending:
                self._ending.add(name)
                self._hub.spawn(self._end(name))
            return
        for turn in entry.table.bot_moves_due() if is_watched(entry) else ():
            if (name, turn.seat, turn.at) not in self._thinking:
                self._thinking.add((name, turn.seat, turn.at))
                self._hub.spawn(self._decide(name, turn))
        wake = entry.table.wake_at()
        if wake is not None:
            self._wake(name, min(max(0.0, (wake - entry.now_ms()) / 1000), LONGEST_SLEEP))

    def _wake(self, name: str, pause: float) -> None:
        """Set the table's timer to `pause` seconds."""
        before = self._timers.pop(name, None)
        if before:
            before.cancel()
        loop = asyncio.get_running_loop()
        self._timers[name] = loop.call_later(pause, lambda: self._hub.spawn(self._act(name)))

    async def _end(self, name: str) -> None:
        """Finish a table: keep its results, hear its bots, have its story told unless stopping; release its lease."""
        try:
            await self._keep_results(name)
            if not self._stopping.is_set():
                await hear_afterwords(self._hub, self._workers, name)
            if not self._stopping.is_set() and not (await self._hub.get(name)).table.now.script:
                await self._stories.keep(name)
        finally:
            await self._leases.release(name)
            self._ending.discard(name)

    async def _keep_results(self, name: str) -> None:
        """Store what each guest has played there; if it fails, it is made up for when a guest asks for their games."""
        try:
            await keep_results(self._hub, name)
        except (HeimlichError, SQLAlchemyError, OSError) as error:
            log_failure("the results of a table could not be kept", error, table=name)

    async def _act(self, name: str) -> None:
        """Do what is due at a table; after an error, try again later."""
        self._timers.pop(name, None)
        try:
            await self._do_what_is_due(name)
        except Refused:  # there is no such table any more, or it cannot be read
            pass
        except Exception as error:
            self._failed(name, error)

    async def _do_what_is_due(self, name: str) -> None:
        entry = await self._hub.get(name)
        at = entry.now_ms()
        for due in entry.table.automatic(at):
            await self._try(name, Decide(due.seat, due.action, entry.table.now.number(due.seat)))
        for due in entry.table.claims_due(at):
            await self._try(name, Claim(due.seat))
        if name not in self._timers:
            self.look(entry)

    async def _decide(self, name: str, turn: BotTurn) -> None:
        """Let a bot decide, in another process; its decision is held until it is due."""
        try:
            entry = await self._hub.get(name)
            now = entry.table.now
            action = now.scripted(turn.seat) or await self._think(entry, turn)
            if not await self._wait_until(entry, turn.at):
                return
            if await self._try(name, Decide(turn.seat, action, turn.number)):
                self._hub.metrics.counters["bot_moves"] += 1
            else:
                await asyncio.sleep(AGAIN)
        except Refused:  # there is no such table any more, or it cannot be read
            return
        except WorkersStopped:  # the next process asks the bot again
            return
        except Exception as error:
            self._failed(name, error)
            return
        finally:
            self._thinking.discard((name, turn.seat, turn.at))
        self.look(entry)

    async def _think(self, entry: Entry, turn: BotTurn) -> str:
        """Let a bot think about its seat's view, and about the past if it remembers."""
        now, past = entry.table.now, None
        view = now.game.view(now.state, turn.seat)
        if remembers(now.game.id, turn.bot):
            past = TablePast(entry.id, now.rules, len(now.chairs), turn.seat, entry.table.past())
        draws = bot_draws(now.seed, turn.seat, entry.table.past()) if now.season else None
        return await self._choose(Thought(now.terms.game, turn.bot, view, past, draws), self._hub.payer_of(now))

    async def _wait_until(self, entry: Entry, at: int) -> bool:
        """Sleep until a time; return False if this process is stopping."""
        while (pause := at - entry.now_ms()) > 0 and not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause / 1000)
        return not self._stopping.is_set()

    async def _choose(self, question: Thought, payer: Payer) -> str:
        """Ask the bot for its decision; choose at random if it fails."""
        try:
            return await self._workers.choose(question, payer)
        except WorkersStopped:
            raise
        except BotFailed as error:
            self._hub.metrics.counters["bot_failures"] += 1
            log("error", "a bot failed; chance decides", bot=question.bot, error=str(error))
            actions = await asyncio.to_thread(GAMES[question.game].legal_actions, question.view)
            chance = random.SystemRandom() if question.draws is None else random.Random(question.draws)
            return str(chance.choice(actions))

    async def _try(self, name: str, command: Decide | Claim) -> bool:
        """Try a command; return False if the table refuses it, for example because it has moved on."""
        try:
            await self._hub.do(name, command)
        except HeimlichError:
            return False
        return True
