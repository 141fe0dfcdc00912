"""Which tables this process acts for: alone on its database, all; one of several, those whose leases it holds."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection

from heimlich.server.storage import processes
from heimlich.server.storage.database import Database


class Leases(Protocol):
    """Who acts for which table."""

    async def begin(self) -> None:
        """Take the place of an earlier process."""
        ...

    async def renew(self) -> None:
        """Say that this process lives, and see which leases it still holds."""
        ...

    async def free(self, most: int) -> list[str]:
        """Tables at which a game is on and for which nobody acts."""
        ...

    async def take(self, names: Sequence[str]) -> set[str]:
        """Act for these tables from now on; for which, for somebody else may act for some."""
        ...

    def has(self, table: str) -> bool:
        """Whether this process acts for a table."""
        ...

    async def release(self, table: str) -> None:
        """Act for a table no longer."""
        ...

    async def leave(self) -> None:
        """This process goes."""
        ...

    @property
    def number(self) -> int:
        """How many tables it acts for."""
        ...


def make_leases(database: Database, process: str, lease_s: float) -> Leases:
    """As the database is shared or not."""
    return SharedLeases(database, process, lease_s) if database.shared else LoneLeases(database)


class LoneLeases:
    """The only process: nothing need be written down."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: set[str] = set()
        self._waiting: list[str] | None = None  # games that were on when this process started

    async def begin(self) -> None:
        """Nothing was written down."""

    async def renew(self) -> None:
        """Nobody else could ask."""

    async def free(self, most: int) -> list[str]:
        """Once, the games that an earlier process has left; whatever begins later is taken then."""
        if self._waiting is None:
            self._waiting = await self._database.read(processes.played)
        found, self._waiting = self._waiting[:most], self._waiting[most:]
        return found

    async def take(self, names: Sequence[str]) -> set[str]:
        """There is nobody else."""
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
    """One of several: leases stand in the database, and last for as long as their process is heard of."""

    def __init__(self, database: Database, process: str, lease_s: float) -> None:
        self._database = database
        self._process = process
        self._lease_ms = int(lease_s * 1000)
        self._taken: set[str] = set()
        self._taking: set[str] = set()

    async def begin(self) -> None:
        """One that was killed and started again need not wait until it is taken for dead."""
        await self._database.write(lambda found: processes.succeed(found, self._process))

    async def renew(self) -> None:
        """After a long sleep others may have taken over what this process believes to have."""
        await self._database.write(self._say_alive)
        kept = await self._database.read(lambda found: processes.leased_by(found, self._process))
        self._taken &= kept | self._taking

    def _say_alive(self, connection: Connection) -> None:
        """By the database's time: processes need not agree on theirs."""
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
        await self._database.write(lambda found: processes.release(found, [table], self._process))

    async def leave(self) -> None:
        await self._database.write(lambda found: processes.say_goodbye(found, self._process))

    @property
    def number(self) -> int:
        return len(self._taken)
