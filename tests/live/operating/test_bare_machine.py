"""The ten commands of docs/operating.md on a machine that has nothing yet, as they stand there, and a game after them.

systemd, apt-get, pip, Caddy and its certificate are real (see machines.py). If the packages cannot be fetched, the test
says so, and leaves those that the machine has where they are; nothing else is simulated.
"""

import re
import signal
import subprocess
import sys
from pathlib import Path

import build_page
import pytest

from tests.docs.test_ten_commands import COMMANDS, ROOT
from tests.live.operating.machines import NAME, Machine, booted

PATIENCE_S = 1500  # for the whole, which installs everything, on a busy machine
PACKAGES = "caddy python3-venv"
INSTALL, DOCTOR = COMMANDS[1], COMMANDS[9]
FETCH = (INSTALL, COMMANDS[4])  # the others reach nothing but the cable
UNREACHABLE = re.compile("Failed to fetch|Temporary failure resolving|Could not connect")
PAGE = "src/heimlich/server/static"  # built already: to build it again takes a minute, and tests/package does it


@pytest.mark.slow
def test_the_ten_commands_and_what_comes_after_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One test: its parts share the machine."""
    signal.alarm(PATIENCE_S)
    with booted(tmp_path) as machine:
        machine.found_by_name()
        check_out(machine)
        simulated = follow(machine)
        if simulated:
            with capsys.disabled():
                print(f"\nno package could be fetched here; simulated: {simulated}")
        each_command_did_its_part(machine)
        the_doctor_found_nothing_wrong(machine)
        two_people_play_from_elsewhere_and_find_it_after_a_crash(machine)
        the_server_is_shut_in_and_its_files_are_its_own(machine)
        a_port_that_is_taken_is_said_when_the_server_is_started(machine)
        a_backup_is_restored_into_a_new_file(machine)
        the_doctor_names_what_is_wrong(machine)


def check_out(machine: Machine) -> None:
    """Lay this repository's files where root has its checkout."""
    build_page.build()  # unless it is up to date: the machine has no node
    listed = "git ls-files -z --cached --others --exclude-standard | tar c --null -T - --ignore-failed-read"
    files = subprocess.run(("bash", "-c", f"{listed} {PAGE}"), cwd=ROOT, capture_output=True, check=True).stdout
    machine.run("tar x", given=files)


def follow(machine: Machine) -> str:
    """Give the ten commands, with another name than the document's; the one that had to be simulated, if one had."""
    simulated = INSTALL if UNREACHABLE.search(machine.run("apt-get update -qq", online=True, check=False)) else ""
    if not simulated:
        machine.run(f"dpkg --no-triggers --purge {PACKAGES}")
    variable, _, example = COMMANDS[0].partition("=")
    assert example == "play.example.org"
    for command in COMMANDS[1:]:
        given = f"dpkg --status {PACKAGES}" if command == simulated else command
        done = machine.shell(f"{variable}={NAME}; {given}", online=command in FETCH)
        machine.said[command] = (done.stdout + done.stderr).decode("utf-8", "replace")
        assert done.returncode == 0, f"{command}\n{machine.said[command]}"
    return simulated


def each_command_did_its_part(machine: Machine) -> None:
    assert "Warning" not in machine.said[COMMANDS[2]]
    assert machine.run("systemctl is-active heimlich heimlich-backup.timer caddy").split() == ["active"] * 3
    assert machine.run("systemctl is-enabled heimlich heimlich-backup.timer caddy").split() == ["enabled"] * 3
    assert machine.run("systemctl list-units --failed --no-legend") == ""
    assert "play.example.org" not in machine.run("cat /etc/heimlich.env /etc/caddy/Caddyfile")


def the_doctor_found_nothing_wrong(machine: Machine) -> None:
    lines = machine.said[DOCTOR].splitlines()
    assert lines[-1] == "nothing is wrong"
    remarks = [line for line in lines if line.startswith("  ?")]
    assert [line.split(":")[0].strip(" ?") for line in remarks] == ["TLS"], lines  # this authority's end the same day
    assert f"  ok  public address: https://{NAME} answers" in lines
    assert any(line.startswith("  ok  backup: the newest backup is 0.0 hours old") for line in lines)


def two_people_play_from_elsewhere_and_find_it_after_a_crash(machine: Machine) -> None:
    address = f"https://{NAME}"
    words = f"cd {ROOT} && {sys.executable} -m tests.live.operating.evening {address} {machine.authority}"
    table, decisions = machine.outside(words).split()
    assert int(decisions) > 10
    machine.run("systemctl kill --signal=KILL heimlich")  # the unit starts it again by itself
    fetch = f"curl --silent --fail --retry 20 --retry-all-errors --retry-delay 1 --cacert {machine.authority}"
    assert "rio-grande" in machine.outside(f"{fetch} {address}/api/tables/{table}/record")
    machine.run("systemctl restart heimlich")  # it is ready when this returns: the unit waits until it listens
    assert machine.run("curl --silent --fail http://127.0.0.1:8000/health")
    assert table in machine.run(
        "runuser -u heimlich -- /opt/heimlich/bin/heimlich admin --database /var/lib/heimlich/tables.sqlite3 list"
    )
    assert machine.outside(f"curl --silent http://{NAME}/ -o /dev/null -w '%{{redirect_url}}'") == f"{address}/"


def the_server_is_shut_in_and_its_files_are_its_own(machine: Machine) -> None:
    server = machine.run("systemctl show --property=MainPID --value heimlich")
    for place in ("/etc/x", "/opt/heimlich/x", "/usr/x", "~root/x", "/home/x"):
        assert machine.shell(f"nsenter -t {server} -m touch {place}").returncode != 0, place
    status = machine.run(f"cat /proc/{server}/status")
    assert re.search(r"NoNewPrivs:\s+1\n", status)
    assert re.search(r"Seccomp:\s+2\n", status)
    assert re.search(r"CapBnd:\s+0+\n", status)
    modes = machine.run("find /var/lib/heimlich -printf '%m %u\\n'").splitlines()
    assert set(modes) <= {"700 heimlich", "600 heimlich"}
    assert machine.run("runuser -u caddy -- cat /var/lib/heimlich/tables.sqlite3", check=False).endswith("denied")
    assert machine.shell("runuser -u caddy -- curl --unix-socket /run/heimlich/operation http://x/ready").returncode
    ready = "curl --silent --unix-socket /run/heimlich/operation http://x/ready"
    assert '"ok":true' in machine.run(f"runuser -u heimlich -- {ready}").replace(" ", "")


def a_port_that_is_taken_is_said_when_the_server_is_started(machine: Machine) -> None:
    machine.run("systemctl stop heimlich")
    machine.run("systemd-run --unit=taker /usr/bin/python3 -m http.server --bind 127.0.0.1 8000")
    try:
        machine.run("until curl --silent http://127.0.0.1:8000 -o /dev/null; do sleep 0.1; done")
        assert machine.shell("systemctl start heimlich").returncode != 0
        assert "port 8000: is it taken?" in machine.run("journalctl --unit heimlich --lines 20 --no-pager")
        said = machine.run(DOCTOR, check=False)
        assert "another program answers on port 8000" in said
    finally:
        machine.run("systemctl stop taker heimlich")
        machine.run("systemctl reset-failed; systemctl start heimlich")


def a_backup_is_restored_into_a_new_file(machine: Machine) -> None:
    before = machine.run("ls /var/lib/heimlich/backups")
    machine.run("systemctl start heimlich-backup")
    newest = machine.run("ls /var/lib/heimlich/backups/*.gz").split()[-1]
    assert before
    heimlich = "runuser -u heimlich -- /opt/heimlich/bin/heimlich admin --database /var/lib/heimlich"
    assert "rows" in machine.run(f"{heimlich}/again.sqlite3 restore {newest}")
    assert machine.run(f"{heimlich}/again.sqlite3 list") == machine.run(f"{heimlich}/tables.sqlite3 list")


def setting(name: str, value: str) -> str:
    """The command that changes a setting."""
    return f"sed -i 's#^HEIMLICH_{name}=.*#HEIMLICH_{name}={value}#' /etc/heimlich.env"


STATE = "/var/lib/heimlich"
SMALL = f"mount -t tmpfs -o size=4m,mode=700,uid=$(id -u heimlich) none {STATE}"
# What somebody has done wrong, two or three things at once, and what the doctor must say of it; then it is undone.
MISTAKES = {
    f"chown root: {STATE}; chmod 700 {STATE}; systemctl stop caddy": (
        f"disk: '{STATE}' cannot be written",
        f"backup: '{STATE}/backups' cannot be looked at",
        f"https://{NAME} does not answer: connection refused",
    ),
    f"chown root: {STATE}/t* {STATE}/backups; {setting('PUBLIC_ADDRESS', f'https://{NAME}/spies')}": (
        "database: '/var/lib/heimlich/tables.sqlite3' cannot be read",
        f"backup: '{STATE}/backups' cannot be looked at",
        f"another program answers at https://{NAME}/spies",
    ),
    f"systemctl stop heimlich; {SMALL}; head -c 4m /dev/zero > {STATE}/x; true": (
        "is full",
        "nothing answers on 127.0.0.1, port 8000",
        f"the proxy at https://{NAME} does not reach the server (status 502)",
    ),
    "chmod 600 /etc/heimlich.env": ("cannot read '/etc/heimlich.env': Permission denied",),
    setting("PUBLIC_ADDRESS", f"http://{NAME}") + "; " + setting("DATABASE", "postgresql://x@127.0.0.1/x"): (
        "the public address is http",
        "the driver of PostgreSQL is missing",
    ),
    "echo HEIMLICH_PROXIES=192.0.2.1 >> /etc/heimlich.env; systemctl restart heimlich": ("the proxy is not trusted",),
}
UNDO = (
    f"umount -q {STATE}; chown -R heimlich: {STATE}; cp /etc/right.env /etc/heimlich.env; chmod 644 /etc/heimlich.env;"
    " systemctl start heimlich caddy"
)


def the_doctor_names_what_is_wrong(machine: Machine) -> None:
    machine.run("cp /etc/heimlich.env /etc/right.env")
    missed = {}
    for mistakes, texts in MISTAKES.items():
        machine.run(mistakes)
        done = machine.shell(DOCTOR)
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode == 0 or not all(text in said for text in texts) or "Traceback" in said:
            missed[mistakes] = said
        machine.run(UNDO, check=False)
    assert missed == {}
    machine.run("systemctl restart heimlich")
    assert machine.run(DOCTOR).endswith("nothing is wrong")
