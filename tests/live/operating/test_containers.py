"""The services of deploy/compose.yaml, started as it says, in network namespaces instead of containers.

No image can be fetched here. So PostgreSQL and Caddy are Debian's, and heimlich is this environment's instead of the
wheel in the image; what the two files say is real: environment, commands, user, read-only root, addresses on the inner
network, health checks, order of starting, and what is published. A machine of its own (machines.py) is the host.
With full counts, the Containerfile's RUN lines are run, too, with Debian's Python.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.test_containers import compose, instructions
from tests.live.operating.machines import HOME, Machine, booted
from tests.live.servers import BINARIES, need_postgres
from tests.soak import SOAK

ROOT = Path(__file__).parents[3]
GIVEN = {"HEIMLICH_NAME": "play.localhost", "POSTGRES_PASSWORD": "a-long-word"}  # a name for which Caddy signs itself
STATE, DATA = "/var/lib/heimlich", "/var/lib/compose/database"
ADDRESSES = {"caddy": "172.30.73.2", "heimlich": "172.30.73.3", "database": "172.30.73.4"}
SHUT_IN = "-p NoNewPrivileges=yes -p CapabilityBoundingSet="


def filled(text: str) -> str:
    """A value of the compose file, with its variables."""
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: GIVEN[found[1]], text)


def environment(service: dict[str, Any]) -> str:
    """A service's environment as options of systemd-run."""
    return " ".join(f"--setenv={name}={shlex.quote(filled(value))}" for name, value in service["environment"].items())


def image() -> dict[str, str]:
    """The last stage of the Containerfile: each instruction's last words."""
    found = instructions()
    start = max(index for index, (name, _) in enumerate(found) if name == "FROM")
    return dict(found[start:])


def lay_network(machine: Machine, subnet: str) -> None:
    """The inner network: a bridge, and a namespace with an address for each service; names lead to addresses."""
    assert subnet == "172.30.73.0/24"
    machine.run("ip link add inside type bridge && ip address add 172.30.73.1/24 dev inside && ip link set inside up")
    for name, address in ADDRESSES.items():
        machine.run(
            f"ip netns add {name} && ip link add {name} type veth peer name eth0 netns {name}"
            f" && ip link set {name} master inside up && ip -n {name} link set lo up"
            f" && ip -n {name} address add {address}/24 dev eth0 && ip -n {name} link set eth0 up"
        )
    lines = [f"{address} {name}" for name, address in ADDRESSES.items()]
    lines += ["127.0.0.1 localhost", f"{ADDRESSES['caddy']} {GIVEN['HEIMLICH_NAME']}"]
    machine.run("cat > /etc/hosts", given="\n".join(lines).encode())


def start(machine: Machine, name: str, options: str, command: str) -> None:
    """Start a service in its namespace."""
    machine.run(
        f"systemd-run --quiet --unit=compose-{name} -p NetworkNamespacePath=/run/netns/{name} {options} {command}"
    )


def until(machine: Machine, name: str, test: str) -> None:
    """Wait until a health check succeeds in a service's namespace."""
    said = machine.run(
        f"for i in $(seq 300); do ip netns exec {name} {test} && echo healthy && break; sleep 0.2; done;"
        f" journalctl --no-pager -n 20 -u compose-{name}"
    )
    assert "healthy" in said, said


def start_database(machine: Machine, service: dict[str, Any]) -> None:
    """What the image's own script does: make the data once, with the user and password that the environment names."""
    words = {name: filled(value) for name, value in service["environment"].items()}
    machine.run(f"mkdir -p {DATA} && chown postgres {DATA}")
    machine.run(f"echo {words['POSTGRES_PASSWORD']} > /run/word && chown postgres /run/word")
    machine.run(
        f"runuser -u postgres -- {BINARIES}/initdb -D {DATA} -U {words['POSTGRES_USER']} -A scram-sha-256 --no-sync"
        f" -E UTF8 --pwfile=/run/word"
    )
    machine.run(
        f"echo 'host all all all scram-sha-256' >> {DATA}/pg_hba.conf"
        " && mkdir -p /run/postgresql && chown postgres /run/postgresql"
    )
    start(
        machine,
        "database",
        "-p User=postgres",
        f"{BINARIES}/postgres -D {DATA} -c listen_addresses='*' -c unix_socket_directories=/run/postgresql",
    )
    kind, program, *rest = service["healthcheck"]["test"]
    assert kind == "CMD"
    until(machine, "database", shlex.join([f"{BINARIES}/{program}", "-h", "/run/postgresql", *rest]))
    made = f"PGPASSWORD={words['POSTGRES_PASSWORD']} psql -h database -U {words['POSTGRES_USER']}"
    machine.run(f"ip netns exec database env {made} -d postgres -c 'CREATE DATABASE {words['POSTGRES_USER']}'")


def start_heimlich(machine: Machine, service: dict[str, Any]) -> None:
    """As the image's last stage and the service say: the user, the read-only root, and no rights."""
    stage = image()
    useradd = re.search(r"useradd .*", stage["RUN"])
    assert useradd is not None
    machine.run(useradd[0])
    for place in {*Path(sys.executable).parents, *Path(sys.executable).resolve().parents, *ROOT.parents}:
        machine.run(f"chmod o+x {place}")  # on this machine, Python may lie in a folder of root's own
    given = dict(re.findall(r"(HEIMLICH_\w+)=(\S+)", stage["ENV"]))
    defaults = " ".join(f"--setenv={name}={value}" for name, value in given.items())
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["volumes"] == [f"state:{STATE}"]
    assert service["tmpfs"] == ["/tmp"]
    shut_in = f"{SHUT_IN} -p ProtectSystem=strict -p ReadWritePaths={STATE} -p PrivateTmp=yes"
    entry = re.findall(r'"([^"]+)"', stage["ENTRYPOINT"] + stage["CMD"])
    assert entry[0] == "heimlich"
    program = f"{sys.executable} -m heimlich {shlex.join(entry[1:])}"
    options = (
        f"-p User={stage['USER']} -p WorkingDirectory={stage['WORKDIR']} {shut_in} {defaults} {environment(service)}"
    )
    start(machine, "heimlich", options, program)
    check = re.search(r"CMD (\[.*\])", stage["HEALTHCHECK"])
    assert check is not None
    python, *words = re.findall(r'"([^"]*)"', check[1])
    assert python == "python"
    until(machine, "heimlich", shlex.join([sys.executable, *words]))


@pytest.mark.slow
def test_the_services_play_together(tmp_path: Path) -> None:
    """The database, then heimlich, then Caddy, each when the one before is healthy; two people play through them."""
    need_postgres()
    if ROOT.is_relative_to("/tmp"):
        pytest.skip("the program's files lie in /tmp, of which every machine has its own")
    found = compose()
    services = found["services"]
    with booted(tmp_path) as machine:
        lay_network(machine, found["networks"]["inside"]["ipam"]["config"][0]["subnet"])
        assert services["caddy"]["networks"]["inside"]["ipv4_address"] == ADDRESSES["caddy"]
        start_database(machine, services["database"])
        start_heimlich(machine, services["heimlich"])
        assert services["caddy"]["volumes"] == ["certificates:/data"]
        start(
            machine,
            "caddy",
            f"--setenv=HOME={HOME} --setenv=XDG_DATA_HOME={HOME}/data",
            filled(services["caddy"]["command"]),
        )
        root = f"{HOME}/data/caddy/pki/authorities/local/root.crt"
        name = GIVEN["HEIMLICH_NAME"]
        fetch = f"curl --silent --fail --resolve {name}:443:{ADDRESSES['caddy']} --cacert {root} https://{name}"
        machine.run(f"for i in $(seq 150); do {fetch}/health && exit; sleep 0.2; done; {fetch}/health")
        seen = machine.run(f"{fetch}/api/seen -H 'X-Forwarded-For: 203.0.113.9'")
        assert '"https"' in seen, "the proxy's address is trusted"
        assert "172.30.73.1" in seen, "and its word about who asks; not the visitor's own"
        words = f"{sys.executable} -m tests.live.operating.evening https://{name} {root}"
        assert int(machine.run(f"cd {ROOT} && {words}").split()[1]) > 10
        assert not machine.shell("curl --silent --max-time 2 http://172.30.73.1:8000/health").stdout
        listening = machine.run("ip netns exec heimlich ss -tlnH | awk '{print $4}'").split()
        assert "0.0.0.0:8000" in listening, "reached from the inner network, and published nowhere"


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="installs everything twice: with full counts only")
def test_the_containerfile_s_lines_run(tmp_path: Path) -> None:
    """COPY and RUN, stage by stage, in an environment of Debian's Python instead of the image's."""
    with booted(tmp_path) as machine:
        files = subprocess.run(
            (
                "bash",
                "-c",
                "git ls-files -z --cached --others --exclude-standard | tar c --null -T - --ignore-failed-read",
            ),
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        machine.run("tar x", given=files)
        place = "/"
        for name, rest in instructions():
            if name == "FROM":
                machine.run("rm -rf /image && python3 -m venv /image")
                place = "/"
            elif name == "WORKDIR":
                machine.run(f"mkdir -p {rest}")
                place = rest
            elif name == "COPY" and not rest.startswith("--from"):
                *sources, target = rest.split()
                machine.run(f"cp -r {' '.join(sources)} {os.path.join(place, target)}")
            elif name == "RUN":
                machine.run(f"export PATH=/image/bin:$PATH; cd {place} && {rest}", online=True)
        assert "heimlich" in machine.run("/image/bin/heimlich --help")
        assert machine.run("id -u heimlich") == "990"
