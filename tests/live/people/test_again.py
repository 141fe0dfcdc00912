"""The same people again, at any later time: they find the table among their own; the forgotten are left out."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.database import make_database
from heimlich.server.storage.openings import purpose_of
from heimlich.server.table.commands import Block, Consent, Leave
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer, Postgres, serving
from tests.live.traces import forget, guest_id
from tests.soak import count

THREE = GAMES["heimlich-co"] | {"seats": 3}


def again(server: LiveServer, table: str, token: str) -> tuple[int, Any]:
    status, answer, _ = server.ask("POST", f"/api/tables/{table}/again", token=token)
    return status, answer


def own_tables(server: LiveServer, token: str) -> list[str]:
    status, answer, _ = server.ask("GET", "/api/guest/tables", token=token)
    assert status == 200, answer
    return [one["table"]["table"] for one in answer]


async def ended(server: LiveServer, *, blocked: bool = False) -> tuple[str, list[str]]:
    """A table of three that ended by agreement, and their tokens; the second has left since."""
    clients = await seated(server, THREE)
    first, second, third = clients
    status, answer = await asyncio.to_thread(again, server, first.table, first.token)
    assert (status, answer["code"]) == (409, "stage"), "not while the game is on"
    if blocked:
        await third.must(Block(1))
    for client in clients:
        await client.must(Consent("end"))
    await second.must(Leave())
    await leave(clients)
    return first.table, [client.token for client in clients]


def test_one_press_seats_the_same_people_at_one_new_table(server: LiveServer) -> None:
    table, (anna, bob, carl) = asyncio.run(ended(server))
    status, answer = again(server, table, anna)
    assert status == 201, answer
    new = answer["table"]
    assert all(new in own_tables(server, token) for token in (anna, bob, carl)), "also for those who had left"
    assert again(server, table, bob)[1]["table"] == new, "while it is not over there is no second one"
    shown = server.ask("GET", f"/api/tables/{new}", token=bob)[1]
    assert shown["table"]["rematch_of"] == table
    assert [seat["name"] for seat in shown["table"]["seats"]] == ["Guest 2", "Guest 0", "Guest 1"]


def test_two_who_press_at_once_get_one_table(server: LiveServer) -> None:
    table, tokens = asyncio.run(ended(server))

    async def press() -> list[tuple[int, Any]]:
        return await asyncio.gather(*(asyncio.to_thread(again, server, table, token) for token in tokens * 2))

    assert len({answer["table"] for _, answer in asyncio.run(press())}) == 1


def test_two_processes_that_are_asked_at_once_open_one_table(postgres: Postgres) -> None:
    """The database decides which of them opens it; a lock in one process would not do."""
    database = postgres.database()
    with serving(database) as one, serving(database) as other:
        for _ in range(count(2, 30)):
            table, tokens = asyncio.run(ended(one))
            with ThreadPoolExecutor(6) as pool:
                pressed = [pool.submit(again, server, table, token) for token in tokens for server in (one, other)]
                answers = [press.result() for press in pressed]
            assert {status for status, _ in answers} == {201}, answers
            assert len({answer["table"] for _, answer in answers}) == 1
            assert all(len(own_tables(one, token)) == 1 for token in tokens)


def test_an_opening_that_was_broken_off_keeps_nobody_waiting_for_long(tmp_path: Path) -> None:
    """A process died before it wrote the table: its note is void after a minute."""
    database = str(tmp_path / "t.sqlite3")
    with serving(database) as server:
        table, (anna, *_) = asyncio.run(ended(server))
        opened = make_database(Settings(database=database))
        people = [guest_id(database, f"Guest {number}") for number in range(3)]
        purpose = purpose_of("again", table, sorted(people))

        def leave_a_note(until_ms: int) -> None:
            note = {"purpose": purpose, "table_id": "never-written", "until_ms": until_ms}
            asyncio.run(opened.write(lambda found: found.execute(insert(schema.openings).values(note))))

        leave_a_note(1)
        status, answer = again(server, table, anna)
        assert status == 201
        assert answer["table"] != "never-written"
        asyncio.run(opened.close())


def test_forgotten_guests_and_those_who_block_are_left_out(server: LiveServer) -> None:
    table, (anna, bob, carl) = asyncio.run(ended(server, blocked=True))
    assert forget(server, bob) == 200
    new = again(server, table, anna)[1]["table"]
    assert new not in own_tables(server, carl)
    seats = server.ask("GET", f"/api/tables/{new}", token=anna)[1]["table"]["seats"]
    assert [seat.get("name", "") for seat in seats] == ["", "Guest 0", ""], "their seats are free"
    other = again(server, table, carl)[1]["table"]
    assert other != new
    assert other in own_tables(server, anna), "the one who is blocked may be asked"


def test_strangers_and_nonsense_are_refused(server: LiveServer) -> None:
    table, _ = asyncio.run(ended(server))
    eve = server.token("Eve")
    assert again(server, table, eve)[1]["code"] == "seat"
    assert again(server, "nowhere", eve)[0] == 404
    assert again(server, "x" * 65, eve)[0] == 400
    assert again(server, table, "")[0] == 401
    assert own_tables(server, eve) == []
