"""`heimlich bench server`: how many moves a second the server takes, and how soon everyone sees them.

Sockets play whole games over loopback (load.py); the server has one core and the load another. Two loads:
closed, where every table moves as fast as it can; and paced, where each table moves once a second and the time is taken
from sending a move to its receipt by the table's last player. Before that, what a server takes to start, and what a
table takes that nobody looks at.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from heimlich.bench.load import SEATS, TERMS, Figures, LoadTable, request

LIMITLESS = {
    "HEIMLICH_MESSAGE_RATE": "1e9",
    "HEIMLICH_MESSAGE_BURST": "1000000000",
    "HEIMLICH_REQUEST_RATE": "1e9",
    "HEIMLICH_REQUEST_BURST": "1000000000",
    "HEIMLICH_SOCKETS_PER_ADDRESS": "100000",
    "HEIMLICH_TABLES_PER_GUEST": "1000000",
    "HEIMLICH_BOT_TABLES_PER_GUEST": "1000000",
    "HEIMLICH_TABLE_BURST": "1000000",
    "HEIMLICH_ROW_BURST": "1000000",
    "HEIMLICH_LEAST_PACE_MS": "0",
    "HEIMLICH_PORT": "0",
    "HEIMLICH_LOG_LEVEL": "warning",
}


def fetch(port: int, path: str) -> str:
    """Fetch a text from the server."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return str(answer.read().decode())


def at_most(metrics: str, name: str, share: float) -> float | None:
    """The bound below which this share of a histogram lies, in ms; None if that is beyond its last one."""
    rows = re.findall(rf'^{name}_bucket\{{le="(.+?)"\}} (\S+)$', metrics, re.M)
    total = float(rows[-1][1])
    found = next(bound for bound, count in rows if float(count) >= share * total)
    return None if found == "+Inf" else 1000 * float(found)


class ServerProcess(NamedTuple):
    """A server process: where it listens, which one it is, and how long it took until it answered."""

    port: int
    operation: int  # the port at which operators ask
    pid: int
    start_s: float


@contextlib.contextmanager
def server_process(database: str, core: int | None = None) -> Iterator[ServerProcess]:
    """Run a server process, on one core if it is named."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        operation = int(free.getsockname()[1])
    environment = {**os.environ, **LIMITLESS, "HEIMLICH_DATABASE": database, "HEIMLICH_OPERATION": str(operation)}
    command = (sys.executable, "-m", "heimlich", "serve")
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        if core is not None:
            os.sched_setaffinity(process.pid, {core})
        assert process.stdout is not None
        said = re.search(r"http://127.0.0.1:(\d+)", process.stdout.readline())
        assert said is not None, "the server did not start"
        fetch(int(said[1]), "/health")
        yield ServerProcess(int(said[1]), operation, process.pid, time.perf_counter() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measure_idle(server: ServerProcess, tables: int) -> dict[str, Any]:
    """Tables that wait for players and that nobody follows, kept in memory because somebody has just asked for them."""
    token = request(server.port, "/api/tokens", {})["token"]
    names = [request(server.port, "/api/tables", {"terms": TERMS}, token)["table"] for _ in range(tables)]
    empty = memory_mb(server.pid)
    for name in names:
        fetch(server.port, f"/api/tables/{name}")
    return {
        "load": f"{tables} tables that wait",
        "start_s": round(server.start_s, 2),
        "started_mb": round(empty),
        "kb_per_table": round(1024 * (memory_mb(server.pid) - empty) / tables, 1),
    }


async def measure(server: ServerProcess, tables: int, seconds: float, *, paced: bool) -> dict[str, Any]:
    """Run one load for a while, and return the figures."""
    port, pid = server.port, server.pid
    figures = Figures()
    places = []
    empty = memory_mb(pid)
    for index in range(tables):
        tokens = [request(port, "/api/tokens", {"nickname": f"P{seat}"})["token"] for seat in range(SEATS)]
        table = LoadTable(tokens, figures, index)
        await table.open(port)
        places.append(table)
    full = memory_mb(pid)
    plays = [table.play_paced(index / tables) if paced else table.play_fast() for index, table in enumerate(places)]
    tasks = [asyncio.create_task(play) for play in plays]
    await asyncio.sleep(3.0)
    gc.collect()
    gc.freeze()
    gc.disable()  # the load must not be the bottleneck
    figures.clear()
    began, computed, own = time.perf_counter(), cpu_seconds(pid), time.process_time()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    computed, own = cpu_seconds(pid) - computed, time.process_time() - own
    delays = sorted(figures.delays) or [0.0]
    metrics = fetch(server.operation, "/metrics")
    for task in tasks:
        failed = task.exception() if task.done() else None
        if failed:
            raise failed
        task.cancel()
    for table in places:
        for player in table.players:
            player.wire.close()
    return {
        "load": f"{tables} tables, {'one move a second each' if paced else 'as fast as it goes'}",
        "moves_per_second": round(figures.moves / spent, 1),
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
        "worst_ms": round(1000 * delays[-1], 1),
        "bytes_per_update": round(figures.update_bytes / max(1, figures.updates), 1),
        "commit_p99_ms": at_most(metrics, "heimlich_commit_seconds", 0.99),
        "loop_delay_p99_ms": at_most(metrics, "heimlich_loop_delay_seconds", 0.99),
        "games": figures.games,
        "refusals": figures.refusals,
        "server_cpu": round(computed / spent, 2),
        "load_cpu": round(own / spent, 2),
        "us_of_server_per_move": round(1e6 * computed / max(1, figures.moves)),
        "kb_per_table": round(1024 * (full - empty) / tables),
        "server_mb": round(memory_mb(pid)),
    }


def _measure(server: ServerProcess, *, tables: int, seconds: float, paced: bool) -> dict[str, Any]:
    return asyncio.run(measure(server, tables, seconds, paced=paced))


def run(options: argparse.Namespace) -> int:
    """Run every load, each with a new server, and a new database where it is a file."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    loads: list[tuple[int, Callable[[ServerProcess], dict[str, Any]]]] = [
        (options.idle_tables, lambda server: measure_idle(server, options.idle_tables)),
        (options.closed_tables, partial(_measure, tables=options.closed_tables, seconds=options.seconds, paced=False)),
        (options.paced_tables, partial(_measure, tables=options.paced_tables, seconds=options.seconds, paced=True)),
    ]
    rows = []
    for tables, load in loads:
        if not tables:
            continue
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            database = options.database or str(Path(folder) / "bench.sqlite3")
            with server_process(database, cores[0]) as server:
                rows.append(load(server))
        if not options.json:
            print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))
    return 0
