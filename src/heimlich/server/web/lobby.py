"""The HTTP routes for players: guests, tables, records. Operators have routes of their own (operation.py).

Handlers only translate; the work is in guests.py, hub.py and store.py. Bodies and answers are the types below.
"""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.exceptions import NotAuthorizedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct
from msgspec.structs import asdict

from heimlich.server.live.service import Service
from heimlich.server.storage import store
from heimlich.server.storage.guests import CODE_MS, Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.table.audience.summaries import TableSummary, decode_summary, read_summary, summary_of
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import FINISHED, Stage
from heimlich.server.table.terms import Terms, check_pace
from heimlich.server.web.cases import answer_case, answer_problem, show_case, show_case_day, show_problem
from heimlich.server.web.cookies import PLAIN, cookie_form, read_cookie, remove_cookies, write_cookie
from heimlich.server.web.errors import TROUBLES
from heimlich.server.web.maps import show_map
from heimlich.server.web.mixture import mix
from heimlich.server.web.own_games import list_own_games
from heimlich.server.web.personal import export_guest, forget_guest
from heimlich.server.web.pictures import draw_png, draw_svg
from heimlich.server.web.playable import GameAnswer, all_games
from heimlich.server.web.replays import replay_record, replay_table
from heimlich.server.web.security import address_of, token_in
from heimlich.server.web.stories import story_of_record, story_of_table

AnyRequest = Request[Any, Any, Any]
Nickname = Annotated[str, Meta(max_length=200)]
TableId = Annotated[str, Parameter(max_length=64)]
MOST_LISTED = 200
MOST_VISITED = 12  # tables of one guest that are looked at; each may have to be loaded …
MOST_HELD = 60  # … and as many if they are asked for
LISTED = (Stage.WAITING.value, Stage.PLAYING.value, Stage.PAUSED.value)


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """The nickname of a new guest, or a new nickname for a known one."""

    nickname: Nickname = ""


class GuestAnswer(Struct, frozen=True):
    """A guest, as shown to that guest."""

    nickname: str


class TokenAnswer(Struct, frozen=True):
    """A guest's token, for programs that send it as `Authorization: Bearer …`; it is sent only this once."""

    token: str
    nickname: str


class CodeAnswer(Struct, frozen=True):
    """A code for another device."""

    code: str
    minutes: int


class UsedCode(Struct, frozen=True, forbid_unknown_fields=True):
    """The code, as the guest typed it in."""

    code: Annotated[str, Meta(max_length=40)]


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


async def guest_of(request: AnyRequest, service: Service) -> Guest | None:
    """Find the guest who sent a request; None without a known token."""
    token, _ = token_in(request)
    return await service.guests.recognise(token) if token else None


async def provide_guest(request: AnyRequest, service: Service) -> Guest:
    """Find the guest who sent a request; refuse the request without a known token."""
    guest = await guest_of(request, service)
    if guest is None:
        raise NotAuthorizedException("who are you? Ask POST /api/guests (or /api/tokens, for programs) first")
    return guest


def _as_guest(request: AnyRequest, service: Service, guest: Guest, token: str, status: int) -> Response[GuestAnswer]:
    """Answer with a guest, and set the token as a cookie."""
    form = cookie_form(request, service.settings)
    return Response(GuestAnswer(guest.nickname), status_code=status, cookies=write_cookie(token, form))


def _as_known(request: AnyRequest, service: Service, guest: Guest) -> Response[GuestAnswer]:
    """Answer with a guest who has a cookie already; exchange a plain cookie that came over https."""
    form = cookie_form(request, service.settings)
    cookie = read_cookie(request.scope["headers"], form.base)
    if cookie and cookie.name == PLAIN and form.secure:
        return _as_guest(request, service, guest, cookie.token, HTTP_200_OK)
    return Response(GuestAnswer(guest.nickname), status_code=HTTP_200_OK)


KNOWN = ResponseSpec(GuestAnswer, description="the guest whose cookie it is", generate_examples=False)


@post("/api/guests", tags=["guests"], responses={**TROUBLES, HTTP_200_OK: KNOWN})
async def make_guest(data: NewGuest, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Become a guest: the token comes as a cookie. With the cookie of a known guest, one stays that guest (200)."""
    known = await guest_of(request, service)
    if known is not None:
        return _as_known(request, service, known)
    guest, token = await service.guests.welcome(data.nickname, now_ms())
    return _as_guest(request, service, guest, token, HTTP_201_CREATED)


@post("/api/tokens", tags=["guests"], responses=TROUBLES)
async def make_token(data: NewGuest, service: Service) -> TokenAnswer:
    """Become a guest: the token comes in the answer, for programs."""
    guest, token = await service.guests.welcome(data.nickname, now_ms())
    return TokenAnswer(token, guest.nickname)


@get("/api/guest", tags=["guests"], responses=TROUBLES)
async def show_guest(request: AnyRequest, guest: Guest, service: Service) -> Response[GuestAnswer]:
    """Show the guest who asks."""
    return _as_known(request, service, guest)


@patch("/api/guest", tags=["guests"], responses=TROUBLES)
async def rename_guest(data: NewGuest, guest: Guest, service: Service) -> GuestAnswer:
    """Change the nickname, for tables that the guest joins from now on."""
    return GuestAnswer((await service.guests.rename(guest, data.nickname)).nickname)


@delete("/api/guest/token", status_code=HTTP_204_NO_CONTENT, tags=["guests"], responses=TROUBLES)
async def forget_token(request: AnyRequest, guest: Guest, service: Service) -> Response[None]:  # noqa: ARG001 (who must be known)
    """Sign this device out: delete its token."""
    await service.guests.forget(token_in(request)[0])
    return Response(None, cookies=remove_cookies(cookie_form(request, service.settings)))


@post("/api/guest/codes", tags=["guests"], responses=TROUBLES)
async def make_code(guest: Guest, service: Service) -> CodeAnswer:
    """Make a code to type in on another device; it works once, for some minutes."""
    return CodeAnswer(await service.guests.make_code(guest, now_ms()), CODE_MS // 60_000)


@post("/api/guest/moves", tags=["guests"], responses=TROUBLES)
async def use_code(data: UsedCode, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Sign this device in as the guest who made the code: the token comes as a cookie."""
    guest, token = await service.guests.use_code(data.code, now_ms())
    return _as_guest(request, service, guest, token, HTTP_201_CREATED)


@get("/api/guest/tables", tags=["guests"], responses=TROUBLES)
async def list_own_tables(
    guest: Guest, service: Service, most: Annotated[int, Parameter(ge=1, le=MOST_HELD)] = MOST_VISITED
) -> list[OwnTable]:
    """List the unfinished tables at which the guest has a seat: first those where it is their turn."""
    visited = await service.database.read(lambda open_: store.list_visited(open_, guest.id, LISTED, most))
    own: list[OwnTable] = []
    for listing in visited:
        try:
            live = (await service.hub.get(listing.id)).table
        except Refused:
            continue  # it was deleted, or its log is damaged
        seats = tuple(live.you(guest.id).seats)
        if seats and live.now.stage not in FINISHED:
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
    if live.now.stage not in FINISHED and (guest is None or seat not in live.audiences_of(guest.id)):
        raise NotAuthorizedException("while the game is on, this record is for those at the table, from their seats")
    if live.now.stage in FINISHED and not live.now.seed_is_public:
        audience = seat if guest is not None and seat in live.audiences_of(guest.id) else None
        return live.export(audience)
    return live.export(seat)


@get("/health", tags=["operation"], responses=TROUBLES, sync_to_thread=False)
def show_health() -> Fine:
    """Say that the process answers."""
    return Fine()


HANDLERS = (
    make_guest,
    make_token,
    show_guest,
    rename_guest,
    forget_guest,
    export_guest,
    forget_token,
    make_code,
    use_code,
    list_own_tables,
    list_own_games,
    list_games,
    show_map,
    make_table,
    list_tables,
    show_table,
    export_record,
    replay_table,
    replay_record,
    story_of_table,
    story_of_record,
    show_case_day,
    show_case,
    answer_case,
    show_problem,
    answer_problem,
    draw_svg,
    draw_png,
    show_health,
)
