"""Guests are kept for some time after they were last here, players longer."""

import asyncio
from typing import Any

from sqlalchemy import func, insert, select

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.cleaning import GUEST_DAYS, PLAYER_DAYS, clean
from heimlich.server.storage.database import Database, make_database
from heimlich.server.table.clocks import DAY
from tests.live.servers import serving
from tests.live.traces import wait_until


def test_guests_who_have_played_are_kept_longer(database: str) -> None:
    now = 1000 * DAY

    def fill(connection: Any) -> None:
        ages = {"new": (1, 0), "idle": (GUEST_DAYS + 1, 0), "came back": (500, 3), "player": (300, 200)}
        for name, (came, seen) in (ages | {"gone player": (900, PLAYER_DAYS + 1)}).items():
            seen_at = now - seen * DAY if seen else 0
            values = {"id": name, "nickname": name, "created_at": now - came * DAY, "seen_at": seen_at}
            connection.execute(insert(schema.guests).values(values))
            if "player" in name:
                play = {"guest": name, "table_id": "t", "ended_at": 1, "result": "won", "play": "{}"}
                connection.execute(insert(schema.plays).values(play))

    async def work() -> None:
        opened: Database = make_database(Settings(database=database))
        await opened.open()
        try:
            await opened.write(fill)
            await clean(opened, 90, now)
            left = await opened.read(lambda found: sorted(found.execute(select(schema.guests.c.id)).scalars()))
            assert left == ["came back", "new", "player"]
            kept = await opened.read(
                lambda found: found.execute(select(func.count()).select_from(schema.plays)).scalar()
            )
            assert kept == 1
        finally:
            await opened.close()

    asyncio.run(work())


def test_when_a_guest_was_here_is_noted(database: str) -> None:
    def seen() -> int:
        async def look() -> int:
            opened = make_database(Settings(database=database))
            try:
                wanted = select(func.max(schema.guests.c.seen_at))
                return await opened.read(lambda found: int(found.execute(wanted).scalar_one()))
            finally:
                await opened.close()

        return asyncio.run(look())

    with serving(database) as server:
        assert server.ask("GET", "/api/guest", token=server.token("Anna"))[0] == 200
        wait_until(lambda: seen() > 0)
