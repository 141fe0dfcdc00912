"""Coming back as the guest one was: passkeys, recovery codes, and joining the guest of this device. See decision 11.

Every refused passkey gets the same answer, whatever was wrong with it. Who has a guest's cookie and nothing else cannot
change passkeys or recovery codes once there are some: that needs a proof, a sign-in of the last ten minutes.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.exceptions import TooManyRequestsException
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct
from sqlalchemy import Connection

from heimlich.server.limits import Buckets
from heimlich.server.live.people.joining import check_join, join_everywhere
from heimlich.server.live.service import Service
from heimlich.server.storage import passkeys as store
from heimlich.server.storage.guests import BY_CODE, BY_PASSKEY, BY_RECOVERY, Guest, find_code
from heimlich.server.storage.joins import belongings_of, join
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.passkeys import Codes, Device, Passkey
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.web.people.authenticators import (
    Place,
    ask_for_known,
    ask_for_new,
    check_known,
    check_new,
    credential_id,
    place_of,
)
from heimlich.server.web.people.guests import GuestAnswer, as_guest, guest_of, need_proof
from heimlich.server.web.requests.cookies import cookie_form
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, token_in

AnyRequest = Request[Any, Any, Any]
CeremonyName = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Parameter(max_length=16)]
PATIENCE_S = 5.0  # for tables, before a guest who is joined gets the answer; the others follow by themselves


class CeremonyAnswer(Struct, frozen=True):
    """The input of the browser's dialog (`options`, as WebAuthn's JSON), and the name with which to send its result."""

    ceremony: str
    options: dict[str, Any]


class NewPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the dialog that made a passkey, and what to call it."""

    ceremony: CeremonyName
    credential: dict[str, Any]
    name: Name = ""


class PasskeyName(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: Name


class OwnPasskey(Struct, frozen=True):
    """A passkey as its guest sees it; `used_at` is 0 for one that was never used."""

    key: str
    name: str
    created_at: int
    used_at: int


class SignInState(Struct, frozen=True):
    """The ways in which a guest can come back, and on which devices they are signed in."""

    passkeys: tuple[OwnPasskey, ...]
    codes: Codes
    devices: tuple[Device, ...]
    proved: bool  # passkeys and codes can be changed now


class CodesAnswer(Struct, frozen=True):
    """New recovery codes; they are sent only this once."""

    codes: tuple[str, ...]


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of the dialog that used a passkey, and whether the games of this device's guest come along.

    Without `bring`, the sign-in is refused if there are any.
    """

    ceremony: CeremonyName
    credential: dict[str, Any]
    bring: bool | None = None


class SignInByCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code as the guest typed it in; `bring` as for a passkey."""

    code: Annotated[str, Meta(max_length=80)]
    bring: bool | None = None


class UsedCode(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of another device as the guest typed it in, and whether the games of this device's guest come along.

    With `bring: null`, it is refused if there are any.
    """

    code: Annotated[str, Meta(max_length=40)]
    bring: bool | None = False


def _limit(buckets: Buckets, request: AnyRequest) -> None:
    if not buckets.take(address_of(request)):
        raise TooManyRequestsException("too many tries; wait a little")


def _place(request: AnyRequest, service: Service) -> Place:
    secure = cookie_form(request, service.settings).secure
    return place_of(service.settings, request.headers.get("host", ""), secure=secure)


def _refused() -> Refused:
    return Refused("passkey", "this passkey is not accepted; try again")


# Own passkeys and codes


@get("/api/passkeys", tags=["guests"], responses=TROUBLES)
async def list_passkeys(request: AnyRequest, guest: Guest, service: Service) -> SignInState:
    """Show how the guest can come back, and where they are signed in."""
    token = token_in(request)[0]

    def look(found: Connection) -> SignInState:
        own = tuple(map(_own, store.list_passkeys(found, guest.id)))
        devices = tuple(store.devices_of(found, guest.id, token))
        return SignInState(own, store.codes_of(found, guest.id), devices, proved=False)

    state = await service.database.read(look)
    guarded = bool(state.passkeys or state.codes.left)
    proved = not guarded or await service.guests.is_proved(token, now_ms())
    return SignInState(state.passkeys, state.codes, state.devices, proved)


def _own(passkey: Passkey) -> OwnPasskey:
    return OwnPasskey(passkey.key, passkey.name, passkey.created_at, passkey.used_at)


@post("/api/passkeys/options", tags=["guests"], responses=TROUBLES)
async def begin_passkey(request: AnyRequest, guest: Guest, service: Service) -> CeremonyAnswer:
    """Begin to add a passkey."""
    _limit(service.sign_ins, request)
    place = _place(request, service)
    await need_proof(request, service, guest)
    begun = await service.database.write(lambda found: store.begin(found, store.ADDING, guest.id, now_ms()))
    known = await service.database.read(lambda found: store.list_passkeys(found, guest.id))
    options = await asyncio.to_thread(ask_for_new, place, guest.id, guest.nickname, begun.challenge, known)
    return CeremonyAnswer(begun.name, options)


@post("/api/passkeys", tags=["guests"], responses=TROUBLES)
async def add_passkey(data: NewPasskey, request: AnyRequest, guest: Guest, service: Service) -> OwnPasskey:
    """Add the passkey that the browser has made."""
    _limit(service.sign_ins, request)
    place = _place(request, service)
    await need_proof(request, service, guest)
    take = partial(store.take, name=data.ceremony, kind=store.ADDING, guest=guest.id, now_ms=now_ms())
    challenge = await service.database.write(take)
    made = await asyncio.to_thread(check_new, place, challenge, data.credential)
    if made is None:
        raise _refused()
    name = store.passkey_name(data.name)
    passkey = Passkey(made.id, guest.id, made.public_key, made.sign_count, name, now_ms(), 0)
    return _own(await service.database.write(partial(store.add, passkey=passkey, token=token_in(request)[0])))


@patch("/api/passkeys/{key:str}", status_code=HTTP_204_NO_CONTENT, tags=["guests"], responses=TROUBLES)
async def rename_passkey(key: Key, data: PasskeyName, request: AnyRequest, guest: Guest, service: Service) -> None:
    """Give a passkey another name."""
    await need_proof(request, service, guest)
    await service.database.write(partial(store.rename, guest=guest.id, key=key, name=data.name))


@delete("/api/passkeys/{key:str}", status_code=HTTP_204_NO_CONTENT, tags=["guests"], responses=TROUBLES)
async def remove_passkey(key: Key, request: AnyRequest, guest: Guest, service: Service) -> None:
    """Remove a passkey: it signs nobody in any more. Devices that are signed in stay so."""
    await need_proof(request, service, guest)
    await service.database.write(partial(store.remove, guest=guest.id, key=key))


@post("/api/recovery-codes", tags=["guests"], responses=TROUBLES)
async def make_recovery_codes(request: AnyRequest, guest: Guest, service: Service) -> CodesAnswer:
    """Make recovery codes, each for one sign-in; all earlier ones become void."""
    _limit(service.sign_ins, request)
    await need_proof(request, service, guest)
    made = await service.database.write(partial(store.make_codes, guest=guest.id, now_ms=now_ms()))
    return CodesAnswer(tuple(made))


# Signing in


@post("/api/sign-in/options", status_code=HTTP_200_OK, tags=["guests"], responses=TROUBLES)
async def begin_sign_in(request: AnyRequest, service: Service) -> CeremonyAnswer:
    """Begin to sign in with a passkey; the browser shows which ones it has for this address."""
    _limit(service.sign_ins, request)
    place = _place(request, service)
    begun = await service.database.write(lambda found: store.begin(found, store.SIGNING_IN, "", now_ms()))
    options = await asyncio.to_thread(ask_for_known, place, begun.challenge)
    return CeremonyAnswer(begun.name, options)


@post("/api/sign-in", tags=["guests"], responses=TROUBLES)
async def sign_in(data: SignIn, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Sign this device in with a passkey: a new token comes as a cookie, and the device's old one becomes void."""
    _limit(service.sign_ins, request)
    place, at = _place(request, service), now_ms()

    def look(connection: Connection) -> tuple[bytes | None, Passkey | None]:
        challenge = store.take(connection, data.ceremony, store.SIGNING_IN, "", at)
        return challenge, store.find(connection, credential_id(data.credential))

    challenge, passkey = await service.database.write(look)
    count = await asyncio.to_thread(check_known, place, challenge, data.credential, passkey)
    if passkey is None or count is None:
        raise _refused()
    prove = partial(store.use, passkey=passkey, sign_count=count, now_ms=at)
    entry = _Entry(passkey.guest, prove, BY_PASSKEY, data.bring, _refused())
    return await _enter(entry, request, service)


@post("/api/sign-in/code", tags=["guests"], responses=TROUBLES)
async def sign_in_by_code(data: SignInByCode, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Sign this device in with a recovery code, which then is used up."""
    _limit(service.recoveries, request)
    if not service.all_recoveries.take(""):
        raise TooManyRequestsException("too many tries; wait a little")
    error = Refused("recovery", "this recovery code is wrong, or used already")
    whose = await service.database.read(lambda found: store.find_code(found, data.code))
    if whose is None:
        raise error
    prove = partial(store.use_code, code=data.code, now_ms=now_ms())
    return await _enter(_Entry(whose, prove, BY_RECOVERY, data.bring, error), request, service)


@post("/api/guest/moves", tags=["guests"], responses=TROUBLES)
async def use_code(data: UsedCode, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Sign this device in as the guest who made the code: the token comes as a cookie."""
    at = now_ms()
    if await guest_of(request, service) is not None:  # whose cookie becomes void
        whose = await service.database.read(lambda found: find_code(found, data.code, at))
        if whose is not None:
            prove = partial(service.guests.spend_code, code=data.code, now_ms=at)
            entry = _Entry(whose, prove, BY_CODE, data.bring, Refused("code", "this code was used just now"))
            return await _enter(entry, request, service)
    guest, token = await service.guests.use_code(data.code, at)
    return as_guest(request, service, guest, token, HTTP_201_CREATED)


class _Entry(Struct, frozen=True):
    """A guest who signs in: who, the change that proves it, how, what happens to this device's games, and the error."""

    guest: GuestId
    prove: Callable[[Connection], GuestId | None]
    how: str
    bring: bool | None
    error: Refused


async def _enter(entry: _Entry, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Sign a device in, and join the guest that it was, if that is wanted: all of it or nothing."""
    before, at = await guest_of(request, service), now_ms()
    if before is not None and before.id == entry.guest:
        before = None
    if before is not None and entry.bring is None:
        left = await service.database.read(lambda found: belongings_of(found, before.id))
        if any(left):
            raise Refused("bring", "you have games on this device: say whether they come along")
    if before is not None and entry.bring:
        await check_join(service.hub, before.id, entry.guest)

    def prove(connection: Connection) -> GuestId | None:
        known = entry.prove(connection)
        if known is not None and before is not None and entry.bring:
            joined.extend(join(connection, before.id, known, at))
        return known

    joined: list[str] = []
    found = await service.guests.sign_in(
        prove, entry.how, at, token_in(request)[0], joined, proved=entry.how != BY_CODE
    )
    if found is None:
        raise entry.error
    guest, token = found
    if before is not None and entry.bring:
        service.hub.whereabouts.forget(before.id)
        work = asyncio.create_task(join_everywhere(service.hub, before.id, guest.id))
        service.hub.spawn(_finish(work))
        await asyncio.wait([work], timeout=PATIENCE_S)
    return as_guest(request, service, guest, token, HTTP_201_CREATED)


async def _finish(work: "asyncio.Task[None]") -> None:
    await work


PASSKEY_HANDLERS = (
    list_passkeys,
    begin_passkey,
    add_passkey,
    rename_passkey,
    remove_passkey,
    make_recovery_codes,
    begin_sign_in,
    sign_in,
    sign_in_by_code,
    use_code,
)
