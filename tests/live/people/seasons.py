"""What tests do with seasons: begin and end one, play its deals, read its ranking and its secret."""

import asyncio
from random import Random
from typing import Any

from sqlalchemy import select, update

from heimlich.server.settings import Settings
from heimlich.server.storage.database import make_database
from heimlich.server.storage.schema import seasons
from tests.live.clients import GAMES, Client
from tests.live.people.test_groups import ask
from tests.live.servers import LiveServer

TWO = GAMES["heimlich-co"] | {"seats": 2, "house": [["target", "12"]]}  # a short game


def begin(server: LiveServer, link: str, token: str, **more: Any) -> str:
    wish = {"name": "Winter", "terms": TWO, "bots": ["newcomer"], "deals": 2, "days": 7} | more
    status, answer = ask(server, token, "POST", f"/{link}/seasons", wish)
    assert status == 201, answer
    season: str = answer["season"]
    return season


def next_deal(server: LiveServer, link: str, season: str, token: str) -> tuple[str, int]:
    status, answer = ask(server, token, "POST", f"/{link}/seasons/{season}/deals")
    assert status == 201, answer
    return answer["table"], answer["deal"]


def show(server: LiveServer, link: str, season: str, token: str) -> dict[str, Any]:
    status, answer = ask(server, token, "GET", f"/{link}/seasons/{season}")
    assert status == 200, answer
    assert isinstance(answer, dict)
    return answer


def lines(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one["line"] for one in shown["ranking"]}


def end(server: LiveServer, link: str, season: str, token: str) -> None:
    assert ask(server, token, "POST", f"/{link}/seasons/{season}/end")[0] == 204


def stored_seed(database: str, season: str) -> str:
    """The secret seed of a season."""

    async def look() -> str:
        opened = make_database(Settings(database=database))
        try:
            wanted = select(seasons.c.seed).where(seasons.c.id == season)
            return await opened.read(lambda found: str(found.execute(wanted).scalar_one()))
        finally:
            await opened.close()

    return asyncio.run(look())


def let_time_pass(database: str, season: str) -> None:
    """Let the end of a season be in the past."""

    async def change() -> None:
        opened = make_database(Settings(database=database))
        try:
            past = update(seasons).where(seasons.c.id == season).values(ends_at=1)
            await opened.write(lambda found: found.execute(past) and None)
        finally:
            await opened.close()

    asyncio.run(change())


async def play(server: LiveServer, table: str, token: str, seat: int, seed: int = 1) -> list[str]:
    """Play a deal to its end by chance that follows from a seed; everything that was received."""
    async with Client(server, token, table, seat) as client:
        await client.follow()
        await client.play(Random(seed))
        assert client.stage == "over"
        return client.raw


def play_deal(server: LiveServer, link: str, season: str, token: str, seed: int = 1) -> str:
    """Play the next deal; its table."""
    table, deal = next_deal(server, link, season, token)
    asyncio.run(play(server, table, token, (deal - 1) % 2, seed))
    return table


def events_of(server: LiveServer, table: str, token: str) -> list[str]:
    """The events of a finished game, from its record."""
    status, record, _ = server.ask("GET", f"/api/tables/{table}/record", token=token)
    assert status == 200, record
    return [line for line in record.splitlines() if not line.startswith(("#", "seat", "players"))][1:]


def server_stage(server: LiveServer, table: str, token: str) -> str:
    answer = server.ask("GET", f"/api/tables/{table}", token=token)[1]
    return str(answer["table"]["stage"])
