"""Seasons: the same deals for all, what each may know before they have played, and what attackers try."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from heimlich.fairness import deal_seed, read_facts, season_commitment
from heimlich.server.table.commands import AddEntropy, Consent, Leave, Rematch, Resign, Sit, Watch
from tests.live.browsers import Browser
from tests.live.clients import Client, verified
from tests.live.people.seasons import (
    TWO,
    begin,
    end,
    events_of,
    let_time_pass,
    lines,
    next_deal,
    play,
    play_deal,
    server_stage,
    show,
    stored_seed,
)
from tests.live.people.test_groups import ask, join, make, page
from tests.live.servers import LiveServer, serving
from tests.live.traces import every_text, export, forget, wait_until

TEN_TABS = 10


def test_a_season_from_its_beginning_to_its_end(database: str) -> None:
    with serving(database) as server:
        anna, bob, carl = (server.token(name) for name in ("Anna", "Bob", "Carl"))
        link = make(server, anna)
        join(server, link, bob, carl)
        season = begin(server, link, bob)
        (listed,) = ask(server, carl, "GET", f"/{link}/seasons")[1]
        assert (listed["season"], listed["done"], listed["players"], listed["over"]) == (season, 0, 0, False)
        first = play_deal(server, link, season, anna)
        other = play_deal(server, link, season, bob)
        assert first != other
        assert events_of(server, first, anna) == events_of(server, other, bob), "equal choices meet equal answers"
        shown = show(server, link, season, bob)
        assert [one["score"] for one in lines(shown).values()] == [50, 50], "a tie counts half"
        assert {one["place"] for one in lines(shown).values()} == {1}
        assert shown["seed"] == ""
        play_deal(server, link, season, bob, seed=5)
        before = lines(show(server, link, season, anna))["Bob"]
        assert before["deals"][1] == {"state": "done"}, "Anna has not played it"
        assert before["score"] == 50
        assert ask(server, bob, "POST", f"/{link}/seasons/{season}/deals")[1]["code"] == "season", "all are played"
        end(server, link, season, anna)
        over = show(server, link, season, carl)
        assert season_commitment(bytes.fromhex(over["seed"]), season) == shown["commitment"]
        assert lines(over)["Bob"]["score"] == 100
        assert lines(over)["Anna"]["score"] == 50
        assert "Carl" not in lines(over)
        for deal, table in enumerate([first, lines(over)["Bob"]["deals"][1]["table"]]):
            record = server.ask("GET", f"/api/tables/{table}/record")[1]
            assert verified(record), "from now on anyone can check the dice"
            facts = read_facts(record)
            assert facts is not None
            assert facts.seed == deal_seed(bytes.fromhex(over["seed"]), deal)
        assert server.ask("GET", f"/api/tables/{first}/replay")[0] == 200
        assert not server.ask("GET", f"/api/tables/{first}/replay")[1].get("guarded")


def test_nobody_learns_of_a_deal_before_they_have_finished_it(server: LiveServer) -> None:
    """Ten ways to somebody else's table of a deal that one has not played: a member, a stranger, no guest at all."""
    anna, bob, eve = (server.token(name) for name in ("Anna", "Bob", "Eve"))
    link = make(server, anna)
    join(server, link, bob)
    season = begin(server, link, anna)
    running, _ = next_deal(server, link, season, anna)
    ways = ("", "/record", "/record?seat=0", "/record?seat=1", "/replay", "/story", "/picture.svg")

    def refused(table: str, token: str) -> None:
        for way in (*ways, "/group"):
            status, answer, _ = server.ask("GET", f"/api/tables/{table}{way}", token=token)
            assert status == 409, (way, answer)
            assert answer["code"] in {"season", "stage"}, (way, answer)
        again = server.ask("POST", f"/api/tables/{table}/again", token=token)
        assert again[0] in {401, 409}
        twin = server.ask("POST", "/api/tables", {"terms": TWO, "twin_of": table}, token)
        assert (twin[0], twin[1]["code"]) in {(409, "duplicate"), (401, "request")}

    async def turned_away(table: str, token: str) -> None:
        for command in (Watch(), Watch(board=True), Sit(0), Sit(1), Rematch(), Resign(0)):
            async with Client(server, token, table, None) as client:
                assert not hasattr(await client.do(command), "table"), command
                await client.follow()
                assert client.picture == {}, "neither as a spectator"

    for token in (bob, eve, ""):
        refused(running, token)
    for token in (bob, eve):
        asyncio.run(turned_away(running, token))
    asyncio.run(play(server, running, anna, 0))
    for token in (bob, eve, ""):
        refused(running, token)
    for token in (bob, eve):
        asyncio.run(turned_away(running, token))
    plain = server.ask("GET", f"/replay/{running}")[1]
    assert "og:image" not in plain
    text_of_bob = json.dumps(show(server, link, season, bob)) + json.dumps(page(server, bob, link))
    for secret in (running, '"won"', '"points"'):
        assert secret not in text_of_bob
    own = play_deal(server, link, season, bob, seed=3)
    for table, token in ((running, bob), (own, anna)):
        for way in ("", "/record", "/replay", "/story"):
            assert server.ask("GET", f"/api/tables/{table}{way}", token=token)[0] == 200, "now both have finished it"
        assert server.ask("GET", f"/api/tables/{table}/replay", token=token)[1].get("guarded"), (
            "so nobody offers to share it"
        )
        assert server.ask("GET", f"/api/tables/{table}/picture.svg", token=token)[0] == 409, "a picture is for all"
    refused(running, eve)
    assert lines(show(server, link, season, bob))["Anna"]["deals"][0]["table"] == running


def test_the_seed_stays_secret_after_the_end(server: LiveServer) -> None:
    anna = server.token("Anna")
    link = make(server, anna)
    season = begin(server, link, anna)
    table, _ = next_deal(server, link, season, anna)
    received = "".join(asyncio.run(play(server, table, anna, 0)))
    seed = stored_seed(server.database, season)
    deal = deal_seed(bytes.fromhex(seed), 0).hex()
    told = received + json.dumps(show(server, link, season, anna)) + json.dumps(export(server, anna))
    for way in ("", "/record", "/replay", "/story"):
        told += json.dumps(server.ask("GET", f"/api/tables/{table}{way}", token=anna)[1])
    assert seed not in told
    assert deal not in told
    assert server.ask("POST", "/api/tables", {"terms": TWO, "twin_of": table}, anna)[1]["code"] == "duplicate"


def test_one_attempt_each_however_many_tabs(database: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(database))]
        if database.startswith("postgresql"):
            servers.append(stack.enter_context(serving(database)))
        anna = servers[0].token("Anna")
        link = make(servers[0], anna)
        season = begin(servers[0], link, anna)
        with ThreadPoolExecutor(TEN_TABS) as pool:
            tabs = [servers[tab % len(servers)] for tab in range(TEN_TABS)]
            opened = set(pool.map(lambda server: next_deal(server, link, season, anna), tabs))
        assert len(opened) == 1
        table, deal = opened.pop()
        assert deal == 1

        async def give_up() -> None:
            async with Client(servers[0], anna, table, 0) as client:
                await client.follow()
                for command, code in ((Consent("end"), "season"), (AddEntropy(0, "00"), "stage")):
                    answer = await client.do(command)
                    assert getattr(answer, "code", "") == code, answer
                await client.must(Leave())
                assert "stand_in" not in client.picture["table"]["seats"]["0"], "no bot plays on"
                await client.must(Watch())
                await client.must(Resign(0))
                await client.until(lambda: client.stage == "closed")
                assert "seed" not in client.picture["table"]["fair"]

        asyncio.run(give_up())
        second, deal = next_deal(servers[-1], link, season, anna)
        assert (second != table, deal) == (True, 2), "what was given up is not played again"
        wait_until(lambda: lines(show(servers[0], link, season, anna))["Anna"]["deals"][0]["state"] == "given-up")


def test_who_gives_up_still_learns_nothing(server: LiveServer) -> None:
    """A throwaway guest who gives a deal up at once does not see how others have played it."""
    anna, eve = server.token("Anna"), server.token("Eve")
    link = make(server, anna)
    join(server, link, eve)
    season = begin(server, link, anna)
    table = play_deal(server, link, season, anna)
    thrown, _ = next_deal(server, link, season, eve)

    async def give_up() -> None:
        async with Client(server, eve, thrown, 0) as client:
            await client.follow()
            await client.must(Resign(0))

    asyncio.run(give_up())
    assert server.ask("GET", f"/api/tables/{table}/record", token=eve)[1]["code"] == "season"
    assert lines(show(server, link, season, eve))["Anna"]["deals"][0] == {"state": "done"}


def test_strangers_and_nonsense_are_refused(server: LiveServer) -> None:
    anna, bob, eve = (server.token(name) for name in ("Anna", "Bob", "Eve"))
    link = make(server, anna)
    join(server, link, bob)
    season = begin(server, link, anna)
    elsewhere = make(server, eve)
    for method, path in (("GET", ""), ("POST", "/deals"), ("POST", "/end")):
        place = f"/{link}/seasons/{season}{path}"
        assert ask(server, eve, method, place)[1]["code"] == "member"
        assert ask(server, "", method, place)[0] == 401
        assert ask(server, eve, method, f"/{elsewhere}/seasons/{season}{path}")[0] == 404
    assert ask(server, eve, "GET", f"/{link}/seasons")[1]["code"] == "member"
    assert ask(server, bob, "POST", f"/{link}/seasons/{season}/end")[1]["code"] == "keeper"
    for wrong in ("nowhere", "x" * 64, "a%00b"):
        assert ask(server, anna, "POST", f"/{link}/seasons/{wrong}/deals")[0] == 404, wrong
    good = {"name": "Winter", "terms": TWO, "bots": ["newcomer"], "deals": 2, "days": 7}
    wrong_fields: list[dict[str, Any]] = [
        {"deals": 1},
        {"deals": 21},
        {"days": 0},
        {"days": 61},
        {"bots": []},
        {"bots": ["newcomer", "newcomer"]},
        {"bots": ["nobody"]},
        {"bots": ["master1"]},
        {"name": "\u200b"},
        {"terms": TWO | {"seats": 99}},
        {"terms": TWO | {"edition": "none"}},
        {"seed": "00"},
    ]
    for bad in wrong_fields:
        status, answer = ask(server, anna, "POST", f"/{link}/seasons", good | bad)
        assert status in {400, 409}, (bad, answer)
    assert begin(server, link, anna) == season, "pressed again: nobody has played in it, so it is that one"
    shown = {"watch": True, "public": True, "rated": True, "board": True}
    watched = begin(server, link, anna, name="Spring", terms=TWO | shown)
    terms = show(server, link, watched, anna)["season"]["terms"]
    assert (terms["watch"], terms["public"], terms["hints"]) == (False, False, False)
    assert not terms.get("rated", False)
    assert not terms.get("board", False)
    begin(server, link, anna, name="Summer")
    assert ask(server, anna, "POST", f"/{link}/seasons", good | {"name": "Autumn"})[0] == 429


def test_a_deleted_guest_is_gone_from_the_ranking(database: str) -> None:
    with serving(database) as server:
        anna, bob = server.token("Anna"), server.token("Zanzibar")
        link = make(server, anna)
        join(server, link, bob)
        season = begin(server, link, anna)
        for token in (anna, bob):
            play_deal(server, link, season, token)
        wait_until(lambda: set(lines(show(server, link, season, anna))) == {"Anna", "Zanzibar"})
        table, _ = next_deal(server, link, season, bob)
        known = export(server, bob)["guest"]["seasons"]
        assert [(one["season"], one["deal"]) for one in known] == [("Winter", 1), ("Winter", 2)]
        assert known[1]["table"] == table
        assert forget(server, bob) == 200
        wait_until(lambda: "Zanzibar" not in every_text(database))
        assert set(lines(show(server, link, season, anna))) == {"Anna"}
        end(server, link, season, anna)
        assert show(server, link, season, anna)["season"]["over"]


def test_two_guests_who_are_one_keep_the_first_attempt(server: LiveServer) -> None:
    anna, phone, bob = (Browser(server).arrive(name) for name in ("Anna", "Phone", "Bob"))
    link = make(server, bob.token)
    join(server, link, anna.token, phone.token)
    season = begin(server, link, bob.token)
    first = play_deal(server, link, season, phone.token, seed=1)
    later = play_deal(server, link, season, anna.token, seed=2)
    play_deal(server, link, season, bob.token, seed=3)
    wait_until(lambda: len(lines(show(server, link, season, bob.token))) == 3)
    code = anna.ask("POST", "/api/guest/codes")[1]["code"]
    assert phone.ask("POST", "/api/guest/moves", {"code": code, "bring": True})[0] == 201
    wait_until(lambda: "finished" in json.dumps(lines(show(server, link, season, bob.token)).get("Anna", {})))
    shown = lines(show(server, link, season, bob.token))
    assert set(shown) == {"Anna", "Bob"}
    assert shown["Anna"]["deals"][0]["table"] == first
    assert later not in json.dumps(shown)


def test_a_table_says_to_members_which_group_it_belongs_to(server: LiveServer) -> None:
    anna, eve = server.token("Anna"), server.token("Eve")
    link = make(server, anna)
    season = begin(server, link, anna)
    table, _ = next_deal(server, link, season, anna)
    opened = ask(server, anna, "POST", f"/{link}/tables", {"terms": TWO})[1]["table"]
    loose = server.table(anna, TWO)

    def group(name: str, token: str) -> Any:
        return server.ask("GET", f"/api/tables/{name}/group", token=token)[1]["group"]

    assert group(table, anna) | {"name": ""} == {
        "link": link,
        "name": "",
        "season": season,
        "season_name": "Winter",
        "deals": 2,
    }
    assert group(opened, anna)["link"] == link
    assert group(opened, eve) is None
    assert group(opened, "") is None
    assert group(loose, anna) is None


def test_a_season_ends_by_itself(database: str) -> None:
    with serving(database) as server:
        anna = server.token("Anna")
        link = make(server, anna)
        season = begin(server, link, anna)
        table = play_deal(server, link, season, anna)
        running, _ = next_deal(server, link, season, anna)
        elsewhere = make(server, anna, "Not for long")
        orphan, _ = next_deal(server, elsewhere, begin(server, elsewhere, anna), anna)
        assert ask(server, anna, "DELETE", f"/{elsewhere}/members")[0] == 204, "with its last member the group is gone"
        let_time_pass(database, season)
        assert ask(server, anna, "POST", f"/{link}/seasons/{season}/deals")[1]["code"] == "season"
        wait_until(lambda: server_stage(server, orphan, anna) == "closed")
        wait_until(lambda: show(server, link, season, anna)["seed"] != "")
        wait_until(lambda: server_stage(server, running, anna) == "closed")
        wait_until(lambda: "# fair seed" in server.ask("GET", f"/api/tables/{table}/record")[1])


@pytest.mark.parametrize("bot", ["random", "detective"])
def test_bots_answer_alike_at_every_table(server: LiveServer, bot: str) -> None:
    """A remembering bot and one that plays by chance: equal choices, equal games, at tables played at the same time."""
    tokens = [server.token(name) for name in ("Anna", "Bob")]
    link = make(server, tokens[0])
    join(server, link, tokens[1])
    season = begin(server, link, tokens[0], bots=[bot], terms=TWO | {"seats": 3})

    async def both() -> None:
        tables = [await asyncio.to_thread(next_deal, server, link, season, token) for token in tokens]
        await asyncio.gather(
            *(play(server, table, token, 0, 7) for (table, _), token in zip(tables, tokens, strict=True))
        )
        first, second = [
            await asyncio.to_thread(events_of, server, table, token)
            for (table, _), token in zip(tables, tokens, strict=True)
        ]
        assert first == second
        assert len(first) > 10

    asyncio.run(both())
