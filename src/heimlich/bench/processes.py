"""`heimlich bench server --processes 1,2,3`: moves a second of one server process against several on one PostgreSQL.

The load (load.py) comes through one nginx, which hands all sockets of a table to one process (deploy/), or, with
`--route connection`, each connection to the process that has the fewest. Servers, proxy, database and load share the
cores of this machine, unpinned, and all numbers of processes get the same load in one run; each is measured twice, in
mirrored order, so that a machine that slows down favours none. The CPU time of a move is told for each party, for
on few cores that is what limits the sum.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from heimlich.bench.load import SEATS, Figures, LoadTable, request
from heimlich.bench.server import ServerProcess, cpu_seconds, fetch, server_process
from heimlich.errors import HeimlichError

WARM_S = 3.0
ROUTES = {"table": "hash $heimlich_key consistent", "connection": "least_conn"}
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1; worker_rlimit_nofile 65536; {user}
events {{ worker_connections 16384; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    map $arg_table $heimlich_key {{ default $arg_table; "" $request_id; }}
    upstream heimlich {{ {route}; {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://heimlich; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";
            proxy_set_header X-Forwarded-For $remote_addr; proxy_read_timeout 600s;
        }}
    }}
}}
"""


def run(options: argparse.Namespace) -> int:
    """Measure every number of processes, there and back, and print the figures."""
    if not str(options.database or "").startswith("postgres"):
        raise HeimlichError("several processes need one PostgreSQL: --database postgresql://…")
    if not (shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")):
        raise HeimlichError("several processes need a proxy before them: install nginx")
    rows: list[dict[str, Any]] = []
    measured = [
        (count, route) for count in options.processes for route in (options.route if count > 1 else options.route[:1])
    ]
    for count, route in (*measured, *reversed(measured)):
        rows.append(_measure(count, route, options.database, options.closed_tables, options.seconds))
        if not options.json:
            print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
    summary = summarise(rows)
    print(json.dumps({"runs": rows, "summary": summary}, indent=2) if options.json else summary)
    return 0


def summarise(rows: Sequence[dict[str, Any]]) -> str:
    """Compare the numbers of processes with the first one, by the mean of their runs."""
    speeds: dict[str, list[float]] = {}
    for row in rows:
        name = f"{row['processes']} by {row['route']}" if row["processes"] > 1 else str(row["processes"])
        speeds.setdefault(name, []).append(row["moves_per_second"])
    means = {name: statistics.fmean(found) for name, found in speeds.items()}
    first = next(iter(means))
    parts = [
        f"{name}: {mean:.0f} moves a second ({mean / means[first]:.2f} of {first})" for name, mean in means.items()
    ]
    return "; ".join(parts)


def _measure(count: int, route: str, database: str, tables: int, seconds: float) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [stack.enter_context(server_process(database)) for _ in range(count)]
        port, proxy = stack.enter_context(_proxy(folder, [server.port for server in servers], route))
        found = asyncio.run(_load(port, servers, proxy, database, tables, seconds))
        return {"processes": count, "route": route, **found}


@contextlib.contextmanager
def _proxy(folder: Path, ports: Sequence[int], route: str) -> Iterator[tuple[int, int]]:
    """Run nginx before these ports; yield its own port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    servers = " ".join(f"server 127.0.0.1:{one};" for one in ports)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        NGINX.format(folder=folder, route=ROUTES[route], servers=servers, port=port, user=user)
    )
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    assert program is not None
    process = subprocess.Popen(
        (program, "-p", str(folder), "-c", str(folder / "nginx.conf")), stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                fetch(port, "/health")
                break
            time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


async def _load(
    port: int, servers: Sequence[ServerProcess], proxy: int, database: str, tables: int, seconds: float
) -> dict[str, Any]:
    """Let tables move as fast as they can for a while; return moves a second, and who has computed for how long."""
    figures, places = Figures(), []
    for index in range(tables):
        tokens = [request(port, "/api/tokens", {"nickname": f"P{seat}"})["token"] for seat in range(SEATS)]
        places.append(LoadTable(tokens, figures, index))
        await places[-1].open(port)
    tasks = [asyncio.create_task(table.play_fast()) for table in places]
    await asyncio.sleep(WARM_S)
    parties = {
        "server": [server.pid for server in servers],
        "proxy": [proxy, *_children(proxy)],
        "database": await _backends(database),
        "load": [os.getpid()],
    }
    figures.clear()
    began, before = time.perf_counter(), {name: _computed(pids) for name, pids in parties.items()}
    each_before = [cpu_seconds(server.pid) for server in servers]
    await asyncio.sleep(seconds)
    spent, moves = time.perf_counter() - began, max(1, figures.moves)
    computed = {name: _computed(pids) - before[name] for name, pids in parties.items()}
    each = [round((cpu_seconds(server.pid) - one) / spent, 2) for server, one in zip(servers, each_before, strict=True)]
    failures = [task.exception() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    for table in places:
        for player in table.players:
            player.wire.close()
    if failures:
        raise HeimlichError(f"the load failed: {failures[0]!r}")
    delays = sorted(figures.delays) or [0.0]
    return {
        "cores": len(os.sched_getaffinity(0)),
        "tables": tables,
        "moves_per_second": round(moves / spent, 1),
        "p50_ms": round(1000 * delays[len(delays) // 2], 1),
        "p99_ms": round(1000 * delays[int(len(delays) * 0.99)], 1),
        "refusals": figures.refusals,
        "busy_cores": round(sum(computed.values()) / spent, 2),
        **{f"us_of_{name}_per_move": round(1e6 * value / moves) for name, value in computed.items()},
        "cpu_of_each_server": each,
    }


def _computed(pids: Sequence[int]) -> float:
    """Add up the CPU time of some processes; those that are gone, or on another machine, count for nothing."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += cpu_seconds(pid)
    return total


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def _backends(database: str) -> list[int]:
    """List the database's own processes: those of our connections, and those that write in the background."""
    import asyncpg

    connection = await asyncpg.connect(database)
    try:
        return [row["pid"] for row in await connection.fetch("SELECT pid FROM pg_stat_activity WHERE pid IS NOT NULL")]
    finally:
        await connection.close()
