"""A push service on this machine that answers as it is told: well, never, with floods, or that a device is gone."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

PATIENCE_S = 60.0


class Received(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


class PushService:
    """Keeps what came; the first word of a path says how it answers: /ok/…, /hang/…, /flood/…, /410/…, /429/…"""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self._changed = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.take(
                    Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body, time.monotonic())
                )
                with contextlib.suppress(OSError):
                    service.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._ended = threading.Event()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer as the path says."""
        kind = handler.path.split("/")[1]
        if kind == "hang":
            self._ended.wait(PATIENCE_S)
            return
        if kind == "flood":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not self._ended.is_set():
                handler.wfile.write(b"X-Flood: " + b"x" * 4000 + b"\r\n")
            return
        if kind == "moved":
            handler.send_response(307)
            handler.send_header("Location", f"{self.url}/ok/elsewhere")
        else:
            handler.send_response(201 if kind == "ok" else int(kind))
        if kind in {"429", "503"}:
            handler.send_header("Retry-After", "1")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def take(self, one: Received) -> None:
        """Keep a request."""
        with self._changed:
            self.received.append(one)
            self._changed.notify_all()

    def at(self, path: str) -> list[Received]:
        """What came for this path."""
        return [one for one in self.received if one.path == path]

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Wait until something has come."""
        with self._changed:
            assert self._changed.wait_for(is_so, PATIENCE_S), [one.path for one in self.received]

    def start(self) -> None:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    """A push service for one test."""
    service = PushService()
    service.start()
    try:
        yield service
    finally:
        service.stop()
