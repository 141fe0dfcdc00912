"""Pictures to share of finished tables over HTTP: SVG, and PNG for the previews of links.

Without `reveal` a picture shows nothing that was secret. Workers draw, on the account of the guest's address; before
the end there is no picture, as there is no replay.
"""

from typing import Annotated, Literal

from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from heimlich.server.live.afterwards.pictures import PictureKind
from heimlich.server.live.service import Service
from heimlich.server.table.refusals import Refused
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.web.afterwards.replays import AnyRequest, TableId
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request

NOT_YET = "a game can be drawn when it is over"
SVG, PNG = "image/svg+xml", "image/png"
CACHED = "public, max-age=3600"  # a name in it may change
Language = Annotated[Literal["en", "de", "fr"], Parameter(query="lang", description="the language of the words")]
Reveal = Annotated[Literal["0", "1"], Parameter(description="1 shows who was who, what was hidden, and who won")]
_SAME = {304: ResponseSpec(None, description="the picture that the client has", generate_examples=False)}


@get("/api/tables/{table:str}/picture.svg", tags=["tables"], responses=TROUBLES | _SAME, media_type=SVG)
async def draw_svg(
    table: TableId, request: AnyRequest, service: Service, language: Language = "en", reveal: Reveal = "0"
) -> Response[bytes]:
    """Draw a finished game as one picture to share."""
    return await _picture(request, service, table, (language, reveal == "1", False))


@get("/api/tables/{table:str}/picture.png", tags=["tables"], responses=TROUBLES | _SAME, media_type=PNG)
async def draw_png(
    table: TableId, request: AnyRequest, service: Service, language: Language = "en", reveal: Reveal = "0"
) -> Response[bytes]:
    """Draw a finished game as one picture to share, 1200 × 630, for the previews of links."""
    return await _picture(request, service, table, (language, reveal == "1", True))


async def _picture(request: AnyRequest, service: Service, table: str, asked: tuple[str, bool, bool]) -> Response[bytes]:
    address = address_of(request)
    count_request(request, service)
    live = (await service.hub.get(table)).table
    if not live.now.seed_is_public:
        raise Refused("stage", NOT_YET)
    look = PictureKind(table, tuple(live.now.names), *asked)
    payer = Payer(address)
    picture = await service.gallery.picture(look, lambda: service.stories.story_of(table, payer), payer)
    headers = {"ETag": picture.tag, "Cache-Control": CACHED}
    if picture.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers, media_type=MediaType.TEXT)
    return Response(picture.body, media_type=PNG if look.png else SVG, headers=headers)
