"""Connections: coming back mid-turn, several tabs, spectators, strangers, slow readers, and saying what is wrong."""

import asyncio
import contextlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from heimlich.server.table.audience.messages import Done, Refusal, decode_server
from heimlich.server.table.commands import (
    AddBot,
    Chat,
    Decide,
    Kick,
    Leave,
    Nickname,
    Rematch,
    Resign,
    Sit,
    StandUp,
    Start,
    Watch,
)
from tests.live.clients import GAMES, Client, leave, level, raw, seated
from tests.live.servers import PATIENCE, LiveServer, serving

TERMS = GAMES["heimlich-co"]


def test_a_client_comes_back_and_gets_the_rest(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        mover = next(client for client in clients if "offer" in client.picture)
        other = clients[(mover.seat or 0) - 1]
        seen = other.number
        await other.__aexit__()
        await mover.play(Random(1), 1)
        assert mover.number > seen
        again = Client(server, other.token, other.table, other.seat)
        again.number, again.picture = seen, other.picture
        await again.__aenter__()
        await again.follow()
        await again.until(lambda: again.number == mover.number)
        assert not any('"t":"s"' in text for text in again.raw), "updates are enough, no snapshot is needed"
        fresh = Client(server, other.token, other.table, other.seat)
        await fresh.__aenter__()
        await fresh.follow()
        assert fresh.picture == again.picture, "who catches up and who begins anew see the same"
        await leave([*clients, again, fresh])

    asyncio.run(play())


def test_tabs_and_spectators_see_the_same_and_no_more(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        tab = Client(server, clients[0].token, clients[0].table, 0)
        watcher = Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table)
        async with tab, watcher:
            await tab.follow()
            refused = await watcher.do(Decide(0, "move red 1", 1))
            assert isinstance(refused, Refusal)
            assert refused.code == "stranger"
            await watcher.must(Watch())
            await watcher.follow()
            for _ in range(5):
                mover = next(client for client in clients if "offer" in client.picture)
                await mover.play(Random(2), 1)
                await level(clients, mover.number)
            await tab.until(lambda: tab.number == clients[0].number)
            assert tab.picture == clients[0].picture
            assert clients[0].picture["game"]["own"]
            assert not watcher.picture["game"].get("own")
            assert "offer" not in watcher.picture
            refused_before = len(watcher.refused)
            await watcher.send_text('{"t":"join","protocol":1,"table":"' + watcher.table + '","seat":1}')
            await watcher.until(lambda: len(watcher.refused) > refused_before)
            assert watcher.refused[-1].code == "seat"
        await leave(clients)

    asyncio.run(play())


def test_a_foreign_token_decides_nothing(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        mover = next(client for client in clients if "offer" in client.picture)
        thief = clients[(mover.seat or 0) - 1]
        assert mover.seat is not None
        before = mover.number
        answer = await thief.do(Decide(mover.seat, mover.choices()[0], mover.number))
        assert answer == Refusal(thief.sent[-1], "seat", f"seat {mover.seat + 1} is not yours")
        assert mover.number == before
        await leave(clients)

    asyncio.run(play())


def test_the_same_command_twice_is_done_once(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        mover = next(client for client in clients if "offer" in client.picture)
        assert mover.seat is not None
        command = Decide(mover.seat, mover.choices()[0], mover.number)
        assert isinstance(await mover.do(command, "same"), Done)
        after = mover.number
        assert isinstance(await mover.do(command, "same"), Done)
        late = await mover.do(command, "another")
        assert isinstance(late, Refusal)
        assert late.code in {"stale", "rules"}
        await mover.catch_up()
        assert mover.number == after
        await leave(clients)

    asyncio.run(play())


def test_without_a_token_the_socket_says_who_are_you(server: LiveServer) -> None:
    async def play() -> None:
        for headers in ({}, {"Authorization": "Bearer " + "x" * 43}):
            socket = await raw(server, headers)
            assert decode_server(await socket.recv()) == Refusal("", "guest", "who are you? Ask POST /api/guests first")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401

    asyncio.run(play())


def test_a_foreign_page_gets_no_socket(server: LiveServer) -> None:
    async def play() -> None:
        token = server.token("Anna")
        for headers in (
            {"Cookie": f"heimlich={token}", "Origin": "https://elsewhere.example"},
            {"Cookie": f"heimlich={token}"},
            {"Authorization": f"Bearer {token}", "Origin": "https://elsewhere.example"},
        ):
            with pytest.raises(InvalidStatus):
                await raw(server, headers)
        own = await raw(server, {"Cookie": f"heimlich={token}", "Origin": server.url})
        await own.close()

    asyncio.run(play())


def test_who_was_removed_sees_nothing_more(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS | {"seats": 2}, start=False)
        host, guest = clients
        await host.must(Kick(2))
        await guest.until(lambda: bool(guest.refused))
        assert guest.refused[-1].code == "seat"
        number = guest.number
        await host.must(Nickname("Zoe"))
        await guest.catch_up()
        assert guest.number == number
        refused = await guest.do(Sit(1))
        assert isinstance(refused, Refusal)
        assert refused.code == "kicked"
        await leave(clients)

    asyncio.run(play())


def test_chat_host_resigning_and_a_rematch(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS | {"seats": 2}, start=False)
        await clients[1].must(Chat("players", "hello"))
        await clients[0].until(lambda: any('"hello"' in text for text in clients[0].raw))
        await clients[1].must(StandUp(1))
        await clients[1].must(Sit(1))
        await clients[1].follow()
        await clients[0].must(Start())
        await clients[0].must(Resign(0))
        await clients[1].play(Random(4))
        assert clients[1].stage == "over"
        await clients[0].until(lambda: clients[0].stage == "over")
        opened = (await clients[1].must(Rematch())).table
        assert opened
        assert (await clients[0].must(Rematch())).table == opened, "one rematch for all"
        _, answer, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{opened}")
        assert [seat["taken"] for seat in answer["table"]["seats"]] == [True, True]
        await clients[0].must(Leave())
        await leave(clients)

    asyncio.run(play())


def test_a_rematch_against_bots_begins_at_once_under_the_name_one_has_now(server: LiveServer) -> None:
    async def play() -> None:
        token = await asyncio.to_thread(server.token, "Anna")
        table = await asyncio.to_thread(server.table, token, TERMS | {"seats": 2, "bot_pace_ms": 0})
        anna = await Client(server, token, table, 0).__aenter__()
        await anna.must(Sit(0))
        await anna.must(AddBot(1, "newcomer"))
        await anna.follow()
        await anna.must(Start())
        await anna.play(Random(4))
        await asyncio.to_thread(server.ask, "PATCH", "/api/guest", {"nickname": "Annika"}, token)
        await leave([anna])  # names are given on the start page
        anna = await Client(server, token, table, 0).__aenter__()
        await anna.follow()
        done = await anna.do(Rematch(), "another")
        assert isinstance(done, Done)
        _, answer, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{done.table}")
        assert answer["table"]["stage"] == "playing"
        assert "Annika" in [seat["name"] for seat in answer["table"]["seats"]]
        await leave([anna])

    asyncio.run(play())


def test_limits_of_connections_and_messages(tmp_path: Path) -> None:
    limits = {
        "HEIMLICH_SOCKETS_PER_ADDRESS": "3",
        "HEIMLICH_SOCKETS_PER_GUEST": "2",
        "HEIMLICH_MESSAGE_RATE": "0.001",
        "HEIMLICH_MESSAGE_BURST": "3",
    }

    async def play(server: LiveServer) -> None:
        anna = {"Authorization": f"Bearer {server.token('Anna')}"}
        bert = {"Authorization": f"Bearer {server.token('Bert')}"}
        first, second = await raw(server, anna), await raw(server, anna)
        await _is_there(second)
        third = await raw(server, anna)
        assert decode_server(await third.recv()) == Refusal("", "limit", "you have too many connections")
        other = await raw(server, bert)
        await _is_there(other)
        fifth = await raw(server, bert)
        assert "from your address" in str(await fifth.recv())
        for number in range(3):
            await first.send(f'{{"t":"ping","id":"{number}"}}')
            assert "pong" in await first.recv()
        await first.send('{"t":"ping","id":"9"}')
        assert decode_server(await first.recv()) == Refusal("9", "rate", "too many messages; wait a little")
        with pytest.raises(ConnectionClosed) as closed:
            await _ping_for_ever(first)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        for socket in (second, third, other, fifth):
            await socket.close()

    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        asyncio.run(play(server))


async def _is_there(socket: Any) -> None:
    """The server has taken the connection in, and counts it."""
    await socket.send('{"t":"ping","id":"here"}')
    assert "pong" in await socket.recv()


async def _ping_for_ever(socket: Any) -> None:
    while True:
        await socket.send('{"t":"ping","id":"9"}')
        await socket.recv()


def test_a_slow_reader_is_dropped(tmp_path: Path) -> None:
    """One who does not read at all: some messages fit into the network, some wait, and then he is gone."""

    async def play(server: LiveServer) -> None:
        token = server.token("Anna")
        table = server.table(token, TERMS)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        writer.write(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        join = f'{{"t":"join","protocol":1,"table":"{table}"}}'.encode()
        frame = bytes((0x81, 0x80 | len(join))) + bytes(4) + join if len(join) < 126 else b""
        assert frame
        with contextlib.suppress(ConnectionError):
            for _ in range(60_000):
                writer.write(frame)
                await asyncio.wait_for(writer.drain(), 5)
        for _ in range(int(10 * PATIENCE)):
            if "heimlich_dropped_readers_total 1" in (await asyncio.to_thread(server.ask, "GET", "/metrics"))[1]:
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError("the slow reader is still there")
        writer.close()

    with serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_QUEUE_MESSAGES": "50"}) as server:
        asyncio.run(play(server))
