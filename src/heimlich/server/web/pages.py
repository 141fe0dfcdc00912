"""Serve the page's files, which the build writes from web/ into the folder `server/static`.

Files under /assets have a hash of their content in their names, so browsers may keep them for ever; they ask for all
other files each time. The build has compressed them well (Brotli); for clients that accept only gzip the server
compresses each file once, which keeps a second copy of everything out of the wheel.
"""

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from heimlich.text import LANGUAGES

STATIC = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_ANEW = "no-cache"
ASSET = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
ICON = re.compile(r"[a-z]{1,20}-[0-9]{1,4}\.png")
BESIDE_THE_PAGE = ["/favicon.svg", "/sw.js", *(f"/manifest.{language}.webmanifest" for language in LANGUAGES)]
ENCODINGS = ("br", "gzip")  # the better first
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
_OWN_LINK = re.compile(r'(\s(?:href|src)=")/')
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>heimlich</title></head>
<body><h1>heimlich</h1><p>The server is running, but its page was not built: <code>python3 dev.py</code> does that.
Programs can talk to it: <a href="/schema/openapi.json">HTTP</a>, and a socket at <code>/api/socket</code>.</p>
</body></html>
"""

OUR_PATHS = [
    "/",
    "/new",
    "/games",
    "/groups",
    "/group/{path:path}",
    "/table",
    "/table/{path:path}",
    "/replay",
    "/rules",
    "/rules/{path:path}",
    "/embed/{path:path}",
    "/teachers",
    "/words",
    "/case",
    "/case/{path:path}",
    "/learn",
    "/learn/{path:path}",
]

AnyRequest = Request[Any, Any, Any]


class Served(NamedTuple):
    """The bytes of a file, and their content encoding."""

    body: bytes
    encoding: str


def _read(name: str, accepted: str) -> Served | None:
    """Read a file, compressed if the client accepts that; None if there is no such file."""
    path = STATIC / name
    compressed = path.with_name(f"{path.name}.br")
    if "br" in accepted and compressed.is_file():
        return Served(compressed.read_bytes(), "br")
    if "gzip" in accepted and compressed.is_file():  # what the build compresses is worth it
        return Served(_gzip(path, path.stat().st_mtime_ns), "gzip")
    return Served(path.read_bytes(), "") if path.is_file() else None


@lru_cache(maxsize=512)
def _gzip(path: Path, _: int) -> bytes:
    """Compress a file, as it was written at some time."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


@lru_cache(maxsize=512)
def _read_asset(name: str, accepted: str) -> Served | None:
    """Read a file under /assets, and cache it: it never changes under its name."""
    return _read(f"assets/{name}", accepted)


def _accepted(request: AnyRequest) -> str:
    """List those of our encodings that the client accepts."""
    offered = {word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")}
    return " ".join(encoding for encoding in ENCODINGS if encoding in offered)


def _answer(served: Served, name: str, caching: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if served.encoding:
        headers["content-encoding"] = served.encoding
    return Response(served.body, status_code=status, media_type=TYPES[Path(name).suffix], headers=headers)


def page_text(base: str = "") -> str:
    """Return the page as text, under a base path, for whoever adds something to it; "" if it was not built."""
    path = STATIC / "index.html"
    return put_under(base, path.read_text("utf-8")) if path.is_file() else ""


def put_under(base: str, page: str) -> str:
    """Write the base path into a page: the page's scripts find it there, and its own links get it."""
    if not base:
        return page
    return _OWN_LINK.sub(rf"\1{base}/", page).replace("<html ", f'<html data-base="{base}" ', 1)


def show_plain(request: AnyRequest, status: int = 200) -> Response[bytes]:
    """Answer with the page as it was built, under the base path."""
    base: str = request.app.state.get("base", "")
    served = _read("index.html", _accepted(request)) if not base else None
    if served is None:
        served = Served(page_text(base).encode() or put_under(base, NOT_BUILT).encode(), "")
    return _answer(served, "index.html", ASK_ANEW, status)


@get(OUR_PATHS, include_in_schema=False, sync_to_thread=False)
def show_page(request: AnyRequest) -> Response[bytes]:
    """Send the page, for each of its addresses; the page's own router does the rest."""
    return show_plain(request)


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def show_missing_page(request: AnyRequest) -> Response[bytes]:
    """Answer for unknown paths: browsers get the page, which says so; programs get an error."""
    if "text/html" not in request.headers.get("accept", ""):
        raise NotFoundException("there is nothing here")
    return show_plain(request, 404)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_asset(name: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """Send a script, a style or a picture of the page."""
    if not ASSET.fullmatch(name) or Path(name).suffix not in TYPES:
        raise NotFoundException("there is nothing here")
    served = _read_asset(name, _accepted(request))
    if served is None:
        raise NotFoundException("there is nothing here")
    return _answer(served, name, FOR_EVER)


@get(BESIDE_THE_PAGE, include_in_schema=False, sync_to_thread=False)
def show_file(request: AnyRequest) -> Response[bytes]:
    """Send the page's icon, its service worker, or a manifest: files with one name, whatever their content."""
    name = request.url.path.rpartition("/")[2]
    served = _read(name, _accepted(request))
    if served is None:
        raise NotFoundException("there is nothing here")
    return _answer(served, name, ASK_ANEW)


@get("/icons/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_icon(name: FromPath[str]) -> Response[bytes]:
    """Send an icon for a phone's home screen."""
    served = _read(f"icons/{name}", "") if ICON.fullmatch(name) else None
    if served is None:
        raise NotFoundException("there is nothing here")
    return _answer(served, name, ASK_ANEW)


PAGES = (show_page, show_missing_page, show_asset, show_file, show_icon)
