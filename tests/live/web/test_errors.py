"""What goes wrong is told in a line and changes nothing: odd requests, a full disk, files that are no databases."""

import asyncio
import json
import os
import resource
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

from heimlich.server.table.audience.messages import Done, Refusal, decode_server
from heimlich.server.table.commands import Chat
from tests.live.attackers import LAST, TEXT, frame, open_socket
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer, Postgres, serving
from tests.soak import count

TERMS = GAMES["heimlich-co"]
DEEP = 7_000  # as deep as a body may be long


def test_deep_json_is_a_bad_request(server: LiveServer) -> None:
    token = server.token("Anna")
    bodies = [b"[" * DEEP + b"]" * DEEP, b'{"nickname":' * 1000 + b"1" + b"}" * 1000, b"[" * 16_000]
    bodies.append(b'{"terms":{"game":' + b"[" * DEEP + b"]" * DEEP + b"}}")
    for body in bodies:
        for method, path in (
            ("POST", "/api/guests"),
            ("POST", "/api/tokens"),
            ("PATCH", "/api/guest"),
            ("POST", "/api/tables"),
            ("POST", "/api/guest/moves"),
        ):
            status, answer, _ = server.ask(method, path, body, token)
            assert (status, answer["code"]) == (400, "request"), (path, body[:20])


def test_odd_names_of_assets_are_not_there(server: LiveServer) -> None:
    names = (
        "x" * 300 + ".js",
        "x" * 5000 + ".js",
        "%00.js",
        "a%00b.css",
        "..%2findex.html",
        "%5c..%5cx.js",
        "%ff.js",
        "ä.js",
    )
    for name in names:
        path = f"/assets/{name}" if name.isascii() else "/assets/%C3%A4.js"
        assert server.ask("GET", path)[0] == 404, name
        assert server.ask("GET", f"/{path}")[0] == 404


def test_no_text_breaks_the_database(database: str) -> None:
    """PostgreSQL stores no NUL, and neither database lone halves of characters."""
    with serving(database) as server:
        token = server.token("Anna")
        for text in ("\0", "a\0b", "\ud800", "\udfff\0", "\x7f\x80", "𝄞" * 30):
            body = json.dumps({"nickname": text}).encode()
            for method, path in (("POST", "/api/tokens"), ("POST", "/api/guests"), ("PATCH", "/api/guest")):
                assert server.ask(method, path, body, token)[0] in {200, 201, 400, 409}, (path, text)
            for more in ({"twin_of": text}, {"terms": TERMS | {"edition": text}}, {"terms": TERMS | {"game": text}}):
                asked = json.dumps({"terms": TERMS} | more).encode()
                assert server.ask("POST", "/api/tables", asked, token)[0] in {400, 404, 409}, more
            assert server.ask("POST", "/api/guest/moves", json.dumps({"code": text}).encode())[0] in {400, 409}
        for path in ("%00", "a%00", "%ED%A0%80", "%FF", "x" * 64):
            assert server.ask("GET", f"/api/tables/{path}")[0] == 404
            assert server.ask("GET", f"/api/tables/{path}/record", token=token)[0] == 404
        table = server.table(token, TERMS)
        wire = open_socket(server, token)
        for name in ("\\u0000", "a\\u0000", table):
            for message in (
                f'{{"t":"join","protocol":1,"table":"{name}"}}',
                f'{{"t":"do","id":"a\\u0000","table":"{name}","command":{{"do":"nickname","name":"x\\u0000y"}}}}',
                f'{{"t":"do","id":"b","table":"{name}","command":{{"do":"chat","room":"\\u0000","text":"a\\u0000b"}}}}',
            ):
                wire.sendall(frame(LAST | TEXT, message.encode()))
        wire.sendall(frame(LAST | TEXT, b'{"t":"ping","id":"end"}'))
        said = b""
        while b'"end"' not in said:
            said += wire.recv(65536)
        wire.close()
        assert b'"store"' not in said
        assert b'"server"' not in said
        assert not [line for line in server.said if '"level":"error"' in line], server.said


def limit_files(server: LiveServer, size: int) -> None:
    """From now on no file of the server's may grow beyond that size: to it, the disk is full."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_is_told_and_logged_and_nothing_is_lost(tmp_path: Path) -> None:
    refusals = count(60, 268)

    async def play(server: LiveServer) -> None:
        clients = await seated(server, TERMS | {"seats": 2})
        mover = next(client for client in clients if "offer" in client.picture)
        await mover.play(Random(1), 1)
        limit_files(server, 1000)
        for number in range(refusals):
            answer = await clients[0].do(Chat("players", f"word {number}"))
            assert isinstance(answer, Refusal)
            assert answer.code in {"store", "rate"}
        for path, body in (("/api/tokens", {}), ("/api/tables", {"terms": TERMS})):
            status, trouble, _ = await asyncio.to_thread(server.ask, "POST", path, body, mover.token)
            assert (status, trouble["code"]) == (503, "store")
        lines = [json.loads(line) for line in server.said if line.startswith("{")]
        told = [line for line in lines if line["level"] == "error" and "database" in line["message"]]
        assert 1 <= len(told) <= 10, "it is logged, but not each time"
        assert {line["reason"] for line in told} <= {"the disk is full", "the disk fails"}
        for _ in range(3):  # each tries to write again
            assert (await asyncio.to_thread(server.ask, "GET", "/ready"))[0] == 503
            await asyncio.sleep(1.1)
        failed = [json.loads(line) for line in server.said if "nothing can be written" in line]
        assert len(failed) == 1, "it is logged, but not each time"
        assert failed[0]["reason"] in {"the disk is full", "the disk fails"}
        limit_files(server, resource.RLIM_INFINITY)
        for client in clients:
            client.refused.clear()
        assert isinstance(await clients[1].do(Chat("players", "back")), Done)
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        assert {client.stage for client in clients} == {"over"}
        await leave(clients)

    with serving(str(tmp_path / "t.sqlite3")) as server:
        asyncio.run(play(server))


def heimlich(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "-m", "heimlich", *words), capture_output=True, text=True, timeout=120, check=False
    )


def told_in_a_line(*words: str) -> str:
    """What a command that cannot be done says; it ends with 1 and without a trace."""
    done = heimlich(*words)
    assert done.returncode == 1, done
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("heimlich: ")
    return lines[0]


def test_what_is_no_database_of_ours_is_told_in_a_line(tmp_path: Path) -> None:
    junk, folder, foreign, newer = (tmp_path / name for name in ("junk", "folder", "foreign", "newer"))
    junk.write_bytes(b"this is no database " * 500)
    folder.mkdir()
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    cases = {
        junk: "it is no SQLite database",
        folder: "Is a directory",
        foreign: "another program keeps its tables there (recipes)",
        newer: "it was made by a newer version, or by another program (its form is '9999')",
        tmp_path / "no" / "where": "",
    }
    for file, reason in cases.items():
        before = file.read_bytes() if file.is_file() else b""
        told = told_in_a_line("admin", "--database", str(file), "list")
        assert f"cannot open '{file}': {reason}" in told
        assert before == (file.read_bytes() if file.is_file() else b""), "it is as it was"

    for file in (junk, newer):
        told = told_in_a_line("serve", "--port", "0", "--database", str(file))
        assert f"cannot open '{file}': {cases[file]}" in told


def test_what_is_no_postgresql_of_ours_is_told_in_a_line(postgres: Postgres) -> None:
    address = postgres.database()
    for url, reason in {
        f"{address}-not-there": "does not exist",
        address.replace("heimlich@", "nobody:secret@"): 'role "nobody" does not exist',
        "postgresql://heimlich@127.0.0.1:1/x": "Connect call failed",
        "postgresql://heimlich@nowhere.invalid/x": "cannot reach the database",
    }.items():
        told = told_in_a_line("admin", "--database", url, "list")
        assert reason in told
        assert "secret" not in told


def test_a_backup_that_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    database = str(tmp_path / "t.sqlite3")
    assert heimlich("admin", "--database", database, "list").returncode == 0
    told = told_in_a_line("admin", "--database", database, "backup", str(tmp_path / "no" / "where.gz"))
    assert "No such file" in told
    (tmp_path / "elsewhere").write_text("mine")
    os.symlink(tmp_path / "elsewhere", tmp_path / "all.gz.part")
    told_in_a_line("admin", "--database", database, "backup", str(tmp_path / "all.gz"))
    assert (tmp_path / "elsewhere").read_text() == "mine"


def test_a_port_that_is_taken_is_told_in_a_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = heimlich("serve", "--port", port, "--database", str(tmp_path / "t.sqlite3"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert port in done.stderr


def test_a_message_that_is_no_json_is_refused(server: LiveServer) -> None:
    wire = open_socket(server, server.token("Anna"))
    wire.sendall(frame(LAST | TEXT, b"[" * 4000))
    size = wire.recv(4096)
    assert isinstance(decode_server(size[4:] if size[1] == 126 else size[2:]), Refusal)
    wire.close()
