"""A wall clock that jumps a day ahead and back freezes no table and takes nobody's time away."""

import asyncio
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import select

from heimlich.server.live.followers import Entry
from heimlich.server.settings import Settings
from heimlich.server.storage import moments
from heimlich.server.storage.database import make_database
from heimlich.server.storage.moments import LONGEST_STEP, SHIFT, SteadyClock
from heimlich.server.storage.schema import log
from heimlich.server.table.audience.messages import Done
from heimlich.server.table.commands import AddBot, Decide, Sit, Start
from tests.live.clients import GAMES, Client, leave
from tests.live.servers import LiveServer
from tests.server.tables import ANNA, Sitting

DAY = 24 * 3600 * 1000
TERMS = GAMES["heimlich-co"] | {"seats": 2, "clock": {"kind": "live", "bank_s": 14400, "increment_s": 0}}


def test_from_start_to_start_time_goes_on_by_an_hour_at_most() -> None:
    clock = SteadyClock()
    for wall, expected in ((5_000, 5_000), (5_000 - DAY, 5_000), (5_000 + DAY, 5_000 + LONGEST_STEP), (6_000, 6_000)):
        clock.go_on_from(5_000, wall)
        assert 0 <= clock.now_ms() - expected < 1000
    clock.go_on_from(None, DAY)
    assert 0 <= clock.now_ms() - DAY < 1000


def test_while_it_runs_the_wall_clock_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    monkeypatch.setenv(SHIFT, str(shift))
    clock = SteadyClock()
    before = clock.now_ms()
    shift.write_text(str(DAY))
    assert moments.wall_ms() - before >= DAY
    assert clock.now_ms() - before < 1000


def test_a_table_with_rows_of_the_future_goes_on_from_there() -> None:
    sitting = Sitting()
    sitting.at = moments.now_ms() + DAY
    sitting.do(Sit(0), ANNA)
    entry = Entry(sitting.table)
    first = entry.now_ms()
    assert first >= sitting.table.now.at
    assert 0 <= entry.now_ms() - first < 1000, "time passes there, too, and no faster"


def _times(database: str) -> list[int]:
    async def read() -> list[int]:
        opened = make_database(Settings(database=database))
        try:
            found = select(log.c.at_ms).order_by(log.c.seq)
            return list(await opened.read(lambda connection: connection.execute(found).scalars().all()))
        finally:
            await opened.close()

    return asyncio.run(read())


async def _moves(client: Client) -> None:
    await client.until(lambda: "offer" in client.picture)
    number = client.number
    answer = await client.do(Decide(0, client.choices()[0], number), token_hex(8))
    assert isinstance(answer, Done), answer
    await client.until(lambda: client.number > number and "offer" in client.picture)


def test_a_day_ahead_and_back(database: str, tmp_path: Path) -> None:
    shift = tmp_path / "shift"
    shift.write_text("0")
    server = LiveServer(database, {SHIFT: str(shift)}).start()
    token = server.token()
    table = server.table(token, TERMS)

    async def play(*, new: bool = False) -> None:
        client = await Client(server, token, table, 0).__aenter__()
        if new:
            await client.must(Sit(0))
            await client.must(AddBot(1, "casual"))
            await client.must(Start())
        await client.follow()
        await _moves(client)
        assert "stand_in" not in str(client.picture), "nobody's time is up"
        await leave([client])

    asyncio.run(play(new=True))
    shift.write_text(str(DAY))
    asyncio.run(play())  # while it runs
    server.kill()
    server.start()  # a day ahead
    asyncio.run(play())
    shift.write_text(str(-DAY))
    asyncio.run(play())
    server.kill()
    server.start()  # and two days back
    asyncio.run(play())
    server.stop()
    times = _times(database)
    assert times == sorted(times)
    assert times[-1] - times[0] < 2 * LONGEST_STEP
