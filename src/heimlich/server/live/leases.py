"""The tables that this process acts for: all, if it is alone on its database; else those whose leases it holds."""

from collections.abc import Collection, Sequence
from typing import Protocol

from sqlalchemy import Connection

from heimlich.server.storage import processes
from heimlich.server.storage.database import Database


class Leases(Protocol):
    """The leases of this process."""

    async def begin(self) -> None:
        """Take the place of an earlier process."""
        ...

    async def renew(self) -> set[str]:
        """Report that this process is alive, check which leases it still holds; return those it was given."""
        ...

    async def hand_over(self, kept: Collection[str], /) -> set[str]:
        """Give leases to the processes through which the tables' guests are connected; return the tables.

        Those of `kept` stay here.
        """
        ...

    async def free(self, most: int) -> list[str]:
        """List tables at which a game is on and for which no process acts."""
        ...

    async def take(self, names: Sequence[str]) -> set[str]:
        """Take the leases of these tables; return those taken, for another process may hold some."""
        ...

    def has(self, table: str) -> bool:
        """Tell whether this process acts for a table."""
        ...

    async def release(self, table: str) -> None:
        """Give a table's lease up."""
        ...

    async def leave(self) -> None:
        """Give up all leases, as this process stops."""
        ...

    @property
    def number(self) -> int:
        """The number of tables this process acts for."""
        ...


def make_leases(database: Database, process: str, lease_s: float) -> Leases:
    """Make the kind of leases that fits a shared or an unshared database."""
    return SharedLeases(database, process, lease_s) if database.shared else LoneLeases(database)


class LoneLeases:
    """Leases of the only process: they are kept in memory only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: set[str] = set()
        self._waiting: list[str] | None = None  # games that were on when this process started

    async def begin(self) -> None:
        """Do nothing: no leases are stored."""

    async def renew(self) -> set[str]:
        """Do nothing: there is no other process."""
        return set()

    async def hand_over(self, _: Collection[str], /) -> set[str]:
        """Do nothing: there is no other process."""
        return set()

    async def free(self, most: int) -> list[str]:
        """List, once, the games that an earlier process has left; later games are taken when they begin."""
        if self._waiting is None:
            self._waiting = await self._database.read(processes.played)
        found, self._waiting = self._waiting[:most], self._waiting[most:]
        return found

    async def take(self, names: Sequence[str]) -> set[str]:
        """Take all of them: there is no other process."""
        self._taken |= set(names)
        return set(names)

    def has(self, table: str) -> bool:
        return table in self._taken

    async def release(self, table: str) -> None:
        self._taken.discard(table)

    async def leave(self) -> None:
        self._taken.clear()

    @property
    def number(self) -> int:
        return len(self._taken)


class SharedLeases:
    """Leases of one of several processes: stored in the database, valid while their process reports regularly."""

    def __init__(self, database: Database, process: str, lease_s: float) -> None:
        self._database = database
        self._process = process
        self._lease_ms = int(lease_s * 1000)
        self._taken: set[str] = set()
        self._taking: set[str] = set()
        self._releasing: set[str] = set()

    async def begin(self) -> None:
        """Free the leases of an earlier process at this address, so that a restart need not wait for them to expire."""
        await self._database.write(lambda found: processes.succeed(found, self._process))

    async def renew(self) -> set[str]:
        """Report alive; drop leases that others have taken, for example during a long sleep; find those they gave."""
        await self._database.write(self._say_alive)
        busy = self._taking | self._releasing  # before it is read: what changes meanwhile is left for the next round
        known = set(self._taken)
        kept = await self._database.read(lambda found: processes.leased_by(found, self._process))
        self._taken -= known - kept - self._taking
        given = kept - known - self._taken - busy - self._taking - self._releasing
        self._taken |= given
        return given

    async def hand_over(self, kept: Collection[str], /) -> set[str]:
        handed = await self._database.write(lambda found: processes.hand_over(found, self._process, kept))
        self._taken -= handed
        return handed

    def _say_alive(self, connection: Connection) -> None:
        """Report alive by the database's clock: those of the processes may differ."""
        now = processes.database_time(connection)
        processes.say_alive(connection, self._process, now, now - self._lease_ms)

    async def free(self, most: int) -> list[str]:
        return await self._database.read(lambda found: processes.unleased(found, most))

    async def take(self, names: Sequence[str]) -> set[str]:
        self._taking |= set(names)
        try:
            taken = await self._database.write(lambda found: processes.take_leases(found, names, self._process))
        finally:
            self._taking -= set(names)
        self._taken |= taken
        return taken

    def has(self, table: str) -> bool:
        return table in self._taken

    async def release(self, table: str) -> None:
        self._taken.discard(table)
        self._releasing.add(table)
        try:
            await self._database.write(lambda found: processes.release(found, [table], self._process))
        finally:
            self._releasing.discard(table)

    async def leave(self) -> None:
        await self._database.write(lambda found: processes.say_goodbye(found, self._process))

    @property
    def number(self) -> int:
        return len(self._taken)
