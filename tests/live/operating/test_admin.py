"""What operators do, beside a running server and without one."""

import argparse
import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heimlich.cli import admin
from heimlich.errors import HeimlichError
from heimlich.server.table.commands import Report, Watch
from tests.live.clients import GAMES, Client, leave, seated, verified
from tests.live.servers import LiveServer, Postgres, serving


def do(capsys: pytest.CaptureFixture[str], database: str, *words: str) -> str:
    """`heimlich admin …`: what it prints."""
    parser = argparse.ArgumentParser()
    admin.add_to(parser.add_subparsers())
    options = parser.parse_args(["admin", "--database", database, *words])
    assert options.run(options) == 0
    return capsys.readouterr().out


async def one_game(server: LiveServer) -> tuple[str, str]:
    """A finished table and one that waits."""
    clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    waiting = await asyncio.to_thread(server.table, clients[0].token, GAMES["suitcases"])
    await leave(clients)
    return clients[0].table, waiting


def test_tables_are_listed_exported_closed_and_tidied(capsys: pytest.CaptureFixture[str], database: str) -> None:
    with serving(database) as server:
        over, waiting = asyncio.run(one_game(server))
        assert f"{waiting}" in do(capsys, database, "list")
        assert over in do(capsys, database, "list", "--stage", "over")
        assert waiting not in do(capsys, database, "list", "--stage", "over")
        assert verified(do(capsys, database, "export", over)) > 10
        asyncio.run(_see_it_closed(server, waiting, lambda: do(capsys, database, "close", waiting)))
        assert "person 1, by person 2: too slow" in do(capsys, database, "reports")
        with pytest.raises(HeimlichError, match="finished already"):
            do(capsys, database, "close", waiting)
        with pytest.raises(HeimlichError, match="there is no table 'nowhere'"):
            do(capsys, database, "export", "nowhere")
        assert "0 tables" in do(capsys, database, "tidy")
        assert "2 tables would be deleted" in do(capsys, database, "tidy", "--days", "-1")
        assert server.stop() == 0
    assert "2 tables deleted" in do(capsys, database, "tidy", "--days", "-1", "--really")
    assert do(capsys, database, "list") == ""


async def _see_it_closed(server: LiveServer, table: str, close: Any) -> None:
    """Those who look on while an operator closes the table learn of it."""
    async with Client(server, await asyncio.to_thread(server.token, "Eve"), table) as client:
        await client.must(Watch())
        await client.must(Report(1, "too slow"))
        await client.follow()
        await asyncio.to_thread(close)
        await client.until(lambda: client.stage == "closed")


def test_a_backup_goes_from_sqlite_to_postgresql(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, postgres: Postgres
) -> None:
    first, second, file = str(tmp_path / "t.sqlite3"), postgres.database(), str(tmp_path / "all.gz")
    with serving(first) as server:
        over, waiting = asyncio.run(one_game(server))
        token = server.token("Anna")
        assert "rows written" in do(capsys, first, "backup", file)
    assert "rows restored" in do(capsys, second, "restore", file)
    with pytest.raises(HeimlichError, match="not empty"):
        do(capsys, second, "restore", file)
    with serving(second) as server:
        assert verified(server.ask("GET", f"/api/tables/{over}/record")[1]) > 10
        assert server.ask("GET", f"/api/tables/{waiting}")[1]["table"]["stage"] == "waiting"
        assert server.ask("GET", "/api/guest", token=token)[1] == {"nickname": "Anna"}


def test_a_game_goes_on_elsewhere_from_a_backup_that_was_made_while_it_was_played(
    capsys: pytest.CaptureFixture[str], database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The machine is lost after the backup; another folder or database, another port, the same people and cards."""
    file = str(tmp_path / "backup.gz")

    async def until_saved(server: LiveServer) -> list[Client]:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 3})
        playing = [asyncio.create_task(client.play(Random(client.seat), 5)) for client in clients]
        await clients[0].until(lambda: clients[0].number > 6)
        await asyncio.to_thread(do, capsys, database, "backup", file)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await leave(clients)
        return clients

    async def go_on(server: LiveServer, before: list[Client]) -> str:
        clients = [Client(server, one.token, one.table, one.seat, first_id=1000) for one in before]
        for client, old in zip(clients, before, strict=True):
            await client.__aenter__()
            await client.follow()
            assert client.picture["game"]["own"] == old.picture["game"]["own"], "who one secretly is"
            assert 6 < client.number <= old.number
            assert client.stage == "playing"
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return before[0].table

    with serving(database) as server:
        before = asyncio.run(until_saved(server))
        server.kill()
    there = str(tmp_path / "elsewhere" / "tables.sqlite3")
    (tmp_path / "elsewhere").mkdir()
    if database.startswith("postgresql"):
        there = request.getfixturevalue("postgres").database()
    assert "rows restored" in do(capsys, there, "restore", file)
    with serving(there) as server:
        table = asyncio.run(go_on(server, before))
        assert verified(server.ask("GET", f"/api/tables/{table}/record")[1]) > 10
        assert server.ask("GET", "/api/guest", token=before[1].token)[1] == {"nickname": "Guest 1"}


def test_what_is_no_backup_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no")
    with pytest.raises(HeimlichError, match="it is broken"):
        do(capsys, str(tmp_path / "t.sqlite3"), "restore", str(tmp_path / "x"))
    with pytest.raises(HeimlichError, match="No such file"):
        do(capsys, str(tmp_path / "t.sqlite3"), "restore", str(tmp_path / "y"))
