"""The files of a server: its owner's alone, and one server's at a time, by whatever name it comes to them."""

import asyncio
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from heimlich.errors import HeimlichError
from heimlich.server.storage.database import SqliteDatabase
from tests.live.operating.test_admin import do
from tests.live.servers import SERVE, serving


@pytest.fixture
def careless() -> Iterator[None]:
    """A process whose new files everyone may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_is_readable_by_its_owner_only(
    tmp_path: Path,
    careless: None,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, backup = tmp_path / "t.sqlite3", tmp_path / "all.gz"
    with serving(str(file)) as server:
        server.token("Anna")
        do(capsys, str(file), "backup", str(backup))
        found = {path.name: mode(path) for path in tmp_path.iterdir()}
    assert set(found) == {"t.sqlite3", "t.sqlite3-wal", "t.sqlite3-shm", "t.sqlite3.lock", "all.gz"}
    assert set(found.values()) == {0o600}, found
    restored = tmp_path / "restored.sqlite3"
    do(capsys, str(restored), "restore", str(backup))
    assert mode(restored) == 0o600


def test_files_of_an_earlier_version_become_the_owners(
    tmp_path: Path,
    careless: None,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, backup = tmp_path / "t.sqlite3", tmp_path / "all.gz"
    with serving(str(file)) as server:
        server.token("Anna")
        server.kill()
    backup.write_text("an older one")
    for path in tmp_path.iterdir():
        path.chmod(0o666)
    do(capsys, str(file), "backup", str(backup))
    assert {mode(path) for path in tmp_path.iterdir() if not path.name.endswith(".lock")} == {0o600}


def second(file: Path) -> None:
    """Another server tries to use this file."""

    async def work() -> None:
        database = SqliteDatabase(file)
        try:
            await database.open()
        finally:
            await database.close()

    asyncio.run(work())


def test_a_second_server_is_refused_by_whatever_name_it_comes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "t.sqlite3"
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "link-to-link").symlink_to(tmp_path / "link")
    (tmp_path / "elsewhere").symlink_to(folder)
    names = (file, tmp_path / "link", tmp_path / "link-to-link", tmp_path / "elsewhere" / "t.sqlite3")
    with serving(str(file)):
        for name in (*names, folder / ".." / "folder" / "t.sqlite3"):
            with pytest.raises(HeimlichError, match="another server uses"):
                second(name)
        (folder / "t.sqlite3.lock").unlink()  # as a careless operator would do
        for name in names:
            with pytest.raises(HeimlichError, match="another server uses"):
                second(name)
        os.link(file, tmp_path / "hard")
        for name in (tmp_path / "hard", file):
            with pytest.raises(HeimlichError, match=r"another server uses|hard link"):
                second(name)
        words = (*SERVE, "--port", "0", "--database", str(tmp_path / "hard"))
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert "another server uses" in done.stderr


def test_a_file_with_two_names_is_refused_even_when_nobody_uses_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite keeps the newest moves beside the name: by the other name they would be missing."""
    file = tmp_path / "t.sqlite3"
    second(file)
    os.link(file, tmp_path / "hard")
    for name in (file, tmp_path / "hard"):
        with pytest.raises(HeimlichError, match="hard link"):
            second(name)
        with pytest.raises(HeimlichError, match="hard link"):
            do(capsys, str(name), "list")
    (tmp_path / "hard").unlink()
    second(file)
