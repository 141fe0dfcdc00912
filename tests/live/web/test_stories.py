"""Stories over HTTP: of a table that is over, never before; of any record; and records as a weapon."""

import asyncio
from random import Random

from tests.golden.test_golden import RECORDS
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer

NOT_YET = {"code": "stage", "text": "the story of a game can be told when it is over"}


def _text(name: str) -> str:
    return next(file for file in RECORDS if file.stem == name).read_text("utf-8")


def test_a_story_is_told_once_the_game_is_over(server: LiveServer) -> None:
    """Before that, the answer is one and the same text: for strangers, players and the host, at every stage."""

    async def play() -> str:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
        table = clients[0].table
        for token in ("", clients[0].token, clients[1].token):
            status, answer, _ = await asyncio.to_thread(server.ask, "GET", f"/api/tables/{table}/story", None, token)
            assert (status, answer) == (409, NOT_YET)
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return table

    table = asyncio.run(play())
    status, answer, headers = server.ask("GET", f"/api/tables/{table}/story")
    assert status == 200
    assert headers["content-type"].startswith("application/json")
    assert answer["game"] == "heimlich-co"
    assert len(answer["owners"]) == 2
    again = server.ask("POST", "/api/stories", {"record": server.ask("GET", f"/api/tables/{table}/record")[1]})[1]
    assert again == answer


def test_the_story_of_a_record_of_either_game(server: LiveServer) -> None:
    for name, game in (("rio-grande-4", "heimlich-co"), ("jumbo-3", "suitcases")):
        status, answer, _ = server.ask("POST", "/api/stories", {"record": _text(name)})
        assert (status, answer["game"]) == (200, game)


def test_bad_records_get_a_clear_error(server: LiveServer) -> None:
    for record, status, text in (
        ("", 409, "a record starts with 'heimlich record 1'"),
        (_text("rio-grande-2").replace("move", "mvoe", 1), 409, "line "),
        ("x" * 50_000, 400, "length <= 49152"),
    ):
        found, answer, _ = server.ask("POST", "/api/stories", {"record": record})
        assert found == status, answer
        assert text in answer["text"]
