"""Guests: each is recognised by a secret token, and moves to another device with a code that works once.

A token is 256 bits from the system, and so is not guessed; only its SHA-256 is kept. One guest may have several, one
for each device. A token that is given up ends its connections, here and in every other process, which a notice
reaches. Nothing here knows of cookies or headers: see security.py.
"""

import contextlib
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from msgspec import Struct
from sqlalchemy import Connection, Update, delete, insert, select, update

from heimlich.server.storage.database import Database
from heimlich.server.storage.notices import GIVEN_UP, announce
from heimlich.server.storage.schema import codes, guests, push_subscriptions, tokens
from heimlich.server.table.clocks import DAY
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.table.setup.naming import optional_name

CODE_MS = 10 * 60 * 1000
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that are easily mistaken
CODE_LENGTH = 12  # 59 bits, for ten minutes, with a limit on tries
PROOF_MS = 10 * 60 * 1000  # after signing in, in which passkeys and recovery codes may be changed
BY_CODE, BY_PASSKEY, BY_RECOVERY = "code", "passkey", "recovery"  # how a device was signed in
KEPT = 20_000
AT_ONCE = 500


class Guest(Struct, frozen=True):
    """A person or program that plays here."""

    id: GuestId
    nickname: str = ""


def new_token() -> str:
    """Make a new secret token of 256 bits."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Make a name for a guest or a table: 120 bits, so that nobody can guess a table's link."""
    return secrets.token_hex(15)


def hashed(secret: str) -> str:
    """Hash a secret for storage. It has 256 bits, or lives for minutes: no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class GuestBook:
    """All guests, with a cache of those recognised lately."""

    def __init__(self, database: Database, process: str = "") -> None:
        self._database = database
        self._process = process
        self._known: OrderedDict[str, Guest] = OrderedDict()
        self._given_up: OrderedDict[str, None] = OrderedDict()  # lately: a lookup under way must not revive one
        self._connections: dict[str, set[Callable[[], None]]] = {}  # by token's hash: calls that end each
        self._lately: set[GuestId] = set()  # guests recognised since it was last noted …
        self._noted: dict[GuestId, int] = {}  # … and the day for which that is stored

    async def welcome(self, nickname: str, now_ms: int) -> tuple[Guest, str]:
        """Make a new guest, and return the token, which cannot be read again later."""
        guest, token = Guest(new_id(), optional_name(nickname)), new_token()

        def add(connection: Connection) -> None:
            connection.execute(insert(guests).values(id=guest.id, nickname=guest.nickname, created_at=now_ms))
            add_token(connection, token, guest.id, now_ms)

        await self._database.write(add)
        return guest, token

    async def recognise(self, token: str) -> Guest | None:
        """Find the guest who has this token; None if nobody has."""
        if not 20 <= len(token) <= 100:
            return None
        key = hashed(token)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            self._lately.add(known.id)
            return known
        found = await self._database.read(lambda connection: _find(connection, key))
        if key in self._given_up:
            return None
        if found is not None:
            self._lately.add(found.id)
            self._known[key] = found
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found

    async def rename(self, guest: Guest, nickname: str) -> Guest:
        """Change a guest's nickname, for tables that the guest joins from now on."""
        renamed = Guest(guest.id, optional_name(nickname))
        change = update(guests).where(guests.c.id == guest.id).values(nickname=renamed.nickname)
        await self._database.write(lambda connection: connection.execute(change))
        for key, known in self._known.items():
            if known.id == guest.id:
                self._known[key] = renamed
        return renamed

    async def note_seen(self, now_ms: int) -> None:
        """Store which guests were here today: one write for many, and each guest once a day."""
        day, lately = now_ms // DAY, self._lately
        self._lately = set()
        fresh = [guest for guest in lately if self._noted.get(guest) != day]
        for start in range(0, len(fresh), AT_ONCE):
            seen = update(guests).where(guests.c.id.in_(fresh[start : start + AT_ONCE])).values(seen_at=now_ms)
            await self._database.write(partial(_execute, statement=seen))
        self._noted = {guest: noted for guest, noted in self._noted.items() if noted == day}
        if len(self._noted) < KEPT:
            self._noted |= dict.fromkeys(fresh, day)

    async def make_code(self, guest: Guest, now_ms: int) -> str:
        """Make a code that signs another device in as this guest, once and soon; an earlier code becomes void."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))

        def add(connection: Connection) -> None:
            connection.execute(delete(codes).where((codes.c.guest == guest.id) | (codes.c.until_ms < now_ms)))
            connection.execute(insert(codes).values(hash=hashed(code), guest=guest.id, until_ms=now_ms + CODE_MS))

        await self._database.write(add)
        return code

    async def use_code(self, code: str, now_ms: int) -> tuple[Guest, str]:
        """Use a code up; return the guest who made it, and a token for the new device."""
        token = new_token()

        def use(connection: Connection) -> Guest | None:
            whose = self.spend_code(connection, code, now_ms)
            return None if whose is None else add_token(connection, token, whose, now_ms, BY_CODE)

        guest = await self._database.write(use)
        if guest is None:
            raise Refused("code", "this code is wrong, used already or too old; ask for a new one")
        return guest, token

    @staticmethod
    def spend_code(connection: Connection, code: str, now_ms: int) -> GuestId | None:
        """Use a code up; return the guest who made it, None if it does not work."""
        whose = find_code(connection, code, now_ms)
        gone = connection.execute(delete(codes).where(codes.c.hash == _code_hash(code))).rowcount
        return whose if gone == 1 else None

    async def sign_in(
        self,
        prove: Callable[[Connection], GuestId | None],
        how: str,
        now_ms: int,
        old_token: str,
        voided: Sequence[str],
        *,
        proved: bool,
    ) -> tuple[Guest, str] | None:
        """Sign a device in by a change that finds out who it is; return the guest and a new token, None if nobody.

        The device's old token, whosever it is, is revoked in every process, so that nobody who knew it gains anything.
        So are the tokens whose hashes `prove` has added to `voided`. If the device was called for the same guest
        before, or for one who has become part of them, it is called on.
        """
        token, old = new_token(), [hashed(old_token)] if old_token else []

        def change(connection: Connection) -> Guest | None:
            before = connection.execute(select(tokens.c.guest).where(tokens.c.hash.in_(old))).scalar()
            called = connection.execute(select(push_subscriptions).where(push_subscriptions.c.token.in_(old))).first()
            known = prove(connection)
            if known is None:
                return None
            self._delete_tokens(connection, [*old, *voided])
            guest = add_token(connection, token, known, now_ms, how, proved_at=now_ms if proved else 0)
            if called is not None and (before == known or called.token in voided):
                connection.execute(insert(push_subscriptions).values({**called._mapping, "token": hashed(token)}))
            return guest

        guest = await self._database.write(change)
        if guest is None:
            return None
        for key in [*old, *voided]:
            self.revoke(key)
        return guest, token

    async def is_proved(self, token: str, now_ms: int) -> bool:
        """Tell whether a passkey or recovery code has proved, lately, who has this token."""
        since = select(tokens.c.proved_at).where(tokens.c.hash == hashed(token))
        proved_at = await self._database.read(lambda connection: connection.execute(since).scalar())
        return bool(proved_at) and now_ms - int(proved_at or 0) < PROOF_MS

    async def sign_out_everywhere(self, guest: Guest) -> None:
        """Revoke all tokens of a guest, and the code for another device if there is one."""

        def change(connection: Connection) -> Sequence[str]:
            connection.execute(delete(codes).where(codes.c.guest == guest.id))
            keys = tokens_of(connection, guest.id)
            connection.execute(delete(tokens).where(tokens.c.guest == guest.id))
            return keys

        await self.remove(guest, change)

    # Revoked tokens

    async def remove(self, guest: Guest, delete_all: Callable[[Connection], Sequence[str]]) -> None:
        """Delete a guest by a change that returns all of their tokens, and revoke these in every process."""

        def remove(connection: Connection) -> Sequence[str]:
            keys = delete_all(connection)
            if self._database.shared and keys:
                announce(connection, [(self._process, key, GIVEN_UP) for key in keys])
            return keys

        for key in await self._database.write(remove):
            self.revoke(key)
        for key in [key for key, known in self._known.items() if known.id == guest.id]:
            self.revoke(key)

    async def forget(self, token: str) -> None:
        """Sign a device out: revoke its token in every process."""
        key = hashed(token)

        await self._database.write(lambda connection: self._delete_tokens(connection, [key]))
        self.revoke(key)

    def _delete_tokens(self, connection: Connection, keys: Sequence[str]) -> None:
        connection.execute(delete(tokens).where(tokens.c.hash.in_(keys)))
        if self._database.shared:
            announce(connection, [(self._process, key, GIVEN_UP) for key in keys])

    def revoke(self, key: str) -> None:
        """Forget a token that was given up, here or elsewhere, and end its connections. `key` is its hash."""
        self._known.pop(key, None)
        self._given_up[key] = None
        if len(self._given_up) > KEPT:
            self._given_up.popitem(last=False)
        for end in list(self._connections.get(key, ())):
            end()

    @contextlib.contextmanager
    def connected(self, token: str, end: Callable[[], None]) -> Iterator[None]:
        """Register a connection with this token: `end` is called when the token is given up, or at once if it was."""
        key = hashed(token)
        self._connections.setdefault(key, set()).add(end)
        if key in self._given_up:
            end()
        try:
            yield
        finally:
            self._connections[key].discard(end)
            if not self._connections[key]:
                del self._connections[key]

    async def recheck(self) -> None:
        """Look up all cached and connected tokens again, for a notice may have been missed."""
        self._known.clear()
        held = list(self._connections)
        for start in range(0, len(held), AT_ONCE):
            for key in await self._database.read(partial(_missing, keys=held[start : start + AT_ONCE])):
                self.revoke(key)


def find_code(connection: Connection, code: str, now_ms: int) -> GuestId | None:
    """Find the guest who made a code for another device; None if it does not work."""
    key = _code_hash(code)
    row = connection.execute(select(codes).where(codes.c.hash == key)).first()
    if row is None or not hmac.compare_digest(row.hash, key) or row.until_ms < now_ms:
        return None
    guest: GuestId = row.guest
    return guest


def _code_hash(code: str) -> str:
    return hashed(code.strip().upper().replace("-", "").replace(" ", ""))


def add_token(
    connection: Connection, token: str, guest: GuestId, now_ms: int, how: str = "", proved_at: int = 0
) -> Guest | None:
    """Store a new token of a guest; return the guest."""
    values = {"hash": hashed(token), "guest": guest, "created_at": now_ms, "how": how, "proved_at": proved_at}
    connection.execute(insert(tokens).values(values))
    return _find(connection, hashed(token))


def lock_known(connection: Connection, wanted: Collection[GuestId]) -> set[GuestId]:
    """Find those of these guests who exist, and keep them from being deleted until this transaction ends.

    A row about a guest that is added under this lock is seen by whoever deletes the guest afterwards (`depart`).
    """
    known = select(guests.c.id).where(guests.c.id.in_(wanted)).order_by(guests.c.id)
    return set(connection.execute(known.with_for_update(read=True, key_share=True)).scalars()) if wanted else set()


def tokens_of(connection: Connection, guest: GuestId) -> list[str]:
    """List the hashes of a guest's tokens."""
    return list(connection.execute(select(tokens.c.hash).where(tokens.c.guest == guest)).scalars())


def _execute(connection: Connection, statement: Update) -> None:
    connection.execute(statement)


def _missing(connection: Connection, keys: Sequence[str]) -> set[str]:
    """Find those of these tokens that no longer exist."""
    return set(keys) - set(connection.execute(select(tokens.c.hash).where(tokens.c.hash.in_(keys))).scalars())


def _find(connection: Connection, key: str) -> Guest | None:
    wanted = select(tokens.c.hash, guests.c.id, guests.c.nickname).join_from(tokens, guests).where(tokens.c.hash == key)
    row = connection.execute(wanted).first()
    if row is None or not hmac.compare_digest(row.hash, key):
        return None
    return Guest(row.id, row.nickname)
