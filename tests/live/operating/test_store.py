"""The store: what is acknowledged is on disk, numbers are unique, and old databases are brought to the newest form."""

import asyncio
import sqlite3
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect
from sqlalchemy.exc import IntegrityError

from heimlich.errors import HeimlichError
from heimlich.server.metrics import Metrics
from heimlich.server.settings import Settings, read_settings
from heimlich.server.storage import processes, schema, store
from heimlich.server.storage.database import Database, SqliteDatabase, make_database, shown
from heimlich.server.storage.migrations import upgrade
from heimlich.server.storage.processes import Attention, new_process_id
from heimlich.server.storage.schema import metadata
from heimlich.server.storage.store import Addition, Conflict, addition_of, opened_addition
from heimlich.server.storage.writer import LogWriter
from heimlich.server.table.commands import Create, Sit
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.rows import Row
from heimlich.server.table.setup.opening import open_table
from heimlich.server.table.setup.terms import Terms

TERMS = Terms("heimlich-co", "rio-grande", 2)


def with_database(name: str, work: Callable[[Database], Coroutine[Any, Any, None]]) -> None:
    """Open a database, do something, close it."""

    async def run() -> None:
        database = make_database(Settings(database=name))
        await database.open()
        try:
            await work(database)
        finally:
            await database.close()

    asyncio.run(run())


def opening(table: str = "t1") -> tuple[Row, ...]:
    return open_table(Create(TERMS), "anna", 1000, table=table, seed=bytes(32))


async def writer_for(database: Database) -> LogWriter:
    writer = LogWriter(database, Metrics(), lambda *_: None)
    writer.start()
    return writer


def test_what_was_appended_is_read_back(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        rows = opening()
        await writer.append(opened_addition(rows))
        live = LiveTable.from_rows(rows)
        batch = live.handle(Sit(1), "bob", 2000, command_id="c1")
        assert batch is not None
        more = list(batch.rows)
        await writer.append(addition_of(batch))
        assert await opened.read(lambda found: store.read_rows(found, "t1")) == [*rows, *more]
        assert await opened.read(lambda found: store.read_rows(found, "t1", 1)) == more
        assert await opened.read(lambda found: store.read_rows(found, "t2")) == []
        assert await opened.read(lambda found: store.last_numbers(found, ["t1", "t2"])) == {"t1": more[-1].seq}
        assert await opened.read(lambda found: store.has_visited(found, "bob", ["t1"]))
        assert not await opened.read(lambda found: store.has_visited(found, "bob", ["t2"]))
        await writer.stop()

    with_database(database, work)


def test_of_two_who_add_at_once_one_is_told(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        await writer.append(opened_addition(opening()))
        live = LiveTable.from_rows(opening())
        first, second = live.handle(Sit(0), "bob", 2000), live.handle(Sit(1), "carl", 2000)
        assert first is not None
        assert second is not None
        other = opened_addition(opening("t2"))
        results = await asyncio.gather(
            writer.append(addition_of(first)),
            writer.append(addition_of(second)),
            writer.append(other),
            return_exceptions=True,
        )
        assert results[0] is None
        assert isinstance(results[1], Conflict)
        assert results[2] is None, "a conflict at one table is nothing to another one in the same group"
        assert await opened.read(lambda found: store.read_rows(found, "t1", 1)) == list(first.rows)
        await writer.stop()

    with_database(database, work)


def test_additions_that_belong_together_are_written_together(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        await writer.append(opened_addition(opening()))
        with pytest.raises(Conflict):
            await writer.append(opened_addition(opening("t2")), opened_addition(opening("t1")))
        assert await opened.read(lambda found: store.read_rows(found, "t2")) == []
        await writer.stop()

    with_database(database, work)


def test_many_additions_are_few_commits(tmp_path: Path) -> None:
    async def work(opened: Database) -> None:
        metrics = Metrics()
        writer = LogWriter(opened, metrics, lambda *_: None)
        writer.start()
        await asyncio.gather(*(writer.append(opened_addition(opening(f"t{number}"))) for number in range(100)))
        assert metrics.counters["additions"] == 100
        assert metrics.counters["commits"] <= 3
        await writer.stop()

    with_database(str(tmp_path / "t.sqlite3"), work)


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    """WAL with synchronous=FULL (2): a commit is on disk before it is acknowledged, even if the power fails."""

    async def work(opened: Database) -> None:
        def ask(connection: Connection) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        assert await opened.write(ask) == ["wal", 2, 1]
        assert await opened.read(ask) == ["wal", 2, 1]

    with_database(str(tmp_path / "t.sqlite3"), work)


def test_postgresql_syncs_every_commit(postgres: Any) -> None:
    async def work(opened: Database) -> None:
        asked = "SHOW synchronous_commit"
        assert await opened.write(lambda connection: connection.exec_driver_sql(asked).scalar()) == "on"

    with_database(postgres.database(), work)


def test_migrations_lead_to_the_schema(database: str) -> None:
    """Step by step one gets the same tables, columns and keys as at once."""

    def form(connection: Connection) -> dict[str, Any]:
        look = inspect(connection)
        return {
            name: (
                [(column["name"], str(column["type"]), column["nullable"]) for column in look.get_columns(name)],
                sorted(look.get_pk_constraint(name)["constrained_columns"]),
                sorted(str(index["column_names"]) for index in look.get_indexes(name)),
            )
            for name in sorted(metadata.tables)
        }

    def compare(connection: Connection) -> None:
        at_once = form(connection)
        metadata.drop_all(connection)
        upgrade.alembic_version.drop(connection)
        upgrade.migrate(connection)
        assert form(connection) == at_once
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        assert version == upgrade.HEAD

    async def work(opened: Database) -> None:
        await opened.write(compare)
        await opened.write(upgrade.upgrade)  # and nothing is left to do

    with_database(database, work)


def test_a_table_is_claimed_by_one_and_taken_over_when_that_dies(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        addition = opened_addition(opening())
        playing = Addition("t1", addition.rows, store.Listing(**_fields(addition.listing) | {"stage": "playing"}))
        await writer.append(playing)
        await opened.write(lambda found: processes.say_alive(found, "p1", 1000, 0))
        assert await opened.read(lambda found: processes.unleased(found, 10)) == ["t1"]
        assert await opened.write(lambda found: processes.take_leases(found, ["t1"], "p1")) == {"t1"}
        assert await opened.read(lambda found: processes.unleased(found, 10)) == []
        assert await opened.write(lambda found: processes.take_leases(found, ["t1"], "p2")) == set()
        await opened.write(lambda found: processes.say_alive(found, "p2", 9000, 3000))  # p1 was silent for too long
        assert await opened.read(lambda found: processes.unleased(found, 10)) == ["t1"]
        assert await opened.write(lambda found: processes.take_leases(found, ["t1"], "p2")) == {"t1"}
        assert await opened.read(lambda found: processes.leased_by(found, "p1")) == set()
        await writer.stop()

    with_database(database, work)


def test_a_process_succeeds_the_one_that_listened_there_before(database: str) -> None:
    here, elsewhere = Settings(port=8000), Settings(port=8001)
    first, second, other = new_process_id(here), new_process_id(here), new_process_id(elsewhere)
    assert first != second
    assert new_process_id(Settings(port=0))[:12] != new_process_id(Settings(port=0))[:12], "any free port is no address"

    async def work(opened: Database) -> None:
        guests = [{"id": name, "nickname": "", "created_at": 0} for name in ("anna", "bob", "x")]
        await opened.write(lambda found: found.execute(insert(schema.guests), guests))
        await opened.write(lambda found: processes.take_leases(found, ["t1"], first))
        await opened.write(lambda found: processes.take_leases(found, ["t2"], other))
        await opened.write(lambda found: processes.note_presences(found, first, {("t1", "anna"): Attention.LOOKING}))
        there = {("t1", "bob"): Attention.CONNECTED, ("t1", "x"): Attention.GONE, ("t1", "nobody"): Attention.LOOKING}
        await opened.write(lambda found: processes.note_presences(found, other, there))
        assert await opened.read(lambda found: processes.present_at(found, ["t1"])) == {"t1": {"anna", "bob"}}
        assert await opened.read(lambda found: processes.present_at(found, ["t1"], looking=True)) == {"t1": {"anna"}}
        await opened.write(lambda found: processes.succeed(found, second))
        assert await opened.read(lambda found: processes.leased_by(found, first)) == set()
        assert await opened.read(lambda found: processes.leased_by(found, other)) == {"t2"}
        assert await opened.read(lambda found: processes.present_at(found, ["t1"])) == {"t1": {"bob"}}
        await opened.write(lambda found: processes.note_presences(found, other, {("t1", "bob"): Attention.GONE}))
        assert await opened.read(lambda found: processes.present_at(found, ["t1"])) == {"t1": set()}

    with_database(database, work)


def _fields(listing: Any) -> dict[str, Any]:
    return {name: getattr(listing, name) for name in listing.__struct_fields__}


def test_tables_can_be_deleted(database: str) -> None:
    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        for name in ("t1", "t2"):
            await writer.append(opened_addition(opening(name)))
        assert sorted(await opened.read(lambda found: store.old_tables(found, 2000))) == ["t1", "t2"]
        assert await opened.read(lambda found: store.old_tables(found, 1000)) == []
        assert await opened.write(lambda found: store.delete_tables(found, ["t1"])) == 1
        assert [listing.id for listing in await opened.read(store.list_tables)] == ["t2"]
        assert await opened.read(lambda found: store.read_rows(found, "t1")) == []
        await writer.stop()

    with_database(database, work)


def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    async def work(_: Database) -> None:
        second = SqliteDatabase(tmp_path / "t.sqlite3")
        with pytest.raises(HeimlichError, match="another server uses"):
            await second.open()
        await second.close()

    with_database(str(tmp_path / "t.sqlite3"), work)


def test_a_database_that_cannot_be_opened_is_told_of() -> None:
    with pytest.raises(HeimlichError, match="cannot open"):
        with_database("/nowhere/at/all.sqlite3", lambda _: asyncio.sleep(0))
    with pytest.raises(HeimlichError, match=r"cannot reach the database 'postgresql\+asyncpg://me:\*\*\*@127"):
        with_database("postgresql://me:secret@127.0.0.1:1/x", lambda _: asyncio.sleep(0))


def test_settings_come_from_options_then_the_environment() -> None:
    environment = {"HEIMLICH_PORT": "9000", "HEIMLICH_HOST": "::1", "HEIMLICH_SECURE": "true"}
    settings = read_settings({"port": 9100, "database": None}, environment)
    assert (settings.port, settings.host, settings.secure) == (9100, "::1", True)
    assert settings.url == "sqlite:///heimlich.sqlite3"
    assert read_settings({"database": "postgres://a:b@c/d"}, {}).url == "postgresql+asyncpg://a:b@c/d"
    assert "b@" not in shown("postgresql+asyncpg://a:b@c/d")
    with pytest.raises(HeimlichError, match=r"a setting is wrong: .*port"):
        read_settings({}, {"HEIMLICH_PORT": "many"})
    with pytest.raises(HeimlichError, match="'mysql' is no database"):
        read_settings({"database": "mysql://x"}, {}).url  # noqa: B018


def test_a_log_never_changes(tmp_path: Path) -> None:
    """The same rows as text, so that no later version may write them otherwise."""

    async def work(opened: Database) -> None:
        writer = await writer_for(opened)
        await writer.append(opened_addition(opening()))
        await writer.stop()

    with_database(str(tmp_path / "t.sqlite3"), work)
    with sqlite3.connect(tmp_path / "t.sqlite3") as connection:
        (text,) = connection.execute("SELECT row FROM log").fetchone()
    connection.close()
    assert text.startswith('{"seq":0,"at_ms":1000,"data":{"type":"created","table":"t1","terms":{"game":"heimlich-co"')


def test_errors_do_not_quote_what_was_to_be_written(database: str) -> None:
    """It may be a seed or a hidden decision, and errors get into logs."""

    async def work(opened: Database) -> None:
        addition = opened_addition(opening())
        await opened.write(lambda found: store.add_rows(found, [addition]))
        for write in (opened.write, opened.append):
            with pytest.raises(IntegrityError) as error:
                await write(lambda found: store.add_rows(found, [addition]))
            told = "".join(traceback.format_exception(error.value))
            assert "00" * 32 not in told, "the seed"
            assert "anna" not in told

    with_database(database, work)
