"""Replays over HTTP: the messages of a finished table, or of a record that somebody sends.

Workers play the record again, on the account of the guest's address, so that a flood of records makes nobody's table
wait. A table can be replayed once its seed is public: never before the end.
"""

import gzip
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta, Struct

from heimlich.server.live.people.guarding import check_may_look
from heimlich.server.live.service import Service
from heimlich.server.table.afterwards.replay import LARGEST_RECORD
from heimlich.server.table.refusals import Refused
from heimlich.server.web.people.guests import guest_of
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request

AnyRequest = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=64)]
LARGEST_BODY = LARGEST_RECORD + LARGEST_RECORD // 4  # line ends are escaped in JSON
NOT_YET = "a game can be replayed when it is over"


class SentRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as text."""

    record: Annotated[str, Meta(max_length=LARGEST_RECORD)]


@get("/api/tables/{table:str}/replay", tags=["tables"], responses=TROUBLES)
async def replay_table(table: TableId, request: AnyRequest, service: Service) -> Response[bytes]:
    """Replay a finished game: the messages of every viewpoint, as `Replay` in docs/protocol.md."""
    count_request(request, service)
    live = (await service.hub.get(table)).table
    await check_may_look(service.hub, live.now, await guest_of(request, service))
    if not live.now.is_revealed:
        raise Refused("stage", NOT_YET)
    record, address = live.export(None), address_of(request)
    return packed_answer(await service.retell(record, address, guarded=live.now.is_guarded), request)


@post("/api/replays", tags=["tables"], responses=TROUBLES, status_code=HTTP_200_OK, request_max_body_size=LARGEST_BODY)
async def replay_record(data: SentRecord, request: AnyRequest, service: Service) -> Response[bytes]:
    """Replay a record; nothing of it is kept."""
    return packed_answer(await service.retell(data.record, address_of(request)), request)


def packed_answer(packed: bytes, request: AnyRequest) -> Response[bytes]:
    """Answer with compressed JSON, as it is to clients that take it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), media_type=MediaType.JSON)
    return Response(packed, media_type=MediaType.JSON, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
