"""Guests are called when a table waits for them: once, encrypted, and only where they want it."""

import asyncio
import json
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import pytest
from sqlalchemy import func, select

from heimlich.server.settings import Settings
from heimlich.server.storage.database import make_database
from heimlich.server.storage.schema import presences
from heimlich.server.table.commands import AddBot, Sit, Start
from tests.live.clients import Client, leave, seated
from tests.live.push.services import PushService, push_service
from tests.live.servers import PATIENCE, LiveServer, serving
from tests.server.push.devices import Device, check_vapid
from tests.soak import count

QUICK = {
    "HEIMLICH_PUSH_LOOPBACK": "true",
    "HEIMLICH_PUSH_GRACE_S": "0.3",
    "HEIMLICH_PUSH_WAIT_S": "0.3",
    "HEIMLICH_PUSH_LOOK_S": "0.1",
    "HEIMLICH_PUSH_RETRY_S": "0.2",
    "HEIMLICH_PUSH_TIMEOUT_S": "2",
    "HEIMLICH_PUSH_CONTACT": "mailto:host@example.org",
}
DAYS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "pace_ms": 0, "clock": {"kind": "days", "days": 1}}
SOON_S = 1.5  # in which what must not come would have come


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that may call this machine."""
    with serving(str(tmp_path_factory.mktemp("push") / "tables.sqlite3"), QUICK) as running:
        yield running


def subscribe(server: LiveServer, token: str, endpoint: str, **more: Any) -> Device:
    """Let a guest's device be called, at any hour."""
    device = Device(endpoint)
    status, answer, _ = server.ask("POST", "/api/calls/device", device.subscription(**more), token)
    assert status == 200, answer
    wish(server, token)
    return device


def wish(server: LiveServer, token: str, **more: Any) -> None:
    wishes = {"off": False, "quiet_from": 0, "quiet_to": 0, "zone": "Europe/Berlin", **more}
    status, answer, _ = server.ask("PUT", "/api/calls/wishes", wishes, token)
    assert status == 200, answer


async def until_asked(clients: list[Client]) -> Client:
    """Play until a decision is due; who has to decide."""
    while True:
        for client in clients:
            await client.catch_up()
            if "offer" in client.picture:
                return client


async def away(
    server: LiveServer, path: str, service: PushService, terms: dict[str, Any] = DAYS, **more: Any
) -> tuple[str, str, Device]:
    """A table whose player on turn has gone away, before it was their turn: the table, their token and their device."""
    clients = await seated(server, terms)
    asked = await until_asked(clients)
    other = next(client for client in clients if client is not asked)
    device = subscribe(server, other.token, f"{service.url}{path}", **more)
    await other.__aexit__()
    while "offer" in asked.picture:  # decide until it is the other's turn
        await asked.try_one(Random(1).choice(asked.choices()))
        await asked.catch_up()
    await asked.__aexit__()
    return other.table, other.token, device


def test_a_guest_who_is_away_is_called_once_and_only_their_device_can_read_it(
    database: str, service: PushService
) -> None:
    with serving(database, QUICK) as server:
        path = f"/ok/{time.monotonic_ns()}"
        table, token, device = asyncio.run(away(server, path, service, language="de", zone="Europe/Berlin"))
        service.wait(lambda: bool(service.at(path)))
        [call] = service.at(path)
        said = device.read(call.body)
        assert said == {
            "table": table,
            "title": "Du bist am Zug",
            "body": said["body"],
            "off": "Nicht für diesen Tisch",
        }
        assert said["body"].startswith("Heimlich & Co., mit Guest ")
        public = server.ask("GET", "/api/calls", token=token)[1]["key"]
        claims = check_vapid(call.headers["authorization"], public)
        assert claims["aud"] == service.url
        assert claims["sub"] == "mailto:host@example.org"
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        assert (call.headers["content-encoding"], call.headers["host"]) == ("aes128gcm", service.url[7:])
        assert table.encode() not in call.body
        assert table not in json.dumps(call.headers) + call.path
        assert "topic" not in call.headers
        time.sleep(SOON_S)
        server.kill()
        server.start()  # what was called before is not called again
        time.sleep(SOON_S)
        assert len(service.at(path)) == 1
        assert server.ask("GET", "/api/calls", token=token)[1]["key"] == public


def test_whoever_is_looking_is_not_called(server: LiveServer, service: PushService) -> None:
    async def play() -> None:
        clients = await seated(server, DAYS)
        for seat, client in enumerate(clients):
            subscribe(server, client.token, f"{service.url}/ok/looking-{seat}")
        await until_asked(clients)
        await asyncio.sleep(2 * SOON_S)
        await leave(clients)  # they have seen the question: with days for a decision they are left in peace
        await asyncio.sleep(SOON_S)

    asyncio.run(play())
    assert [one.path for one in service.received if "looking" in one.path] == []


def test_a_forgotten_tab_keeps_no_phone_quiet(database: str, service: PushService) -> None:
    """A page says that nobody looks at it; one that says nothing counts as looking, and so does one of several."""
    with serving(database, QUICK) as server:
        path = f"/ok/{time.monotonic_ns()}"

        async def play() -> None:
            clients = await seated(server, DAYS | {"clock": {"kind": "off"}})
            asked = await until_asked(clients)
            other = next(client for client in clients if client is not asked)
            subscribe(server, other.token, f"{service.url}{path}")
            async with Client(server, other.token, other.table, other.seat) as desk:
                await desk.follow()
                for client in (desk, other):
                    await say_looking(client, is_so=False)
                await until_stored(database, away=1)
                await say_looking(desk, is_so=True)
                await until_stored(database, away=0)
                while "offer" in asked.picture:
                    await asked.try_one(Random(1).choice(asked.choices()))
                    await asked.catch_up()
                await asyncio.sleep(2 * SOON_S)
                assert service.at(path) == [], "somebody looks at one of two pages"
                assert len(asked.here) == 2, "nobody else learns of it"
            await asyncio.to_thread(service.wait, lambda: bool(service.at(path)))
            assert len(asked.here) == 2, "the forgotten page is still connected"
            await leave(clients)

        asyncio.run(play())


async def until_stored(database: str, away: int) -> None:
    """Wait until a database that processes share says that so many guests are connected and do not look."""
    if not database.startswith("postgresql"):
        return
    opened = make_database(Settings(database=database))
    wanted = select(func.count()).select_from(presences).where(~presences.c.looking)
    async with asyncio.timeout(PATIENCE):
        while await opened.read(lambda found: found.execute(wanted).scalar_one()) != away:
            await asyncio.sleep(0.05)
    await opened.close()


async def say_looking(client: Client, *, is_so: bool) -> None:
    await client.send_text(json.dumps({"t": "looking", "looking": is_so}))
    await client.catch_up()


def test_saying_that_one_looks_is_limited_and_changes_nothing_else(database: str) -> None:
    """A flood of it is refused as any other, and does not reach the others at the table or the log."""
    with serving(database, {"HEIMLICH_MESSAGE_RATE": "1", "HEIMLICH_MESSAGE_BURST": "30"}) as server:

        async def flood() -> None:
            clients = await seated(server, DAYS)
            eve, anna = clients
            await asyncio.sleep(1.0)
            heard = len(anna.raw)
            for number in range(60):
                await eve.send_text(json.dumps({"t": "looking", "looking": bool(number % 2)}))
            await eve.until(lambda: len(eve.refused) >= 20)
            assert {refusal.code for refusal in eve.refused} == {"rate"}
            for bad in ('{"t":"looking"}', '{"t":"looking","looking":1}', '{"t":"looking","looking":true,"x":1}'):
                before = len(eve.refused)
                await eve.send_text(bad)
                await eve.until(lambda before=before: len(eve.refused) > before)
            await asyncio.sleep(0.5)
            assert len(anna.raw) == heard
            await leave(clients)

        asyncio.run(flood())


def test_without_a_clock_a_friend_who_waits_calls_somebody_who_has_gone(
    server: LiveServer, service: PushService
) -> None:
    async def play() -> None:
        clients = await seated(server, DAYS | {"clock": {"kind": "off"}})
        asked = await until_asked(clients)
        subscribe(server, asked.token, f"{service.url}/ok/gone")
        await asked.__aexit__()
        await asyncio.to_thread(service.wait, lambda: bool(service.at("/ok/gone")))
        await leave([client for client in clients if client is not asked])

    asyncio.run(play())


def test_alone_against_bots_nobody_is_called(server: LiveServer, service: PushService) -> None:
    async def play() -> None:
        token = server.token("Anna")
        table = server.table(token, DAYS | {"clock": {"kind": "off"}})
        async with Client(server, token, table, 0) as anna:
            await anna.must(Sit(0))
            await anna.must(AddBot(1, "random"))
            await anna.must(Start())
        subscribe(server, token, f"{service.url}/ok/alone")
        await asyncio.sleep(2 * SOON_S)

    asyncio.run(play())
    assert service.at("/ok/alone") == []


@pytest.mark.parametrize("how", ["off", "table", "device", "hours", "signed-out", "forgotten"])
def test_calls_can_be_switched_off(server: LiveServer, service: PushService, how: str) -> None:
    async def play() -> None:
        clients = await seated(server, DAYS)
        asked = await until_asked(clients)
        other = next(client for client in clients if client is not asked)
        subscribe(server, other.token, f"{service.url}/ok/{how}")
        await other.__aexit__()
        match how:
            case "off":
                wish(server, other.token, off=True)
            case "table":
                status, answer, _ = server.ask("PUT", f"/api/calls/tables/{other.table}", {"quiet": True}, other.token)
                assert (status, answer["quiet_tables"]) == (200, [other.table])
            case "device":
                assert server.ask("DELETE", "/api/calls/device", None, other.token)[1]["devices"] == 0
            case "hours":
                wish(server, other.token, quiet_from=0, quiet_to=24 * 60 - 1)
            case "signed-out":
                assert server.ask("DELETE", "/api/guest/token", None, other.token)[0] == 204
            case "forgotten":
                assert server.ask("DELETE", "/api/guest", None, other.token)[0] == 200
        while "offer" in asked.picture:
            await asked.try_one(Random(1).choice(asked.choices()))
            await asked.catch_up()
        await asked.__aexit__()
        await asyncio.sleep(SOON_S)

    asyncio.run(play())
    assert service.at(f"/ok/{how}") == []


def test_a_device_that_its_service_has_forgotten_is_forgotten_here(server: LiveServer, service: PushService) -> None:
    for status in (404, 410):
        path = f"/{status}/gone"
        _, token, _ = asyncio.run(away(server, path, service))
        service.wait(lambda path=path: bool(service.at(path)))  # type: ignore[misc]
        until = time.monotonic() + 30
        while server.ask("GET", "/api/calls", token=token)[1]["devices"]:
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.mark.parametrize(("kind", "tries"), [("503", 4), ("429", 4), ("500", 4), ("400", 1), ("403", 1), ("moved", 1)])
def test_tries_are_bounded_and_no_redirect_is_followed(
    server: LiveServer, service: PushService, kind: str, tries: int
) -> None:
    path = f"/{kind}/tries"
    asyncio.run(away(server, path, service))
    service.wait(lambda: len(service.at(path)) >= tries)
    time.sleep(SOON_S)
    assert len(service.at(path)) == tries
    assert service.at("/ok/elsewhere") == []


def test_an_endpoint_that_hangs_or_floods_harms_nobody(server: LiveServer, service: PushService) -> None:
    for number, kind in enumerate(("hang", "flood", "hang", "flood", "hang", "flood")):
        asyncio.run(away(server, f"/{kind}/{number}", service))
    service.wait(lambda: bool(service.at("/hang/0")) and bool(service.at("/flood/1")))
    started = time.monotonic()
    asyncio.run(away(server, "/ok/meanwhile", service))
    service.wait(lambda: bool(service.at("/ok/meanwhile")))
    assert time.monotonic() - started < 30
    text = server.ask("GET", "/metrics")[1]
    assert 'heimlich_loop_delay_seconds_bucket{le="1.0"}' in text


def test_one_guest_is_called_so_many_times_an_hour_and_no_more(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = str(tmp_path_factory.mktemp("hour") / "tables.sqlite3")
    with push_service() as service, serving(database, QUICK | {"HEIMLICH_PUSH_PER_HOUR": "2"}) as server:

        async def play() -> None:
            token = server.token("Anna")
            subscribe(server, token, f"{service.url}/ok/often")
            for _ in range(4):
                host = server.token("Bert")
                table = server.table(host, DAYS | {"house": [["first", "1"]]})
                async with Client(server, token, table, 0) as anna, Client(server, host, table, 1) as bert:
                    await anna.must(Sit(0))
                    await bert.must(Sit(1))
                    await anna.__aexit__()
                    await bert.must(Start())

        asyncio.run(play())
        service.wait(lambda: len(service.at("/ok/often")) >= 2)
        time.sleep(SOON_S)
        assert len(service.at("/ok/often")) == 2


def test_moves_are_as_quick_beside_an_endpoint_that_hangs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """From sending a move to its answer, without calls and while six services do not answer; `-s` shows the figures."""
    database = str(tmp_path_factory.mktemp("quick") / "tables.sqlite3")
    with push_service() as service, serving(database, QUICK | {"HEIMLICH_PUSH_LOOK_S": "1"}) as server:
        without = asyncio.run(times_of_moves(server))
        for number in range(6):
            asyncio.run(away(server, f"/hang/{number}", service))
        service.wait(lambda: len({one.path for one in service.received}) == 6)
        beside = asyncio.run(times_of_moves(server))
        print(
            f"p50 of a move: {1000 * median(without):.1f} ms alone, {1000 * median(beside):.1f} ms beside hanging ones"
        )
        assert median(beside) < 5 * median(without) + 0.1


async def times_of_moves(server: LiveServer) -> list[float]:
    """Play some moves of two people; the seconds that each answer took."""
    took: list[float] = []
    clients = await seated(server, DAYS | {"clock": {"kind": "off"}})
    while len(took) < count(24, 400) and not any(client.stage == "over" for client in clients):
        mover = await until_asked(clients)
        began = time.perf_counter()
        if await mover.try_one(Random(len(took)).choice(mover.choices())):
            took.append(time.perf_counter() - began)
    await leave(clients)
    return took
