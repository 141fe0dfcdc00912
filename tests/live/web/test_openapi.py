"""Whatever is asked over HTTP, by the OpenAPI and against it: an answer as promised, never a failure inside."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.servers import LiveServer
from tests.soak import count

CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance,status_code_conformance"


def test_schemathesis(server: LiveServer, tmp_path: Path) -> None:
    pytest.importorskip("schemathesis")
    token = server.token("Anna")
    words = ("run", f"{server.url}/schema/openapi.json", "-H", f"Authorization: Bearer {token}", "--checks", CHECKS)
    more = ("--exclude-path", "/api/guest/token", "-n", str(count(10, 1000)), "--phases", "coverage,fuzzing")
    program = Path(sys.executable).with_name("st")
    done = subprocess.run((program, *words, *more), capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
