"""The page as files: built from web/ into the folder `server/static`, and served from there.

Files under /assets have a hash of what they hold in their names, and so may be kept for ever; all else is asked for
anew each time. What was compressed at build time is sent so to those who can read it.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

STATIC = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_ANEW = "no-cache"
ASSET = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the better first
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NOT_BUILT = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>heimlich</title></head>
<body><h1>heimlich</h1><p>The server is running, but its page was not built: <code>python3 dev.py</code> does that.
Programs can talk to it: <a href="/schema/openapi.json">HTTP</a>, and a socket at <code>/api/socket</code>.</p>
</body></html>
"""

AnyRequest = Request[Any, Any, Any]


class Served(NamedTuple):
    """What a file holds, and how that is written."""

    body: bytes
    encoding: str


def _read(name: str, accepted: str) -> Served | None:
    """A file, compressed as the reader can have it; none of that name."""
    path = STATIC / name
    for encoding, ending in ENCODINGS.items():
        if encoding in accepted:
            compressed = path.with_name(path.name + ending)
            if compressed.is_file():
                return Served(compressed.read_bytes(), encoding)
    return Served(path.read_bytes(), "") if path.is_file() else None


@lru_cache(maxsize=512)
def _read_asset(name: str, accepted: str) -> Served | None:
    """The same for what never changes under its name."""
    return _read(f"assets/{name}", accepted)


def _accepted(request: AnyRequest) -> str:
    """Those of our encodings that the reader can read."""
    offered = {word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")}
    return " ".join(encoding for encoding in ENCODINGS if encoding in offered)


def _answer(served: Served, name: str, caching: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if served.encoding:
        headers["content-encoding"] = served.encoding
    return Response(served.body, status_code=status, media_type=TYPES[Path(name).suffix], headers=headers)


def _page(request: AnyRequest, status: int = 200) -> Response[bytes]:
    return _answer(_read("index.html", _accepted(request)) or Served(NOT_BUILT, ""), "index.html", ASK_ANEW, status)


@get(["/", "/new", "/table", "/table/{path:path}"], include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[bytes]:
    """The page, wherever one enters it; it knows its own addresses."""
    return _page(request)


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def show_missing_page(request: AnyRequest) -> Response[bytes]:
    """Where there is nothing: people get a page that says so, programs an error."""
    if "text/html" not in request.headers.get("accept", ""):
        raise NotFoundException("there is nothing here")
    return _page(request, 404)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_asset(name: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """A script, a style or a picture of the page."""
    if not ASSET.fullmatch(name) or Path(name).suffix not in TYPES:
        raise NotFoundException("there is nothing here")
    served = _read_asset(name, _accepted(request))
    if served is None:
        raise NotFoundException("there is nothing here")
    return _answer(served, name, FOR_EVER)


@get("/favicon.svg", include_in_schema=False, sync_to_thread=False)
def show_icon(request: AnyRequest) -> Response[bytes]:
    """The page's icon."""
    served = _read("favicon.svg", _accepted(request))
    if served is None:
        raise NotFoundException("there is nothing here")
    return _answer(served, "favicon.svg", ASK_ANEW)


PAGES = (show_page, show_missing_page, show_asset, show_icon)
