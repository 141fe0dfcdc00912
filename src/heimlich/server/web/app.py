"""The application: every route, the checks before it, and the handlers that turn errors into answers."""

from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request, WebSocket, websocket
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp
from sqlalchemy.exc import SQLAlchemyError

from heimlich.errors import HeimlichError
from heimlich.server.live.service import Service
from heimlich.server.live.wires import SOCKET, TOO_MUCH
from heimlich.server.storage.writer import StoreFailed
from heimlich.server.table.audience.messages import Refusal, encode
from heimlich.server.web.afterwards.links import show_replay_page
from heimlich.server.web.pages import PAGES
from heimlich.server.web.people.guests import provide_guest
from heimlich.server.web.requests.base_path import under_base
from heimlich.server.web.requests.errors import tell_http, tell_refusal, tell_store, tell_too_deep, tell_unexpected
from heimlich.server.web.requests.security import (
    SAFE_METHODS,
    address_of,
    count_request,
    is_own_origin,
    token_in,
    with_headers,
)
from heimlich.server.web.routes import HANDLERS
from heimlich.server.web.sheets import show_sheet
from heimlich.server.web.tables.sockets import FOREIGN, NO_GUEST, Connection

LARGEST_BODY = 16 * 1024


@websocket("/api/socket")
async def serve_socket(socket: WebSocket[Any, Any, Any], service: Service) -> None:
    """Serve the socket over which tables are played; messages.py defines its messages."""
    token, by_cookie = token_in(socket)
    if not is_own_origin(socket.headers, service.settings, by_cookie=by_cookie):
        await socket.close(FOREIGN)
        return
    address = address_of(socket)
    if not service.addresses.take(address):  # first: connections that wait in the steps below count too
        await _turn_away(socket, TOO_MUCH, "limit", "there are too many connections from your address")
        return
    try:
        await _serve_guest(socket, service, token)
    finally:
        service.addresses.give_back(address)


async def _serve_guest(socket: WebSocket[Any, Any, Any], service: Service, token: str) -> None:
    guest = await service.guests.recognise(token) if token else None
    if guest is None:
        await _turn_away(socket, NO_GUEST, "guest", "who are you? Ask POST /api/guests first")
        return
    if not service.holders.take(guest.id):
        await _turn_away(socket, TOO_MUCH, "limit", "you have too many connections")
        return
    service.hub.whereabouts.note(guest.id, address_of(socket))
    service.metrics.gauges["sockets"] += 1
    try:
        await socket.accept()
        connection = Connection(socket.scope["state"][SOCKET], guest, service.hub, service.settings)
        with service.guests.connected(token, connection.expire):
            await connection.run()
    finally:
        service.metrics.gauges["sockets"] -= 1
        service.holders.give_back(guest.id)


async def _turn_away(socket: WebSocket[Any, Any, Any], status: int, code: str, text: str) -> None:
    """Accept the connection, send the reason, and close it."""
    await socket.accept()
    await socket.send_text(encode(Refusal("", code, text)).decode())
    await socket.close(status)


def check_request(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse requests that change something if they come from a foreign origin or too often."""
    if not isinstance(connection, Request) or connection.method in SAFE_METHODS:
        return
    service: Service = connection.app.state.service
    by_cookie = token_in(connection)[1]
    if not is_own_origin(connection.headers, service.settings, by_cookie=by_cookie):
        raise PermissionDeniedException("this may be asked from the server's own pages only")
    count_request(connection, service)


def make_app(service: Service) -> ASGIApp:
    """Build the ASGI application around a service."""
    app = Litestar(
        [*PAGES, show_sheet, show_replay_page, serve_socket, *HANDLERS],
        dependencies={
            "service": Provide(lambda: service, sync_to_thread=False),
            "guest": Provide(provide_guest),
        },
        guards=[check_request],
        exception_handlers={
            HeimlichError: tell_refusal,
            HTTPException: tell_http,
            SQLAlchemyError: tell_store,
            OSError: tell_store,
            StoreFailed: tell_store,
            RecursionError: tell_too_deep,
            Exception: tell_unexpected,
        },
        openapi_config=OpenAPIConfig("heimlich", version("heimlich"), render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        signature_types=[Service],
    )
    app.state.service = service
    app.state.base = service.settings.base
    return under_base(service.settings.base, with_headers(app))
