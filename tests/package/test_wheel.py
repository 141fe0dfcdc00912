"""The wheel that `pip install .` makes, in a fresh environment: it plays, and serves its page without Node."""

import os
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.live.servers import LiveServer

ROOT = Path(__file__).parents[2]
UV = shutil.which("uv", path=str(Path(sys.executable).parent)) or "uv"
LARGEST = 4_000_000  # bytes of the wheel; the networks of the bots are most of it
LARGEST_INSTALLED = 250_000_000  # bytes with all dependencies; JAX or Ray alone would be more
BARE_PATH = "/usr/bin:/bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel made as `pip install .` makes it: from tracked files alone, with the tools that the build asks for."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "source"
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    subprocess.run((UV, "build", "--quiet", "--wheel", "--out-dir", folder / "out", source), check=True)
    return next((folder / "out").glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The folder of programs of a fresh environment that holds the wheel and what it depends on, nothing else."""
    environment = wheel.parents[1] / "environment"
    subprocess.run((UV, "venv", "--quiet", "--python", sys.executable, environment), check=True)
    programs = environment / "bin"
    subprocess.run(
        (UV, "pip", "install", "--quiet", "--python", programs / "python", "-c", ROOT / "constraints.txt", wheel),
        check=True,
    )
    return programs


def environment_without_node() -> dict[str, str]:
    """This environment, without the virtual environment that the tests run in."""
    kept = {name: value for name, value in os.environ.items() if name not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    return kept | {"PATH": BARE_PATH}


def test_the_wheel_holds_the_page_and_no_tools(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "heimlich/server/static/index.html" in names
    assert not [name for name in names if name.startswith(("training/", "tests/", "bench/", "web/"))]
    assert not [name for name in names if "node_modules" in name]
    assert wheel.stat().st_size < LARGEST


def test_no_heavy_dependency_comes_along(installed: Path) -> None:
    files = [file for file in installed.parent.rglob("*") if file.is_file() and not file.is_symlink()]
    assert sum(file.stat().st_size for file in files) < LARGEST_INSTALLED


def test_the_rules_and_the_bots_play(installed: Path) -> None:
    words = ("simulate", "--games", "3", "--players", "3", "--seed", "1", "--bots", "casual")
    played = subprocess.run(
        (installed / "heimlich", *words), capture_output=True, text=True, env=environment_without_node(), check=True
    )
    assert "3 games" in played.stdout


def test_the_page_is_served(installed: Path, tmp_path: Path) -> None:
    program = (str(installed / "heimlich"), "serve")
    server = LiveServer(f"sqlite:///{tmp_path / 'tables.sqlite3'}", {"PATH": BARE_PATH}, program).start()
    try:
        with urllib.request.urlopen(server.url, timeout=30) as answer:
            assert b"<script" in answer.read()
    finally:
        assert server.stop() == 0
