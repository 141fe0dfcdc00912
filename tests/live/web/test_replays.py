"""Replays over HTTP: of a table that is over, never before; of any record; and records as a weapon."""

import asyncio
import gzip
import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from heimlich.bench.server import cpu_seconds
from tests.golden.test_golden import RECORDS
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer

MOST_S = 1.0  # of CPU time for handing out twelve records; to replay one takes 0.3 s


def _text(name: str) -> str:
    return next(file for file in RECORDS if file.stem == name).read_text("utf-8")


def test_a_table_can_be_replayed_once_it_is_over(server: LiveServer) -> None:
    """Before that, the answer is one and the same text: for strangers, players and the host, at every stage."""

    async def play() -> str:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
        table = clients[0].table
        for token in ("", clients[0].token, clients[1].token):
            status, answer, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}/replay", None, token)
            assert (status, answer) == (409, {"code": "stage", "text": "a game can be replayed when it is over"})
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return table

    table = asyncio.run(play())
    status, answer, headers = server.ask("GET", f"/api/tables/{table}/replay")
    assert status == 200
    assert headers["content-type"].startswith("application/json")
    assert len(answer["seats"]) == len(answer["by_seat"]) == 2
    assert answer["public"]["updates"][-1]["p"]["game"]["result"]
    assert "result" not in str(answer["public"]["updates"][:-1])
    again = server.ask("POST", "/api/replays", {"record": server.ask("GET", f"/api/tables/{table}/record")[1]})[1]
    assert again == answer


def test_a_closed_table_stays_secret(server: LiveServer) -> None:
    token = server.token("Anna")
    table = server.table(token, GAMES["suitcases"])
    assert server.ask("GET", f"/api/tables/{table}/replay")[0] == 409
    assert server.ask("GET", "/api/tables/no-such-table/replay")[0] == 404


def test_a_record_is_sent_compressed_to_those_who_take_it(server: LiveServer) -> None:
    body = json.dumps({"record": _text("rio-grande-4")}).encode()
    request = urllib.request.Request(server.url + "/api/replays", body, method="POST")
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept-Encoding", "gzip, br")
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        packed = answer.read()
    assert len(gzip.decompress(packed)) > 5 * len(packed)


def test_bad_records_get_a_clear_error(server: LiveServer, tmp_path: Path) -> None:
    for record, status, text in (
        ("", 409, "a record starts with 'heimlich record 1'"),
        (_text("rio-grande-2").replace("move", "mvoe", 1), 409, "line "),
        (_text("jumbo-3").replace("seat Anna", f"set map={tmp_path}\nseat Anna", 1), 409, "there is no map"),
        ("x" * 50_000, 400, "length <= 49152"),
        ("heimlich record 1\n" + "#\n" * 20_000, 409, "breaks off before its events"),
        ("\x00\x1b[31m\n" * 1000, 409, "a record starts with"),
    ):
        found, answer, _ = server.ask("POST", "/api/replays", {"record": record})
        assert found == status, answer
        assert text in answer["text"]
        assert len(answer["text"]) < 400
    status, answer, _ = server.ask("POST", "/api/replays", b'{"record": "' + b"x" * 100_000 + b'"}')
    assert status in {400, 413}


def test_many_long_records_keep_the_server_free(server: LiveServer) -> None:
    """Twelve of the longest records at once: workers replay them, the process that serves tables hardly computes."""
    longest = max(RECORDS, key=lambda file: file.stat().st_size).read_text("utf-8")
    before = cpu_seconds(server.pid)
    with ThreadPoolExecutor(12) as crowd:
        asked = [crowd.submit(server.ask, "POST", "/api/replays", {"record": longest}) for _ in range(12)]
    assert {one.result()[0] for one in asked} == {200}
    assert cpu_seconds(server.pid) - before < MOST_S
