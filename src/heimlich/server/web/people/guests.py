"""Guests over HTTP: who sent a request, becoming a guest, devices and codes for them.

Coming back with a passkey or a recovery code is in passkeys.py, everything about a guest as a file in personal.py.
"""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post
from litestar.exceptions import NotAuthorizedException
from litestar.openapi.datastructures import ResponseSpec
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from heimlich.server.live.service import Service
from heimlich.server.storage.guests import CODE_MS, Guest
from heimlich.server.storage.moments import now_ms
from heimlich.server.storage.passkeys import is_guarded
from heimlich.server.table.refusals import Refused
from heimlich.server.web.requests.cookies import PLAIN, cookie_form, read_cookie, remove_cookies, write_cookie
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import token_in

AnyRequest = Request[Any, Any, Any]
Nickname = Annotated[str, Meta(max_length=200)]


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


async def need_proof(request: AnyRequest, service: Service, guest: Guest) -> None:
    """Refuse what cannot be undone, or changes how a guest comes back, if only the cookie says who asks.

    It needs a sign-in of the last ten minutes from guests who have passkeys or recovery codes, and nothing from others.
    """
    if await service.guests.is_proved(token_in(request)[0], now_ms()):
        return
    if await service.database.read(lambda found: is_guarded(found, guest.id)):
        raise Refused("proof", "sign in once more first, with a passkey or a recovery code")


def as_guest(request: AnyRequest, service: Service, guest: Guest, token: str, status: int) -> Response[GuestAnswer]:
    """Answer with a guest, and set the token as a cookie."""
    form = cookie_form(request, service.settings)
    return Response(GuestAnswer(guest.nickname), status_code=status, cookies=write_cookie(token, form))


def as_known(request: AnyRequest, service: Service, guest: Guest) -> Response[GuestAnswer]:
    """Answer with a guest who has a cookie already; exchange a plain cookie that came over https."""
    form = cookie_form(request, service.settings)
    cookie = read_cookie(request.scope["headers"], form.base)
    if cookie and cookie.name == PLAIN and form.secure:
        return as_guest(request, service, guest, cookie.token, HTTP_200_OK)
    return Response(GuestAnswer(guest.nickname), status_code=HTTP_200_OK)


KNOWN = ResponseSpec(GuestAnswer, description="the guest whose cookie it is", generate_examples=False)


@post("/api/guests", tags=["guests"], responses={**TROUBLES, HTTP_200_OK: KNOWN})
async def make_guest(data: NewGuest, request: AnyRequest, service: Service) -> Response[GuestAnswer]:
    """Become a guest: the token comes as a cookie. With the cookie of a known guest, one stays that guest (200)."""
    known = await guest_of(request, service)
    if known is not None:
        return as_known(request, service, known)
    guest, token = await service.guests.welcome(data.nickname, now_ms())
    return as_guest(request, service, guest, token, HTTP_201_CREATED)


@post("/api/tokens", tags=["guests"], responses=TROUBLES)
async def make_token(data: NewGuest, service: Service) -> TokenAnswer:
    """Become a guest: the token comes in the answer, for programs."""
    guest, token = await service.guests.welcome(data.nickname, now_ms())
    return TokenAnswer(token, guest.nickname)


@get("/api/guest", tags=["guests"], responses=TROUBLES)
async def show_guest(request: AnyRequest, guest: Guest, service: Service) -> Response[GuestAnswer]:
    """Show the guest who asks."""
    return as_known(request, service, guest)


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


@delete("/api/guest/tokens", status_code=HTTP_204_NO_CONTENT, tags=["guests"], responses=TROUBLES)
async def forget_tokens(request: AnyRequest, guest: Guest, service: Service) -> Response[None]:
    """Sign out everywhere: delete the tokens of all devices, end their connections, and void a code for another one."""
    await need_proof(request, service, guest)
    await service.guests.sign_out_everywhere(guest)
    return Response(None, cookies=remove_cookies(cookie_form(request, service.settings)))


GUEST_HANDLERS = (make_guest, make_token, show_guest, rename_guest, forget_token, forget_tokens, make_code)
