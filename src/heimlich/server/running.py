"""Run a server: the service, the application and uvicorn, in one event loop, until a signal stops it."""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Sequence

import uvicorn

from heimlich.errors import HeimlichError
from heimlich.server.live.garbage import calm_collector
from heimlich.server.live.service import Service
from heimlich.server.live.wires import SocketProtocol
from heimlich.server.logs import log, set_up_logs
from heimlich.server.settings import Settings
from heimlich.server.table.audience.messages import LARGEST_MESSAGE
from heimlich.server.thinking.workers import Forked, fork_workers, worker_number
from heimlich.server.web.app import make_app
from heimlich.server.web.operation import Operation
from heimlich.server.web.requests.intake import LARGEST_HEAD, Gate, HttpProtocol

GRACE_S = 10  # for what is in flight when the server is stopped
SWITCH_S = 0.001  # threads that write wait no longer for the busy event loop


class _Server(uvicorn.Server):
    """A uvicorn server that reports its address once it listens."""

    def __init__(self, config: uvicorn.Config, started: Callable[[str], None]) -> None:
        super().__init__(config)
        self._tell = started

    def stop(self, *_: object) -> None:
        """Stop soon, or as soon as it has started."""
        self.should_exit = True

    async def startup(self, sockets: object = None) -> None:
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._tell(f"http://{f'[{host}]' if ':' in host else host}:{port}")
            _notify_systemd("READY=1")


def _notify_systemd(state: str) -> None:
    """Report how far the server is to systemd, if systemd has started it and waits for that (Type=notify)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


async def run(settings: Settings, started: Callable[[str], None], forked: Sequence[Forked] = ()) -> None:
    """Serve until a signal comes; then finish what is under way."""
    sys.setswitchinterval(SWITCH_S)
    service = Service(settings, forked)
    await service.start()
    operation = Operation(service)
    calm_collector()
    config = uvicorn.Config(
        make_app(service),
        host=settings.host,
        port=settings.port,
        http=type("Http", (HttpProtocol,), {"gate": Gate(settings)}),
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws=type("Socket", (SocketProtocol,), {"settings": settings}),
        ws_max_size=4 * LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # the length of compressed data reveals its content, and compressing costs time
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=GRACE_S,
        backlog=2048,
    )
    server = _Server(config, started)
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn listens for these too, but only once it has started
        signal.signal(number, server.stop)
    try:
        await operation.start()
        await server.serve()
    except SystemExit:  # uvicorn has logged why
        raise HeimlichError(f"cannot listen on {settings.host}, port {settings.port}: is it taken?") from None
    finally:
        log("info", "stopping")
        _notify_systemd("STOPPING=1")
        await operation.stop()
        await service.stop()


def _allow_open_files() -> None:
    """Raise the limit on open files to what the system allows: a shell's usual limit is about a thousand."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run_blocking(settings: Settings, started: Callable[[str], None]) -> None:
    """Fork the workers, and run a server in a new event loop: uvloop's if it is installed."""
    set_up_logs(settings.log_level)
    _allow_open_files()
    gc.freeze()  # so that the workers share with us what is loaded
    forked = fork_workers(worker_number(settings.bot_workers))
    try:
        import uvloop
    except ImportError:  # not to be had on every system
        asyncio.run(run(settings, started, forked))
    else:
        uvloop.run(run(settings, started, forked))
