"""Ratings over real databases and sockets: any order of arrival gives the same numbers, and forgetting changes none."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from itertools import permutations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, delete, insert, select

from heimlich.server.settings import Settings
from heimlich.server.storage.database import Database, make_database
from heimlich.server.storage.departures import depart
from heimlich.server.storage.joins import join
from heimlich.server.storage.ratings import keep_rated, read_rated
from heimlich.server.storage.schema import guests, rated_seats
from heimlich.server.table.afterwards.rated import RatedGame, RatedSeat
from heimlich.server.table.commands import Consent, Watch
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.operating.test_admin import do as operate
from tests.live.servers import LiveServer, serving
from tests.live.traces import forget, wait_until
from tests.soak import count

TWO = GAMES["heimlich-co"] | {"seats": 2}
PEOPLE = ("anna", "bob", "carl")


def game(table: str, ended_at: int, *players: tuple[str, int], kind: str = "heimlich-co") -> RatedGame:
    seats = [
        RatedSeat(place, guest=name if name in PEOPLE else "", bot="" if name in PEOPLE else name)
        for name, place in players
    ]
    return RatedGame(table, kind, ended_at, tuple(seats))


SEASON = (
    game("t1", 100, ("anna", 1), ("bob", 2)),
    game("t3", 200, ("bob", 1), ("carl", 2)),  # two that end at once
    game("t2", 200, ("carl", 1), ("anna", 1)),
    game("t4", 300, ("anna", 1), ("casual", 2)),
    game("t5", 400, ("anna", 2), ("bob", 1), kind="suitcases"),
)


def on(database: str, work: Callable[[Database], Any]) -> Any:
    """Do something with an opened database."""

    async def go() -> Any:
        opened = make_database(Settings(database=database))
        try:
            await opened.prepare()
            return await work(opened)
        finally:
            await opened.close()

    return asyncio.run(go())


def stored(connection: Connection) -> list[tuple[Any, ...]]:
    order = rated_seats.c.table_id, rated_seats.c.seat
    return [tuple(row) for row in connection.execute(select(rated_seats).order_by(*order))]


def welcome(connection: Connection) -> None:
    connection.execute(delete(rated_seats))
    connection.execute(delete(guests))
    connection.execute(insert(guests), [{"id": one, "nickname": "", "created_at": 0, "seen_at": 0} for one in PEOPLE])


def test_every_order_of_arrival_gives_the_same_ratings(database: str) -> None:
    async def work(opened: Database) -> list[list[tuple[Any, ...]]]:
        found = []
        for order in Random(1).sample(list(permutations(SEASON)), count(10, 120)):
            await opened.write(welcome)
            for one in order:
                await opened.write(partial(keep_rated, rated=one))
            found.append(await opened.read(stored))
        await opened.write(welcome)
        await asyncio.gather(*(opened.write(partial(keep_rated, rated=one)) for one in (*SEASON, *SEASON)))
        found.append(await opened.read(stored))
        return found

    first, *others = on(database, work)
    assert len(first) == 10
    assert all(other == first for other in others), (
        "to the last bit, at once or one after the other, and only once each"
    )


def test_a_forgotten_guest_changes_nobody_elses_rating_then_or_later(database: str) -> None:
    async def work(opened: Database) -> None:
        await opened.write(welcome)
        for one in SEASON:
            await opened.write(partial(keep_rated, rated=one))
        before = {name: await opened.read(partial(read_rated, guest=name)) for name in PEOPLE}
        await opened.write(lambda connection: depart(connection, "anna", 1000))
        rows = await opened.read(stored)
        assert "anna" not in str(rows)
        assert "t4" not in str(rows), "a game with a bot concerned nobody else"
        late = game("t0", 150, ("carl", 2), ("bob", 1), kind="suitcases")
        await opened.write(lambda connection: keep_rated(connection, late))
        assert not await opened.read(lambda found: read_rated(found, "anna"))
        for name in ("bob", "carl"):
            now = [play for play in await opened.read(partial(read_rated, guest=name)) if play.game != "suitcases"]
            assert now == [play for play in before[name] if play.game != "suitcases"]

    on(database, work)


def test_two_guests_who_become_one_have_one_rating_as_if_they_always_had(database: str) -> None:
    async def work(opened: Database) -> None:
        await opened.write(welcome)
        for one in SEASON:
            await opened.write(partial(keep_rated, rated=one))
        await opened.write(lambda connection: join(connection, "carl", "bob", 1000))
        joined = await opened.read(stored)
        assert "carl" not in str(joined)
        assert "t3" not in str(joined), "they have played against themselves there"
        await opened.write(welcome)
        for one in SEASON:
            as_one = [replace(seat, guest="bob" if seat.guest == "carl" else seat.guest) for seat in one.seats]
            if one.table != "t3":
                await opened.write(partial(keep_rated, rated=replace(one, seats=tuple(as_one))))
        assert await opened.read(stored) == joined

    on(database, work)


async def _played(server: LiveServer, terms: dict[str, Any]) -> tuple[str, list[str]]:
    clients = await seated(server, terms)
    status, answer, _ = await asyncio.to_thread(rating, server, clients[0].table, clients[0].token)
    assert status >= 400, "nothing before the end"
    assert answer["code"] == "stage"
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    await leave(clients)
    return clients[0].table, [client.token for client in clients]


def rating(server: LiveServer, table: str, token: str) -> tuple[int, Any, Mapping[str, str]]:
    return server.ask("GET", f"/api/tables/{table}/rating", token=token)


def standing(server: LiveServer, token: str) -> dict[str, Any]:
    status, answer, _ = server.ask("GET", "/api/guest/standing", token=token)
    assert status == 200, answer
    assert isinstance(answer, dict)
    return answer


def counted(server: LiveServer, table: str, token: str) -> dict[str, Any]:
    """What the table did to a guest's rating, once it is worked out."""
    wait_until(lambda: rating(server, table, token)[1]["why"] != "soon")
    answer = rating(server, table, token)[1]
    assert isinstance(answer, dict)
    return answer


def test_a_rated_game_counts_and_the_logs_alone_give_the_same_numbers(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(database) as server:
        rated, (anna, bob) = asyncio.run(_played(server, TWO | {"rated": True}))
        mine, his = counted(server, rated, anna), counted(server, rated, bob)
        assert mine["before"] == his["before"] == {"rating": 1500, "uncertainty": 333}
        assert mine["games"] == 1
        assert mine["after"]["uncertainty"] < 333
        (kind,) = standing(server, anna)["ratings"]
        assert (kind["game"], kind["players"], kind["games"]) == ("heimlich-co", 2, 1)
        assert kind["now"] == mine["after"]
        assert kind["course"] == [mine["after"]["rating"]]
        plain, (carl, _) = asyncio.run(_played(server, TWO))
        assert rating(server, plain, carl)[1]["why"] == "not-rated"
        assert standing(server, carl)["ratings"] == []
        assert rating(server, rated, carl)[1]["code"] == "seat", "nobody sees the rating of others"
        assert server.ask("GET", f"/api/tables/{rated}/rating")[0] == 401
        assert server.ask("GET", "/api/guest/standing", token="x" * 43)[0] == 401
        assert server.ask("GET", f"/api/tables/{'x' * 65}/rating", token=anna)[0] == 400
        before = on(database, lambda opened: opened.read(stored))
        assert "1 games worked out; 0 were stored differently" in operate(capsys, database, "ratings")
        on(database, lambda opened: opened.write(lambda found: found.execute(delete(rated_seats))))
        assert "1 games worked out" in operate(capsys, database, "ratings")
        assert on(database, lambda opened: opened.read(stored)) == before, "to the last bit"
        (ours,) = {row[5] for row in before if row[1] == 0}
        file = server.ask("GET", "/api/guest/export", token=anna)[1]
        assert file["ratings"][0]["table"] == rated
        assert forget(server, anna) == 200
        after = on(database, lambda opened: opened.read(stored))
        assert ours not in str(after)
        assert after[1] == before[1], "those of the other stay"
        assert "0 were stored differently" in operate(capsys, database, "ratings")
        assert on(database, lambda opened: opened.read(stored)) == after


def test_an_agreed_end_counts_for_nobody_and_spectators_learn_nothing(server: LiveServer) -> None:
    async def play() -> tuple[str, str, str]:
        clients = await seated(server, TWO | {"rated": True})
        eve = await asyncio.to_thread(server.token, "Eve")
        async with Client(server, eve, clients[0].table) as watching:
            await watching.must(Watch())
            await watching.follow()
            for client in clients:
                await client.must(Consent("end"))
            await watching.until(lambda: watching.picture["table"]["stage"] == "ended")
        await leave(clients)
        return clients[0].table, clients[0].token, eve

    table, anna, eve = asyncio.run(play())
    assert counted(server, table, anna) == {"why": "unfinished", "before": None, "after": None, "games": 0}
    assert standing(server, anna)["ratings"] == []
    assert rating(server, table, eve)[1]["code"] == "seat"
