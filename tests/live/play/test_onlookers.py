"""Boards, blocks, and what everyone is told of himself, over real sockets."""

import asyncio
from random import Random

from heimlich.server.table.audience.messages import Refusal, You
from heimlich.server.table.commands import Block, Chat, PassHost, Sit, StandUp, Watch
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import LiveServer

TERMS = GAMES["heimlich-co"] | {"seats": 2}


async def guest(server: LiveServer, table: str, name: str) -> Client:
    """A client who has not come to the table yet."""
    return await Client(server, await asyncio.to_thread(server.token, name), table).__aenter__()


def test_everyone_is_told_which_seats_are_his(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS, start=False)
        host, other = clients
        assert host.you == You(1, (0,), host=True)
        assert other.you == You(2, (1,))
        assert [text[:10] for text in other.raw if text.startswith(('{"t":"you"', '{"t":"s"'))] == [
            '{"t":"you"',
            '{"t":"s","',
        ], "first who one is, then what one sees"
        await host.must(PassHost(2))
        await other.until(lambda: other.you == You(2, (1,), host=True))
        await host.until(lambda: host.you == You(1, (0,)))
        tab = await Client(server, host.token, host.table).__aenter__()
        await tab.follow()
        assert tab.you == You(1, (0,))
        await host.must(StandUp(0))
        await tab.until(lambda: tab.you == You(1))
        await host.must(Sit(0))
        await tab.until(lambda: tab.you == You(1, (0,)))
        await leave([*clients, tab])

    asyncio.run(play())


def test_all_are_told_who_is_connected(server: LiveServer) -> None:
    async def meet() -> None:
        clients = await seated(server, TERMS)
        anna, bert = clients
        second = await Client(server, bert.token, bert.table, 1).__aenter__()
        await second.follow()
        watcher = await guest(server, anna.table, "Eve")
        await watcher.must(Watch())
        await watcher.follow()
        for client in (*clients, second, watcher):
            await client.until(lambda client=client: client.here == (1, 2, 3))
        await bert.__aexit__()
        await asyncio.sleep(0.6)
        assert 2 in anna.here, "he has another device"
        await second.__aexit__()
        await anna.until(lambda: anna.here == (1, 3))
        again = await Client(server, bert.token, bert.table, 1).__aenter__()
        await again.follow()
        for client in (anna, watcher, again):
            await client.until(lambda client=client: client.here == (1, 2, 3))
        numbers = [client.number for client in (anna, again)]
        assert numbers[0] == numbers[1], "coming and going is no update"
        await leave([anna, again, watcher])

    asyncio.run(meet())


def test_a_board_shows_what_everyone_sees_and_says_nothing(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS | {"watch": False, "board": True})
        board = await guest(server, clients[0].table, "Tablet")
        await board.must(Watch())
        await board.follow()
        await clients[0].until(lambda: "3" in clients[0].picture["table"]["people"])
        assert clients[0].picture["table"]["people"]["3"]["board"]
        refused = await board.do(Chat("spectators", "hello"))
        assert isinstance(refused, Refusal)
        assert refused.code == "board"
        mover = next(client for client in clients if "offer" in client.picture)
        await mover.play(Random(1), 1)
        await board.until(lambda: board.picture["game"] == _public(mover))
        await leave([*clients, board])

    asyncio.run(play())


def _public(client: Client) -> object:
    return {key: value for key, value in client.picture["game"].items() if key != "own"}


def test_a_blocked_person_is_not_heard_and_nobody_learns_of_it(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS | {"seats": 3}, start=False)
        anna, bob, carl = clients
        tab = await Client(server, anna.token, anna.table, 0).__aenter__()
        await tab.follow()
        before = len(bob.raw), len(carl.raw)
        await anna.must(Block(2))
        assert anna.you == You(1, (0,), host=True, blocked=(2,))
        await tab.until(lambda: tab.you == anna.you)
        await bob.must(Chat("players", "rude words"))
        await carl.must(Chat("players", "kind words"))
        for client in (anna, tab, bob, carl):
            await client.until(lambda client=client: any("kind words" in text for text in client.raw))
        for client in (anna, tab):
            assert not any("rude words" in text for text in client.raw)
            assert client.number == carl.number, "the update is counted all the same"
        heard = [
            [text for text in client.raw[start:] if '"u"' in text]
            for client, start in zip((bob, carl), before, strict=True)
        ]
        assert heard[0] == heard[1], "and the others see no difference"
        assert any("rude words" in text for text in heard[0])
        fresh = await Client(server, anna.token, anna.table, 0).__aenter__()
        await fresh.follow()
        (told,) = (text for text in fresh.raw if text.startswith('{"t":"s"'))
        assert "rude words" not in told
        assert "kind words" in told
        await leave([*clients, tab, fresh])

    asyncio.run(play())
