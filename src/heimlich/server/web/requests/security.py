"""Find a request's token, origin and network, count it, and put the security headers on every answer."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from heimlich.server.limits import network_of
from heimlich.server.live.service import Service
from heimlich.server.settings import Settings
from heimlich.server.web.requests.cookies import read_cookie

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)
# A replay may be shown in a frame of another site: that page changes nothing, and leads nowhere else.
FRAMED = "/embed/"
_FRAME_HEADERS = {
    b"content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode(),
    b"cross-origin-resource-policy": b"cross-origin",
}
# The picture of a link is shown by whatever page shows the link.
PICTURE = re.compile(r"/api/tables/[^/]{1,64}/picture\.(png|svg)")
PICTURE_HEADERS = tuple(
    (name, b"cross-origin" if name == b"cross-origin-resource-policy" else value) for name, value in HEADERS
)
FRAMED_HEADERS = tuple((name, _FRAME_HEADERS.get(name, value)) for name, value in HEADERS if name != b"x-frame-options")


def with_headers(app: ASGIApp) -> ASGIApp:
    """Wrap the application so that every answer has the headers above, errors included."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return

        path = scope["path"]
        framed = path.startswith(FRAMED)
        headers = FRAMED_HEADERS if framed else PICTURE_HEADERS if PICTURE.fullmatch(path) else HEADERS

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        await app(scope, receive, add)

    return wrapped


def token_in(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, bool]:
    """Find the request's token, and whether it came in a cookie, which a browser sends by itself."""
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value:
        return value.strip(), False
    settings: Settings = connection.app.state.service.settings
    cookie = read_cookie(connection.scope["headers"], settings.base)
    return (cookie.token, True) if cookie else ("", False)


def is_own_origin(headers: Mapping[str, str], settings: Settings, *, by_cookie: bool) -> bool:
    """Tell whether the request comes from a page of ours or from a program. With a cookie, it must name an origin.

    Our origin is that of the public address; without one, it is the host that the request was sent to.
    """
    origin = headers.get("origin", "").lower()
    if not origin:
        return not by_cookie
    if origin in settings.allowed_origins:
        return True
    if settings.public_origin:
        return origin == settings.public_origin
    return urlsplit(origin).netloc == headers.get("host", "").lower() != ""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Find the network that a request comes from; behind a proxy, the one that the proxy names."""
    return network_of(connection.client.host) if connection.client else ""


def count_request(connection: ASGIConnection[Any, Any, Any, Any], service: Service) -> None:
    """Count a request for its network; refuse it if there were too many lately."""
    if not service.requests.take(address_of(connection)):
        raise TooManyRequestsException("too many requests; wait a little")
