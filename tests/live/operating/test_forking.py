"""Servers of tests that are forks (tests/live/forking.py) are as those that a new Python runs."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.live.forking import may_fork
from tests.live.servers import SERVE, LiveServer, serving

PROGRAMS = pytest.mark.parametrize("program", [None, SERVE], ids=["forked", "of its own"])


@PROGRAMS
def test_its_output_its_environment_and_its_exit_status(program: tuple[str, ...] | None, tmp_path: Path) -> None:
    server = LiveServer(str(tmp_path / "tables.sqlite3"), {"HEIMLICH_LOG_LEVEL": "info"}, program).start()
    assert server.running
    assert os.path.samefile(f"/proc/{server.pid}/cwd", ".")
    ignored = int(re.search(r"SigIgn:\s*(\w+)", Path(f"/proc/{server.pid}/status").read_text())[1], 16)  # type: ignore[index]
    assert not ignored & sum(1 << number - 1 for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM))
    assert server.ask("GET", "/api/guest", token=server.token("Anna"))[0] == 200
    assert server.stop() == 0
    assert not server.running
    assert any('"stopping"' in line for line in server.said), server.said


@PROGRAMS
def test_one_that_cannot_start_says_why(program: tuple[str, ...] | None, tmp_path: Path) -> None:
    server = LiveServer(str(tmp_path / "tables.sqlite3"), {"HEIMLICH_TABLES_PER_GUEST": "many"}, program)
    with pytest.raises(AssertionError, match="tables_per_guest"):
        server.start()
    assert not server.running


def test_two_at_once_know_nothing_of_each_other(tmp_path: Path) -> None:
    with serving(str(tmp_path / "a")) as one, serving(str(tmp_path / "b")) as other:
        assert one.ask("GET", "/api/guest", token=other.token("Anna"))[0] == 401
        one.kill()
        assert other.running
        assert other.token("Berta")


def test_what_python_itself_reads_needs_a_new_one() -> None:
    assert may_fork({**os.environ, "HEIMLICH_LEASE_S": "3"})
    for name in ("PYTHONASYNCIODEBUG", "PATH", "LD_PRELOAD", "OPENBLAS_NUM_THREADS"):
        assert not may_fork({**os.environ, name: "5"})
