"""Seasons of groups: their deals, the table of each guest for each deal, and when they end.

A guest has one table for each deal, whatever happens to it: the row that says so is written before the table. The next
deal is opened when the one before is done. Results are those of the plays, as in groups.
"""

import contextlib
import secrets
from collections.abc import Sequence

import msgspec
from msgspec import MsgspecError, Struct
from sqlalchemy import Connection, Row, delete, exists, insert, select, update

from heimlich.fairness import SEED_BYTES, deal_seed
from heimlich.server.storage.groups import Group, kept_group, member_group
from heimlich.server.storage.guests import lock_known, new_id
from heimlich.server.storage.schema import plays, push_tables, season_tables, seasons, tables
from heimlich.server.storage.store import FINISHED_STAGES
from heimlich.server.table.afterwards.figures import COUNTED
from heimlich.server.table.afterwards.plays import NOT_PLAYED, FinishedGame, decode_play
from heimlich.server.table.clocks import DAY
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import GuestId
from heimlich.server.table.setup.naming import LONGEST_GROUP, check_name
from heimlich.server.table.setup.opening import rules_version
from heimlich.server.table.setup.seasons import FEWEST_DEALS, MOST_DEALS, Deal, season_bots, season_terms
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Stage

MOST_RUNNING = 3  # seasons of one group at the same time
MOST_LISTED = 30
MOST_DAYS = 60
OVER = "this season is over"


class Season(Struct, frozen=True):
    """A season, its secret seed included."""

    id: str
    group: str  # "" if it is gone
    name: str
    terms: Terms
    bots: tuple[str, ...]
    version: int
    deals: int
    seed: bytes
    created_at: int
    ends_at: int
    over_at: int

    def deal(self, number: int) -> Deal:
        """Return one deal, from 0."""
        return Deal(self.id, number, deal_seed(self.seed, number), self.terms, self.bots, self.version)

    def is_over(self, now_ms: int) -> bool:
        """Tell whether nobody can play in it any more."""
        return bool(self.over_at) or self.ends_at <= now_ms


class SeasonWish(Struct, frozen=True):
    """A season that somebody wants to begin."""

    name: str
    terms: Terms
    bots: tuple[str, ...]
    deals: int
    days: int


class SeasonTable(Struct, frozen=True):
    """A guest's table for a deal. `play` is None until the result is made; without a stage, the table is gone."""

    table: str
    deal: int
    guest: GuestId
    stage: str
    play: FinishedGame | None

    @property
    def is_done(self) -> bool:
        """Tell whether nothing more can be played there."""
        return self.stage in FINISHED_STAGES or self.play is not None

    @property
    def is_finished(self) -> bool:
        """Tell whether it was played to its end."""
        return self.stage == Stage.OVER.value or (self.play is not None and self.play.result in COUNTED)


class KnownDeal(Struct, frozen=True):
    """A deal of a season in the file with everything about a guest."""

    season: str  # its name
    deal: int  # from 1
    table: str
    begun_at: int


# Finding


def find_season(connection: Connection, group: Group, season: str, *, lock: bool = False) -> Season:
    """Find a season of a group; `lock` it for a change."""
    wanted = select(seasons).where(seasons.c.id == season, seasons.c.group_id == group.id)
    row = None if "\0" in season else connection.execute(wanted.with_for_update() if lock else wanted).first()
    if row is None:
        raise Refused("no-season", "there is no such season in this group")
    return _season(row)


def seasons_of(connection: Connection, group: Group) -> list[Season]:
    """List the seasons of a group, the newest first."""
    wanted = select(seasons).where(seasons.c.group_id == group.id)
    wanted = wanted.order_by(seasons.c.created_at.desc(), seasons.c.id).limit(MOST_LISTED)
    return [_season(row) for row in connection.execute(wanted)]


def _season(row: Row[tuple[object, ...]]) -> Season:
    return Season(
        id=row.id,
        group=row.group_id or "",
        name=row.name,
        terms=msgspec.json.decode(row.terms, type=Terms),
        bots=msgspec.json.decode(row.bots, type=tuple[str, ...]),
        version=row.version,
        deals=row.deals,
        seed=bytes.fromhex(row.seed),
        created_at=row.created_at,
        ends_at=row.ends_at,
        over_at=row.over_at,
    )


def season_tables_of(connection: Connection, season: Season, guest: GuestId = "") -> list[SeasonTable]:
    """List the tables of a season that count for somebody, or for one guest, by deal."""
    at = season_tables.c
    wanted = select(at.table_id, at.deal, at.guest, tables.c.stage, plays.c.play)
    wanted = wanted.outerjoin(tables, tables.c.id == at.table_id)
    wanted = wanted.outerjoin(plays, (plays.c.table_id == at.table_id) & (plays.c.guest == at.guest))
    wanted = wanted.where(at.season_id == season.id, at.guest.is_not(None), *([at.guest == guest] if guest else ()))
    found = connection.execute(wanted.order_by(at.deal, at.begun_at, at.table_id))
    return [SeasonTable(table, deal, who, stage or "", _play(text)) for table, deal, who, stage, text in found]


def _play(text: str | None) -> FinishedGame | None:
    with contextlib.suppress(MsgspecError):  # one that cannot be read can be made again
        return decode_play(text) if text else None
    return None


def known_deals(connection: Connection, guest: GuestId) -> list[KnownDeal]:
    """Collect the deals that a guest has begun."""
    at = season_tables.c
    wanted = select(seasons.c.name, at.deal + 1, at.table_id, at.begun_at)
    wanted = wanted.join(season_tables, at.season_id == seasons.c.id).where(at.guest == guest)
    return [KnownDeal(*row) for row in connection.execute(wanted.order_by(at.begun_at, at.table_id))]


def has_finished(connection: Connection, season: str, deal: int, guest: GuestId) -> bool:
    """Tell whether a guest has played a deal to its end."""
    at = season_tables.c
    own = select(at.table_id).where(at.season_id == season, at.deal == deal, at.guest == guest)
    table = connection.execute(own).scalar()
    if table is None:
        return False
    stage = connection.execute(select(tables.c.stage).where(tables.c.id == table)).scalar()
    if stage is not None:
        return bool(stage == Stage.OVER.value)
    result = select(plays.c.result).where(plays.c.table_id == table, plays.c.guest == guest)
    return connection.execute(result).scalar() in COUNTED


def season_at(connection: Connection, table: str) -> tuple[str, int] | None:
    """Find the season and the deal that a table was opened for."""
    row = connection.execute(
        select(season_tables.c.season_id, season_tables.c.deal).where(season_tables.c.table_id == table)
    ).first()
    return None if row is None else (row.season_id, row.deal)


# Playing


def make_season(
    connection: Connection, link: str, guest: GuestId, wish: SeasonWish, now_ms: int
) -> tuple[Group, Season, bool]:
    """Begin a season of a group; every member may. Return both, and whether the season is new.

    While nobody has played in a season that is the same in everything, that one is returned.
    """
    group = member_group(connection, link, guest, lock=True)
    if not FEWEST_DEALS <= wish.deals <= MOST_DEALS:
        raise Refused("season", f"a season has {FEWEST_DEALS} to {MOST_DEALS} deals")
    if not 1 <= wish.days <= MOST_DAYS:
        raise Refused("season", f"a season lasts 1 to {MOST_DAYS} days")
    terms = season_terms(wish.terms)
    running = select(seasons).where(seasons.c.group_id == group.id, seasons.c.over_at == 0).order_by(seasons.c.id)
    on = [_season(row) for row in connection.execute(running)]
    season = Season(
        id=new_id(),
        group=group.id,
        name=check_name(wish.name, LONGEST_GROUP, "name"),
        terms=terms,
        bots=season_bots(terms, wish.bots),
        version=rules_version(terms),
        deals=wish.deals,
        seed=secrets.token_bytes(SEED_BYTES),
        created_at=now_ms,
        ends_at=now_ms + wish.days * DAY,
        over_at=0,
    )
    for one in on:
        if _is_like(one, season) and not one.is_over(now_ms) and not season_tables_of(connection, one):
            return group, one, False
    if len(on) >= MOST_RUNNING:
        raise Refused("limit", f"{MOST_RUNNING} seasons are on in this group already; end one first")
    connection.execute(
        insert(seasons).values(
            id=season.id,
            group_id=group.id,
            name=season.name,
            terms=msgspec.json.encode(terms).decode(),
            bots=msgspec.json.encode(season.bots).decode(),
            version=season.version,
            deals=season.deals,
            seed=season.seed.hex(),
            created_at=now_ms,
            ends_at=season.ends_at,
            over_at=0,
            is_settled=False,
        )
    )
    return group, season, True


def _is_like(one: Season, other: Season) -> bool:
    """Tell whether two seasons of a group differ in nothing but their deals and their days in the calendar."""

    def wish(season: Season) -> SeasonWish:
        return SeasonWish(season.name, season.terms, season.bots, season.deals, season.ends_at - season.created_at)

    return wish(one) == wish(other)


def begin_deal(
    connection: Connection, link: str, season: str, guest: GuestId, now_ms: int
) -> tuple[Season, SeasonTable]:
    """Return a guest's table for the deal that they have not done yet, or for the next one, which is noted here."""
    group = member_group(connection, link, guest)
    found = find_season(connection, group, season, lock=True)
    if found.is_over(now_ms):
        raise Refused("season", OVER)
    if not lock_known(connection, [guest]):
        raise Refused("guest", "this guest has just been deleted")
    own = season_tables_of(connection, found, guest)
    for one in own:
        if not one.is_done:
            return found, one
    done = {one.deal for one in own}
    deal = next((number for number in range(found.deals) if number not in done), None)
    if deal is None:
        raise Refused("season", "you have played all deals of this season")
    new = SeasonTable(new_id(), deal, guest, "", None)
    values = {"table_id": new.table, "season_id": found.id, "deal": deal, "guest": guest, "begun_at": now_ms}
    connection.execute(insert(season_tables).values(values))
    return found, new


# Ending


def end_season(connection: Connection, link: str, keeper: GuestId, season: str, now_ms: int) -> None:
    """End a season before its time; only for the one who keeps the group."""
    group, _ = kept_group(connection, link, keeper)
    find_season(connection, group, season, lock=True)
    _mark_over(connection, [season], now_ms)


def end_due_seasons(connection: Connection, now_ms: int) -> list[str]:
    """Mark the seasons as over whose time has come or whose group is gone; list those whose tables are to be told."""
    due = select(seasons.c.id).where(seasons.c.over_at == 0)
    due = due.where((seasons.c.ends_at <= now_ms) | seasons.c.group_id.is_(None)).order_by(seasons.c.id)
    _mark_over(connection, list(connection.execute(due.with_for_update()).scalars()), now_ms)
    left = select(seasons.c.id).where(seasons.c.over_at > 0, ~seasons.c.is_settled).order_by(seasons.c.id)
    return list(connection.execute(left).scalars())


def is_any_due(connection: Connection, now_ms: int) -> bool:
    """Tell whether a season must end, or has ended and its tables are to be told."""
    ends = (seasons.c.over_at == 0) & ((seasons.c.ends_at <= now_ms) | seasons.c.group_id.is_(None))
    ended = (seasons.c.over_at > 0) & ~seasons.c.is_settled
    return connection.execute(select(seasons.c.id).where(ends | ended).limit(1)).first() is not None


def _mark_over(connection: Connection, names: Sequence[str], now_ms: int) -> None:
    connection.execute(update(seasons).where(seasons.c.id.in_(names), seasons.c.over_at == 0).values(over_at=now_ms))


def tables_to_tell(connection: Connection, season: str) -> list[str]:
    """List the tables of a season that still exist, also those that count for nobody."""
    wanted = select(tables.c.id).join(season_tables, season_tables.c.table_id == tables.c.id)
    return list(connection.execute(wanted.where(season_tables.c.season_id == season).order_by(tables.c.id)).scalars())


def note_settled(connection: Connection, season: str) -> None:
    """Note that all tables of a season know that it is over; forget calls to it; delete it if its group is gone."""
    connection.execute(update(seasons).where(seasons.c.id == season).values(is_settled=True))
    connection.execute(delete(push_tables).where(push_tables.c.table_id == season))  # who was called to it
    connection.execute(delete(seasons).where(seasons.c.id == season, seasons.c.group_id.is_(None)))


def is_over(connection: Connection, season: str) -> bool:
    """Tell whether a season is marked as over, or gone."""
    return bool(connection.execute(select(seasons.c.over_at).where(seasons.c.id == season)).scalar() != 0)


# Guests who go, and tables that are deleted


def join_season_tables(connection: Connection, guest: GuestId, into: GuestId) -> None:
    """Give a guest's tables to another. Where both have played a deal, the one that was begun first counts."""
    at = season_tables.c
    for row in connection.execute(select(season_tables).where(at.guest == guest)).all():
        same = (at.season_id == row.season_id) & (at.deal == row.deal)
        other = connection.execute(select(season_tables).where(same, at.guest == into)).first()
        if other is None:
            continue
        later = max(row, other, key=lambda one: (one.begun_at, one.table_id))
        connection.execute(update(season_tables).where(at.table_id == later.table_id).values(guest=None))
    connection.execute(update(season_tables).where(at.guest == guest).values(guest=into))


def clear_seasons(connection: Connection) -> None:
    """Delete the notes of tables of which nothing is left, neither the table nor a play."""
    at = season_tables.c
    over = select(seasons.c.id).where(seasons.c.is_settled)
    is_there = exists().where(tables.c.id == at.table_id)
    was_played = exists().where(plays.c.table_id == at.table_id, plays.c.result != NOT_PLAYED)
    connection.execute(delete(season_tables).where(at.season_id.in_(over), ~is_there, ~was_played))
