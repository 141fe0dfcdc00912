"""Real server processes on loopback, and real databases for them."""

import contextlib
import json
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.live.forking import ForkedProcess, may_fork

SERVE = (sys.executable, "-m", "heimlich", "serve")
BINARIES = max(  # the newest of Debian's
    Path("/usr/lib/postgresql").glob("*/bin"),
    key=lambda folder: int(folder.parent.name),
    default=Path("/usr/lib/postgresql/none"),
)
PORTS = range(16_000, 32_000)
PATIENCE = 120.0  # for one thing that must happen, on a machine that has other things to do
GENEROUS = {
    "HEIMLICH_MESSAGE_RATE": "100000",
    "HEIMLICH_MESSAGE_BURST": "100000",
    "HEIMLICH_REQUEST_RATE": "100000",
    "HEIMLICH_REQUEST_BURST": "100000",
    "HEIMLICH_SIGN_IN_RATE": "100000",
    "HEIMLICH_SIGN_IN_BURST": "100000",
    "HEIMLICH_SOCKETS_PER_ADDRESS": "100000",
    "HEIMLICH_TABLES_PER_GUEST": "1000",
    "HEIMLICH_BOT_TABLES_PER_GUEST": "1000",
    "HEIMLICH_TABLE_BURST": "100000",
    "HEIMLICH_ROW_BURST": "1000000",
    "HEIMLICH_LEAST_PACE_MS": "0",
    "HEIMLICH_LEASE_S": "1.5",
    "HEIMLICH_LOG_LEVEL": "warning",
}


def free_port() -> int:
    """A port that nobody listens on; below those that systems give to connections, which could take it before we do."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class LiveServer:
    """A server process, which can be killed and started again at the same address."""

    tls: ssl.SSLContext | None = None  # what to believe where it is reached over https

    def __init__(
        self, database: str, environment: Mapping[str, str] | None = None, program: tuple[str, ...] | None = None
    ) -> None:
        self.database = database
        self._program = program  # None: the usual one, which may be a fork of a process that is loaded already
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.operation_url = f"http://127.0.0.1:{free_port()}"  # where operators ask
        self.said: list[str] = []  # what it wrote, output and log
        operation = {"HEIMLICH_OPERATION": self.operation_url.removeprefix("http://")}
        self._environment = {**os.environ, **GENEROUS, **operation, **(environment or {})}
        self._process: subprocess.Popen[str] | ForkedProcess | None = None
        self._has_run = False

    def start(self) -> "LiveServer":
        """Start it, and wait until it listens; at another port if a stranger has just taken the first one."""
        for _ in range(3):
            if self._begin():
                return self
            if self._has_run:
                break
            self.port = free_port()
            self.url = f"http://127.0.0.1:{self.port}"
        raise AssertionError("the server did not start:\n" + "".join(self.said))

    def _begin(self) -> bool:
        self._process = self._new_process("--port", str(self.port), "--database", self.database)
        out = self._process.stdout
        assert out is not None
        while line := out.readline():
            self.said.append(line)
            if line.startswith("heimlich serves"):
                threading.Thread(target=self._listen, args=(out,), daemon=True).start()
                self._has_run = True
                return True
        out.close()
        if self._process.wait(PATIENCE) and self.said and "is it taken?" in self.said[-1]:
            self.said.clear()
            return False
        raise AssertionError("the server did not start:\n" + "".join(self.said))

    def _new_process(self, *words: str) -> subprocess.Popen[str] | ForkedProcess:
        if self._program is None and may_fork(self._environment):
            return ForkedProcess((SERVE[-1], *words), self._environment)
        command = (*(self._program or SERVE), *words)
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self._environment
        )

    def _listen(self, out: Any) -> None:
        """Read what it says to the end: a worker that outlives its killed server holds the pipe for a moment."""
        with out:
            for line in out:
                self.said.append(line)

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._finish()

    def stop(self) -> int:
        """As an operator would."""
        assert self._process is not None
        self._process.terminate()
        return self._finish()

    def _finish(self) -> int:
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        time.sleep(0.01)
        self._process = None  # its output is closed by whoever reads it: to close it here could wait for a worker
        return code

    def computed(self) -> float:
        """For how many seconds it has computed."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any, Mapping[str, str]]:
        """A request: the status, the answer (as JSON where it is), and the headers."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        server = self.operation_url if path in {"/ready", "/metrics"} else self.url
        request = urllib.request.Request(server + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=self.tls) as answer:
                return answer.status, _read(answer), _headers(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _read(error), _headers(error)

    def token(self, nickname: str = "") -> str:
        """A new guest's token."""
        status, answer, _ = self.ask("POST", "/api/tokens", {"nickname": nickname})
        assert status == 201, answer
        token: str = answer["token"]
        return token

    def table(self, token: str, terms: Mapping[str, Any], **more: Any) -> str:
        """A new table."""
        status, answer, _ = self.ask("POST", "/api/tables", {"terms": terms, **more}, token)
        assert status == 201, answer
        table: str = answer["table"]
        return table


def _headers(answer: Any) -> dict[str, str]:
    """All headers; those that come several times, with commas between."""
    return {name: ", ".join(answer.headers.get_all(name)) for name in answer.headers}


def _read(answer: Any) -> Any:
    text = answer.read().decode()
    return json.loads(text) if "json" in answer.headers.get("content-type", "") else text


@contextlib.contextmanager
def serving(database: str, environment: Mapping[str, str] | None = None) -> Iterator[LiveServer]:
    """A server for a while."""
    server = LiveServer(database, environment).start()
    try:
        yield server
    finally:
        if server.running:
            server.kill()


class Postgres:
    """A PostgreSQL server of our own, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._names = 0

    def start(self) -> None:
        """Make it and start it; root must not, so another user does."""
        self.folder.mkdir(parents=True)
        data = self.folder / "data"
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run(BINARIES / "initdb", "-D", data, "-U", "heimlich", "-A", "trust", "--no-sync")
        self.begin()

    def begin(self) -> None:
        """Start it, once it is made."""
        data = self.folder / "data"
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        options += " -c fsync=off -c full_page_writes=off -c autovacuum=off"  # no test cuts the power of the machine
        self._run(BINARIES / "pg_ctl", "-D", data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Stop it."""
        self._run(BINARIES / "pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def database(self) -> str:
        """A new, empty database."""
        self._names += 1
        name = f"t{self._names}"
        self._run(BINARIES / "createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "heimlich", name)
        return f"postgresql://heimlich@127.0.0.1:{self.port}/{name}"

    def _run(self, *words: str | Path) -> None:
        before: tuple[str, ...] = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
        subprocess.run((*before, *words), check=True, stdout=subprocess.DEVNULL, cwd="/")


def need_postgres() -> None:
    """Skip where PostgreSQL is not installed, but not where everything must be."""
    if not BINARIES.is_dir():
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed")
        pytest.skip("PostgreSQL is not installed")
