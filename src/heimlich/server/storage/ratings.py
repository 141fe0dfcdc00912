"""Stored ratings: for every seat of every game that counted, the rating before and after it.

A guest's rating is the one after their last game of a kind; a kind is a game and a number of players. Games count in
the order in which they ended (and by table where two ended at once), whatever the order in which they become known: one
that becomes known late has the later ones worked out again. What is stored is enough to do so: a guest who is forgotten
stays as a seat without a guest, with the rating they had before each game, as fixed as a bot's. So the ratings of the
others stay the same, to the last bit, and can still be worked out again.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, delete, func, insert, select, text, tuple_, update

from heimlich.server.storage import store
from heimlich.server.storage.database import Database
from heimlich.server.storage.guests import lock_known
from heimlich.server.storage.plays import finished_tables
from heimlich.server.storage.schema import joins, rated_seats
from heimlich.server.table.afterwards.rated import RatedGame, rated_game
from heimlich.server.table.afterwards.ratings import START, Rating, after_game, first_rating
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.seats import GuestId

LOCK = 4_859_612_078  # in PostgreSQL, where two processes may keep two games at once
seats = rated_seats.c


class GameKind(NamedTuple):
    """Games with one scale of ratings."""

    game: str
    players: int


class RatedPlay(Struct, frozen=True):
    """A game of a guest that counted: their rating before and after it."""

    table: str
    ended_at: int
    game: str
    players: int
    place: int
    before: Rating
    after: Rating


class Remade(NamedTuple):
    """The result of working out all ratings again: games that count, and ratings that were stored differently."""

    games: int
    changed: int


def keep_rated(connection: Connection, rated: RatedGame) -> None:
    """Count a game, once; guests who are no longer known are seats without a guest."""
    _lock(connection)
    counted = connection.execute(select(seats.seat).where(seats.table_id == rated.table)).first() is not None
    if not counted and _insert(connection, rated):
        _work_out(connection, GameKind(rated.game, len(rated.seats)), (rated.ended_at, rated.table))


def _lock(connection: Connection) -> None:
    """Keep other processes from changing ratings until this transaction ends; SQLite does so by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def _insert(connection: Connection, rated: RatedGame) -> bool:
    """Store a game whose ratings are to be worked out; not one of which nobody is known any more."""
    rated = _as_joined(connection, rated)
    named = [seat.guest for seat in rated.seats if seat.guest]
    known = lock_known(connection, named)
    players = len(rated.seats)
    rows = []
    for number, seat in enumerate(rated.seats):
        before = first_rating(rated.game, players, seat.bot)
        rows.append(
            {
                "table_id": rated.table,
                "seat": number,
                "game": rated.game,
                "players": players,
                "ended_at": rated.ended_at,
                "guest": seat.guest if seat.guest in known else "",
                "bot": seat.bot,
                "place": seat.place,
                "mu_before": before.mu,
                "sigma_before": before.sigma,
                "mu_after": before.mu,
                "sigma_after": before.sigma,
            }
        )
    if known:
        connection.execute(insert(rated_seats), rows)
    return bool(known)


def _work_out(connection: Connection, kind: GameKind, since: tuple[int, str] = (0, "")) -> int:
    """Work out the ratings of one kind from a game on, in order; return how many were stored differently."""
    of_kind = (seats.game == kind.game, seats.players == kind.players)
    later = select(rated_seats).where(*of_kind, tuple_(seats.ended_at, seats.table_id) >= since)
    found = connection.execute(later.order_by(seats.ended_at, seats.table_id, seats.seat)).all()
    ratings: dict[GuestId, Rating] = {}
    for guest in sorted({row.guest for row in found if row.guest}):
        ratings[guest] = _rating_before(connection, kind, guest, since)
    changed = 0
    for _, group in groupby(found, lambda row: str(row.table_id)):
        changed += _work_out_game(connection, list(group), ratings)
    return changed


def _rating_before(connection: Connection, kind: GameKind, guest: GuestId, since: tuple[int, str]) -> Rating:
    wanted = select(seats.mu_after, seats.sigma_after).where(seats.guest == guest)
    wanted = wanted.where(seats.game == kind.game, seats.players == kind.players)
    wanted = wanted.where(tuple_(seats.ended_at, seats.table_id) < since)
    row = connection.execute(wanted.order_by(seats.ended_at.desc(), seats.table_id.desc()).limit(1)).first()
    return START if row is None else Rating(*row)


def _work_out_game(connection: Connection, rows: Sequence[Any], ratings: dict[GuestId, Rating]) -> int:
    """Work out one game: guests move, bots and forgotten guests have the rating that is stored with the game."""
    before = [ratings[row.guest] if row.guest else Rating(row.mu_before, row.sigma_before) for row in rows]
    after = after_game(before, [row.place for row in rows])
    changed = 0
    for row, old, new in zip(rows, before, after, strict=True):
        if not row.guest:
            continue
        ratings[row.guest] = new
        if (row.mu_before, row.sigma_before, row.mu_after, row.sigma_after) != (*old, *new):
            place = (seats.table_id == row.table_id) & (seats.seat == row.seat)
            values = dict(zip(("mu_before", "sigma_before", "mu_after", "sigma_after"), (*old, *new), strict=True))
            connection.execute(update(rated_seats).where(place).values(**values))
            changed += 1
    return changed


def read_rated(connection: Connection, guest: GuestId, table: str | None = None) -> list[RatedPlay]:
    """Read a guest's games that counted, the latest first; with `table`, the one played there."""
    wanted = select(rated_seats).where(seats.guest == guest)
    if table is not None:
        wanted = wanted.where(seats.table_id == table)
    found = connection.execute(wanted.order_by(seats.ended_at.desc(), seats.table_id.desc()))
    return [
        RatedPlay(
            table=row.table_id,
            ended_at=row.ended_at,
            game=row.game,
            players=row.players,
            place=row.place,
            before=Rating(row.mu_before, row.sigma_before),
            after=Rating(row.mu_after, row.sigma_after),
        )
        for row in found
    ]


def forget_ratings(connection: Connection, gone: Sequence[GuestId]) -> None:
    """Forget guests: their seats keep the rating before each game, and nothing says whose it was.

    A game of which nobody is known any more is deleted: it concerns nobody's rating.
    """
    _lock(connection)
    theirs = select(seats.table_id).where(seats.guest.in_(gone))
    touched = list(connection.execute(theirs.distinct()).scalars())
    without = update(rated_seats).where(seats.guest.in_(gone))
    connection.execute(without.values(guest="", mu_after=seats.mu_before, sigma_after=seats.sigma_before))
    for table in touched:
        known = connection.execute(select(func.count()).where(seats.table_id == table, seats.guest != ""))
        if not known.scalar_one():
            connection.execute(delete(rated_seats).where(seats.table_id == table))


def join_ratings(connection: Connection, guest: GuestId, into: GuestId) -> None:
    """Give a guest's games to another, and work out the ratings since; a game of both does not count any more."""
    _lock(connection)
    first: dict[GameKind, tuple[int, str]] = {}
    tables: set[str] = set()
    for one in read_rated(connection, guest):  # the latest first, so that the earliest stays
        first[GameKind(one.game, one.players)] = (one.ended_at, one.table)
        tables.add(one.table)
    both = [one.table for one in read_rated(connection, into) if one.table in tables]
    connection.execute(delete(rated_seats).where(seats.table_id.in_(both)))
    connection.execute(update(rated_seats).where(seats.guest == guest).values(guest=into))
    for kind, since in sorted(first.items()):
        _work_out(connection, kind, since)


def _as_joined(connection: Connection, rated: RatedGame) -> RatedGame:
    """Return a game with the guests who have become others under their new ids: a log learns of it a little later."""
    joined = {row.guest: row.into for row in connection.execute(select(joins))}
    named = tuple(replace(seat, guest=joined.get(seat.guest, seat.guest)) for seat in rated.seats)
    return replace(rated, seats=named)


async def remake_ratings(database: Database, tell: Callable[[int, int], None]) -> Remade:
    """Work out all ratings again from the logs; games whose tables are gone count as they are stored."""
    names = await database.read(finished_tables)
    changed = 0
    for number, name in enumerate(names, 1):
        with suppress(store.BrokenLog):  # its log is damaged, and the game counts as it is stored
            rows = await database.read(partial(store.read_rows, table=name))
            live = LiveTable.from_rows(rows) if rows else None
            if live is not None and live.now.terms.rated:
                rated = rated_game(live.now, rows)
                changed += await database.write(partial(_correct, table=name, rated=rated))
        tell(number, len(names))
    kinds = await database.read(_kinds)
    for kind in kinds:
        changed += await database.write(partial(_work_out_all, kind=kind))
    games = await database.read(lambda found: found.execute(select(func.count(seats.table_id.distinct()))).scalar_one())
    return Remade(games, changed)


def _correct(connection: Connection, table: str, rated: RatedGame | None) -> int:
    """Bring a stored game in line with its log, apart from who was forgotten; return 1 if it was different."""
    _lock(connection)
    stored = connection.execute(select(rated_seats).where(seats.table_id == table).order_by(seats.seat)).all()
    if not stored:
        return int(rated is not None and _insert(connection, rated))
    if rated is not None and _agrees(stored, _as_joined(connection, rated)):
        return 0
    connection.execute(delete(rated_seats).where(seats.table_id == table))
    if rated is not None:
        _insert(connection, rated)
    return 1


def _agrees(stored: Sequence[Any], rated: RatedGame) -> bool:
    """Tell whether a stored game is the one in the log; a seat without a guest may be that of a forgotten one."""
    if len(stored) != len(rated.seats):
        return False
    return all(
        (row.game, row.ended_at, row.place, row.bot) == (rated.game, rated.ended_at, seat.place, seat.bot)
        and row.guest in {"", seat.guest}
        for row, seat in zip(stored, rated.seats, strict=True)
    )


def _kinds(connection: Connection) -> list[GameKind]:
    found = connection.execute(select(seats.game, seats.players).distinct())
    return sorted(GameKind(game, players) for game, players in found)


def _work_out_all(connection: Connection, kind: GameKind) -> int:
    _lock(connection)
    return _work_out(connection, kind)
