"""What a player of a season's deal, somebody who was removed, and somebody with a hostile name try."""

import asyncio
import json
from typing import Any

from heimlich.server.table.commands import (
    AddBot,
    Claim,
    ComeBack,
    Instruct,
    Kick,
    Leave,
    Nickname,
    PassHost,
    Rematch,
    RemoveBot,
    Resign,
    ShowPad,
    Sit,
    StandUp,
    Start,
)
from tests.live.clients import Client
from tests.live.people.seasons import TWO, begin, lines, next_deal, play, play_deal, show
from tests.live.people.test_groups import ask, join, make, number_of, page
from tests.live.servers import LiveServer


def test_the_player_of_a_deal_gets_no_help_and_no_second_look(server: LiveServer) -> None:
    """Nobody plays on for the player, no other seat is to be had, and the next table has another deal."""
    anna = server.token("Anna")
    link = make(server, anna)
    season = begin(server, link, anna)
    table, _ = next_deal(server, link, season, anna)

    async def attack() -> None:
        async with Client(server, anna, table, 0) as client:
            await client.follow()
            before = client.picture["table"]
            commands: list[Any] = [Claim(0), Claim(1), Sit(1), AddBot(1, "master"), RemoveBot(1), Kick(1), Start()]
            commands += [StandUp(0), ComeBack(1), Resign(1), Rematch(), ShowPad(0), Instruct(1, "round")]
            for command in commands:
                answer = await client.do(command)
                assert hasattr(answer, "code"), (command, answer)
            await client.catch_up()
            assert client.picture["table"] == before
            await client.must(Leave())
            answer = await client.do(Claim(0))
            assert hasattr(answer, "code"), "who has left calls no bot to the seat either"
            assert "stand_in" not in client.picture["table"]["seats"]["0"]

    asyncio.run(attack())
    assert next_deal(server, link, season, anna)[0] == table
    asyncio.run(play(server, table, anna, 0))

    async def again() -> str:
        async with Client(server, anna, table, 0) as client:
            await client.follow()
            done = await client.do(Rematch())
            return str(getattr(done, "table", ""))

    opened = asyncio.run(again())
    if opened:
        terms = server.ask("GET", f"/api/tables/{opened}", token=anna)[1]["table"]
        own = server.ask("GET", f"/api/tables/{table}", token=anna)[1]["table"]
        assert terms["commitment"] != own["commitment"]
        assert not terms.get("season")
        assert not terms.get("twin_of")


def test_somebody_removed_in_the_middle_of_a_deal_plays_for_nobody(server: LiveServer) -> None:
    anna, bob = server.token("Anna"), server.token("Bob")
    link = make(server, anna)
    join(server, link, bob)
    season = begin(server, link, anna)
    first = play_deal(server, link, season, anna)
    table, _ = next_deal(server, link, season, bob)
    new = ask(server, anna, "DELETE", f"/{link}/members/{number_of(server, anna, link, 'Bob')}")[1]["link"]
    asyncio.run(play(server, table, bob, 0, 2))  # the table is still Bob's …
    assert list(lines(show(server, new, season, anna))) == ["Anna"], "… and counts nowhere"
    for path in (f"/{link}/seasons/{season}", f"/{link}/seasons/{season}/deals"):
        method = "POST" if path.endswith("deals") else "GET"
        assert ask(server, bob, method, path)[1]["code"] == "group"
    for path in (f"/{new}/seasons", f"/{new}/seasons/{season}"):  # somebody has sent on the new link
        assert ask(server, bob, "GET", path)[1]["code"] == "member"
    assert ask(server, bob, "POST", f"/{new}/seasons/{season}/deals")[1]["code"] == "member"
    assert server.ask("GET", f"/api/tables/{table}/group", token=bob)[1] == {"group": None}
    assert ask(server, bob, "GET", f"/{new}")[1]["group"] is None
    assert first not in json.dumps(ask(server, bob, "GET", f"/{new}"))


def test_a_host_who_goes_leaves_the_deal_to_nobody(server: LiveServer) -> None:
    """The table's one person cannot make somebody else its host, and nobody can sit there under a like name."""
    anna, bob = server.token("Anna"), server.token("Anna")
    link = make(server, anna)
    join(server, link, bob)
    season = begin(server, link, anna)
    table, _ = next_deal(server, link, season, anna)

    async def attack() -> None:
        async with Client(server, anna, table, 0) as client:
            await client.follow()
            assert hasattr(await client.do(PassHost(2)), "code")
        async with Client(server, bob, table, None) as client:
            for command in (Nickname("Anna"), ComeBack(0), Resign(0), Leave(), Claim(0)):
                assert hasattr(await client.do(command), "code"), command

    asyncio.run(attack())


def test_hostile_names_of_groups_and_seasons_are_shown_on_one_line(server: LiveServer) -> None:
    anna = server.token("A\u202e\u0000\x1b[31m{name}\n<b>")
    link = make(server, anna, "Thurs\u202eday\r\n{game}\x1b]0;x\x07<script>")
    shown = page(server, anna, link)
    assert shown["name"] == "Thurs day {game} ]0;x <script>"
    assert shown["members"][0]["name"] == "A [31m{name} <b>"
    season = begin(server, link, anna, name="Win\u2028ter%s{n}\u202d", terms=TWO)
    assert show(server, link, season, anna)["season"]["name"] == "Win ter%s{n}"
