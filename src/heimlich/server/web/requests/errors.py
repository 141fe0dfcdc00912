"""Turn errors into HTTP answers. They say what is wrong with the request, and reveal nothing of the server's inside."""

from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from heimlich.errors import HeimlichError
from heimlich.server.logs import log_failure, seldom
from heimlich.server.storage.failures import code_of_failure, reason_of
from heimlich.server.storage.writer import StoreFailed
from heimlich.server.table.refusals import code_of

STATUS = {
    "table": 404,
    "case": 404,
    "group": 404,
    "no-season": 404,
    "guest": 401,
    "limit": 429,
    "rate": 429,
    "broken": 503,
    "busy": 503,
    "store": 503,
}


class Trouble(Struct, frozen=True):
    """An error answer: a code for programs, a text for people."""

    code: str
    text: str


TROUBLES = {
    status: ResponseSpec(Trouble, description=text, generate_examples=False)
    for status, text in {
        400: "the request is not as it should be",
        401: "only for guests, or for those at the table",
        403: "not from another origin",
        404: "there is no such table, group or season",
        409: "this cannot be done, or not now",
        413: "the request is too large",
        429: "too much, or too often",
        503: "the server cannot reach its tables just now",
    }.items()
}


def tell_refusal(_: Request[Any, Any, Any], error: HeimlichError) -> Response[Trouble]:
    """Answer with the refusal of a table or of the rules."""
    code = code_of(error)
    return Response(Trouble(code, str(error)), status_code=STATUS.get(code, 409), media_type="application/json")


def tell_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    """Answer with what is wrong with a request; errors of the server itself stay hidden."""
    if error.status_code >= 500:
        return tell_unexpected(_, error)
    extra = error.extra if isinstance(error.extra, list) else []
    details = [str(item.get("message", "")) for item in extra if isinstance(item, dict)]
    details = ["the body is missing, or no JSON" if detail == "'data'" else detail for detail in details]
    text = "; ".join(details) or error.detail
    return Response(
        Trouble("request", text[:300]),
        status_code=error.status_code,
        media_type="application/json",
        headers=error.headers,
    )


def tell_store(_: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """Answer that the database is away, full or locked; the client can send the request again later."""
    if not isinstance(error, StoreFailed):  # that was logged where it happened
        seldom.log("error", "the database does not answer", reason_of(error), error=code_of_failure(error))
    trouble = Trouble("store", "the server cannot reach its tables just now; try again")
    return Response(trouble, status_code=STATUS["store"], media_type="application/json")


def tell_too_deep(_: Request[Any, Any, Any], error: RecursionError) -> Response[Trouble]:
    """Answer to a body that is nested too deeply; log it too, in case the recursion is our own mistake."""
    seldom.log("warning", "a request was nested too deeply", type(error).__name__)
    return Response(Trouble("request", "the body is nested too deeply"), status_code=400, media_type="application/json")


def tell_unexpected(_: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """Answer to a mistake of ours, and log it with its place."""
    log_failure("a request failed", error)
    trouble = Trouble("server", "something went wrong on the server")
    return Response(trouble, status_code=500, media_type="application/json")
