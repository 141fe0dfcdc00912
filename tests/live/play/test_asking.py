"""Why not, and hints, over real sockets: strangers, floods and nonsense get clear answers; others notice nothing."""

import asyncio
import json
from pathlib import Path
from typing import Any

from heimlich.server.table.commands import AddBot, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave, seated
from tests.live.servers import LiveServer, serving

TERMS = GAMES["heimlich-co"] | {"seats": 2}


async def ask(client: Client, **message: Any) -> Any:
    """Send a question; return the answer to it."""
    known = len(client.raw)
    await client.send_text(json.dumps({"id": "q", **message}))

    def answers() -> list[Any]:
        sent = [json.loads(text) for text in client.raw[known:]]
        return [one for one in sent if one["t"] in {"because", "hints", "refused"}]

    await client.until(lambda: bool(answers()))
    return answers()[0]


async def received(client: Client) -> int:
    known = client.pongs
    await client.send_text('{"t":"ping","id":"p"}')
    await client.until(lambda: client.pongs > known)
    return sum(not text.startswith(('{"t":"pong"', '{"t":"here"')) for text in client.raw)


def test_a_player_is_told_why_and_the_others_notice_nothing(server: LiveServer) -> None:
    async def play() -> None:
        anna, bert = await seated(server, TERMS)
        asked, other = (anna, bert) if "offer" in anna.picture else (bert, anna)
        before = await received(other)
        answer = await ask(asked, t="why", action="safe 3")
        assert answer == {"t": "because", "id": "q", "rule": "H12", "line": {"cannot-safe-later": {}}}
        answer = await ask(asked, t="why")
        assert answer["line"] == {"cannot-first": {"what": {"todo-move": {}}}}
        for _ in range(10):
            await ask(asked, t="why", action="move red 99")
        assert (await ask(asked, t="hint"))["code"] == "hint", "two people play"
        assert await received(other) == before
        answer = await ask(other, t="why", action="move red 1")
        assert set(answer["line"]) == {"cannot-wait"}
        await leave([anna, bert])

    asyncio.run(play())


def test_a_refused_decision_names_its_rule(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        asked = next(client for client in clients if "offer" in client.picture)
        decide = {"do": "decide", "seat": asked.seat, "action": "safe 3", "number": asked.number}
        answer = await ask(asked, t="do", table=asked.table, command=decide)
        assert (answer["t"], answer["code"], answer["rule"]) == ("refused", "rules", "H12")
        assert answer["line"] == {"cannot-safe-later": {}}
        await leave(clients)

    asyncio.run(play())


def test_nonsense_strangers_and_spectators_get_clear_errors(server: LiveServer) -> None:
    async def play() -> None:
        clients = await seated(server, TERMS)
        anna = clients[0]
        for message, code in (
            ({"t": "why", "action": "jump"}, "rules"),
            ({"t": "why", "action": "move \u202e red"}, "rules"),
            ({"t": "why", "action": "x" * 201}, "message"),
            ({"t": "why", "action": 7}, "message"),
            ({"t": "why", "action": "safe 3", "seat": 1}, "message"),
            ({"t": "hint", "seat": 1}, "message"),
            ({"t": "hint", "id": "x" * 99}, "message"),
        ):
            assert (await ask(anna, **message))["code"] == code, message
        eve = await Client(server, await asyncio.to_thread(server.token, "Eve"), anna.table).__aenter__()
        assert (await ask(eve, t="why", action="safe 3"))["code"] == "stranger"
        assert (await ask(eve, t="hint"))["code"] == "stranger"
        await eve.must(Watch())
        await eve.follow()
        assert (await ask(eve, t="why", action="safe 3"))["code"] == "seat"
        assert (await ask(eve, t="hint"))["code"] == "seat"
        await leave([*clients, eve])

    asyncio.run(play())


def test_who_asks_without_end_is_told_to_wait(tmp_path: Path) -> None:
    limits = {"HEIMLICH_MESSAGE_RATE": "20", "HEIMLICH_MESSAGE_BURST": "60"}

    async def play(server: LiveServer) -> None:
        clients = await seated(server, TERMS)
        anna = clients[0]
        known = len(anna.raw)
        for number in range(150):
            await anna.send_text(json.dumps({"t": "why", "id": str(number), "action": f"move red {number + 1}"}))
        await anna.until(lambda: len(anna.raw) - known >= 150)
        codes = [json.loads(text).get("code") for text in anna.raw[known:]]
        assert "rate" in codes
        await leave(clients)

    with serving(str(tmp_path / "t.sqlite3"), limits) as server:
        asyncio.run(play(server))


def test_one_person_against_bots_gets_a_hint(server: LiveServer) -> None:
    async def play() -> None:
        token = await asyncio.to_thread(server.token, "Anna")
        table = await asyncio.to_thread(server.table, token, TERMS)
        anna = await Client(server, token, table, 0).__aenter__()
        await anna.must(Sit(0))
        await anna.must(AddBot(1, "casual"))
        await anna.must(Start())
        await anna.follow(0)
        answer = await ask(anna, t="hint")
        assert answer["t"] == "hints"
        assert 1 <= len(answer["lines"]) <= 3
        await leave([anna])

    asyncio.run(play())
