"""The page of a replay, with the tags by which messengers show a preview of its link.

A table that is unknown, still played or unfit for a replay gets the plain page, and so does whoever asks too often: the
tags never tell more than a replay would. Names of players are anybody's text: they are escaped, and cut.
"""

import re
from html import escape
from typing import NamedTuple

from litestar import Response, get
from litestar.params import FromPath

from heimlich.drawing.poster import HEIGHT, WIDTH, visible
from heimlich.errors import HeimlichError
from heimlich.server.live.service import Service
from heimlich.server.storage.store import find_table
from heimlich.server.table.situation import Stage
from heimlich.server.web.pages import ASK_ANEW, AnyRequest, page_text, show_plain
from heimlich.server.web.requests.security import address_of
from heimlich.text import LANGUAGES, say

ENDED = (Stage.OVER.value, Stage.ENDED.value)
LONGEST_TITLE = 120
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


class Link(NamedTuple):
    """A link to a finished table as its sender has made it."""

    site: str  # scheme, host and base path
    table: str
    language: str
    reveal: bool


@get("/replay/{table:str}", include_in_schema=False)
async def show_replay_page(table: FromPath[str], request: AnyRequest, service: Service) -> Response[bytes]:
    """Send the page of a replay; for a finished table with a preview."""
    page = page_text(service.settings.base)
    tags = await _tags(table, request, service) if page else ""
    if not tags:
        return show_plain(request)
    body = page.replace("</head>", f"{tags}  </head>", 1)
    return Response(body.encode(), media_type="text/html", headers={"cache-control": ASK_ANEW})


async def _tags(table: str, request: AnyRequest, service: Service) -> str:
    host = request.headers.get("host", "")
    if len(table) > 64 or not _HOST.fullmatch(host) or not service.requests.take(address_of(request)):
        return ""
    listed = await service.database.read(lambda connection: find_table(connection, table))
    if listed is None or listed.stage not in ENDED:
        return ""
    try:
        now = (await service.hub.get(table)).table.now
    except HeimlichError:
        return ""
    if not now.seed_is_public:
        return ""
    language = request.query_params.get("lang", "en")
    link = Link(
        (service.settings.public_origin or f"{request.scope['scheme']}://{host}") + service.settings.base,
        table,
        language if language in LANGUAGES else "en",
        request.query_params.get("reveal") == "1",
    )
    return make_tags(link, now.terms.game, tuple(now.names))


def make_tags(link: Link, game: str, names: tuple[str, ...]) -> str:
    """Return the tags of a link as HTML."""
    query = f"lang={link.language}" + ("&reveal=1" if link.reveal else "")
    people = ", ".join(visible(name) for name in names)
    title = say("unmask.link-title", link.language, game=say(f"{game}.title", link.language), names=people)
    about = say(f"unmask.link-about{'-all' if link.reveal else ''}.{game}", link.language)
    tags = {
        "og:type": "website",
        "og:site_name": "heimlich",
        "og:title": title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…",
        "og:description": about,
        "og:url": f"{link.site}/replay/{link.table}?{query}",
        "og:image": f"{link.site}/api/tables/{link.table}/picture.png?{query}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": about,
    }
    told = "".join(f'<meta property="{name}" content="{escape(text)}" />\n    ' for name, text in tags.items())
    return f'  {told}<meta name="twitter:card" content="summary_large_image" />\n'
