"""Databases and servers for the tests of this folder."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.live.servers import LiveServer, Postgres, need_postgres, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server; its folder is where any user may go, which pytest's own are not."""
    need_postgres()
    with tempfile.TemporaryDirectory(prefix="heimlich-pg-") as folder:
        Path(folder).chmod(0o755)
        server = Postgres(Path(folder) / "server")
        server.start()
        yield server
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    made: Callable[[], str] = request.getfixturevalue("postgres").database
    return made()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server on SQLite for all tests of a file."""
    with serving(str(tmp_path_factory.mktemp("server") / "tables.sqlite3")) as running:
        yield running
