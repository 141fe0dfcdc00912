"""Serve the application under a path of a site, `/heimlich` for example, that it shares with others.

A proxy hands requests on with their whole path. This takes the base off before anything else sees it, so every route,
header and limit is the same with and without one. Pages get the base written into them (pages.py), cookies get it as
their path (cookies.py).
"""

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from heimlich.server.web.requests.security import HEADERS

HEALTH = "/health"  # is answered without the base, too: whoever asks is on this side of the proxy
ELSEWHERE = 4404


def under_base(base: str, app: ASGIApp) -> ASGIApp:
    """Wrap the application so that it answers under this path, and nowhere else."""
    if not base:
        return app

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path.startswith(f"{base}/"):
            await app(_without(base, scope), receive, send)
        elif path == HEALTH:
            await app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": ELSEWHERE, "reason": ""})
        else:
            await _tell_place(base, scope, send)

    return wrapped


def _without(base: str, scope: Scope) -> Scope:
    """Copy a request's scope with the base taken off its path."""
    inner = scope.copy()
    inner["path"] = scope["path"][len(base) :]
    raw = scope.get("raw_path")
    if raw and raw.startswith(base.encode()):
        inner["raw_path"] = raw[len(base) :]
    return inner


async def _tell_place(base: str, scope: Scope, send: Send) -> None:
    """Redirect from the base without its slash to the page; answer everything else with the place to look."""
    is_door = scope["path"] == base and scope.get("method") in {"GET", "HEAD"}
    body = b"" if is_door else msgspec.json.encode({"code": "request", "text": f"there is nothing here; see {base}/"})
    headers = [*HEADERS, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if is_door:
        query = scope["query_string"]
        headers.append((b"location", f"{base}/".encode() + (b"?" + query if query else b"")))
    await send({"type": "http.response.start", "status": 308 if is_door else 404, "headers": headers})
    await send(
        {"type": "http.response.body", "body": b"" if scope.get("method") == "HEAD" else body, "more_body": False}
    )
