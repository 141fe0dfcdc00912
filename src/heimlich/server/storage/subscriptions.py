"""Devices that want to be called when it is their guest's turn, the guests' wishes about it, and the server's key.

A subscription belongs to a device's token: it goes with it when the device is signed out or the guest is forgotten.
Wishes and calls belong to the guest. Nothing here says what a call is about but the table's name.
"""

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from urllib.parse import urlsplit

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from heimlich.server.storage.conflicts import insert_missing
from heimlich.server.storage.schema import push_keys, push_subscriptions, push_tables, push_wishes, tokens
from heimlich.server.table.seats import GuestId

MOST_DEVICES = 10  # of one guest; for one more, the oldest is forgotten
MOST_QUIET = 200  # tables that one guest has switched off
HOUR_MS = 3600 * 1000
VAPID = "vapid"


class Keys(Struct, frozen=True):
    """The server's own pair of keys, as text."""

    private: str
    public: str


class Subscription(Struct, frozen=True):
    """A device to call: its token's hash, where its messages go, its keys and its language."""

    token: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Wishes(Struct, frozen=True):
    """A guest's wishes: whether calls are off, and the minutes of the day between which it is quiet, in a time zone."""

    off: bool = False
    quiet_from: int = 22 * 60
    quiet_to: int = 8 * 60
    zone: str = "UTC"


class CalledDevice(Struct, frozen=True):
    """A device that is called, for the guest's own file: its push service, its language and since when."""

    host: str
    language: str
    created_at: int


class CallFacts(Struct, frozen=True):
    """Everything about a guest's calls, for the guest's own file."""

    devices: tuple[CalledDevice, ...]
    wishes: Wishes | None
    quiet_tables: tuple[str, ...]


class CallDecision(StrEnum):
    """The decision about a call."""

    CALL = "call"
    LATER = "later"  # quiet hours, or too many calls in this hour
    NEVER = "never"  # nobody wants it, or it was made


def keys(connection: Connection) -> Keys | None:
    """Read the server's keys."""
    row = connection.execute(select(push_keys).where(push_keys.c.name == VAPID)).first()
    return None if row is None else Keys(row.private, row.public)


def keep_keys(connection: Connection, made: Keys, now_ms: int) -> Keys:
    """Store new keys, unless another process was faster; return those that count."""
    row = {"name": VAPID, "private": made.private, "public": made.public, "created_at": now_ms}
    insert_missing(connection, push_keys, [row])
    found = keys(connection)
    assert found is not None
    return found


# Devices


def subscribe(connection: Connection, guest: GuestId, device: Subscription, now_ms: int) -> None:
    """Store a device's subscription in place of its last one; forget the oldest if the guest has too many."""
    at = push_subscriptions.c
    connection.execute(delete(push_subscriptions).where((at.token == device.token) | (at.endpoint == device.endpoint)))
    values = {
        "token": device.token,
        "endpoint": device.endpoint,
        "p256dh": device.p256dh,
        "auth": device.auth,
        "language": device.language,
        "created_at": now_ms,
    }
    connection.execute(insert(push_subscriptions).values(values))
    own = select(at.token).join(tokens, tokens.c.hash == at.token).where(tokens.c.guest == guest)
    for token in connection.execute(own.order_by(at.created_at.desc(), at.token)).scalars().all()[MOST_DEVICES:]:
        connection.execute(delete(push_subscriptions).where(at.token == token))


def unsubscribe(connection: Connection, token: str) -> None:
    """Forget a device's subscription."""
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.token == token))


def forget_subscription(connection: Connection, token: str, endpoint: str) -> None:
    """Forget a subscription that its push service no longer knows, unless the device has a new one."""
    at = push_subscriptions.c
    connection.execute(delete(push_subscriptions).where(at.token == token, at.endpoint == endpoint))


def subscriptions_of(connection: Connection, guest: GuestId) -> list[Subscription]:
    """List a guest's devices that want to be called."""
    at = push_subscriptions.c
    wanted = select(push_subscriptions).join(tokens, tokens.c.hash == at.token).where(tokens.c.guest == guest)
    return [
        Subscription(row.token, row.endpoint, row.p256dh, row.auth, row.language)
        for row in connection.execute(wanted.order_by(at.created_at, at.token))
    ]


def call_facts(connection: Connection, guest: GuestId) -> CallFacts:
    """Collect everything about a guest's calls; no key and no address, which could be used to call the device."""
    at = push_subscriptions.c
    wanted = select(at.endpoint, at.language, at.created_at).join(tokens, tokens.c.hash == at.token)
    rows = connection.execute(wanted.where(tokens.c.guest == guest).order_by(at.created_at, at.token))
    devices = tuple(CalledDevice(urlsplit(row.endpoint).hostname or "", row.language, row.created_at) for row in rows)
    return CallFacts(devices, wishes_of(connection, guest), tuple(quiet_tables(connection, guest)))


# Wishes


def wishes_of(connection: Connection, guest: GuestId) -> Wishes | None:
    """Read a guest's wishes; None if they never said any."""
    row = connection.execute(select(push_wishes).where(push_wishes.c.guest == guest)).first()
    return None if row is None else Wishes(row.is_off, row.quiet_from, row.quiet_to, row.zone)


def keep_wishes(connection: Connection, guest: GuestId, wishes: Wishes) -> None:
    """Store a guest's wishes."""
    values = {
        "is_off": wishes.off,
        "quiet_from": wishes.quiet_from,
        "quiet_to": wishes.quiet_to,
        "zone": wishes.zone,
    }
    if not connection.execute(update(push_wishes).where(push_wishes.c.guest == guest).values(values)).rowcount:
        connection.execute(insert(push_wishes).values(guest=guest, recent="[]", **values))


def quiet_tables(connection: Connection, guest: GuestId) -> list[str]:
    """List the tables for which a guest does not want to be called."""
    at = push_tables.c
    return list(connection.execute(select(at.table_id).where(at.guest == guest, at.is_quiet)).scalars())


def keep_quiet(connection: Connection, guest: GuestId, table: str, *, quiet: bool) -> bool:
    """Store whether a guest wants to be called for a table; return False if too many are switched off."""
    if quiet and len(quiet_tables(connection, guest)) >= MOST_QUIET:
        return False
    _note_table(connection, guest, table, is_quiet=quiet)
    return True


def _note_table(connection: Connection, guest: GuestId, table: str, **values: object) -> None:
    at = push_tables.c
    if not connection.execute(
        update(push_tables).where(at.guest == guest, at.table_id == table).values(values)
    ).rowcount:
        row = {"guest": guest, "table_id": table, "is_quiet": False, "called_for": 0} | values
        connection.execute(insert(push_tables).values(row))


# Calls


def note_known(connection: Connection, guest: GuestId, table: str, since: int) -> None:
    """Note that a guest has seen the question asked at this time, if any device of theirs wants to be called."""
    if subscriptions_of(connection, guest):
        _note_table(connection, guest, table, called_for=since)


def begin_call(
    connection: Connection,
    guest: GuestId,
    table: str,
    since: int,
    now_ms: int,
    most: int,
    minute_in: Callable[[str], int],
) -> tuple[CallDecision, Sequence[Subscription]]:
    """Decide whether to call a guest for the question asked at `since`; note it, so that it happens once.

    `most` calls an hour are allowed. `minute_in` tells the minute of the day in a time zone.
    """
    devices = subscriptions_of(connection, guest)
    if not devices:
        return CallDecision.NEVER, ()
    at = push_tables.c
    row = connection.execute(select(push_tables).where(at.guest == guest, at.table_id == table)).first()
    wishes = wishes_of(connection, guest) or Wishes()
    if wishes.off or (row is not None and (row.is_quiet or row.called_for == since)):
        return CallDecision.NEVER, ()
    if is_quiet_time(wishes, minute_in(wishes.zone)):
        return CallDecision.LATER, ()
    keep_wishes(connection, guest, wishes)
    kept = select(push_wishes.c.recent).where(push_wishes.c.guest == guest).with_for_update()
    recent = [one for one in json.loads(connection.execute(kept).scalar_one()) if 0 <= now_ms - one < HOUR_MS]
    if len(recent) >= most:
        return CallDecision.LATER, ()
    noted = json.dumps([*recent, now_ms])
    connection.execute(update(push_wishes).where(push_wishes.c.guest == guest).values(recent=noted))
    _note_table(connection, guest, table, called_for=since)
    return CallDecision.CALL, devices


def is_quiet_time(wishes: Wishes, minute: int) -> bool:
    """Tell whether this minute of the day is within the quiet hours, which may go over midnight."""
    begin, end = wishes.quiet_from, wishes.quiet_to
    return begin <= minute < end if begin <= end else minute >= begin or minute < end
