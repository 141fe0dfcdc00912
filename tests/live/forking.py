"""Starts servers as forks of one process that has loaded everything: they need a tenth of the time to start.

A server that is forked is a process of its own like any other, with its own environment, output and workers; only what
Python does before the command begins is done once. A server that needs another Python, or another environment of
Python's (`may_fork`), is started without this.

Run as a program, this is the process that forks. It reads a request from the socket that is its standard input: words
and environment as JSON, and with them the server's output and a socket on which its exit status is told.
"""

import atexit
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

ROOT = Path(__file__).parents[2]
LARGEST = 1 << 17  # bytes of a request
OURS = ("HEIMLICH_", "PYTEST_")  # what may differ in a server's environment from that of the process that forks


class ForkedProcess:
    """A server's process, to be used as a Popen is."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        reader, writer = os.pipe()
        self._wire, theirs = socket.socketpair()
        self.returncode: int | None = None
        request = {"words": words, "environment": dict(environment), "folder": os.getcwd()}
        with theirs:
            socket.send_fds(_forking(), [json.dumps(request).encode()], [writer, theirs.fileno()])
        os.close(writer)
        self.stdout: TextIO | None = os.fdopen(reader, encoding="utf-8")
        self.pid = int(self._wire.recv(20))

    def poll(self) -> int | None:
        """Return the exit status, if it has ended."""
        return self._status(0)

    def wait(self, timeout: float) -> int:
        """Wait for its end."""
        code = self._status(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("heimlich serve", timeout)
        return code

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def _signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def _status(self, timeout: float) -> int | None:
        if self.returncode is None:
            self._wire.settimeout(timeout)
            try:
                self.returncode = int(self._wire.recv(20) or -signal.SIGKILL)
            except (TimeoutError, BlockingIOError):
                return None
            self._wire.close()
        return self.returncode

    def __del__(self) -> None:
        self._wire.close()


def may_fork(environment: Mapping[str, str]) -> bool:
    """Tell whether a fork would be as if it had started in this environment."""
    names = {name for name, _ in environment.items() ^ os.environ.items()}
    return hasattr(os, "fork") and all(name.startswith(OURS) for name in names)


_started: list[socket.socket] = []


def _forking() -> socket.socket:
    """Return the socket of the process that forks; start it when the first server is wanted."""
    if not _started:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
        with theirs:
            command = (sys.executable, "-m", __name__)
            process = subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, cwd=ROOT)

        def end() -> None:
            ours.close()
            process.wait()

        atexit.register(end)
        _started.append(ours)
    return _started[0]


def _load() -> None:
    """Load what a server loads, as it does itself."""
    import gc

    import heimlich.cli.main

    gc.disable()
    import asyncpg  # noqa: F401
    import uvloop  # noqa: F401

    import heimlich.server.running  # noqa: F401


def _fork_for_ever() -> None:
    """Fork a server for each request, until nobody can ask any more."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever keeps a server ends unseen
    with socket.socket(fileno=os.dup(0)) as requests:
        while True:
            message, files, _, _ = socket.recv_fds(requests, LARGEST, 2)
            if not message:
                return
            if os.fork() == 0:
                requests.close()
                _keep(json.loads(message), *files)
            for file in files:
                os.close(file)


def _keep(request: Mapping[str, object], output: int, wire: int) -> NoReturn:
    """Fork a server, tell its process id, wait for its end, and tell its exit status."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        os.close(wire)
        _serve(request, output)
    os.close(output)
    os.write(wire, b"%d" % pid)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        os.write(wire, b"%d" % code)
    finally:
        os._exit(0)


def _serve(request: Mapping[str, object], output: int) -> NoReturn:
    """Be a server."""
    from heimlich.cli.main import main

    words, environment, folder = request["words"], request["environment"], request["folder"]
    assert isinstance(words, list)
    assert isinstance(environment, dict)
    for number in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDONLY) if number == 0 else output, number)
    os.close(output)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(str(folder))
    time.tzset()
    random.seed()  # else all forks would draw the same
    sys.argv = ["heimlich", *words]
    raise SystemExit(main(words))


if __name__ == "__main__":
    _load()
    _fork_for_ever()
