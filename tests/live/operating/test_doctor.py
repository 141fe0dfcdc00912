"""`heimlich admin doctor` says in words what is wrong with a set-up: each fault is made for real, and named."""

import asyncio
import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from heimlich.server.doctor import machine, outside
from heimlich.server.doctor.checkup import examine, read_environment
from heimlich.server.doctor.findings import Finding, Level
from heimlich.server.settings import Settings
from heimlich.server.storage.database import SqliteDatabase
from tests.live.proxies import Proxy, proxied
from tests.live.servers import Postgres, free_port, serving

QUIET = {"user", "backup", "operation", "calls"}  # not looked at, unless a test does


def problems(environment: dict[str, str], *checks: str) -> dict[str, list[str]]:
    """What the doctor finds that is not fine, by check."""
    found: dict[str, list[str]] = {}
    for one in examine({}, environment):
        assert one.level is Level.FINE or one.advice, f"no advice: {one}"
        if one.level is not Level.FINE and (one.check in checks if checks else one.check not in QUIET):
            found.setdefault(one.check, []).append(f"{one.level}: {one.text}")
    return found


def one_of(generator: Callable[..., object], *words: object) -> Finding:
    """The first finding of a check."""
    finding = next(iter(generator(*words)))  # type: ignore[call-overload]
    assert isinstance(finding, Finding)
    return finding


def make_database(file: Path) -> str:
    """A database in the newest form."""

    async def make() -> None:
        database = SqliteDatabase(file)
        await database.prepare()
        await database.close()

    asyncio.run(make())
    return str(file)


def test_a_good_set_up_behind_a_proxy_has_nothing_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    public = f"https://localhost:{port}/heimlich"
    database = str(tmp_path / "t.sqlite3")
    with serving(database, {"HEIMLICH_PUBLIC_ADDRESS": public}) as server:
        environment = {
            "HEIMLICH_DATABASE": database,
            "HEIMLICH_PORT": str(server.port),
            "HEIMLICH_PUBLIC_ADDRESS": public,
            "HEIMLICH_OPERATION": server.operation_url.removeprefix("http://"),
        }
        assert problems(environment)["public address"] == [f"wrong: {public} does not answer: connection refused"]
        with proxied("caddy", tmp_path / "caddy", [server], path=True, port=port) as proxy:
            assert "certificate is not valid" in problems(environment)["public address"][0]
            monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
            found = problems(environment)
            assert found.pop("TLS")[0].startswith("doubtful: the certificate ends in")  # it is the test's own
            assert found == {}
            assert problems(environment, "operation") == {}
            server.kill()
            found = problems(environment)
            assert found["public address"] == [f"wrong: the proxy at {public} does not reach the server (status 502)"]
            assert "nothing answers on 127.0.0.1" in found["server"][0]


Change = Callable[[str], str]


@pytest.mark.parametrize(
    ("change", "path", "check", "said"),
    [
        (
            lambda text: text.replace("proxy_set_header Upgrade", "# "),
            False,
            "websockets",
            "does not hand WebSockets on",
        ),
        (lambda text: text.replace("proxy_set_header X-Forwarded-Proto", "# "), False, "proxy", "server sees http:"),
        (lambda text: text.replace("$http_host", "$host"), False, "proxy", "the proxy names the host 'localhost'"),
        (lambda text: text.replace("$remote_addr", "$http_x_forwarded_for"), False, "proxy", "that clients invent"),
        (lambda text: re.sub(r"(proxy_pass \S+);", r"\1/;", text), True, "public address", "takes the path"),
        (
            lambda text: text.replace("location /heimlich/", "location /other/"),
            True,
            "public address",
            "another program",
        ),
    ],
    ids=["no-upgrade", "no-proto", "no-port", "invented", "stripped", "elsewhere"],
)
def test_a_wrong_proxy_is_named(
    change: Change, path: bool, check: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    public = f"https://localhost:{port}" + ("/heimlich" if path else "")
    environment = {"HEIMLICH_DATABASE": str(tmp_path / "t.sqlite3"), "HEIMLICH_PUBLIC_ADDRESS": public}
    with serving(environment["HEIMLICH_DATABASE"], environment) as server:
        proxy = Proxy("nginx", tmp_path / "nginx", [server.port], path=path, port=port)
        site = tmp_path / "nginx" / "site"
        changed = change(site.read_text())
        assert changed != site.read_text()
        site.write_text(changed)
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        proxy.start()
        try:
            found = problems({**environment, "HEIMLICH_PORT": str(server.port)}, check)
        finally:
            proxy.cut()
    assert said in found[check][0], found


def test_a_proxy_that_is_not_trusted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    environment = {
        "HEIMLICH_DATABASE": str(tmp_path / "t.sqlite3"),
        "HEIMLICH_PUBLIC_ADDRESS": f"https://localhost:{port}",
        "HEIMLICH_PROXIES": "192.0.2.1",
    }
    with (
        serving(environment["HEIMLICH_DATABASE"], environment) as server,
        proxied("caddy", tmp_path / "caddy", [server], port=port) as proxy,
    ):
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
        found = problems({**environment, "HEIMLICH_PORT": str(server.port)}, "proxy")
    assert "the proxy is not trusted" in found["proxy"][0]


def test_a_proxy_that_is_still_fetching_its_certificate_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the first seconds after a set-up: Caddy listens, and its authority has not answered yet."""
    port = free_port()
    environment = {
        "HEIMLICH_DATABASE": str(tmp_path / "t.sqlite3"),
        "HEIMLICH_PUBLIC_ADDRESS": f"https://localhost:{port}",
    }
    proxy = Proxy("caddy", tmp_path / "caddy", [free_port()], port=port)
    file = tmp_path / "caddy" / "Caddyfile"
    issuer = "tls {\n\t\tissuer acme {\n\t\t\tdir https://127.0.0.1:1/directory\n\t\t}\n\t}"
    file.write_text(re.sub(r"tls .*", issuer, file.read_text()))
    monkeypatch.setattr(outside, "FETCHING_S", 1.5)
    proxy.start()
    try:
        began = time.monotonic()
        assert "it has no certificate for this name yet" in problems(environment, "public address")["public address"][0]
        assert time.monotonic() - began > 1.5
    finally:
        proxy.cut()


def test_addresses_that_lead_nowhere(tmp_path: Path) -> None:
    def said(**changes: str) -> str:
        environment = {f"HEIMLICH_{name.upper()}": value for name, value in changes.items()}
        found = problems(
            {"HEIMLICH_DATABASE": str(tmp_path / "t"), "HEIMLICH_PORT": "1", **environment}, "public address"
        )
        return found["public address"][0]

    assert "its name is not known" in said(public_address="https://no-such-name.invalid")
    assert "without TLS" in said(host="0.0.0.0")
    assert "none is set" in said()
    assert next(examine({}, {"HEIMLICH_PROXIES": "*"})).check == "settings"
    assert "is no database" in next(examine({}, {"HEIMLICH_DATABASE": "mysql://x"})).text


def test_databases_of_other_versions_and_programs(tmp_path: Path) -> None:
    def said(file: Path) -> str:
        before = file.read_bytes() if file.is_file() else b""
        found = problems({"HEIMLICH_DATABASE": str(file)}, "database", "disk", "clock")
        assert (file.read_bytes() if file.is_file() else b"") == before  # it only looks
        return "; ".join(text for texts in found.values() for text in texts)

    file = Path(make_database(tmp_path / "t.sqlite3"))
    assert said(file) == ""
    for version, words in (("0001", "doubtful: .* earlier version"), ("9999", "wrong: .* newer version")):
        with sqlite3.connect(file) as found:
            found.execute("UPDATE alembic_version SET version_num = ?", (version,))
        found.close()
        assert re.search(words, said(file))
    with sqlite3.connect(file) as found:
        found.execute("INSERT INTO marks (name, at_ms) VALUES ('clock', ?)", (int((time.time() + 50_000) * 1000),))
    found.close()
    assert "ahead of this machine's clock by 13.9 hours" in said(file)
    os.link(file, tmp_path / "second")
    assert "has another name" in said(file)
    (tmp_path / "text").write_text("no database at all, only text that is long enough" * 40)
    assert "it is no SQLite database" in said(tmp_path / "text")
    assert "is not there yet" in said(tmp_path / "new")
    assert "cannot be looked at" in said(tmp_path / "nowhere" / "t")
    foreign = sqlite3.connect(tmp_path / "foreign")
    foreign.execute("CREATE TABLE guests (id)")
    foreign.close()
    assert "belongs to another program (guests)" in said(tmp_path / "foreign")


def test_postgresql_is_examined(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.database()
    assert problems({"HEIMLICH_DATABASE": address}, "database", "clock") == {}
    away = address.replace(f":{postgres.port}", f":{free_port()}").replace("heimlich@", "heimlich:secret@")
    found = problems({"HEIMLICH_DATABASE": away}, "database")["database"][0]
    assert "cannot be reached" in found
    assert "secret" not in found
    assert (
        'database "nowhere" does not exist'
        in problems({"HEIMLICH_DATABASE": address.rpartition("/")[0] + "/nowhere"}, "database")["database"][0]
    )
    (tmp_path / "shift").write_text("20000")
    monkeypatch.setenv("HEIMLICH_TEST_WALL_SHIFT_FILE", str(tmp_path / "shift"))
    assert "clock is 20.0 s off the database's" in problems({"HEIMLICH_DATABASE": address}, "clock")["clock"][0]


def test_a_key_for_calls_that_is_missing_and_nobody_to_ask(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite3"
    settings = {"HEIMLICH_DATABASE": make_database(file), "HEIMLICH_PUSH_CONTACT": "mailto:anna@example.org"}
    assert problems(settings, "calls") == {}, "a database that no server has used yet has no key"
    with contextlib.closing(sqlite3.connect(file)) as opened:
        opened.execute("INSERT INTO marks (name, at_ms) VALUES ('clock', 1)")
        opened.commit()
    assert "key for calling devices is not in the database" in problems(settings, "calls")["calls"][0]
    assert problems({**settings, "HEIMLICH_PUSH_SERVICES": ""}, "calls") == {}
    del settings["HEIMLICH_PUSH_CONTACT"]
    assert "not told who runs this server" in problems(settings, "calls")["calls"][1]


def test_backups_that_are_missing_old_or_broken(tmp_path: Path) -> None:
    def said() -> str:
        return one_of(machine.check_backups, Settings(backups=str(tmp_path))).text

    database = make_database(tmp_path / "t.sqlite3")
    assert "there is no backup" in said()
    words = (sys.executable, "-m", "heimlich", "admin", "--database", database, "backup", "--keep", "2")
    for _ in range(3):
        subprocess.run(words, check=True, env={**os.environ, "HEIMLICH_BACKUPS": str(tmp_path)}, capture_output=True)
        time.sleep(1)  # they are named by the second
    files = sorted(tmp_path.glob("heimlich-*.gz"))
    assert len(files) == 2
    assert "0.0 hours old" in said()
    os.utime(files[-1], (time.time() - 30 * 3600,) * 2)
    assert "the newest backup is 30 hours old" in said()
    files[-1].write_bytes(b"nothing")
    assert "is no backup" in said()


def test_a_full_disk_and_workers_that_do_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert one_of(machine.check_room, "disk", tmp_path).level is Level.FINE
    monkeypatch.setattr(machine, "LEAST_ROOM", 2**60)
    assert "is full" in one_of(machine.check_room, "disk", tmp_path).text
    assert one_of(machine.check_workers, Settings(bot_workers=1)).level is Level.FINE
    assert "99 bot workers are set" in one_of(machine.check_workers, Settings(bot_workers=99)).text
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert one_of(machine.check_workers, Settings()).level is Level.WRONG


def test_the_command_and_its_exit_status(tmp_path: Path) -> None:
    settings = tmp_path / "heimlich.env"
    settings.write_text(f"# ours\nHEIMLICH_DATABASE='{tmp_path}/t.sqlite3'\nHEIMLICH_PORT={free_port()}\n\n")
    assert read_environment(settings)["HEIMLICH_DATABASE"] == f"{tmp_path}/t.sqlite3"
    words = f"ulimit -n 500; exec {sys.executable} -m heimlich admin doctor --settings {settings}"
    plain = subprocess.run(("bash", "-c", words), capture_output=True, text=True)
    assert plain.returncode == 1
    assert "?   open files: a process may open 500 files here" in plain.stdout
    assert plain.stdout.endswith("1 thing is wrong\n")
    as_json = subprocess.run(("bash", "-c", f"{words} --json"), capture_output=True, text=True)
    assert as_json.returncode == 1
    found = json.loads(as_json.stdout)
    assert {"check", "level", "text", "advice"} == set(found[0])
    assert [one["check"] for one in found if one["level"] == "wrong"] == ["server"]
    missing = subprocess.run(("bash", "-c", f"{words}x"), capture_output=True, text=True)
    assert "cannot read" in missing.stderr
    assert "Traceback" not in missing.stderr
