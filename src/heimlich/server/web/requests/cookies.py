"""Read our one cookie from the raw header, and write it.

Other cookies of the same host are skipped, whatever they hold: nothing is unquoted, and the time to read a header grows
with its length only. Over https the cookie is called `__Host-heimlich`, a name that browsers let nobody but this very
host set, and only over https. Under a path of a shared site (`--base-path`) it cannot have that name, which belongs to
the whole host: there it is `__Secure-heimlich`, sent to this path only. One rule decides if several come: that name
first, then the plain one; of one name, the first that looks like a token. A plain cookie that comes over https is
exchanged when its guest is asked for, so that people keep their seats when a server moves behind https.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from heimlich.server.settings import Settings

PLAIN = "heimlich"
SECURE = "__Host-heimlich"
SECURE_PATH = "__Secure-heimlich"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
_FORM = rb"(?:^|;)[ \t]*%b=([A-Za-z0-9_-]{20,100})[ \t]*(?:;|$)"
_PATTERNS = {name: re.compile(_FORM % name.encode()) for name in (SECURE, SECURE_PATH, PLAIN)}


class FoundCookie(NamedTuple):
    """Our cookie as the request carried it."""

    name: str
    token: str


class CookieForm(NamedTuple):
    """The form of our cookie for a request: over https only or not, and its path."""

    secure: bool
    base: str = ""

    @property
    def secure_name(self) -> str:
        """The name of a cookie that goes over https only."""
        return SECURE_PATH if self.base else SECURE


def read_cookie(headers: Iterable[tuple[bytes, bytes]], base: str = "") -> FoundCookie | None:
    """Find our cookie among the headers of a request; None if it is missing."""
    lines = [value for name, value in headers if name == b"cookie"]
    for name in (SECURE_PATH if base else SECURE, PLAIN):
        for line in lines:
            if match := _PATTERNS[name].search(line):
                return FoundCookie(name, match[1].decode())
    return None


def cookie_form(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> CookieForm:
    """Find the form: the browser uses https if the settings say so, or a trusted proxy does for this request."""
    return CookieForm(settings.always_secure or connection.scope["scheme"] in {"https", "wss"}, settings.base)


def write_cookie(token: str, form: CookieForm) -> list[Cookie]:
    """Make a cookie with this token; over https, also remove the plain one."""
    cookie = _cookie(form.secure_name if form.secure else PLAIN, token, COOKIE_SECONDS, form)
    return [cookie, _cookie(PLAIN, "", 0, form)] if form.secure else [cookie]


def remove_cookies(form: CookieForm) -> list[Cookie]:
    """Make the browser delete its token."""
    names = (form.secure_name, PLAIN) if form.secure else (PLAIN,)
    return [_cookie(name, "", 0, form) for name in names]


def _cookie(name: str, value: str, seconds: int, form: CookieForm) -> Cookie:
    path = form.base or "/"
    return Cookie(
        key=name, value=value, max_age=seconds, path=path, secure=form.secure, httponly=True, samesite="strict"
    )
