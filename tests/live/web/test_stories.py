"""Stories over HTTP: of a table that is over, never before; of any record; kept in the database."""

import asyncio
import gzip
import json
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heimlich.bench.server import cpu_seconds
from heimlich.server.live.afterwards.stories import NOT_YET
from heimlich.server.storage import store, stories
from heimlich.server.storage.database import Database
from heimlich.server.storage.store import opened_addition
from heimlich.server.table.commands import ShowPad, WritePad
from tests.golden.test_golden import RECORDS
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.operating.test_store import opening, with_database, writer_for
from tests.live.servers import PATIENCE, LiveServer, Postgres, serving

REFUSED = {"code": "stage", "text": NOT_YET}
TWO = GAMES["heimlich-co"] | {"seats": 2}


def _text(name: str) -> str:
    return next(file for file in RECORDS if file.stem == name).read_text("utf-8")


async def _played(server: LiveServer, terms: dict[str, Any]) -> list[Client]:
    clients = await seated(server, terms)
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    return clients


def _story(server: LiveServer, table: str) -> dict[str, Any]:
    status, answer, _ = server.ask("GET", f"/api/tables/{table}/story")
    assert status == 200, answer
    assert isinstance(answer, dict)
    return answer


def _kept(file: Path, table: str) -> bytes | None:
    with closing(sqlite3.connect(file)) as opened:
        found = opened.execute("SELECT story FROM stories WHERE table_id = ?", (table,)).fetchone()
    return bytes(found[0]) if found else None


def _wait_for(look: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.05)
    return found


# Before the end


def test_a_story_is_told_once_the_game_is_over(server: LiveServer) -> None:
    """Before that, the answer is one and the same text: for strangers, players and the host, at every stage."""

    async def play() -> str:
        clients = await seated(server, TWO)
        table = clients[0].table
        for token in ("", clients[0].token, clients[1].token):
            status, answer, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}/story", None, token)
            assert (status, answer) == (409, REFUSED)
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return table

    table = asyncio.run(play())
    answer = _story(server, table)
    assert answer["game"] == "heimlich-co"
    assert answer["seats"] == ["Guest 0", "Guest 1"]
    assert len(answer["owners"]) == 2
    again = server.ask("POST", "/api/stories", {"record": server.ask("GET", f"/api/tables/{table}/record")[1]})[1]
    assert again == answer


def _bytes_of(server: LiveServer, path: str) -> tuple[bytes, dict[str, str]]:
    """An answer to the byte, with the headers that are no clock."""
    try:
        with urllib.request.urlopen(server.url + path) as answer:
            return answer.read(), {}
    except urllib.error.HTTPError as error:
        return error.read(), {name: value for name, value in error.headers.items() if name.lower() != "date"}


def test_before_the_end_the_answer_is_the_same_whatever_is_secret(server: LiveServer) -> None:
    """Tables with different deals, hands and lengths so far, and one that is closed, get the same bytes."""

    async def begin(number: int) -> str:
        clients = await seated(server, TWO | {"variants": ["top-secret", "dossier"]})
        for _ in range(number):
            asked = [client for client in clients if "offer" in client.picture]
            if asked:
                await asked[0].try_one(Random(number).choice(asked[0].choices()))
        await leave(clients)
        return clients[0].table

    tables = [asyncio.run(begin(number)) for number in range(4)]
    waiting = server.table(server.token("Anna"), GAMES["suitcases"])
    assert len({repr(_bytes_of(server, f"/api/tables/{table}/story")) for table in (*tables, waiting)}) == 1
    for path in ("/api/tables", f"/api/tables/{tables[0]}"):
        assert b"story" not in _bytes_of(server, path)[0]
    assert server.ask("GET", "/api/tables/no-such-table/story")[0] == 404


def test_before_the_end_nothing_is_worked_out_or_kept(tmp_path: Path) -> None:
    """Asking a hundred times for the story of a running game costs no more than asking for its replay."""
    file = tmp_path / "tables.sqlite3"
    with serving(str(file), {"HEIMLICH_REQUEST_RATE": "1000", "HEIMLICH_REQUEST_BURST": "1000"}) as server:
        table = asyncio.run(_begun(server))
        costs = []
        for path in (f"/api/tables/{table}/replay", f"/api/tables/{table}/story"):
            server.ask("GET", path)
            before = cpu_seconds(server.pid)
            assert {server.ask("GET", path)[0] for _ in range(100)} == {409}
            costs.append(cpu_seconds(server.pid) - before)
        assert costs[1] < 2 * costs[0] + 0.1
        assert _kept(file, table) is None


async def _begun(server: LiveServer) -> str:
    clients = await seated(server, TWO)
    await leave(clients)
    return clients[0].table


def test_the_record_of_a_running_game_tells_no_story(server: LiveServer) -> None:
    """What a player can export before the end is what their seat has seen, and that is refused."""

    async def begin() -> Client:
        clients = await seated(server, TWO)
        await leave(clients)
        return clients[0]

    mine = asyncio.run(begin())
    record = server.ask("GET", f"/api/tables/{mine.table}/record?seat=0", token=mine.token)[1]
    assert "view seat 1" in record
    status, answer, _ = server.ask("POST", "/api/stories", {"record": record})
    assert (status, answer["code"]) == (409, "record")
    assert "only the whole record" in answer["text"]


# Records


def test_the_story_of_a_record_of_either_game(server: LiveServer) -> None:
    for name, game in (("rio-grande-4", "heimlich-co"), ("jumbo-3", "suitcases")):
        status, answer, _ = server.ask("POST", "/api/stories", {"record": _text(name)})
        assert (status, answer["game"]) == (200, game)


def test_bad_records_get_a_clear_error(server: LiveServer) -> None:
    for record, status, text in (
        ("", 409, "a record starts with 'heimlich record 1'"),
        (_text("rio-grande-2").replace("move", "mvoe", 1), 409, "line "),
        ("x" * 50_000, 400, "length <= 49152"),
        (_text("rio-grande-2").partition("events\n")[0] + "events\nunfinished 0\n", 409, "nothing was decided"),
    ):
        found, answer, _ = server.ask("POST", "/api/stories", {"record": record})
        assert found == status, answer
        assert text in answer["text"]


# Kept


def test_a_story_is_kept_when_the_game_ends_and_read_from_then_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with serving(str(file)) as server:
        table = asyncio.run(_play_and_leave(server))
        packed = _wait_for(lambda: _kept(file, table))
        story = json.loads(gzip.decompress(packed))
        assert story["seats"] == []
        assert b"Guest 0" not in gzip.decompress(packed)
        assert _story(server, table) == story | {"seats": ["Guest 0", "Guest 1"]}
        with closing(sqlite3.connect(file)) as opened:
            marked = gzip.compress(gzip.decompress(packed).replace(b'"moments":', b'"marked":1,"moments":', 1))
            opened.execute("UPDATE stories SET story = ? WHERE table_id = ?", (marked, table))
            opened.commit()
        assert _story(server, table)["marked"] == 1
        with closing(sqlite3.connect(file)) as opened:  # as in a database of a version that kept no stories
            opened.execute("DELETE FROM stories")
            opened.commit()
        assert _story(server, table) == story | {"seats": ["Guest 0", "Guest 1"]}
        assert _kept(file, table)


async def _play_and_leave(server: LiveServer, terms: dict[str, Any] = TWO) -> str:
    clients = await _played(server, terms)
    await leave(clients)
    return clients[0].table


def test_every_process_has_the_same_story(postgres: Postgres) -> None:
    database = postgres.database()
    with serving(database) as first, serving(database) as second:
        table = asyncio.run(_play_and_leave(first, GAMES["suitcases"]))
        assert _story(first, table) == _story(second, table)


def test_a_story_goes_with_its_table(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        await writer.append(opened_addition(opening("t1")))
        for stamp in ("1", "1 0"):
            await opened.write(partial(stories.keep_story, table="t1", stamp=stamp, story=b"told"))
        assert await opened.read(lambda found: stories.read_story(found, "t1", "1")) is None
        assert await opened.read(lambda found: stories.read_story(found, "t1", "1 0")) == b"told"
        await opened.write(lambda found: store.delete_tables(found, ["t1"]))
        assert await opened.read(lambda found: stories.read_story(found, "t1", "1 0")) is None
        await opened.write(lambda found: stories.keep_story(found, "t1", "1", b"too late"))
        assert await opened.read(lambda found: stories.read_story(found, "t1", "1")) is None
        await writer.stop()

    with_database(database, work)


def test_a_pad_is_in_the_story_once_its_player_has_shown_it(server: LiveServer) -> None:
    async def play() -> tuple[str, dict[str, Any], dict[str, Any]]:
        clients = await seated(server, TWO)
        anna, bob = clients
        agent = str(next(iter(anna.picture["game"]["at"])))
        await anna.must(WritePad(0, ((agent, "1", "suspect"),)))
        await bob.must(WritePad(1, ((agent, "0", "sure"),), "hush"))
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        before = await asyncio.to_thread(_story, server, anna.table)
        await anna.must(ShowPad(0))
        after = await asyncio.to_thread(_story, server, anna.table)
        await leave(clients)
        return agent, before, after

    agent, before, after = asyncio.run(play())
    assert [one["seat"] for one in before["observers"] if one["kind"] == "pad"] == []
    (pad,) = [one for one in after["observers"] if one["kind"] == "pad"]
    assert (pad["seat"], pad["moments"]) == (0, [0])
    row = after["agents"].index(agent)
    assert pad["beliefs"][0][1][row] == 50
    assert pad["beliefs"][0][0][row] == -1
    assert "hush" not in json.dumps(after)


@pytest.mark.parametrize("game", ["heimlich-co", "suitcases"])
def test_many_long_records_keep_the_server_free(server: LiveServer, game: str) -> None:
    """Workers tell stories: the process that serves tables hardly computes."""
    texts = [file.read_text("utf-8") for file in RECORDS if f"game {game}\n" in file.read_text("utf-8")]
    longest = max(texts, key=len)
    before = cpu_seconds(server.pid)
    for _ in range(4):
        assert server.ask("POST", "/api/stories", {"record": longest})[0] == 200
    assert cpu_seconds(server.pid) - before < 1.0
