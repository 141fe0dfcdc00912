"""Nobody is locked out, nothing grows for ever, and whoever wants to be forgotten is."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select

from heimlich.server.settings import Settings
from heimlich.server.storage.cleaning import GUEST_DAYS, clean
from heimlich.server.storage.database import Database, make_database
from heimlich.server.storage.schema import guests, log, tokens, visits
from heimlich.server.storage.store import add_rows, count_hosted, listing_of, opened_addition
from heimlich.server.table.audience.messages import Refusal
from heimlich.server.table.commands import Create, Leave, Nickname, PassHost, Report, Sit, Watch
from heimlich.server.table.setup import preparation
from heimlich.server.table.setup.opening import open_table
from heimlich.server.table.setup.preparation import Around
from tests.live.clients import GAMES, Client, leave
from tests.live.operating.test_store import TERMS, with_database
from tests.live.servers import serving
from tests.server.tables import ANNA, BOB, Sitting, refused

DAY = 24 * 3600 * 1000
PAIR = GAMES["heimlich-co"] | {"seats": 2}


def test_whoever_has_left_a_table_is_its_host_no_longer() -> None:
    sitting = Sitting()
    assert listing_of(sitting.table.now).host == ANNA
    sitting.do(Leave(), ANNA)
    assert listing_of(sitting.table.now).host == ""
    sitting.do(Watch(), ANNA)
    assert listing_of(sitting.table.now).host == ANNA


def test_leaving_one_first_helps(database: str) -> None:
    limits = {"HEIMLICH_TABLES_PER_GUEST": "2"}

    async def try_it() -> None:
        token = server.token()
        names = [server.table(token, PAIR) for _ in range(2)]
        assert server.ask("POST", "/api/tables", {"terms": PAIR}, token)[0] == 429
        client = await Client(server, token, names[0]).__aenter__()
        await client.must(Leave())
        assert server.ask("POST", "/api/tables", {"terms": PAIR}, token)[0] == 201
        await leave([client])

    with serving(database, limits) as server:
        asyncio.run(try_it())


def test_a_crowd_of_spectators_locks_no_friend_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "MOST_WATCHING", 20)
    sitting = Sitting()
    crowd = frozenset(f"guest-{number}" for number in range(20))
    for guest in sorted(crowd):
        sitting.do(Watch(), guest, Around(name="x"))
    text = "too many people are watching this table; one who sits down still gets in"
    refused(sitting, Watch(), "late", text, "full", Around(crowd, "Late"))
    sitting.do(Sit(1), BOB, Around(crowd, "Bob"))
    gone = frozenset(sorted(crowd)[:5])  # the others have closed their windows
    sitting.do(Watch(), "late", Around(gone, "Late"))


def test_reports_and_names_are_limited(database: str) -> None:
    async def try_it() -> None:
        token = server.token("Anna")
        client = await Client(server, token, server.table(token, PAIR), 0).__aenter__()
        await client.must(Sit(0))
        reports = [await client.do(Report(1, f"he cheats {number}")) for number in range(12)]
        assert [answer.code for answer in reports if isinstance(answer, Refusal)] == ["rate"] * 7
        names = [await client.do(Nickname(f"Name {number}")) for number in range(40)]
        assert sum(isinstance(answer, Refusal) for answer in names) >= 15
        await leave([client])

    with serving(database) as server:
        asyncio.run(try_it())


def test_the_log_does_not_grow_by_standing_up_and_sitting_down(database: str) -> None:
    async def try_it() -> None:
        token = server.token()
        client = await Client(server, token, server.table(token, PAIR)).__aenter__()
        await client.must(Watch())
        answers = [await client.do(command) for _ in range(30) for command in (Leave(), Watch())]
        assert sum(isinstance(answer, Refusal) and answer.code == "rate" for answer in answers) >= 20
        assert isinstance(await client.do(PassHost(9)), Refusal)
        await leave([client])

    with serving(database, {"HEIMLICH_ROW_BURST": "20", "HEIMLICH_ROW_RATE": "0.01"}) as server:
        asyncio.run(try_it())


def test_a_guest_is_forgotten_on_request(database: str) -> None:
    async def try_it() -> None:
        token = server.token("Anna")
        table = server.table(token, PAIR)
        client = await Client(server, token, table, 0).__aenter__()
        await client.must(Sit(0))
        status, answer, _ = server.ask("DELETE", "/api/guest", token=token)
        assert status == 200
        assert "logs" in answer["remains"]
        assert server.ask("GET", "/api/guest", token=token)[0] == 401
        assert server.ask("POST", "/api/guest/codes", token=token)[0] == 401
        await leave([client])
        _, shown, _ = server.ask("GET", f"/api/tables/{table}")
        assert "Anna" not in str(shown), "as the answer said"
        assert "without a name" in answer["remains"]

    with serving(database) as server:
        asyncio.run(try_it())
    assert _count(database) == (0, 0)


def _count(database: str) -> tuple[int, int]:
    async def look() -> tuple[int, int]:
        opened = make_database(Settings(database=database))
        try:
            return await opened.read(
                lambda found: (
                    found.execute(select(func.count()).select_from(guests)).scalar_one(),
                    found.execute(select(func.count()).select_from(tokens)).scalar_one(),
                )
            )
        finally:
            await opened.close()

    return asyncio.run(look())


def test_old_tables_and_idle_guests_are_cleared_away(database: str) -> None:
    now = 1000 * DAY

    def fill(connection: Connection) -> None:
        for age in (1, 50, 100, 200):
            at, host = now - age * DAY, f"host {age}"
            rows = open_table(Create(TERMS), host, at, table=f"table {age}", seed=bytes(32))
            add_rows(connection, [opened_addition(rows)])
            connection.execute(insert(guests).values(id=host, nickname="", created_at=at))
            connection.execute(insert(tokens).values(hash=host, guest=host, created_at=at))
        for number in range(3):
            connection.execute(insert(guests).values(id=f"idle {number}", nickname="", created_at=now - 300 * DAY))
        fresh = now - (GUEST_DAYS - 1) * DAY
        connection.execute(insert(guests).values(id="fresh", nickname="", created_at=fresh))

    async def work(opened: Database) -> None:
        await opened.write(fill)
        await clean(opened, 0, now)
        assert len(await opened.read(_names)) == 4, "with 0 days nothing is deleted"
        await clean(opened, 90, now)
        assert await opened.read(_names) == ["table 1", "table 50"]
        kept = await opened.read(lambda found: sorted(found.execute(select(guests.c.id)).scalars()))
        assert kept == ["fresh", "host 1", "host 50"]
        assert await opened.read(lambda found: found.execute(select(func.count()).select_from(tokens)).scalar()) == 2
        assert await opened.read(lambda found: found.execute(select(func.count()).select_from(visits)).scalar()) == 2
        assert await opened.read(lambda found: count_hosted(found, "host 1")) == 1

    with_database(database, work)


def _names(connection: Connection) -> list[str]:
    return sorted(connection.execute(select(log.c.table_id).distinct()).scalars())


def test_a_file_gives_its_room_back(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    def fill(connection: Connection) -> None:
        for number in range(600):
            rows = open_table(Create(TERMS), "anna", 1000, table=f"t{number}", seed=bytes(32))
            add_rows(connection, [opened_addition(rows)])

    async def work(opened: Database) -> None:
        await opened.write(fill)
        pages = await opened.write(_pages)
        await clean(opened, 1, 1000 * DAY)
        assert await opened.write(_pages) < pages / 2

    with_database(str(file), work)


def _pages(connection: Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())
