"""Two games that differ only in what a seat and the spectators cannot know send them the same bytes."""

import asyncio
import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server import store
from heimlich.server.commands import Decide, Sit, Start, Watch
from heimlich.server.database import SqliteDatabase
from heimlich.server.store import Addition, listing_of
from heimlich.server.table import LiveTable
from heimlich.server.table_log import Happened, Row
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import LiveServer, serving
from tests.soak import count

MOVES = count(8, 60)
HEIMLICH = GAMES["heimlich-co"]
TERMS = [
    HEIMLICH,
    HEIMLICH | {"variants": ["top-secret"], "pace_ms": 100},
    HEIMLICH | {"edition": "cie", "variants": ["dossier"]},
    HEIMLICH | {"edition": "escale", "variants": ["top-secret"], "pace_ms": 100},
]


def swapped(rows: Sequence[Row]) -> list[Row]:
    """The same start, but the seats 2 and 3 have each other's agents and cards."""
    dealt: dict[tuple[str, str], list[str]] = {}
    for words in map(_words, rows):
        dealt.setdefault((words[0], words[1]), []).append(words[2])
    result = []
    for row in rows:
        kind, seat, _ = _words(row)
        other = {"2": "3", "3": "2"}.get(seat)
        if other and kind in {"identity", "card"}:
            row = replace(row, data=Happened(f"{kind} {seat} {dealt[kind, other].pop(0)}"))
        result.append(row)
    assert result != list(rows)
    return result


def _words(row: Row) -> tuple[str, str, str]:
    words = row.data.event.split() if isinstance(row.data, Happened) else []
    return (words[0], words[1], words[2]) if len(words) == 3 else ("", "", "")


async def begin(file: Path, table: str, *, swap: bool) -> None:
    """Write a start into the log, as dealt or with two agents swapped."""
    database = SqliteDatabase(file)
    rows = await database.read(lambda connection: store.read_rows(connection, table))
    live = LiveTable.from_rows(rows)
    started = live.handle(Start(), live.now.people[0].guest, live.now.at + 1)
    started = swapped(started) if swap else started
    for row in started:
        live.apply(row)
    listing = listing_of(live.now)
    await database.write(lambda connection: store.add_rows(connection, [Addition(table, started, listing)]))
    await database.close()


async def prepare(server: LiveServer, terms: dict[str, object]) -> list[Client]:
    clients = await seated(server, terms, start=False)
    watcher = Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table)
    await watcher.__aenter__()
    await watcher.must(Watch())
    await leave([*clients, watcher])
    return [*clients, watcher]


async def heard(server: LiveServer, before: list[Client]) -> tuple[list[str], list[str]]:
    """What seat 1 and the spectator receive while the same moves are made, and while they ask for nonsense."""
    clients = [Client(server, client.token, client.table, client.seat) for client in before]
    for client in clients:
        await client.__aenter__()
        client._ids = itertools.count(100)
        await client.follow()
    rng, (first, *_, watcher) = Random(9), clients
    for _ in range(MOVES):
        asked = await _asked(clients[:-1])
        for client in asked:
            assert client.seat is not None
            choices = client.choices()
            quiet = [choice for choice in choices if choice in {"no", "pass", "stop"}]  # hands differ: play no card
            await client.do(Decide(client.seat, rng.choice(quiet or choices), client.number))
        await first.do(Decide(1, "move red 1", 0))
        await first.do(Sit(2))
        await watcher.do(Decide(2, "yes", 0))
    await asyncio.sleep(0.3)
    await leave(clients)
    return first.raw, watcher.raw


async def _asked(clients: Sequence[Client]) -> list[Client]:
    """Those who are to decide, once nothing happens by itself any more."""
    for _ in range(100):
        numbers = [client.number for client in clients]
        await asyncio.sleep(0.15)
        asked = [client for client in clients if "offer" in client.picture]
        if asked and numbers == [client.number for client in clients]:
            return asked
    raise AssertionError("nobody is asked")


def streams(raw: Sequence[str]) -> tuple[list[str], list[str]]:
    """Updates and answers; which of the two comes first is a matter of the network alone."""
    updates = [text for text in raw if text.startswith(('{"t":"u"', '{"t":"s"'))]
    return updates, [text for text in raw if text not in updates]


@pytest.mark.parametrize("terms", TERMS, ids=lambda terms: " ".join([terms["edition"], *terms.get("variants", [])]))
def test_the_same_bytes_in_the_same_order(tmp_path: Path, terms: dict[str, object]) -> None:
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"
    with serving(str(one)) as server:
        clients = asyncio.run(prepare(server, terms))
        assert server.stop() == 0
    shutil.copy(one, other)
    received = []
    for file, swap in ((one, False), (other, True)):
        asyncio.run(begin(file, clients[0].table, swap=swap))
        with serving(str(file), {"HEIMLICH_LOG_LEVEL": "debug"}) as server:
            first, watcher = asyncio.run(heard(server, clients))
            log = [line for line in server.said if "serves" not in line]
            received.append((*streams(first), *streams(watcher), log))
    assert len(received[0][0]) >= MOVES
    for mine, theirs in zip(*received, strict=True):
        assert mine == theirs
