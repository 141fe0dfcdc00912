"""Stories over HTTP: of a finished table, or of a record that somebody sends.

A table's story is kept (live/afterwards/stories.py); that of a record is told by workers, on the account of the guest's
address. As with replays, nothing can be asked for before the end.
"""

from litestar import Response, get, post
from litestar.status_codes import HTTP_200_OK

from heimlich.server.live.people.guarding import check_may_look
from heimlich.server.live.service import Service
from heimlich.server.thinking.fair_queue import Payer
from heimlich.server.web.afterwards.replays import LARGEST_BODY, AnyRequest, SentRecord, TableId, packed_answer
from heimlich.server.web.people.guests import guest_of
from heimlich.server.web.requests.errors import TROUBLES
from heimlich.server.web.requests.security import address_of, count_request


@get("/api/tables/{table:str}/story", tags=["tables"], responses=TROUBLES)
async def story_of_table(table: TableId, request: AnyRequest, service: Service) -> Response[bytes]:
    """Tell the story of a finished game, as `HeimlichStory` or `SuitcaseStory` in docs/protocol.md."""
    count_request(request, service)
    now = (await service.hub.get(table)).table.now
    await check_may_look(service.hub, now, await guest_of(request, service))
    return packed_answer(await service.stories.story_of(table, Payer(address_of(request))), request)


@post("/api/stories", tags=["tables"], responses=TROUBLES, status_code=HTTP_200_OK, request_max_body_size=LARGEST_BODY)
async def story_of_record(data: SentRecord, request: AnyRequest, service: Service) -> Response[bytes]:
    """Tell the story of a record; nothing of it is kept."""
    return packed_answer(await service.tell(data.record, address_of(request)), request)
