"""Passkeys, recovery codes, and the ceremonies by which they are made and used.

A ceremony is a challenge for a passkey: it has a secret name that only its page knows, is for one guest or for anyone,
works once and for a few minutes, and is kept here so that any process can finish what another began. What a passkey has
signed is checked in web/people/authenticators.py.
"""

import hashlib
import secrets
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from heimlich.server.storage.guests import CODE_LETTERS, hashed
from heimlich.server.storage.schema import ceremonies, codes, passkeys, recoveries, tokens
from heimlich.server.table.chat import clean_line
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId

CEREMONY_MS = 5 * 60 * 1000
ADDING, SIGNING_IN = "add", "sign-in"  # kinds of ceremonies
MOST_PASSKEYS = 10  # of one guest
LONGEST_NAME = 40
RECOVERY_CODES = 8  # made at once …
RECOVERY_LENGTH = 20  # … of so many letters each: 99 bits
MOST_CEREMONIES = 20_000  # at a time

# What belongs to a guest alone, and goes with the guest.
OF_GUEST = (tokens.c.guest, codes.c.guest, passkeys.c.guest, recoveries.c.guest, ceremonies.c.guest)


class Passkey(Struct, frozen=True):
    """A stored passkey."""

    id: str
    guest: GuestId
    public_key: str
    sign_count: int
    name: str
    created_at: int
    used_at: int

    @property
    def key(self) -> str:
        """A short name for the page, which says nothing about the credential."""
        return hashed(self.id)[:16]


class Ceremony(Struct, frozen=True):
    """A ceremony that begins: its secret name, and the challenge to sign."""

    name: str
    challenge: bytes


class Codes(Struct, frozen=True):
    """A guest's recovery codes: how many are left, and when others were used."""

    left: int
    used: tuple[int, ...]


class Device(Struct, frozen=True, omit_defaults=True):
    """A device that is signed in: since when, how ("", code, passkey or recovery), and whether it is the asking one."""

    since: int
    how: str = ""
    this: bool = False


def handle_of(guest: GuestId) -> bytes:
    """Return the name by which authenticators know a guest. The guest's id cannot be found from it."""
    return hashlib.sha256(b"heimlich passkey " + guest.encode()).digest()


# Ceremonies


def begin(connection: Connection, kind: str, guest: GuestId, now_ms: int) -> Ceremony:
    """Begin a ceremony for a guest, or for anyone (""); an earlier one of the same guest and kind ends."""
    connection.execute(delete(ceremonies).where(ceremonies.c.until_ms < now_ms))
    if guest:
        connection.execute(delete(ceremonies).where(ceremonies.c.guest == guest, ceremonies.c.kind == kind))
    if connection.execute(select(func.count()).select_from(ceremonies)).scalar_one() >= MOST_CEREMONIES:
        raise Refused("rate", "many people are signing in just now; wait a little")
    made = Ceremony(secrets.token_urlsafe(32), secrets.token_bytes(32))
    connection.execute(
        insert(ceremonies).values(
            hash=hashed(made.name),
            kind=kind,
            guest=guest,
            challenge=made.challenge.hex(),
            until_ms=now_ms + CEREMONY_MS,
        )
    )
    return made


def take(connection: Connection, name: str, kind: str, guest: GuestId, now_ms: int) -> bytes | None:
    """Use a ceremony up; return its challenge, None if there is no such ceremony for this guest any more."""
    row = connection.execute(select(ceremonies).where(ceremonies.c.hash == hashed(name))).first()
    gone = connection.execute(delete(ceremonies).where(ceremonies.c.hash == hashed(name))).rowcount
    if row is None or gone != 1 or (row.kind, row.guest) != (kind, guest) or row.until_ms < now_ms:
        return None
    return bytes.fromhex(row.challenge)


# Passkeys


def find(connection: Connection, credential: str) -> Passkey | None:
    """Find a passkey by its credential id."""
    row = connection.execute(select(passkeys).where(passkeys.c.id == credential)).first()
    return None if row is None else Passkey(*row)


def list_passkeys(connection: Connection, guest: GuestId) -> list[Passkey]:
    """List a guest's passkeys, the oldest first."""
    wanted = select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.created_at, passkeys.c.id)
    return [Passkey(*row) for row in connection.execute(wanted)]


def add(connection: Connection, passkey: Passkey, token: str) -> Passkey:
    """Store a new passkey; whoever has made it at this device has proved who they are."""
    known = list_passkeys(connection, passkey.guest)
    if len(known) >= MOST_PASSKEYS:
        raise Refused("passkeys", f"you have {MOST_PASSKEYS} passkeys already; remove one first")
    if find(connection, passkey.id) is not None:
        raise Refused("passkey", "this passkey is not accepted; try again")
    connection.execute(insert(passkeys).values({field: getattr(passkey, field) for field in Passkey.__struct_fields__}))
    proved = update(tokens).where(tokens.c.hash == hashed(token)).values(proved_at=passkey.created_at)
    connection.execute(proved)
    return passkey


def use(connection: Connection, passkey: Passkey, sign_count: int, now_ms: int) -> GuestId | None:
    """Note that a passkey was used; None if it is gone, or if somebody used it at the same moment."""
    same = (passkeys.c.id == passkey.id) & (passkeys.c.sign_count == passkey.sign_count)
    used = update(passkeys).where(same).values(sign_count=sign_count, used_at=now_ms)
    return passkey.guest if connection.execute(used).rowcount == 1 else None


def rename(connection: Connection, guest: GuestId, key: str, name: str) -> None:
    """Give one of a guest's passkeys another name."""
    found = _own(connection, guest, key)
    connection.execute(update(passkeys).where(passkeys.c.id == found.id).values(name=passkey_name(name)))


def remove(connection: Connection, guest: GuestId, key: str) -> None:
    """Delete one of a guest's passkeys."""
    found = _own(connection, guest, key)
    connection.execute(delete(passkeys).where(passkeys.c.id == found.id))


def _own(connection: Connection, guest: GuestId, key: str) -> Passkey:
    for one in list_passkeys(connection, guest):
        if one.key == key:
            return one
    raise Refused("passkeys", "you have no such passkey")


def passkey_name(name: str) -> str:
    """Return the name of a passkey, on one line and not too long."""
    return clean_line(name)[:LONGEST_NAME].strip() or "Passkey"


# Recovery codes


def make_codes(connection: Connection, guest: GuestId, now_ms: int) -> Sequence[str]:
    """Make new recovery codes in place of all earlier ones; only their hashes are kept."""
    made = ["".join(secrets.choice(CODE_LETTERS) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
    connection.execute(delete(recoveries).where(recoveries.c.guest == guest))
    rows = [{"hash": _code_hash(code), "guest": guest, "created_at": now_ms, "used_at": 0} for code in made]
    connection.execute(insert(recoveries), rows)
    return ["-".join(code[start : start + 5] for start in range(0, RECOVERY_LENGTH, 5)) for code in made]


def find_code(connection: Connection, code: str) -> GuestId | None:
    """Find whose an unused recovery code is; None if it is wrong or used already."""
    wanted = select(recoveries.c.guest).where(recoveries.c.hash == _code_hash(code), recoveries.c.used_at == 0)
    guest: GuestId | None = connection.execute(wanted).scalar()
    return guest


def use_code(connection: Connection, code: str, now_ms: int) -> GuestId | None:
    """Use a recovery code up; return whose it was, None if it is wrong or used already."""
    key = _code_hash(code)
    used = update(recoveries).where(recoveries.c.hash == key, recoveries.c.used_at == 0).values(used_at=now_ms)
    if connection.execute(used).rowcount != 1:
        return None
    guest: GuestId = connection.execute(select(recoveries.c.guest).where(recoveries.c.hash == key)).scalar_one()
    return guest


def _code_hash(code: str) -> str:
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashed(f"recovery {letters}")  # no code for another device has this hash


def codes_of(connection: Connection, guest: GuestId) -> Codes:
    """Count a guest's recovery codes."""
    wanted = select(recoveries.c.used_at).where(recoveries.c.guest == guest)
    used = [used_at for (used_at,) in connection.execute(wanted)]
    return Codes(used.count(0), tuple(sorted(used_at for used_at in used if used_at)))


def devices_of(connection: Connection, guest: GuestId, token: str = "") -> list[Device]:
    """List the devices on which a guest is signed in, the latest first."""
    wanted = select(tokens).where(tokens.c.guest == guest).order_by(tokens.c.created_at.desc())
    key = hashed(token)
    return [Device(row.created_at, row.how, row.hash == key) for row in connection.execute(wanted)]


def is_guarded(connection: Connection, guest: GuestId) -> bool:
    """Tell whether a guest has passkeys or recovery codes, so that what a thief of a cookie would do needs a proof."""
    return bool(list_passkeys(connection, guest)) or codes_of(connection, guest).left > 0
