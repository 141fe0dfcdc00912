"""The units of systemd in deploy/: systemd finds no fault, they shut the server in, and what they start runs."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from heimlich.server.doctor.checkup import read_environment
from heimlich.server.settings import PREFIX, Settings
from tests.live.proxies import DEPLOY
from tests.live.servers import SERVE

UNITS = ("heimlich.service", "heimlich-backup.service", "heimlich-backup.timer")
MOST_EXPOSED = 2.0  # of 10; systemd calls 4 and more medium


def settings_of(name: str) -> dict[str, list[str]]:
    """The lines of a unit's [Service] part; a name may come several times."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text("utf-8").partition("[Service]")[2].splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture
def analyze() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd is not installed")
    return found


def test_systemd_finds_no_fault(analyze: str, tmp_path: Path) -> None:
    for name in UNITS:
        text = (
            (DEPLOY / name)
            .read_text("utf-8")
            .replace("/opt/heimlich/bin/heimlich", shutil.which("true") or "/bin/true")
        )
        (tmp_path / name).write_text(text)
    done = subprocess.run((analyze, "verify", *(tmp_path / name for name in UNITS)), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS[:2])
def test_a_service_is_shut_in(analyze: str, name: str) -> None:
    done = subprocess.run(
        (analyze, "security", "--offline=true", f"--threshold={int(MOST_EXPOSED * 10)}", DEPLOY / name),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-300:]
    found = settings_of(name)
    for key, value in {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "User": "heimlich"}.items():
        assert found[key] == [value]
    assert found["StateDirectory"] == ["heimlich"]
    assert found["StateDirectoryMode"] == ["0700"]
    assert found["CapabilityBoundingSet"] == [""]


def test_the_file_of_settings_says_what_the_units_would_do_without_it() -> None:
    """So the doctor, which reads that file, looks where the units write."""
    given = read_environment(DEPLOY / "heimlich.env")
    assert {name.removeprefix(PREFIX).lower() for name in given} <= set(Settings.__struct_fields__)
    for unit in UNITS[:2]:
        for line in settings_of(unit)["Environment"]:
            name, _, value = line.partition("=")
            assert given[name] == value


def test_the_timer_runs_every_night() -> None:
    timer = configparser.ConfigParser()
    timer.read(DEPLOY / "heimlich-backup.timer")
    assert timer["Timer"]["Persistent"] == "true"
    assert timer["Timer"]["OnCalendar"] == "*-*-* 03:30:00"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="heimlich-unit-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_what_the_units_start_serves_and_backs_up(open_folder: Path) -> None:
    """ExecStart and Environment are the units' own, in folders of the test; as nobody, where we may choose."""
    state, run = open_folder / "state", open_folder / "run"
    for folder in (state, run):
        folder.mkdir(mode=0o700)
    as_nobody: tuple[str, ...] = ()
    if os.geteuid() == 0 and _nobody_can_start(SERVE[0]):
        as_nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs")
        for folder in (state, run):
            os.chown(folder, 65534, 65534)

    def command(name: str) -> tuple[tuple[str, ...], dict[str, str]]:
        found = settings_of(name)
        words = shlex.split(found["ExecStart"][0])
        assert words[0] == "/opt/heimlich/bin/heimlich"
        given = dict(line.split("=", 1) for line in found["Environment"])
        places = {
            key: value.replace("/var/lib/heimlich", str(state)).replace("/run/heimlich", str(run))
            for key, value in given.items()
        }
        started = (*as_nobody, *SERVE[:3], *words[1:])
        return started, {**os.environ, **places, "HEIMLICH_PORT": "0", "HOME": "/nonexistent"}

    words, environment = command("heimlich.service")
    server = subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/"
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert re.search(r"heimlich serves on http://127.0.0.1:\d+", said), said + server.stdout.read()
        assert (run / "operation").is_socket()
        words, environment = command("heimlich-backup.service")
        done = subprocess.run(words, env=environment, capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, done.stderr
        assert re.search(r"\d+ rows written to .*/state/backups/heimlich-\d{4}-\d\d-\d\d-\d{6}\.gz", done.stdout)
    finally:
        server.terminate()
        assert server.wait(60) == 0
        if server.stdout:
            server.stdout.close()
    assert {path.name for path in state.iterdir()} >= {"tables.sqlite3", "backups"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in state.rglob("*"))


def _nobody_can_start(program: str) -> bool:
    """Whether this Python can be started by another user: it may lie in a folder of root's own."""
    words = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program, "-c", "import heimlich.cli.main")
    return subprocess.run(words, capture_output=True, cwd="/").returncode == 0
