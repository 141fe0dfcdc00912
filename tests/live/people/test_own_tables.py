"""The list of one's own tables over HTTP: on every device, with whose turn it is, and nothing of other people's."""

import asyncio

from heimlich.server.table.commands import AddBot, Leave, Sit, StandUp, Start
from tests.live.clients import GAMES, Client
from tests.live.servers import LiveServer

TERMS = GAMES["heimlich-co"] | {"seats": 3, "house": [["first", "1"]]}


def own(server: LiveServer, token: str) -> list[dict[str, object]]:
    status, answer, _ = server.ask("GET", "/api/guest/tables", token=token)
    assert status == 200
    assert isinstance(answer, list)
    return answer


def test_ones_tables_are_listed_with_whose_turn_it_is(server: LiveServer) -> None:
    anna, bob = server.token("Anna"), server.token("Bob")
    waiting, played = (server.table(anna, TERMS) for _ in range(2))

    async def begin() -> None:
        async with Client(server, anna, waiting) as client:
            await client.do(Sit(1))
        async with Client(server, anna, played) as host, Client(server, bob, played) as guest:
            await host.do(Sit(0))
            await guest.do(Sit(1))
            await host.do(AddBot(2, "random"))
            await host.do(Start())

    asyncio.run(begin())
    mine = own(server, anna)
    assert [(one["table"]["table"], one["seats"], one["turn"]) for one in mine] == [  # type: ignore[index]
        (played, [0], True),
        (waiting, [1], False),
    ]
    (his,) = own(server, bob)
    assert (his["seats"], his["turn"], his["awaited"]) == ([1], False, [0])
    assert [seat["name"] for seat in his["table"]["seats"][:2]] == ["Anna", "Bob"]  # type: ignore[index]
    assert own(server, server.token("Carl")) == []
    assert server.ask("GET", "/api/guest/tables")[0] == 401


def test_a_table_without_a_seat_of_ones_own_is_not_listed(server: LiveServer) -> None:
    anna = server.token("Anna")
    table = server.table(anna, TERMS)
    assert own(server, anna) == []

    async def visit() -> None:
        async with Client(server, anna, table) as client:
            await client.do(Sit(0))
            assert len(own(server, anna)) == 1
            await client.do(StandUp(0))
            assert own(server, anna) == []
            await client.do(Sit(0))
            await client.do(Leave())

    asyncio.run(visit())
    assert own(server, anna) == []


def test_another_device_of_the_guest_sees_the_same_list(server: LiveServer) -> None:
    anna = server.token("Anna")
    table = server.table(anna, TERMS)

    async def sit() -> None:
        async with Client(server, anna, table) as client:
            await client.do(Sit(0))

    asyncio.run(sit())
    code = server.ask("POST", "/api/guest/codes", {}, anna)[1]["code"]
    headers = server.ask("POST", "/api/guest/moves", {"code": code})[2]
    cookie = headers["set-cookie"].partition(";")[0].partition("=")[2]
    assert own(server, cookie) == own(server, anna) != []
