"""Stored tables: the append-only log of each, and the list of all.

The log is the truth. `append` adds a batch at the next number or not at all; that number is unique, so of two processes
that want to add at once one gets a Conflict. Grouping and acknowledging writes is in writer.py.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import MsgspecError, Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Dialect, Exists, bindparam, delete, exists, func, insert, select, text, update

from heimlich.server.storage.schema import (
    group_tables,
    leases,
    log,
    plays,
    push_tables,
    season_tables,
    seasons,
    stories,
    tables,
    visits,
)
from heimlich.server.table.afterwards.plays import NOT_PLAYED
from heimlich.server.table.audience.summaries import encode_summary, summary_of
from heimlich.server.table.audience.updates import Batch
from heimlich.server.table.fold import fold
from heimlich.server.table.rows import Came, Created, Reported, Row, decode_row, encode_row
from heimlich.server.table.situation import FINISHED, Situation, Stage

FINISHED_STAGES = tuple(stage.value for stage in FINISHED)
UNFINISHED_STAGES = tuple(stage.value for stage in Stage if stage not in FINISHED)
LOOKED_AT = 5000  # tables among which the lobby chooses
STARTED_STAGES = (Stage.PLAYING.value, Stage.PAUSED.value)


class Conflict(Exception):
    """Another process was faster: these row numbers are taken."""


class Gone(Exception):
    """The table was deleted meanwhile, so nothing can be added to it."""


class BrokenLog(Exception):
    """A row of a table's log cannot be read, or cannot have happened. It names the row and quotes nothing of it."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"row {seq}")
        self.seq = seq


class Listing(Struct, frozen=True):
    """A table in the list of all."""

    id: str
    host: str
    game: str
    public: bool
    stage: str
    summary: str  # as JSON
    created_at: int
    changed_at: int


class Addition(Struct, frozen=True):
    """The rows that one command adds to a table's log, and the table's new entry in the list if that changes."""

    table: str
    rows: Sequence[Row]
    listing: Listing | None = None
    visitors: Sequence[str] = ()  # guests who are at the table for the first time
    group: str = ""  # for which a new table is opened


def listing_of(now: Situation) -> Listing:
    """Make a table's entry in the list."""
    host = now.people[now.host - 1]
    return Listing(
        id=now.table,
        host=host.guest if host.here else "",  # a host who has left counts for no limit
        game=now.terms.game,
        public=now.terms.public,
        stage=now.stage.value,
        summary=encode_summary(summary_of(now)),
        created_at=now.created_at,
        changed_at=now.at,
    )


def addition_of(batch: Batch) -> Addition:
    """Collect what is written for a batch, with the table's entry in the list if that changes."""
    visitors = [row.data.guest for row in batch.rows if isinstance(row.data, Came)]
    listing = None if _is_listed_alike(batch.before, batch.after) else listing_of(batch.after)
    return Addition(batch.after.table, batch.rows, listing, visitors)


def _is_listed_alike(before: Situation | None, after: Situation) -> bool:
    """Tell whether a table's entry in the list is equal before and after a batch; false in case of doubt."""
    return (
        before is not None
        and before.stage is after.stage
        and before.people is after.people
        and before.chairs is after.chairs
        and before.host == after.host
        and before.seed_is_public == after.seed_is_public
    )


def opened_addition(rows: Sequence[Row], group: str = "") -> Addition:
    """Collect what is written for a new table, which may be opened for a group."""
    created = rows[0].data
    assert isinstance(created, Created)
    visitors = {created.host, *(row.data.guest for row in rows if isinstance(row.data, Came))}
    return Addition(created.table, rows, listing_of(fold(None, rows).situation), sorted(visitors), group)


# Built once: to put a statement together takes longer than to carry it out.
_CHANGE_LISTING = (
    update(tables)
    .where(tables.c.id == bindparam("key"))
    .values({field: bindparam(field) for field in Listing.__struct_fields__})
)
_ADD_LISTING = insert(tables)
_FIND_VISIT = select(visits.c.guest).where(visits.c.guest == bindparam("who"), visits.c.table_id == bindparam("where"))
_ADD_VISIT = insert(visits)
_READ_ROWS = (
    select(log.c.seq, log.c.row)
    .where(log.c.table_id == bindparam("table"), log.c.seq >= bindparam("start"))
    .order_by(log.c.seq)
)


def add_rows(connection: Connection, additions: Sequence[Addition]) -> None:
    """Write all additions; an IntegrityError says that a row number is taken."""
    rows = [
        (addition.table, row.seq, row.at_ms, encode_row(row).decode())
        for addition in additions
        for row in addition.rows
    ]
    connection.exec_driver_sql(_add_to_log(connection.dialect), rows)
    _check_beginnings(connection, additions)
    for addition in additions:
        if addition.listing:
            list_table(connection, addition.listing)
        for guest in addition.visitors:
            note_visit(connection, guest, addition.table)
        if isinstance(first := addition.rows[0].data, Created):
            _note_group(connection, addition, first)


def _note_group(connection: Connection, addition: Addition, created: Created) -> None:
    """Store for which group a table is opened; a rematch belongs to the group of the table before it."""
    group = addition.group
    if not group and created.rematch_of:
        before = select(group_tables.c.group_id).where(group_tables.c.table_id == created.rematch_of)
        group = connection.execute(before).scalar() or ""
    if group:
        connection.execute(insert(group_tables).values(table_id=addition.table, group_id=group))


def _check_beginnings(connection: Connection, additions: Sequence[Addition]) -> None:
    """Raise Gone if a row does not follow another one. Call this after the insert: from then on `lock_log` waits."""
    wanted: dict[str, int] = {}
    for addition in additions:
        wanted.setdefault(addition.table, addition.rows[0].seq - 1)
    pairs = [pair for pair in wanted.items() if pair[1] >= 0]
    if not pairs:
        return
    values = tuple(value for pair in pairs for value in pair)
    if connection.exec_driver_sql(_count_rows(connection.dialect, len(pairs)), values).scalar_one() < len(pairs):
        raise Gone


@lru_cache(maxsize=512)
def _count_rows(dialect: Dialect, number: int) -> str:
    """Build SQL that counts which of `number` rows exist. With pairs after IN, SQLite would read the whole log."""
    pairs = ", ".join(f"(CAST(:t{index} AS VARCHAR), CAST(:s{index} AS INTEGER))" for index in range(number))
    wanted = text(
        f"SELECT count(*) FROM (VALUES {pairs}) AS wanted "
        f"JOIN {log.name} ON {log.name}.table_id = wanted.column1 AND {log.name}.seq = wanted.column2"
    )
    return str(wanted.compile(dialect=dialect))


@lru_cache
def _add_to_log(dialect: Dialect) -> str:
    """Compile the insert for the driver: SQLAlchemy's work for each row would take longer than the write."""
    return str(insert(log).compile(dialect=dialect))


def list_table(connection: Connection, listing: Listing) -> None:
    """Write a table's entry in the list."""
    values = asdict(listing)
    if not connection.execute(_CHANGE_LISTING, values | {"key": listing.id}).rowcount:
        connection.execute(_ADD_LISTING, values)


def note_visit(connection: Connection, guest: str, table: str) -> None:
    """Store that a guest has been at a table."""
    if connection.execute(_FIND_VISIT, {"who": guest, "where": table}).first() is None:
        connection.execute(_ADD_VISIT, {"guest": guest, "table_id": table})


def has_visited(connection: Connection, guest: str, names: Sequence[str]) -> bool:
    """Tell whether a guest has been at one of these tables."""
    known = select(visits.c.table_id).where(visits.c.guest == guest, visits.c.table_id.in_(names))
    return connection.execute(known).first() is not None


def read_rows(connection: Connection, table: str, start: int = 0) -> list[Row]:
    """Read a table's rows from a number on, in order; none if there is no such table."""
    # All are fetched before one is refused: a statement that is left half read keeps its connection in the past.
    found = connection.execute(_READ_ROWS, {"table": table, "start": start}).all()
    return [_decode(seq, text) for seq, text in found]


def _decode(seq: int, text: str) -> Row:
    try:
        row = decode_row(text)
    except (MsgspecError, UnicodeError):
        raise BrokenLog(seq) from None
    if row.seq != seq:
        raise BrokenLog(seq)
    return row


def last_numbers(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Find the number of the last row of each of these tables."""
    if not names:
        return {}
    wanted = select(log.c.table_id, func.max(log.c.seq)).where(log.c.table_id.in_(names)).group_by(log.c.table_id)
    return {row[0]: row[1] for row in connection.execute(wanted)}


def find_table(connection: Connection, table: str) -> Listing | None:
    """Find one table's entry in the list."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().first()
    return None if row is None else Listing(**row)


def list_tables(
    connection: Connection, *, stages: Sequence[str] | None = None, public: bool | None = None, most: int = 200
) -> list[Listing]:
    """List tables, the newest first."""
    wanted = select(tables).order_by(tables.c.created_at.desc(), tables.c.id).limit(most)
    if stages is not None:
        wanted = wanted.where(tables.c.stage.in_(stages))
    if public is not None:
        wanted = wanted.where(tables.c.public == public)
    return [Listing(**row) for row in connection.execute(wanted).mappings()]


def list_public(
    connection: Connection, stages: Sequence[str], choose: Callable[[list[tuple[str, str]]], Sequence[str]]
) -> list[Listing]:
    """List public tables, the newest first: those that `choose` picks from pairs of table and host."""
    newest = select(tables.c.id, tables.c.host).order_by(tables.c.created_at.desc(), tables.c.id).limit(LOOKED_AT)
    found = connection.execute(newest.where(tables.c.stage.in_(stages), tables.c.public))
    chosen = choose([(table, host) for table, host in found])
    wanted = select(tables).where(tables.c.id.in_(chosen)).order_by(tables.c.created_at.desc(), tables.c.id)
    return [Listing(**row) for row in connection.execute(wanted).mappings()]


def list_visited(connection: Connection, guest: str, stages: Sequence[str], most: int) -> list[Listing]:
    """List tables at which a guest has been, those that changed last first."""
    wanted = select(tables).join(visits, visits.c.table_id == tables.c.id).where(visits.c.guest == guest)
    wanted = wanted.where(tables.c.stage.in_(stages)).order_by(tables.c.changed_at.desc(), tables.c.id).limit(most)
    return [Listing(**row) for row in connection.execute(wanted).mappings()]


def count_hosted(connection: Connection, guest: str) -> int:
    """Count the unfinished tables that a guest is host of."""
    wanted = select(func.count()).where(tables.c.host == guest, tables.c.stage.not_in(FINISHED_STAGES))
    return connection.execute(wanted).scalar_one()


def games_hosted(connection: Connection, guest: str) -> list[Listing]:
    """List tables that a guest is host of and at which a game is on, the oldest first."""
    wanted = select(tables).where(tables.c.host == guest, tables.c.stage.in_(STARTED_STAGES))
    return [Listing(**row) for row in connection.execute(wanted.order_by(tables.c.created_at, tables.c.id)).mappings()]


def reports(connection: Connection) -> list[tuple[str, Row]]:
    """List reports of players, each with its table, the newest last."""
    wanted = (
        select(log.c.table_id, log.c.seq, log.c.row).where(log.c.row.like('%"type":"reported"%')).order_by(log.c.at_ms)
    )
    rows = [(table, _decode(seq, text)) for table, seq, text in connection.execute(wanted).all()]
    return [(table, row) for table, row in rows if isinstance(row.data, Reported)]


def old_tables(connection: Connection, before_ms: int) -> list[str]:
    """List tables at which nothing has happened since that time, except those of seasons that are on."""
    last = select(log.c.table_id).where(~_has_season_on()).group_by(log.c.table_id)
    return list(connection.execute(last.having(func.max(log.c.at_ms) < before_ms)).scalars())


def _has_season_on() -> Exists:
    """Tell, for a row of the log, whether its table belongs to a season that is on: its guest may still come back."""
    at = season_tables.c
    return exists().where(at.table_id == log.c.table_id, seasons.c.id == at.season_id, ~seasons.c.is_settled)


def delete_old(connection: Connection, names: Sequence[str], before_ms: int) -> int:
    """Delete those of these tables at which nothing has happened since that time; return the count."""
    lock_log(connection)
    last = select(log.c.table_id).where(log.c.table_id.in_(names), ~_has_season_on()).group_by(log.c.table_id)
    old = list(connection.execute(last.having(func.max(log.c.at_ms) < before_ms)).scalars())
    return delete_tables(connection, old)


def lock_log(connection: Connection) -> None:
    """Block new rows until this transaction ends; on SQLite every writing transaction does so by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {log.name} IN SHARE ROW EXCLUSIVE MODE"))


def delete_tables(connection: Connection, names: Sequence[str]) -> int:
    """Delete tables and everything about them, except plays. Nothing else ever removes rows from the log."""
    lock_log(connection)
    for name in names:
        for column in (
            log.c.table_id,
            tables.c.id,
            visits.c.table_id,
            leases.c.table_id,
            stories.c.table_id,
            push_tables.c.table_id,
        ):
            connection.execute(delete(column.table).where(column == name))
        connection.execute(delete(plays).where(plays.c.table_id == name, plays.c.result == NOT_PLAYED))
    return len(names)
