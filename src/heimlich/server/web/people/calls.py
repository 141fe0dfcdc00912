"""Being called when it is one's turn, over HTTP: a device's subscription, and a guest's wishes about calls."""

from functools import cache
from typing import Annotated, Any
from zoneinfo import available_timezones

from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from heimlich.server.live.service import Service
from heimlich.server.push.addresses import read_endpoint
from heimlich.server.storage.guests import Guest, hashed
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.subscriptions import (
    Subscription,
    Wishes,
    keep_quiet,
    keep_wishes,
    keys,
    quiet_tables,
    subscribe,
    subscriptions_of,
    unsubscribe,
    wishes_of,
)
from heimlich.server.table.refusals import Refused
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import token_in
from heimlich.text import LANGUAGES

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=64)]
Minute = Annotated[int, Meta(ge=0, le=24 * 60 - 1)]
Text = Annotated[str, Meta(max_length=1000)]
Key = Annotated[str, Meta(max_length=200)]
Zone = Annotated[str, Meta(max_length=64)]


class DeviceKeys(Struct, frozen=True, forbid_unknown_fields=True):
    """A device's keys, as its browser gives them."""

    p256dh: Key
    auth: Key


class NewSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, the language of the device, and its time zone."""

    endpoint: Text
    keys: DeviceKeys
    language: Annotated[str, Meta(max_length=8)] = "en"
    zone: Zone = ""


class CallWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's wishes: no calls at all, and the minutes of the day between which it is quiet, in a time zone."""

    off: bool
    quiet_from: Minute
    quiet_to: Minute
    zone: Zone


class Quiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to be called for a table, or not."""

    quiet: bool


class CallsAnswer(Struct, frozen=True):
    """The way a guest is called: the server's public key ("": nobody is called), this device, all devices, wishes."""

    key: str
    here: bool
    devices: int
    wishes: CallWishes
    quiet_tables: tuple[str, ...]


@get("/api/calls", tags=["calls"], responses=TROUBLES)
async def show_calls(request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    """Show how the guest is called when it is their turn."""
    return await _answer(request, guest, service)


@post("/api/calls/device", tags=["calls"], responses=TROUBLES, status_code=HTTP_200_OK)
async def call_device(data: NewSubscription, request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    """Call the guest on this device from now on."""
    from heimlich.server.push.encryption import read_auth, read_point  # here: not every server needs it

    settings = service.settings
    if not (settings.allowed_push_services or settings.push_loopback):
        raise Refused("push", "this server calls nobody")
    read_endpoint(data.endpoint, settings.allowed_push_services, loopback=settings.push_loopback)
    read_point(data.keys.p256dh)
    read_auth(data.keys.auth)
    zone = _known_zone(data.zone) if data.zone else "UTC"
    language = data.language if data.language in LANGUAGES else "en"
    device = Subscription(hashed(token_in(request)[0]), data.endpoint, data.keys.p256dh, data.keys.auth, language)

    def add(connection: Any) -> None:
        subscribe(connection, guest.id, device, now_ms())
        if wishes_of(connection, guest.id) is None:
            keep_wishes(connection, guest.id, Wishes(zone=zone))

    await service.database.write(add)
    return await _answer(request, guest, service)


@delete("/api/calls/device", tags=["calls"], responses=TROUBLES, status_code=HTTP_200_OK)
async def leave_device_alone(request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    """Call the guest on this device no more."""
    token = hashed(token_in(request)[0])
    await service.database.write(lambda connection: unsubscribe(connection, token))
    return await _answer(request, guest, service)


@put("/api/calls/wishes", tags=["calls"], responses=TROUBLES)
async def wish_calls(data: CallWishes, request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    """Change when the guest is called, on all devices."""
    wishes = Wishes(data.off, data.quiet_from, data.quiet_to, _known_zone(data.zone))
    await service.database.write(lambda connection: keep_wishes(connection, guest.id, wishes))
    return await _answer(request, guest, service)


@put("/api/calls/tables/{table:str}", tags=["calls"], responses=TROUBLES)
async def wish_quiet(table: TableId, data: Quiet, request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    """Change whether the guest is called for a table."""
    live = (await service.hub.get(table)).table
    if not live.now.person(guest.id):
        raise Refused("seat", "you are not at this table")
    kept = await service.database.write(lambda found: keep_quiet(found, guest.id, table, quiet=data.quiet))
    if not kept:
        raise Refused("limit", "so many tables are switched off that you had better switch off all calls")
    return await _answer(request, guest, service)


@cache
def _zones() -> frozenset[str]:
    """List the time zones; reading them from the disk takes some milliseconds."""
    return frozenset(available_timezones())


def _known_zone(zone: str) -> str:
    if zone not in _zones():
        raise Refused("push", f"there is no time zone '{zone[:64]}'")
    return zone


async def _answer(request: AnyRequest, guest: Guest, service: Service) -> CallsAnswer:
    token = hashed(token_in(request)[0])

    def look(connection: Any) -> CallsAnswer:
        found = keys(connection)
        devices = subscriptions_of(connection, guest.id)
        wishes = wishes_of(connection, guest.id) or Wishes()
        return CallsAnswer(
            found.public if found else "",
            any(device.token == token for device in devices),
            len(devices),
            CallWishes(wishes.off, wishes.quiet_from, wishes.quiet_to, wishes.zone),
            tuple(quiet_tables(connection, guest.id)),
        )

    return await service.database.read(look)


CALLS = (show_calls, call_device, leave_device_alone, wish_calls, wish_quiet)
