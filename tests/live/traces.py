"""What the server has of a guest: asked for, deleted, and looked for in the whole database."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

from sqlalchemy import select

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.database import make_database
from heimlich.server.table.commands import Chat, Sit, Start, WritePad
from tests.live.clients import GAMES, Client
from tests.live.servers import PATIENCE, LiveServer

TWO = GAMES["heimlich-co"] | {"seats": 2}
SECRET = "Zanzibar"


def export(server: LiveServer, token: str) -> dict[str, Any]:
    status, answer, headers = server.ask("GET", "/api/guest/export", token=token)
    assert status == 200, answer
    assert headers["content-disposition"] == 'attachment; filename="heimlich-everything-about-me.json"'
    assert headers["cache-control"] == "no-store"
    assert isinstance(answer, dict)
    return answer


def forget(server: LiveServer, token: str) -> int:
    return server.ask("DELETE", "/api/guest", token=token)[0]


def every_text(database: str) -> str:
    """All that is in the database, but the hashes."""

    async def look() -> str:
        opened = make_database(Settings(database=database))
        try:
            return await opened.read(
                lambda found: str([list(found.execute(select(table))) for table in schema.metadata.sorted_tables])
            )
        finally:
            await opened.close()

    return asyncio.run(look())


def guest_id(database: str, name: str) -> str:
    async def look() -> str:
        opened = make_database(Settings(database=database))
        try:
            wanted = select(schema.guests.c.id).where(schema.guests.c.nickname == name)
            return await opened.read(lambda found: str(found.execute(wanted).scalar_one()))
        finally:
            await opened.close()

    return asyncio.run(look())


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


async def two_at(server: LiveServer, tokens: list[str], *, moves: int | None = None) -> tuple[str, list[Client]]:
    """A table of two, played to its end or for some moves; its clients are left connected."""
    table = await asyncio.to_thread(server.table, tokens[0], TWO)
    clients = [Client(server, token, table, seat) for seat, token in enumerate(tokens)]
    for seat, client in enumerate(clients):
        await client.__aenter__()
        await client.must(Sit(seat))
        await client.follow()
    await clients[0].must(Start())
    await clients[0].must(Chat("players", f"{SECRET} said"))
    await clients[0].must(WritePad(0, (), f"{SECRET} noted"))
    await clients[1].must(Chat("players", "Bob said"))
    await clients[1].must(WritePad(1, (), "Bob noted"))
    if moves is None:
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    else:
        for _ in range(moves):
            mover = next(client for client in clients if "offer" in client.picture)
            await mover.play(Random(1), 1)
            for client in clients:
                await client.catch_up()
    return table, clients
