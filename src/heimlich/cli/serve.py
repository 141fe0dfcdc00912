"""`heimlich serve`: the server that people play on."""

import argparse
import gc
import os
import time
from pathlib import Path

OPTIONS = ("host", "port", "database", "operation", "public_address", "base_path", "log_level")


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("serve", help="run the server that people play on")
    parser.add_argument("--host", help="the address to listen on (default 127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, help="the port to listen on (default 8000; 0: any free one)")
    parser.add_argument("--database", help="a file (default heimlich.sqlite3 here), or postgresql://…")
    parser.add_argument(
        "--operation", help="where operators ask /ready and /metrics: a port or unix:FILE (default none)"
    )
    parser.add_argument("--public-address", help="as people type it: https://play.example.org, or with a path")
    parser.add_argument("--base-path", help="the path of a site under which everything is, /heimlich for example")
    parser.add_argument("--log-level", dest="log_level", help="debug, info, warning or error (default info)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    began = time.perf_counter()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each worker uses one core, and leaves the others alone
    gc.disable()  # while loading objects that stay; the server switches it on again
    from heimlich.server.running import run_blocking  # imported here, so that other commands need not load a server
    from heimlich.server.settings import read_settings

    settings = read_settings(
        {name: getattr(options, name) for name in OPTIONS},
    )

    def started(address: str) -> None:
        where = Path(settings.file).resolve() if settings.is_sqlite else "PostgreSQL"
        print(
            f"heimlich serves on {address} (tables in {where}; up in {time.perf_counter() - began:.1f} s)", flush=True
        )

    run_blocking(settings, started)
    return 0
