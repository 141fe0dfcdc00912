"""Tables over HTTP: the games that can be played, the list of tables, opening one, its summary and its record.

Handlers only translate; the work is in hub.py and store.py. Bodies and answers are the types below.
"""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.exceptions import NotAuthorizedException
from litestar.params import Parameter
from msgspec import Meta, Struct
from msgspec.structs import asdict

from heimlich.server.live.people.guarding import check_may_look
from heimlich.server.live.service import Service
from heimlich.server.live.setup.again import open_again
from heimlich.server.storage import store
from heimlich.server.storage.guests import Guest
from heimlich.server.table.audience.summaries import TableSummary, decode_summary, read_summary, summary_of
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.terms import Terms, check_pace
from heimlich.server.table.situation import FINISHED, Stage
from heimlich.server.web.people.guests import guest_of
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of
from heimlich.server.web.tables.mixture import mix
from heimlich.server.web.tables.playable import GameAnswer, all_games

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=64)]
MOST_LISTED = 200
MOST_VISITED = 12  # tables of one guest that are looked at; each may have to be loaded …
MOST_HELD = 60  # … and as many if they are asked for
LISTED = (Stage.WAITING.value, Stage.PLAYING.value, Stage.PAUSED.value)


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new table; with `twin_of`, the deal, dice and deck of a table that is over."""

    terms: Terms
    twin_of: Annotated[str, Meta(max_length=64)] = ""


class OpenedTable(Struct, frozen=True):
    """The new table. Its link is its name: everyone who knows it can come."""

    table: str


class TableAnswer(Struct, frozen=True):
    """A table as anyone may see it, and what the asking guest is at that table.

    `claims` has, for a player, the seats for which a bot can be asked to move, each with the ms until then.
    """

    table: TableSummary
    you: dict[str, Any]
    claims: dict[str, int]


class OwnTable(Struct, frozen=True):
    """An unfinished table at which the guest has seats: whether it is their turn, and whose decisions are missing."""

    table: TableSummary
    seats: tuple[int, ...]
    turn: bool
    awaited: tuple[int, ...]  # seats of others that have to decide, as everyone sees it


class Fine(Struct, frozen=True):
    """The answer of a process that is alive."""

    ok: bool = True


class SeenRequest(Struct, frozen=True):
    """A request as the server sees it, through whatever proxies it came."""

    scheme: str
    address: str  # the network by which limits are counted
    host: str


@get("/api/guest/tables", tags=["guests"], responses=TROUBLES)
async def list_own_tables(
    guest: Guest, service: Service, most: Annotated[int, Parameter(ge=1, le=MOST_HELD)] = MOST_VISITED
) -> list[OwnTable]:
    """List the unfinished tables at which the guest has a seat: first those where it is their turn."""
    visited = await service.database.read(lambda open_: store.list_visited(open_, guest.id, LISTED, most))
    own: list[OwnTable] = []
    lessons: set[str] = set()
    for listing in visited:
        try:
            live = (await service.hub.get(listing.id)).table
        except Refused:
            continue  # it was deleted, or its log is damaged
        seats = tuple(live.you(guest.id).seats)
        lesson = live.now.lesson
        if lesson in lessons or (lesson and seats and live.now.is_learnt(seats[0])):
            continue  # it was taken up again at another table, or all of it has been done
        if seats and live.now.stage not in FINISHED:
            lessons |= {lesson} if lesson else set()
            turn = live.turn_of(guest.id)
            own.append(OwnTable(summary_of(live.now), seats, bool(turn.own), turn.others))
    return sorted(own, key=lambda one: not one.turn)


@get("/api/games", tags=["tables"], responses=TROUBLES, sync_to_thread=False)
def list_games() -> list[GameAnswer]:
    """List the games that can be played here."""
    return list(all_games())


@post("/api/tables", tags=["tables"], responses=TROUBLES)
async def make_table(data: NewTable, guest: Guest, request: AnyRequest, service: Service) -> OpenedTable:
    """Open a table; the guest who asks becomes its host."""
    check_pace(data.terms, service.settings.least_pace_ms)
    service.hub.whereabouts.note(guest.id, address_of(request))
    return OpenedTable(await service.hub.open(data.terms, guest, twin_of=data.twin_of))


@post("/api/tables/{table:str}/again", tags=["tables"], responses=TROUBLES)
async def make_table_again(table: TableId, guest: Guest, request: AnyRequest, service: Service) -> OpenedTable:
    """Open a table for the people of a finished one, with the same terms; they find it among their own tables."""
    service.hub.whereabouts.note(guest.id, address_of(request))
    return OpenedTable(await open_again(service.hub, table, guest))


@get("/api/tables", tags=["tables"], responses=TROUBLES)
async def list_tables(service: Service) -> list[TableSummary]:
    """List public tables that wait for players or are being played, the newest first, some of every host."""
    of = service.hub.whereabouts.of
    found = await service.database.read(
        lambda open_: store.list_public(open_, LISTED, lambda hosted: mix(hosted, of, MOST_LISTED))
    )
    return [summary for listing in found if (summary := read_summary(listing.summary))]


@get("/api/tables/{table:str}", tags=["tables"], responses=TROUBLES)
async def show_table(table: TableId, request: AnyRequest, service: Service) -> TableAnswer:
    """Show a table to someone who has followed its link."""
    guest = await guest_of(request, service)
    entry = await service.hub.get(table)
    live, you, claims = entry.table, {}, {}
    await check_may_look(service.hub, live.now, guest)
    if guest:
        you = asdict(live.you(guest.id))
        present = (await service.hub.presences.look([entry.id])).get(entry.id, ())
        claims = {str(seat): wait for seat, wait in live.claim_waits(guest.id, entry.now_ms(), present).items()}
    return TableAnswer(decode_summary(store.listing_of(live.now).summary), you, claims)


@get("/api/tables/{table:str}/record", tags=["tables"], responses=TROUBLES, media_type="text/plain")
async def export_record(
    table: TableId,
    request: AnyRequest,
    service: Service,
    seat: Annotated[int | None, Parameter(ge=0, le=99, description="whose view, before the end")] = None,
) -> str:
    """Export the record: whole once nothing is secret any more, else as that seat (or a spectator) has seen it."""
    guest = await guest_of(request, service)
    entry = await service.hub.get(table)
    live = entry.table
    await check_may_look(service.hub, live.now, guest)
    if live.now.stage not in FINISHED and (guest is None or seat not in live.audiences_of(guest.id)):
        raise NotAuthorizedException("while the game is on, this record is for those at the table, from their seats")
    if live.now.stage in FINISHED and not live.now.is_revealed:
        audience = seat if guest is not None and seat in live.audiences_of(guest.id) else None
        return live.export(audience)
    return live.export(seat)


@get("/health", tags=["operation"], responses=TROUBLES, sync_to_thread=False)
def show_health() -> Fine:
    """Say that the process answers."""
    return Fine()


@get("/api/seen", tags=["operation"], responses=TROUBLES, sync_to_thread=False)
def show_seen(request: AnyRequest) -> SeenRequest:
    """Show how this request looks to the server, so that an operator can tell what a proxy changes."""
    return SeenRequest(str(request.scope["scheme"]), address_of(request), request.headers.get("host", "")[:260].lower())


LOBBY = (
    list_own_tables,
    list_games,
    make_table,
    make_table_again,
    list_tables,
    show_table,
    export_record,
    show_health,
    show_seen,
)
