"""The list of one's finished games over HTTP: results, opponents, figures, filters and pages, and nothing of others."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.util import await_only

from heimlich.server.settings import Settings
from heimlich.server.storage import schema
from heimlich.server.storage.database import make_database
from heimlich.server.storage.plays import keep_plays
from heimlich.server.table.afterwards.plays import FinishedGame, SeatResult, encode_play
from heimlich.server.table.commands import AddBot, Consent, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.operating.test_admin import do as operate
from tests.live.servers import PATIENCE, LiveServer, Postgres, serving

TWO = GAMES["heimlich-co"] | {"seats": 2}


def games(server: LiveServer, token: str, query: str = "") -> dict[str, Any]:
    status, answer, _ = server.ask("GET", f"/api/guest/games{query}", token=token)
    assert status == 200, answer
    assert isinstance(answer, dict)
    return answer


async def play_one(server: LiveServer, terms: dict[str, Any]) -> tuple[str, list[str]]:
    """A finished table, and the tokens of its players."""
    clients = await seated(server, terms)
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    await leave(clients)
    return clients[0].table, [client.token for client in clients]


def test_a_finished_game_is_listed_for_those_who_played_it(database: str) -> None:
    with serving(database) as server:
        table, (anna, bob) = asyncio.run(play_one(server, TWO | {"variants": ["dossier"]}))
        (mine,), (his,) = games(server, anna)["games"], games(server, bob)["games"]
        assert mine["table"] == his["table"] == table
        assert mine["replay"]
        assert (mine["edition"], mine["variants"], mine["company"]) == ("rio-grande", ["dossier"], "people")
        assert [seat.get("name") for seat in mine["seats"]] == ["Guest 0", "Guest 1"]
        assert [seat.get("you", False) for seat in mine["seats"]] == [True, False]
        assert [seat.get("you", False) for seat in his["seats"]] == [False, True]
        assert {mine["result"], his["result"]} <= {"won", "shared", "lost"}
        assert all(len(seat["agents"]) >= 1 and "points" in seat for seat in mine["seats"])
        figures = games(server, anna)["figures"]
        assert figures["played"] == 1
        assert figures["covers"] == 1
        assert figures["asked"] >= 1
        assert [rate["key"] for rate in figures["by_players"]] == ["2"]
        assert server.ask("GET", f"/api/tables/{table}/replay")[0] == 200
        stranger = server.token("Cleo")
        nothing = games(server, stranger)
        assert (nothing["games"], nothing["total"], nothing["figures"]["played"]) == ([], 0, 0)
        assert server.ask("GET", "/api/guest/games")[0] == 401
        assert server.ask("GET", "/api/guest/games", token="x" * 43)[0] == 401


def test_who_watched_or_still_plays_has_no_finished_game(server: LiveServer) -> None:
    anna, eve = server.token("Anna"), server.token("Eve")
    running = server.table(anna, TWO)

    async def visit() -> str:
        async with Client(server, anna, running) as client:
            await client.must(Sit(0))
            await client.must(AddBot(1, "random"))
            await client.must(Start())
        table, _ = await play_one(server, TWO)
        async with Client(server, eve, table) as client:
            await client.must(Watch())
        return table

    table = asyncio.run(visit())
    assert games(server, anna)["games"] == []
    answer = games(server, eve)
    assert (answer["games"], answer["more"]) == ([], False)
    assert table not in str(answer)


def test_another_device_of_the_guest_has_the_same_games(server: LiveServer) -> None:
    _, (anna, _) = asyncio.run(play_one(server, TWO))
    code = server.ask("POST", "/api/guest/codes", {}, anna)[1]["code"]
    headers = server.ask("POST", "/api/guest/moves", {"code": code})[2]
    cookie = headers["set-cookie"].partition(";")[0].partition("=")[2]
    assert games(server, cookie) == games(server, anna)
    assert games(server, cookie)["total"] == 1


def test_an_end_by_agreement_is_listed_and_counts_for_nobody(server: LiveServer) -> None:
    async def agree() -> str:
        clients = await seated(server, TWO)
        for client in clients:
            await client.must(Consent("end"))
        await leave(clients)
        return clients[0].token

    answer = games(server, asyncio.run(agree()))
    assert [game["result"] for game in answer["games"]] == ["ended"]
    assert answer["figures"]["played"] == 0


def test_results_are_made_again_from_the_log(capsys: pytest.CaptureFixture[str], database: str) -> None:
    """What was missed is made when somebody asks; an operator can have all of it made again."""
    with serving(database) as server:
        table, (anna, bob) = asyncio.run(play_one(server, TWO))
        before = games(server, anna), games(server, bob)
        assert before[0]["total"] == before[1]["total"] == 1
        assert operate(capsys, database, "results") == "results of 1 tables worked out\n"
        assert (games(server, anna), games(server, bob)) == before
        if database.endswith(".sqlite3"):
            with closing(sqlite3.connect(database)) as open_:
                open_.execute("DELETE FROM plays")
                open_.commit()
            assert (games(server, anna), games(server, bob)) == before
        server.stop()
    assert operate(capsys, database, "tidy", "--days", "-1", "--really").startswith(table)
    with serving(database) as server:
        (kept,) = games(server, anna)["games"]
        assert not kept["replay"], "the table is gone, its result is not"
        assert [seat.get("name", "") for seat in kept["seats"]] == ["", ""]
        assert kept["result"] == before[0]["games"][0]["result"]
        assert games(server, anna)["figures"] == before[0]["figures"]


@pytest.fixture(scope="module")
def veteran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, str]]:
    """A guest who has played 500 games, written into the database."""
    database = tmp_path_factory.mktemp("veteran") / "tables.sqlite3"
    with serving(str(database)) as server:
        token = server.token("Vera")
        fill(database, 500)
        yield server, token


def fill(database: Path, number: int, name: str = "Vera") -> None:
    """Write that the latest guest of this name has played so many games."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as open_:
        named = "SELECT id FROM guests WHERE nickname = ? ORDER BY created_at DESC"
        (guest,) = open_.execute(named, (name,)).fetchone()
        for index in range(number):
            made = FinishedGame(
                game="heimlich-co" if index % 5 else "suitcases",
                edition="rio-grande" if index % 5 else "jumbo",
                result=("won", "lost", "shared", "lost")[index % 4],
                company=("careful", "people", "master")[index % 3],
                own=(0,),
                seats=(SeatResult(points=40, agents=("red",)), *(SeatResult("careful", 30),) * (1 + index % 3)),
                figures={"own": 3, "given": 5},
            )
            open_.execute(
                "INSERT OR REPLACE INTO plays VALUES (?, ?, ?, ?, ?)",
                (guest, f"table-{index:04}", 1_700_000_000_000 + index, made.result, encode_play(made)),
            )
        open_.commit()


def test_hundreds_of_games_come_by_pages_and_kinds(veteran: tuple[LiveServer, str]) -> None:
    server, token = veteran
    first = games(server, token)
    assert (first["total"], first["pages"], len(first["games"])) == (500, 25, 20)
    assert [game["table"] for game in first["games"][:2]] == ["table-0499", "table-0498"], "the latest first"
    seen = [game["table"] for page in range(25) for game in games(server, token, f"?page={page}")["games"]]
    assert len(set(seen)) == 500
    assert games(server, token, "?page=9999")["page"] == 24
    some = games(server, token, "?game=suitcases&company=people&result=won")
    assert some["total"] == sum(index % 5 == 0 and index % 3 == 1 and index % 4 == 0 for index in range(500))
    assert some["figures"]["played"] == some["figures"]["won"] == some["total"]
    assert some["kinds"] == first["kinds"]
    assert len(first["figures"]["form"]) == 40
    for query in ("?page=-1", "?page=x", "?players=0", "?game=" + "x" * 60):
        assert server.ask("GET", f"/api/guest/games{query}", token=token)[0] == 400
    assert games(server, token, "?game=%00&edition=nothing")["total"] == 0


def test_five_hundred_games_cost_little(veteran: tuple[LiveServer, str]) -> None:
    server, token = veteran
    games(server, token)
    before = server.computed()
    for page in range(20):
        games(server, token, f"?page={page}")
    assert (server.computed() - before) / 20 < 0.05, "seconds of CPU time for a page of 500 games"


def test_results_are_kept_when_the_game_ends(tmp_path: Path) -> None:
    """Without anyone asking for them."""
    database = tmp_path / "tables.sqlite3"
    with serving(str(database)) as server:
        table, _ = asyncio.run(play_one(server, TWO))
        until = time.monotonic() + PATIENCE
        with closing(sqlite3.connect(database)) as open_:
            while time.monotonic() < until:
                found = open_.execute("SELECT count(*) FROM plays WHERE table_id = ?", (table,)).fetchone()
                if found == (2,):
                    return
                time.sleep(0.05)
    raise AssertionError("nothing was kept")


def test_plays_that_are_kept_twice_at_the_same_moment_are_kept_once(postgres: Postgres) -> None:
    """The process that ends a table, and another one in which a member looks at the group's results just then."""

    async def overlap() -> list[tuple[str, int]]:
        opened = make_database(Settings(database=postgres.database()))
        await opened.open()
        people = [{"id": guest, "nickname": guest, "created_at": 0} for guest in ("anna", "bob")]
        await opened.write(lambda found: found.execute(insert(schema.guests), people))
        begun = asyncio.Event()

        def slowly(connection: Connection) -> None:
            keep_plays(connection, "t1", 1000, {"anna": None, "bob": None, "gone": None})
            begun.set()
            await_only(asyncio.sleep(0.5))  # before the commit

        async def meanwhile() -> None:
            await begun.wait()
            await opened.write(lambda found: keep_plays(found, "t1", 2000, {"bob": None, "anna": None}))

        await asyncio.gather(opened.write(slowly), meanwhile())
        wanted = select(schema.plays.c.guest, schema.plays.c.ended_at).order_by(schema.plays.c.guest)
        kept = await opened.read(lambda found: [(guest, at) for guest, at in found.execute(wanted)])
        await opened.close()
        return kept

    assert asyncio.run(overlap()) == [("anna", 2000), ("bob", 2000)]
