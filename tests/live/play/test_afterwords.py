"""When a game is over its bots say whom they suspected: then, never before, and to whoever comes later too."""

import asyncio
from random import Random
from typing import Any

import msgspec

from heimlich.bots.characters import names_at
from heimlich.bots.registry import partners
from heimlich.server.table.audience.lines import names_of, unpack_line
from heimlich.server.table.audience.messages import Refusal, Snapshot, decode_server
from heimlich.server.table.commands import AddBot, Chat, Sit, Start, Watch
from heimlich.text import Speaker
from tests.live.clients import GAMES, QUICK, Client
from tests.live.servers import LiveServer, Postgres, serving

CAST = ["newcomer", "casual", "careful", "bluffer", "detective", "master"]
SHORT: dict[str, Any] = {"game": "heimlich-co", "edition": "rio-grande", "house": [["target", "15"]], **QUICK}


def afterwords(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.picture["table"].get("afterwords", {})
    return found


def words(client: Client, language: str) -> list[str]:
    """What each bot says, as the one who reads it sees it."""
    table = client.picture["table"]
    game = table["terms"]["game"]
    names = ["Anna", *(table["seats"][str(seat)]["name"] for seat in range(1, table["terms"]["seats"]))]
    speaker = Speaker(game, names, language)
    return [
        " ".join(speaker.line(unpack_line(line, names_of(game))) for line in one["lines"])
        for one in afterwords(client).values()
    ]


async def sit_with(client: Client, bots: list[str]) -> None:
    await client.must(Sit(0))
    for seat, bot in enumerate(bots, 1):
        await client.must(AddBot(seat, bot))
    await client.must(Start())
    await client.follow()


def test_six_characters_speak_after_the_end_and_only_then(server: LiveServer) -> None:
    bots = [bot for bot in CAST if bot in partners("heimlich-co")]

    async def play() -> None:
        token = server.token("Anna")
        table = server.table(token, SHORT | {"seats": len(bots) + 1})
        async with Client(server, token, table, 0) as anna:
            await sit_with(anna, bots)
            seats = anna.picture["table"]["seats"]
            assert [seats[str(seat)]["name"] for seat in range(1, len(bots) + 1)] == names_at(bots)
            await anna.play(Random(4))
            await anna.until(lambda: bool(afterwords(anna)))
            assert list(afterwords(anna)) == [str(seat) for seat in range(1, len(bots) + 1)]
            first = next(number for number, text in enumerate(anna.raw) if "afterwords" in text)
            assert '"stage":"over"' in "".join(anna.raw[:first])
            assert len([text for text in anna.raw if "afterwords" in text]) == 1
            english, german = words(anna, "en"), words(anna, "de")
            assert all("Anna" in text for text in english)  # they speak of people
            assert all("{" not in text and text not in english for text in german)
            before = afterwords(anna)
            await anna.must(Chat("players", "you knew?"))
            assert afterwords(anna) == before
        # Who comes back, or comes only now, is told too.
        async with Client(server, token, table, 0) as again:
            await again.follow()
            assert afterwords(again) == before
            assert any(isinstance(decode_server(text), Snapshot) for text in again.raw)
        async with Client(server, server.token("Eve"), table) as eve:
            await eve.must(Watch())
            await eve.follow()
            assert afterwords(eve) == before

    asyncio.run(play())
    assert "heimlich_bot_failures_total 0" in server.ask("GET", "/metrics")[1], server.said


def test_they_are_kept_when_the_server_starts_anew(tmp_path: Any) -> None:
    database = str(tmp_path / "tables.sqlite3")
    told: list[dict[str, Any]] = []

    async def play(server: LiveServer) -> tuple[str, str]:
        token = server.token("Anna")
        table = server.table(token, GAMES["suitcases"] | {"seats": 2, "house": [["turn_limit", "6"]]})
        async with Client(server, token, table, 0) as anna:
            await sit_with(anna, ["master"])
            await anna.play(Random(1))
            await anna.until(lambda: bool(afterwords(anna)))
            told.append(afterwords(anna))
        return token, table

    async def look(server: LiveServer, token: str, table: str) -> None:
        async with Client(server, token, table, 0) as anna:
            await anna.follow()
            told.append(afterwords(anna))

    with serving(database) as server:
        token, table = asyncio.run(play(server))
    with serving(database) as server:
        asyncio.run(look(server, token, table))
    assert told[0] == told[1]
    assert told[0]["1"]["lines"][0][0] == "after-master"


def test_another_process_tells_them_too(postgres: Postgres) -> None:
    database = postgres.database()
    first, second = LiveServer(database).start(), LiveServer(database).start()

    async def play() -> None:
        token = first.token("Anna")
        table = first.table(token, SHORT | {"seats": 3})
        async with Client(first, token, table, 0) as anna, Client(second, second.token("Eve"), table) as eve:
            await sit_with(anna, ["casual", "master"])
            await eve.must(Watch())
            await eve.follow()
            await anna.play(Random(2))
            for client in (anna, eve):
                await client.until(lambda client=client: bool(afterwords(client)))
            assert afterwords(anna) == afterwords(eve)

    try:
        asyncio.run(play())
    finally:
        for server in (first, second):
            server.kill()


def test_nobody_but_the_server_makes_them_speak(server: LiveServer) -> None:
    async def ask() -> None:
        token = server.token("Anna")
        table = server.table(token, SHORT | {"seats": 2})
        async with Client(server, token, table, 0) as anna:
            await sit_with(anna, ["random"])
            await anna.send_text(
                msgspec.json.encode(
                    {
                        "t": "do",
                        "id": "x",
                        "table": table,
                        "command": {"do": "reflect", "said": [[1, [["after-random"]]]]},
                    }
                ).decode()
            )
            await anna.until(lambda: bool(anna.refused))
            assert anna.refused[0].code == "message"
            assert not afterwords(anna)

    asyncio.run(ask())


def test_a_bot_that_does_not_exist_is_refused_with_those_that_do(server: LiveServer) -> None:
    async def ask() -> None:
        token = server.token("Anna")
        table = server.table(token, SHORT | {"seats": 2})
        async with Client(server, token, table, 0) as anna:
            await anna.must(Sit(0))
            answer = await anna.do(AddBot(1, "columbo"))
            assert isinstance(answer, Refusal)
            assert answer.text == (
                f"there is no bot 'columbo' for heimlich-co; there are: {', '.join(partners('heimlich-co'))}"
            )

    asyncio.run(ask())
