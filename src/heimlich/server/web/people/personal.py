"""Everything about a guest over HTTP: as one file to download, and deleted for good. See docs/personal-data.md."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, Response, delete, get
from litestar.exceptions import TooManyRequestsException
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from heimlich.server.live.people.forgetting import forget_everywhere
from heimlich.server.live.quarantine import replay
from heimlich.server.live.service import Service
from heimlich.server.storage.departures import depart, tables_of
from heimlich.server.storage.groups import KnownGroup, known_groups
from heimlich.server.storage.guests import Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.passkeys import Codes, Device, codes_of, devices_of, list_passkeys
from heimlich.server.storage.plays import StoredPlay, read_plays
from heimlich.server.storage.ratings import RatedPlay, read_rated
from heimlich.server.storage.schema import guests
from heimlich.server.storage.seasons import KnownDeal, known_deals
from heimlich.server.storage.store import BrokenLog, read_rows
from heimlich.server.storage.subscriptions import CallFacts, call_facts
from heimlich.server.table.afterwards.personal import PersonalTable, personal_table
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.web.people.guests import need_proof
from heimlich.server.web.requests.cookies import cookie_form, remove_cookies
from heimlich.server.web.requests.errors import TROUBLES

AnyRequest = Request[Any, Any, Any]
FORMAT = "heimlich guest 1"
FILE = "heimlich-everything-about-me.json"
LONGEST_S = 90.0  # after which the tables that are left are only named
PATIENCE_S = 5.0  # for tables, before a guest who is deleted gets the answer; the others follow by themselves
REMAINS = (
    "Your name, your devices, your codes, your passkeys, your groups, your results, your notes and what you said are "
    "deleted. Your moves stay in the logs of the tables where you played, as those of a guest without a name; records "
    "that others have saved before keep the name you had."
)


class Farewell(Struct, frozen=True):
    """The answer to a deleted guest: what remains of them at tables."""

    remains: str


class KnownPasskey(Struct, frozen=True):
    """A passkey, without its keys."""

    name: str
    created_at: int
    used_at: int


class GuestFacts(Struct, frozen=True):
    """A guest, as stored."""

    nickname: str
    created_at: int
    seen_at: int  # to the day; 0: not noted yet
    devices: int
    signed_in: tuple[Device, ...]
    passkeys: tuple[KnownPasskey, ...]
    codes: Codes
    groups: tuple[KnownGroup, ...]
    seasons: tuple[KnownDeal, ...]


@delete("/api/guest", status_code=HTTP_200_OK, tags=["guests"], responses=TROUBLES)
async def forget_guest(request: AnyRequest, guest: Guest, service: Service) -> Response[Farewell]:
    """Delete the guest, on all devices and at all tables: seats of running games are left, names are removed."""
    await need_proof(request, service, guest)
    with contextlib.suppress(IntegrityError):  # another device of the guest was faster by a moment
        await service.guests.remove(guest, lambda connection: depart(connection, guest.id, now_ms()))
    service.hub.whereabouts.forget(guest.id)
    work = asyncio.create_task(forget_everywhere(service.hub, guest.id))
    service.hub.spawn(_finish(work))
    await asyncio.wait([work], timeout=PATIENCE_S)
    cookies = remove_cookies(cookie_form(request, service.settings))
    return Response(Farewell(REMAINS), cookies=cookies)


async def _finish(work: "asyncio.Task[None]") -> None:
    await work


@get("/api/guest/export", tags=["guests"], responses=TROUBLES)
async def export_guest(guest: Guest, service: Service) -> Stream:
    """Download everything about the guest as one JSON file, table after table; docs/personal-data.md describes it."""
    if not service.exports.take(guest.id):
        raise TooManyRequestsException("you have this file already; wait a little")
    facts = await service.database.read(lambda found: _facts(found, guest.id))
    if facts is None:
        raise Refused("guest", "this guest has just been deleted")
    results = await service.database.read(lambda found: read_plays(found, guest.id))
    calls = await service.database.read(lambda found: call_facts(found, guest.id))
    rated = await service.database.read(lambda found: read_rated(found, guest.id))
    names = await service.database.read(lambda found: tables_of(found, guest.id))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"', "Cache-Control": "no-store"}
    return Stream(
        _write(service, guest.id, facts, results, rated, calls, names), media_type="application/json", headers=headers
    )


async def _write(
    service: Service,
    guest: GuestId,
    facts: GuestFacts,
    results: list[StoredPlay],
    rated: list[RatedPlay],
    calls: CallFacts,
    names: list[str],
) -> AsyncIterator[bytes]:
    """Yield the file piece by piece; what cannot be read in time, or at all, is only named."""
    encode = msgspec.json.encode
    yield b'{"format":%s,"made_at":%d,"guest":%s,"results":%s,"ratings":%s,"calls":%s,"tables":[' % (
        encode(FORMAT),
        now_ms(),
        encode(facts),
        encode(results),
        encode(rated),
        encode(calls),
    )
    until, between, unread = time.monotonic() + LONGEST_S, b"\n", list[str]()
    for name in names:
        found = await _table(service, name, guest) if time.monotonic() < until else None
        if found is None:
            unread.append(name)
            continue
        yield between + encode(found)
        between = b",\n"
    yield b'\n],"unread":%s}\n' % encode(unread)


async def _table(service: Service, name: str, guest: GuestId) -> PersonalTable | None:
    """Read what a table holds about a guest; it is not kept in memory."""
    async with service.exporting:
        try:
            rows = await service.database.read(lambda found: read_rows(found, name))
            if not rows:
                return None
            live = await asyncio.to_thread(replay, rows)
        except BrokenLog:
            return None
        return await asyncio.to_thread(personal_table, live, rows, guest)


def _facts(connection: Connection, guest: GuestId) -> GuestFacts | None:
    row = connection.execute(select(guests).where(guests.c.id == guest)).first()
    if row is None:
        return None
    devices = tuple(devices_of(connection, guest))
    keys = tuple(KnownPasskey(one.name, one.created_at, one.used_at) for one in list_passkeys(connection, guest))
    codes, groups = codes_of(connection, guest), tuple(known_groups(connection, guest))
    deals = tuple(known_deals(connection, guest))
    return GuestFacts(row.nickname, row.created_at, row.seen_at, len(devices), devices, keys, codes, groups, deals)
