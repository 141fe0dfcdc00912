"""Databases and backups of every earlier version open with the server of today, and their kept table plays on."""

import asyncio
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from heimlich.server.admin import KEPT
from heimlich.server.settings import database_url
from heimlich.server.storage.database import PostgresqlDatabase
from heimlich.server.storage.migrations.upgrade import HEAD, known_versions, migrate
from heimlich.server.storage.schema import metadata
from tests.live.browsers import Browser
from tests.live.clients import Client, leave, verified
from tests.live.conftest import database, postgres
from tests.live.people.seasons import lines, show
from tests.live.people.test_groups import members
from tests.live.servers import LiveServer, Postgres, serving

__all__ = ["database", "postgres"]  # fixtures

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, Any]] = json.loads((HERE / "expected.json").read_text("utf-8"))
EACH = pytest.mark.parametrize("name", EXPECTED)
TEMPORARY = {
    "claims",
    "presences",
    "processes",
    "marks",
    "stories",
    "ceremonies",
    "openings",
}  # tables that a server fills again by itself


def unpack(name: str, folder: Path) -> Path:
    """The database of a version, as a file of its own."""
    file = folder / f"{name}.sqlite3"
    file.write_bytes(gzip.decompress((HERE / f"{name}.sqlite3.gz").read_bytes()))
    return file


def play_on(server: LiveServer, name: str) -> None:
    """The finished game can be verified; the kept one goes on where it was, to its end."""
    expected = EXPECTED[name]
    assert verified(server.ask("GET", f"/api/tables/{expected['over']}/record")[1]) == expected["decisions"]
    assert server.ask("GET", f"/api/tables/{expected['over']}/replay")[0] == 200
    assert server.ask("GET", f"/api/tables/{expected['waiting']}")[1]["table"]["stage"] == "waiting"

    async def play() -> None:
        tokens = expected["tokens"]
        clients = [Client(server, token, expected["kept"], seat, 1000) for seat, token in enumerate(tokens)]
        for client in clients:
            await client.__aenter__()
            await client.follow()
        assert clients[0].number == expected["updates"]
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        assert {client.stage for client in clients} == {"over"}
        await leave(clients)

    asyncio.run(play())
    assert verified(server.ask("GET", f"/api/tables/{expected['kept']}/record")[1]) > 10
    if "people" in expected:
        come_back(server, expected["people"])


def come_back(server: LiveServer, expected: dict[str, Any]) -> None:
    """A guest signs in with a recovery code, and has all that was theirs."""
    gerda = Browser(server)
    assert gerda.ask("POST", "/api/sign-in/code", {"code": expected["code"]}) == (201, {"nickname": "Gerda"})
    state = gerda.state()
    assert (len(state["passkeys"]), state["codes"]["left"]) == (1, 7)
    assert gerda.ask("GET", "/api/calls")[1]["devices"] == 1
    assert members(server, gerda.token, expected["group"]) == ["Gerda", "Hans"]
    (deal, _) = lines(show(server, expected["group"], expected["season"], gerda.token))["Gerda"]["deals"]
    assert (deal["state"], deal["table"]) == ("finished", expected["deal"])
    (rating,) = gerda.ask("GET", "/api/guest/standing")[1]["ratings"]
    assert rating["now"] == expected["rating"]


@EACH
def test_a_file_of_an_earlier_version_plays_on(name: str, tmp_path: Path) -> None:
    with serving(str(unpack(name, tmp_path))) as server:
        play_on(server, name)


@EACH
def test_a_postgresql_of_an_earlier_version_plays_on(name: str, postgres: Postgres, tmp_path: Path) -> None:
    """The same rows in PostgreSQL, in the tables that the migrations of that version make."""
    there = postgres.database()
    old = create_engine(f"sqlite:///{unpack(name, tmp_path)}")
    found = MetaData()
    found.reflect(old)
    with old.connect() as source:
        rows = {
            table.name: [dict(row) for row in source.execute(select(table)).mappings()]
            for table in found.tables.values()
        }
    old.dispose()

    def fill(connection: Any) -> None:
        migrate(connection, name)
        made = MetaData()
        made.reflect(connection)
        for table in made.sorted_tables:
            if table.name != "alembic_version" and rows.get(table.name):
                connection.execute(insert(table), rows[table.name])

    async def make() -> None:
        database = PostgresqlDatabase(database_url(there))
        await database.write(fill)
        await database.close()

    asyncio.run(make())
    with serving(there) as server:
        play_on(server, name)


@EACH
def test_a_backup_of_an_earlier_version_is_restored(name: str, database: str) -> None:
    words = (sys.executable, "-m", "heimlich", "admin", "--database", database, "restore", HERE / f"{name}.backup.gz")
    done = subprocess.run(words, capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    with serving(database) as server:
        play_on(server, name)


def test_every_earlier_form_is_here() -> None:
    assert known_versions() - set(EXPECTED) <= {HEAD}


def test_a_backup_holds_every_table_that_is_not_temporary() -> None:
    assert set(metadata.tables) - {str(table.name) for table in KEPT} <= TEMPORARY
