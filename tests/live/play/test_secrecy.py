"""Two games that differ only in what a seat and the spectators cannot know send them the same bytes in the same order.

Every game, edition and variant: one server knows one half of all the pairs of games, another one the other. On both the
same is decided, but for what nobody else sees of the others' decisions. The first seat and a spectator must receive the
same from both, answers, refusals and updates in the order in which they come. For that, only one thing is asked at a
time: between an answer to one and an update because of another the protocol knows no order.
"""

import asyncio
import itertools
import json
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from heimlich.server.storage import store
from heimlich.server.storage.database import SqliteDatabase
from heimlich.server.storage.store import Addition, listing_of
from heimlich.server.table.audience.messages import Done
from heimlich.server.table.commands import ComeBack, Decide, Resign, Sit, Start, Watch
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.rows import Row
from tests.live.clients import Client, leave, seated
from tests.live.mirrors import QUIET, discreet, history, mirrored
from tests.live.servers import LiveServer, serving
from tests.soak import count
from tests.tables import ALL, Case

MOVES = count(5, 40)  # over the sockets
EACH = count(1, 4)  # tables of each kind
FORCED = [[word] for word in QUIET]  # a seat that can say nothing else does so by itself
BESIDE = ('{"t":"pong"', '{"t":"here"')  # when these come depends on the clock alone, and they say nothing of a game
UNSEEN = {"pack", "name", "keep", "duel"}  # decisions that the others do not see


class Kind(NamedTuple):
    """A table, and how far it was played before the servers get to know it."""

    case: Case
    phase: str  # stop where this begins; "" where enough moves were made

    def __str__(self) -> str:
        return f"{self.case} {self.phase}"

    @property
    def terms(self) -> dict[str, Any]:
        name = self.case.name
        pace = 60 if "top-secret" in name.variants or dict(name.house).get("top_secret") == "yes" else 0
        return {
            "game": self.case.game.id,
            "edition": name.edition,
            "variants": name.variants,
            "house": name.house,
            "seats": self.case.players,
            "pace_ms": pace,
        }


def kinds() -> list[Kind]:
    """Every set of rules once, with three seats or the next number that it is tested with; and the unseen phases."""
    found: dict[Any, Case] = {}
    for case in ALL:
        if case.players >= 3:
            found.setdefault((case.game.id, case.name), case)
    rows = [Kind(case, "") for case in found.values()]
    rows += [Kind(case, "dossier") for case in found.values() if {"dossier", "advanced"} & {*case.name.variants}]
    rows += [Kind(case, phase) for case in found.values() if case.game.id == "suitcases" for phase in ("pack", "duel")]
    return rows


def is_there(live: LiveTable, phase: str) -> bool:
    """The phase has come, if one is meant; of a duel, between the other two."""
    table = live.now.state.table
    if table.phase.name.lower() != phase:
        return False
    return phase != "duel" or (live.now.questions[0] is None and sum(map(bool, live.now.questions)) == 2)


class Pair(NamedTuple):
    """A table's people, and its two histories."""

    kind: Kind
    clients: list[Client]  # the seats, and last a spectator
    histories: tuple[list[Row], list[Row]]


async def prepare(server: LiveServer, kind: Kind) -> list[Client]:
    clients = await seated(server, kind.terms, start=False)
    watcher = Client(server, await asyncio.to_thread(server.token, "Eve"), clients[0].table)
    await watcher.__aenter__()
    await watcher.must(Watch())
    await leave([*clients, watcher])
    return [*clients, watcher]


async def make_pairs(file: Path, tables: list[tuple[Kind, list[Client]]]) -> list[Pair]:
    """For each table that waits, two games."""
    database = SqliteDatabase(file)
    pairs = []
    for index, (kind, clients) in enumerate(tables):
        name = clients[0].table
        rows = await database.read(partial(store.read_rows, table=name))
        waiting = LiveTable.from_rows(rows)
        for seed in range(40):
            rng = Random(f"{index} {seed}")
            moves = 3000 if kind.phase else rng.randrange(4, 16)
            one = history(waiting, rng, moves, partial(is_there, phase=kind.phase))
            if not kind.phase or is_there(LiveTable.from_rows([*rows, *one]), kind.phase):
                break
        else:
            raise AssertionError(f"{kind}: that phase never came")
        other = one if kind.phase == "pack" else mirrored(waiting, one, rng)
        pairs.append(Pair(kind, clients, (one, other)))
    await database.close()
    return pairs


async def write(file: Path, pairs: Sequence[Pair], half: int) -> None:
    """Put one half of all the games into a database."""
    database = SqliteDatabase(file)
    for pair in pairs:
        name, rows = pair.clients[0].table, pair.histories[half]
        live = LiveTable.from_rows(await database.read(partial(store.read_rows, table=name)))
        for row in rows:
            live.apply(row)
        addition = Addition(name, rows, listing_of(live.now))
        await database.write(partial(store.add_rows, additions=[addition]))
    await database.close()


Script = list[tuple[int, str]]  # who decides what


class Heard(NamedTuple):
    """What the first seat and the spectator got to know, over sockets and HTTP; and what the other seats did."""

    seat: list[str]
    spectator: list[str]
    asked: list[Any]
    others: list[list[str]]


async def play(server: LiveServer, pair: Pair, script: Script | None, rng: Random) -> tuple[Script, Heard]:
    """Make some moves; without a script, any, else the same, but for what others do not see."""
    clients = [Client(server, client.token, client.table, client.seat) for client in pair.clients]
    for client in clients:
        await client.__aenter__()
        client._ids = itertools.count(100)
        await client.follow()
    done: Script = []
    while True:
        asked = await _settle(clients[:-1])
        await _probe(clients[0], clients[-1], len(done))
        if len(done) == (MOVES if script is None else len(script)):
            break
        duel = clients[0].picture["game"]["phase"] == "duel"
        if not asked or (duel and len(asked) == 1):  # the last card would show both
            break
        mover = rng.choice(asked) if script is None else clients[script[len(done)][0]]
        assert mover.seat is not None
        choices = mover.choices()
        if script is None:
            action = rng.choice(discreet(choices, mover.seat))
        else:
            action = script[len(done)][1]
            if mover.seat and action.split()[0] in UNSEEN:
                action = next((choice for choice in reversed(choices) if choice != action), choices[0])
        answer = await mover.do(Decide(mover.seat, action, mover.number))
        assert isinstance(answer, Done), (str(pair.kind), action, answer)
        done.append((mover.seat, action))
    await leave(clients)
    paths = [f"/api/tables/{pair.clients[0].table}/record?seat=0", f"/api/tables/{pair.clients[0].table}/record"]
    paths += [f"/api/tables/{pair.clients[0].table}"]
    asked_for = [
        (await asyncio.to_thread(server.ask, "GET", path, token=client.token))[:2]
        for path in paths
        for client in (clients[0], clients[-1])
    ]
    raw = [[text for text in client.raw if not text.startswith(BESIDE)] for client in clients]
    return done, Heard(raw[0], raw[-1], list(map(_without_waits, asked_for)), raw[1:-1])


def _without_waits(answer: tuple[int, Any]) -> tuple[int, Any]:
    """For which seats a bot may be asked is compared; until when, which the clock alone decides, is not."""
    status, body = answer
    if isinstance(body, dict) and "claims" in body:
        body = body | {"claims": sorted(body["claims"])}
    return status, body


async def _probe(first: Client, watcher: Client, number: int) -> None:
    """What a curious player, and a curious spectator, might try; claims, which tell the time, are tried elsewhere."""
    tries: list[Any] = [
        Decide(1, "move red 1", first.number),
        Decide(0, "yes", max(0, first.number - 1)),
        Decide(0, "duel 5", first.number + 3),
        Sit(2),
        ComeBack(0),
        Start(),
        Resign(1),
    ]
    await first.do(tries[number % len(tries)])
    await first.do(tries[(3 * number + 1) % len(tries)])
    await watcher.do(Decide(2, "no", 0))


async def _settle(clients: Sequence[Client]) -> list[Client]:
    """The others say no, unless it comes by itself; then who is to decide what shows, or nobody if the game is over.

    Who has a choice there and who has not is a matter of hands: so it must not show when each of them answers.
    """
    while True:
        asked = await _asked(clients)
        quiet = [client for client in asked if client.seat and set(client.choices()) & set(QUIET)]
        if not quiet:
            return asked
        for client in quiet:
            assert client.seat is not None
            word = next(choice for choice in client.choices() if choice in QUIET)
            await client.do(Decide(client.seat, word, client.number))


async def _asked(clients: Sequence[Client]) -> list[Client]:
    """Those who are to decide, once nothing will happen by itself; none, if the game is over."""
    while True:
        for client in clients:
            await client.catch_up()
        coming = [client for client in clients if "me" in client.picture or client.choices() in FORCED]
        asked = [client for client in clients if "offer" in client.picture and client.choices() not in FORCED]
        if not coming and not asked and clients[0].stage == "playing":
            continue  # the next question has come while they caught up one after the other
        if not coming or (asked and asked[0].picture["game"]["phase"] == "ask"):  # these answers come all together
            return asked
        number = coming[0].number
        await coming[0].until(lambda: coming[0].number != number)  # noqa: B023 (used at once)


def test_the_same_bytes_in_the_same_order(tmp_path: Path) -> None:
    one, other = tmp_path / "one.sqlite3", tmp_path / "other.sqlite3"

    async def prepare_all(server: LiveServer) -> list[tuple[Kind, list[Client]]]:
        return [(kind, await prepare(server, kind)) for kind in kinds() for _ in range(EACH)]

    with serving(str(one)) as server:
        tables = asyncio.run(prepare_all(server))
        assert server.stop() == 0
    pairs = asyncio.run(make_pairs(one, tables))
    shutil.copy(one, other)
    scripts: list[Script | None] = [None] * len(pairs)
    halves: list[list[Heard]] = []
    logs: list[list[str]] = []

    async def play_all(server: LiveServer) -> list[tuple[Script, Heard]]:
        rngs = [Random(f"live {index}") for index in range(len(pairs))]
        return await asyncio.gather(*(play(server, *row) for row in zip(pairs, scripts, rngs, strict=True)))

    for half, file in enumerate((one, other)):
        asyncio.run(write(file, pairs, half))
        with serving(str(file), {"HEIMLICH_LOG_LEVEL": "debug"}) as server:
            results = asyncio.run(play_all(server))
            assert server.stop() == 0
        scripts = [script for script, _ in results]
        halves.append([heard for _, heard in results])
        logs.append(sorted(map(_timeless, server.said[1:])))
    for pair, mine, theirs in zip(pairs, *halves, strict=True):
        for one_stream, other_stream in zip(mine[:3], theirs[:3], strict=True):
            assert one_stream == other_stream, f"{pair.kind}: {_difference(one_stream, other_stream)}"
        assert mine.others != theirs.others, f"{pair.kind}: the games differ, and who may know it sees it"
        assert len(mine.seat) > 4, str(pair.kind)
    assert logs[0] == logs[1]


def _difference(one: Sequence[Any], other: Sequence[Any]) -> str:
    """Where two streams part, with what came before."""
    at = next((index for index, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), -1)
    return f"{at} of {len(one)}, {len(other)}: {one[at - 1]!s:.300}\n{one[at]!s:.900}\n{other[at]!s:.900}"


def _timeless(line: str) -> str:
    entry = json.loads(line)
    return json.dumps(entry | {"time": ""})
