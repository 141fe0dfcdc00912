"""The ten commands of docs/operating.md, read, and run in a folder of the test as far as they only write files.

tests/live/operating/test_bare_machine.py runs all of them, on a machine of its own.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
COMMANDS = PAGE.partition("## From a bare Debian")[2].partition("```\n")[2].partition("```")[0].splitlines()
RUN = slice(5, 8)  # copying the units, writing the settings, writing the proxy's configuration


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(("bash", "-c", command), cwd=ROOT, capture_output=True, text=True, env={**os.environ, **more})


def test_there_are_ten_and_the_shell_can_read_them() -> None:
    assert len(COMMANDS) == 10
    for command in COMMANDS:
        assert shell(f"set -n; {command}").returncode == 0, command


def test_debian_has_the_packages() -> None:
    if os.geteuid() or not shutil.which("apt-get"):
        pytest.skip("not Debian, or not root")
    done = shell(COMMANDS[1].partition("&& ")[2].replace("install", "install --simulate"))
    if "Unable to locate" in done.stderr:
        pytest.skip("the lists of packages are not here")
    assert done.returncode == 0, done.stderr


def test_files_go_where_the_units_look_and_the_doctor_reads_them(tmp_path: Path) -> None:
    for folder in ("etc/systemd/system", "etc/caddy", "var/lib/heimlich"):
        (tmp_path / folder).mkdir(parents=True)
    for command in COMMANDS[RUN]:
        words = re.sub(r"(?<=[ >])/(etc|var)/", rf"{tmp_path}/\1/", command.partition(" && ")[0])
        done = shell(f"{COMMANDS[0]}; {words}")
        assert done.returncode == 0, done.stderr
    unit = (tmp_path / "etc/systemd/system/heimlich.service").read_text()
    assert "EnvironmentFile=-/etc/heimlich.env" in unit
    assert "ExecStart=/opt/heimlich/bin/heimlich serve" in unit
    assert {f"heimlich-backup.{kind}" for kind in ("service", "timer")} <= {
        path.name for path in (tmp_path / "etc/systemd/system").iterdir()
    }
    assert "play.example.org {" in (tmp_path / "etc/caddy/Caddyfile").read_text()
    settings = tmp_path / "etc/heimlich.env"
    settings.write_text(settings.read_text().replace("/var/lib/", f"{tmp_path}/var/lib/"))
    doctor = COMMANDS[9].partition("-- ")[2].replace("/opt/heimlich/bin/heimlich", f"{sys.executable} -m heimlich")
    done = shell(re.sub(r"(?<= )/(etc|var)/", rf"{tmp_path}/\1/", doctor), HEIMLICH_PORT="1")
    assert done.returncode == 1
    assert "nothing answers on 127.0.0.1" in done.stdout
    assert "https://play.example.org does not answer" in done.stdout
    assert "Traceback" not in done.stderr


def test_caddy_takes_its_file() -> None:
    if not shutil.which("caddy"):
        pytest.skip("caddy is not installed")
    for name in ("Caddyfile", "Caddyfile.path"):
        done = shell(f"caddy validate --adapter caddyfile --config deploy/{name}", HOME="/tmp")
        assert done.returncode == 0, done.stderr
