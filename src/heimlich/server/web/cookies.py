"""Read our one cookie from the raw header, and write it.

Other cookies of the same host are skipped, whatever they hold: nothing is unquoted, and the time to read a header grows
with its length only. Over https the cookie is called `__Host-heimlich`, a name that browsers let nobody but this very
host set, and only over https. One rule decides if several come: that name first, then the plain one; of one name, the
first that looks like a token. A plain cookie that comes over https is exchanged when its guest is asked for, so that
people keep their seats when a server moves behind https.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

PLAIN = "heimlich"
SECURE = "__Host-heimlich"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
_FORM = rb"(?:^|;)[ \t]*%b=([A-Za-z0-9_-]{20,100})[ \t]*(?:;|$)"
_PATTERNS = tuple((name, re.compile(_FORM % name.encode())) for name in (SECURE, PLAIN))


class FoundCookie(NamedTuple):
    """Our cookie as the request carried it."""

    name: str
    token: str


def read_cookie(headers: Iterable[tuple[bytes, bytes]]) -> FoundCookie | None:
    """Find our cookie among the headers of a request; None if it is missing."""
    lines = [value for name, value in headers if name == b"cookie"]
    for name, pattern in _PATTERNS:
        for line in lines:
            if match := pattern.search(line):
                return FoundCookie(name, match[1].decode())
    return None


def is_secure(connection: ASGIConnection[Any, Any, Any, Any], *, always: bool) -> bool:
    """Tell whether the browser uses https: the operator's setting says so, or a trusted proxy does for this request."""
    return always or connection.scope["scheme"] in {"https", "wss"}


def write_cookie(token: str, *, secure: bool) -> list[Cookie]:
    """Make a cookie with this token; over https, also remove the plain one."""
    cookie = _cookie(SECURE if secure else PLAIN, token, COOKIE_SECONDS, secure=secure)
    return [cookie, _cookie(PLAIN, "", 0, secure=True)] if secure else [cookie]


def remove_cookies(*, secure: bool) -> list[Cookie]:
    """Make the browser delete its token."""
    names = (SECURE, PLAIN) if secure else (PLAIN,)
    return [_cookie(name, "", 0, secure=secure) for name in names]


def _cookie(name: str, value: str, seconds: int, *, secure: bool) -> Cookie:
    return Cookie(key=name, value=value, max_age=seconds, secure=secure, httponly=True, samesite="strict")
