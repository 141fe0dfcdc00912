"""deploy/Containerfile and deploy/compose.yaml, linted and read where no container can be built.

hadolint (with ShellCheck for the shell lines) and the schema of the Compose Specification come as packages.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heimlich.server.settings import PREFIX, Settings, read_settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
yaml = pytest.importorskip("yaml")
KNOWN = {PREFIX + field.upper() for field in Settings.__struct_fields__}
PINNED = re.compile(r"docker\.io/library/[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)+")
# The keys of the Compose Specification that a service may have, as far as they are used here.
SERVICE_KEYS = {
    *("build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "networks", "ports"),
    *("read_only", "restart", "security_opt", "stop_grace_period", "tmpfs", "volumes"),
}


def instructions() -> list[tuple[str, str]]:
    """The Containerfile's instructions, each on one line."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def compose() -> dict[str, Any]:
    """The compose file."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def lint(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a linter that was installed beside this Python."""
    program = Path(sys.executable).parent / words[0]
    return subprocess.run((program, *words[1:]), capture_output=True, text=True)


def test_hadolint_finds_nothing_and_would_find_something(tmp_path: Path) -> None:
    done = lint("hadolint", DEPLOY / "Containerfile")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    bad = tmp_path / "Containerfile"
    bad.write_text((DEPLOY / "Containerfile").read_text("utf-8").replace(":3.13.1-slim-bookworm", ":latest"))
    assert "DL3007" in lint("hadolint", bad).stdout


def test_the_compose_file_follows_the_specification(tmp_path: Path) -> None:
    check = ("check-jsonschema", "--builtin-schema", "vendor.compose-spec")
    done = lint(*check, DEPLOY / "compose.yaml")
    assert done.returncode == 0, done.stdout
    bad = tmp_path / "compose.yaml"
    bad.write_text(
        (DEPLOY / "compose.yaml").read_text("utf-8").replace("restart: unless-stopped", "restrat: always", 1)
    )
    assert "restrat" in lint(*check, bad).stdout


def test_the_container_copies_what_exists_from_pinned_images() -> None:
    for name, rest in instructions():
        if name == "FROM":
            assert PINNED.fullmatch(rest.partition(" ")[0]), rest
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source


def test_the_container_runs_as_a_user_of_its_own_and_is_watched() -> None:
    names = [name for name, _ in instructions()]
    last = len(names) - 1 - names[::-1].index("FROM")
    stage = dict(instructions()[last:])
    assert stage["USER"] == "990"
    assert "useradd --system --uid 990 " in stage["RUN"]
    assert stage["RUN"].endswith(" heimlich")
    assert names.index("USER") > last
    assert {"HEALTHCHECK", "ENTRYPOINT", "STOPSIGNAL", "VOLUME"} <= set(stage)
    given = dict(re.findall(r"(HEIMLICH_\w+)=(\S+)", stage["ENV"]))
    assert set(given) <= KNOWN
    assert read_settings({}, given).host == "0.0.0.0"


def test_no_secret_is_written_down() -> None:
    for text in ((DEPLOY / "Containerfile").read_text("utf-8"), (DEPLOY / "compose.yaml").read_text("utf-8")):
        for line in text.splitlines():
            if re.search(r"password|secret|token", line, re.I) and not line.lstrip().startswith("#"):
                assert "${POSTGRES_PASSWORD:?" in line, line


def test_the_services_fit_together() -> None:
    found = compose()
    assert set(found) == {"services", "volumes", "networks"}
    services = found["services"]
    for name, service in services.items():
        assert set(service) <= SERVICE_KEYS, name
        assert ("image" in service) != ("build" in service), name
        assert "image" not in service or PINNED.fullmatch(service["image"]), name
        assert set(service.get("depends_on", {})) <= set(services), name
        assert set(service["networks"]) <= set(found["networks"]), name
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in found["volumes"], volume
    build = services["heimlich"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert "ports" not in services["heimlich"]
    assert "ports" not in services["database"]


def test_the_server_trusts_the_proxy_and_nobody_else() -> None:
    services = compose()["services"]
    given = services["heimlich"]["environment"]
    assert set(given) <= KNOWN
    assert given["HEIMLICH_PROXIES"] == services["caddy"]["networks"]["inside"]["ipv4_address"]
    assert "@database/heimlich" in given["HEIMLICH_DATABASE"]
    assert read_settings({}, {"HEIMLICH_PROXIES": given["HEIMLICH_PROXIES"]}).proxies == "172.30.73.2"
