"""Tidying beside a running server: a table is kept whole or deleted whole, and what was acknowledged stays."""

import asyncio
from random import Random

from sqlalchemy import select, update

from heimlich.server import admin
from heimlich.server.settings import Settings
from heimlich.server.storage import store
from heimlich.server.storage.database import Database, make_database
from heimlich.server.storage.schema import log
from heimlich.server.table.audience.messages import Done
from heimlich.server.table.commands import Chat, Decide
from heimlich.server.table.live_table import LiveTable
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import serving
from tests.soak import count

TABLES = count(4, 40)
ROUNDS = count(5, 20)
DAYS = 90
TERMS = GAMES["heimlich-co"] | {"seats": 2}


async def age(opened: Database, table: str) -> None:
    """Let all that has happened at a table have happened long ago; a server that has it in memory does not notice."""
    old = update(log).where(log.c.table_id == table).values(at_ms=log.c.at_ms - (DAYS + 1) * admin.DAY)
    await opened.write(lambda connection: connection.execute(old))


async def numbers(opened: Database, table: str) -> list[int]:
    wanted = select(log.c.seq).where(log.c.table_id == table).order_by(log.c.seq)
    return await opened.read(lambda connection: list(connection.execute(wanted).scalars()))


async def tidy(opened: Database, after_s: float = 0.0) -> list[str]:
    """`heimlich admin tidy --really`, a moment later; the tables that were deleted."""
    await asyncio.sleep(after_s)
    found = await opened.write(lambda connection: admin.tidy(connection, DAYS, really=True))
    return [listing.id for listing in found]


async def is_whole(opened: Database, table: str) -> bool:
    """Whether the table is there; if it is, all of it must be."""
    found = await numbers(opened, table)
    assert found == list(range(len(found))), "a log begins with its first row and has no gap"
    if found:
        LiveTable.from_rows(await opened.read(lambda connection: store.read_rows(connection, table)))
    return bool(found)


async def move(clients: list[Client], rng: Random) -> bool:
    """Someone moves, or says something; whether that was acknowledged. If not, the table is gone."""
    mover = next((client for client in clients if "offer" in client.picture), None)
    if mover is None or mover.seat is None:
        mover = clients[0]
        answer = await mover.do(Chat("players", "hello"))
    else:
        answer = await mover.do(Decide(mover.seat, rng.choice(mover.choices()), mover.number))
    if isinstance(answer, Done):
        for client in clients:
            await client.catch_up()
        return True
    assert answer.code in {"table", "stale", "rate", "answered"}, answer
    return False


def test_tidying_breaks_no_acknowledged_move(database: str) -> None:
    async def play() -> None:
        opened = make_database(Settings(database=database))
        await opened.prepare()
        kept = deleted = 0
        for number in range(TABLES):
            rng = Random(number)
            clients = await seated(server, TERMS)
            table = clients[0].table
            for _ in range(ROUNDS):
                await age(opened, table)
                acknowledged, _ = await asyncio.gather(move(clients, rng), tidy(opened, rng.random() * 0.004))
                whole = await is_whole(opened, table)
                kept += acknowledged
                assert whole or not acknowledged, "what was acknowledged is there"
                if not whole:
                    deleted += 1
                    assert not await move(clients, rng)
                    assert not await is_whole(opened, table)
                    break
            await leave(clients)
        assert kept + deleted >= TABLES
        await opened.close()

    with serving(database) as server:
        asyncio.run(play())
        assert not [line for line in server.said if "broken" in line or '"trace"' in line]


def test_who_looks_on_is_told_that_the_table_is_gone(database: str) -> None:
    async def play() -> None:
        opened = make_database(Settings(database=database))
        await opened.prepare()
        clients = await seated(server, TERMS)
        await age(opened, clients[0].table)
        assert await tidy(opened) == [clients[0].table]
        assert not await move(clients, Random(1))
        for client in clients:
            await client.until(lambda client=client: any(refusal.code == "table" for refusal in client.refused))
        await leave(clients)
        await opened.close()

    with serving(database) as server:
        asyncio.run(play())
