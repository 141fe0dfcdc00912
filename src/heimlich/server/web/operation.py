"""Routes for operators, on a separate address that no proxy passes on: `/health`, `/ready`, `/metrics`.

The address is a port of this machine (`9100`), another one's (`10.0.0.11:9100`) or a socket in the file system
(`unix:/run/heimlich/operation`). Without one, nothing listens. Three routes need no framework: a request is its
first line, and every answer ends the connection.
"""

import asyncio
import contextlib
from pathlib import Path

import msgspec

from heimlich.errors import HeimlichError
from heimlich.server.live.service import Service

UNIX = "unix:"
MOST_LINES = 100
SECONDS = 10.0  # in which a request must have come and its answer must have been read
PHRASES = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}


class Operation:
    """Answers operators while the server runs."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._address = service.settings.operation
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen, if an address is set."""
        if not self._address:
            return
        try:
            self._server = await self._listen()
        except (OSError, ValueError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or "name a port, an address and a port, or unix:FILE"
            raise HeimlichError(f"cannot answer operators on '{self._address}': {reason}") from None

    async def _listen(self) -> asyncio.Server:
        if self._address.startswith(UNIX):
            path = Path(self._address.removeprefix(UNIX))
            if path.is_socket():  # left by a server that was killed
                path.unlink()
            server = await asyncio.start_unix_server(self._answer, path, start_serving=False)
            path.chmod(0o600)
            await server.start_serving()
            return server
        host, _, port = self._address.rpartition(":")
        return await asyncio.start_server(self._answer, host.strip("[]") or "127.0.0.1", int(port))

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            if self._address.startswith(UNIX):
                Path(self._address.removeprefix(UNIX)).unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read one request, and answer it."""
        try:
            async with asyncio.timeout(SECONDS):
                method, _, rest = (await reader.readline()).partition(b" ")
                for _ in range(MOST_LINES):
                    if not (await reader.readline()).strip():
                        break
                status, kind, body = await self._find(method, rest.partition(b" ")[0].partition(b"?")[0])
                writer.write(
                    f"HTTP/1.1 {status} {PHRASES[status]}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n"
                    "cache-control: no-store\r\nconnection: close\r\n\r\n".encode()
                )
                writer.write(b"" if method == b"HEAD" else body)
                await writer.drain()
        except (OSError, ValueError, TimeoutError):  # a client that hangs up, sends too much or nothing
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _find(self, method: bytes, path: bytes) -> tuple[int, str, bytes]:
        """Find the status, media type and body of an answer."""
        if method not in {b"GET", b"HEAD"}:
            return 405, "application/json", b'{"ok":false}'
        match path:
            case b"/health":
                return 200, "application/json", b'{"ok":true}'
            case b"/ready":
                ready = await self._service.is_ready()
                return 200 if ready else 503, "application/json", msgspec.json.encode({"ok": ready})
            case b"/metrics":
                return 200, "text/plain; version=0.0.4; charset=utf-8", self._service.metrics.text().encode()
        return 404, "application/json", b'{"ok":false}'
