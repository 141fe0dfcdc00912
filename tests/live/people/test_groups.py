"""Standing groups: joining by link, tables, results; what somebody removed, deleted or uninvited can still do."""

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heimlich.server.storage.groups import MOST_GROUPS
from heimlich.server.table.commands import AddBot, Consent, Leave, Rematch, Sit, Start
from tests.live.browsers import Browser
from tests.live.clients import GAMES, Client, leave
from tests.live.servers import LiveServer, serving
from tests.live.traces import every_text, export, forget, guest_id, wait_until

TWO = GAMES["heimlich-co"] | {"seats": 2, "public": False}
NAME = "Thursday at Anna’s"


def ask(server: LiveServer, token: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    return server.ask(method, f"/api/groups{path}", body, token)[:2]


def make(server: LiveServer, token: str, name: str = NAME) -> str:
    status, answer = ask(server, token, "POST", "", {"name": name})
    assert status == 201, answer
    link: str = answer["link"]
    assert len(link) == 30, "120 bits"
    return link


def join(server: LiveServer, link: str, *tokens: str) -> None:
    for token in tokens:
        assert ask(server, token, "POST", f"/{link}/members")[0] == 201


def page(server: LiveServer, token: str, link: str) -> dict[str, Any]:
    status, answer = ask(server, token, "GET", f"/{link}")
    assert status == 200, answer
    assert isinstance(answer["group"], dict)
    return answer["group"]


def members(server: LiveServer, token: str, link: str) -> list[str]:
    return [one["name"] for one in page(server, token, link)["members"]]


def number_of(server: LiveServer, token: str, link: str, name: str) -> int:
    found = {one.get("name", ""): one["number"] for one in page(server, token, link)["members"]}
    return int(found[name])


def own_groups(server: LiveServer, token: str) -> list[dict[str, Any]]:
    status, answer, _ = server.ask("GET", "/api/guest/groups", token=token)
    assert status == 200, answer
    assert isinstance(answer, list)
    return answer


def open_table(server: LiveServer, link: str, token: str, terms: dict[str, Any] = TWO) -> str:
    status, answer = ask(server, token, "POST", f"/{link}/tables", {"terms": terms})
    assert status == 201, answer
    table: str = answer["table"]
    return table


async def seated_at(server: LiveServer, table: str, tokens: Sequence[str]) -> list[Client]:
    clients = [Client(server, token, table, seat) for seat, token in enumerate(tokens)]
    for seat, client in enumerate(clients):
        await client.__aenter__()
        await client.must(Sit(seat))
        await client.follow()
    return clients


async def played(server: LiveServer, table: str, tokens: Sequence[str]) -> list[Client]:
    """A game to its end; its clients are left connected."""
    clients = await seated_at(server, table, tokens)
    await clients[0].must(Start())
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    return clients


def test_friends_join_by_the_link_play_and_see_their_results(database: str) -> None:
    with serving(database) as server:
        anna, bob, carl = (server.token(name) for name in ("Anna", "Bob", "Carl"))
        link = make(server, anna)
        invitation = ask(server, bob, "GET", f"/{link}")[1]
        assert invitation == {"invitation": {"name": NAME, "keeper": "Anna", "members": 1}, "group": None}
        assert server.ask("GET", f"/api/groups/{link}")[1] == invitation, "also for somebody who is new here"
        join(server, link, bob, carl, bob)
        assert members(server, carl, link) == ["Anna", "Bob", "Carl"]
        table = open_table(server, link, anna)
        (waiting,) = own_groups(server, carl)[0]["tables"]
        assert (waiting["table"], waiting["stage"]) == (table, "waiting")

        async def play() -> str:
            clients = await played(server, table, [anna, bob])
            opened = (await clients[1].must(Rematch())).table
            await leave(clients)
            return opened

        rematch = asyncio.run(play())
        wait_until(lambda: len(page(server, carl, link)["past"]) == 1)
        shown = page(server, carl, link)
        assert [one["table"] for one in shown["tables"]] == [rematch], "a rematch is the group's, too"
        (past,) = shown["past"]
        assert (past["table"], past["ended"], past["replay"]) == (table, "over", True)
        assert [seat["name"] for seat in past["seats"]] == ["Anna", "Bob"]
        (results,) = shown["results"]
        assert (results["game"], results["games"]) == ("heimlich-co", 1)
        assert {one["member"] for one in results["scores"]} == {1, 2}, "Carl has not played"
        somebody_won = any("won" in seat for seat in past["seats"])  # not where an agent of nobody's is ahead
        assert sum(one["share"] for one in results["scores"]) == pytest.approx(float(somebody_won))
        for score in results["scores"]:
            seat = past["seats"][score["member"] - 1]
            assert (seat.get("won", False), seat["points"]) == (score["share"] > 0, score["points"])


def test_only_games_between_people_to_their_end_count(server: LiveServer) -> None:
    anna, bob = server.token("Anna"), server.token("Bob")
    link = make(server, anna)
    join(server, link, bob)

    async def play() -> None:
        against_a_bot = await asyncio.to_thread(open_table, server, link, anna)
        async with Client(server, anna, against_a_bot, 0) as alone:
            await alone.must(Sit(0))
            await alone.must(AddBot(1, "random"))
            await alone.follow()
            await alone.must(Start())
            await alone.play(Random(1))
        agreed = await asyncio.to_thread(open_table, server, link, anna)
        clients = await seated_at(server, agreed, [anna, bob])
        await clients[0].must(Start())
        for client in clients:
            await client.must(Consent("end"))
        await leave(clients)

    asyncio.run(play())
    wait_until(lambda: len(page(server, bob, link)["past"]) == 2)
    shown = page(server, bob, link)
    assert shown["results"] == []
    assert [one["ended"] for one in shown["past"]] == ["ended", "over"]


def test_the_keeper_removes_hands_over_and_deletes(server: LiveServer) -> None:
    anna, bob, carl = (server.token(name) for name in ("Anna", "Bob", "Carl"))
    link = make(server, anna)
    join(server, link, bob, carl)
    for method, path, body in (
        ("DELETE", f"/{link}/members/1", None),
        ("POST", f"/{link}/link", None),
        ("PATCH", f"/{link}", {"name": "Mine"}),
        ("PUT", f"/{link}/keeper", {"member": 2}),
        ("DELETE", f"/{link}", None),
    ):
        status, answer = ask(server, bob, method, path, body)
        assert (status, answer["code"]) == (409, "keeper"), (method, path)
    assert ask(server, anna, "DELETE", f"/{link}/members/1")[1]["code"] == "member", "one leaves, one is not removed"
    assert ask(server, anna, "PATCH", f"/{link}", {"name": "Friday"})[0] == 204
    assert ask(server, anna, "PUT", f"/{link}/keeper", {"member": number_of(server, anna, link, "Bob")})[0] == 204
    assert members(server, carl, link) == ["Bob", "Anna", "Carl"]
    assert ask(server, anna, "DELETE", f"/{link}")[1]["code"] == "keeper"
    assert ask(server, bob, "DELETE", f"/{link}/members")[0] == 204
    assert members(server, carl, link) == ["Anna", "Carl"], "when the keeper leaves, somebody else keeps the group"
    assert ask(server, anna, "DELETE", f"/{link}")[0] == 204
    assert own_groups(server, carl) == []
    assert ask(server, carl, "GET", f"/{link}")[0] == 404


def test_with_its_last_member_a_group_goes(server: LiveServer) -> None:
    anna = server.token("Anna")
    link = make(server, anna)
    assert ask(server, anna, "DELETE", f"/{link}/members")[0] == 204
    assert ask(server, anna, "POST", f"/{link}/members")[0] == 404


def test_somebody_removed_has_no_way_back(server: LiveServer) -> None:
    anna, bob, eve = (server.token(name) for name in ("Anna", "Bob", "Eve"))
    link = make(server, anna)
    join(server, link, bob, eve)
    eves = number_of(server, anna, link, "Eve")
    status, answer = ask(server, anna, "DELETE", f"/{link}/members/{eves}")
    assert status == 200
    new = answer["link"]
    assert new != link
    assert own_groups(server, eve) == []
    assert own_groups(server, bob)[0]["link"] == new, "the others find it where they always do"
    again = server.token("Eve once more")
    for token in (eve, again):
        for method, path, body in (
            ("GET", f"/{link}", None),
            ("POST", f"/{link}/members", None),
            ("POST", f"/{link}/tables", {"terms": TWO}),
            ("PUT", f"/{link}/calls", {"called": True}),
        ):
            status, answer = ask(server, token, method, path, body)
            assert (status, answer["code"]) == (404, "group")
    assert ask(server, anna, "DELETE", f"/{new}/members/{eves}")[1]["code"] == "member"
    late = server.token("Late")
    join(server, new, late)
    assert number_of(server, anna, new, "Late") not in {1, 2, eves}, "no number is given twice"


def test_strangers_learn_nothing_and_nonsense_is_refused(server: LiveServer) -> None:
    anna, eve = server.token("Anna"), server.token("Eve")
    link = make(server, anna)
    table = open_table(server, link, anna)
    seen = json.dumps(ask(server, eve, "GET", f"/{link}"))
    assert table not in seen
    for method, path, body in (
        ("POST", f"/{link}/tables", {"terms": TWO}),
        ("DELETE", f"/{link}/members", None),
        ("DELETE", f"/{link}/members/1", None),
        ("PUT", f"/{link}/calls", {"called": True}),
        ("DELETE", f"/{link}", None),
    ):
        assert ask(server, eve, method, path, body)[1]["code"] == "member", (method, path)
        assert ask(server, "", method, path, body)[0] == 401
    for wrong in ("nowhere", link[:-1], link.upper(), "x" * 64, "a%00b", "%F0%9F%95%B5"):
        assert ask(server, eve, "GET", f"/{wrong}")[0] == 404, wrong
    assert ask(server, eve, "GET", f"/{'x' * 65}")[0] == 400
    for name in ("", "   ", "\u200b", "\u2800", "a" + "\u0301" * 4):
        assert ask(server, eve, "POST", "", {"name": name})[0] in {400, 409}, name
    assert ask(server, eve, "POST", "", {"name": "x" * 201})[0] == 400
    for nonsense in ("{}", '{"name": 3}', '{"name": "A", "keeper": 1}', "[]", "", "{"):
        assert ask(server, eve, "POST", "", nonsense.encode())[0] == 400
    assert ask(server, anna, "DELETE", f"/{link}/members/0")[0] == 400
    assert ask(server, anna, "GET", f"/{link}?page=-1")[0] == 400
    assert ask(server, anna, "POST", f"/{link}/tables", {"terms": TWO | {"seats": 99}})[1]["code"] == "terms"
    assert members(server, anna, link) == ["Anna"]


def test_a_page_shows_of_a_running_game_what_a_spectator_sees(server: LiveServer) -> None:
    """Two games that differ in all that is hidden give the same group page, but for the names of their tables."""
    anna, bob, carl = (server.token(name) for name in ("Xanthippe", "Bob", "Carl"))
    link = make(server, anna)
    join(server, link, bob, carl)
    hidden = TWO | {"watch": False, "variants": ["top-secret"]}

    async def start() -> str:
        table = await asyncio.to_thread(open_table, server, link, anna, hidden)
        clients = await seated_at(server, table, [anna, bob])
        await clients[0].must(Start())
        await leave(clients)
        return table

    tables = [asyncio.run(start()) for _ in range(2)]
    for token in (carl, anna):
        shown = {one["table"]: one for one in page(server, token, link)["tables"]}
        for table in tables:
            assert shown[table] == server.ask("GET", f"/api/tables/{table}")[1]["table"], "what its link shows"
        different = [{**shown[table], "table": "", "created_at": 0, "commitment": ""} for table in tables]
        assert different[0] == different[1]
    text = json.dumps(page(server, carl, link)) + json.dumps(own_groups(server, carl))
    for secret in (anna, bob, guest_id(server.database, "Xanthippe"), '"seed"', '"entropies"'):
        assert secret not in text


def test_ten_tabs_make_one_member_and_one_table(database: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(database))]
        if database.startswith("postgresql"):
            servers.append(stack.enter_context(serving(database)))
        anna, bob = servers[0].token("Anna"), servers[0].token("Bob")
        link = make(servers[0], anna)
        tabs = [(servers[tab % len(servers)], tab) for tab in range(10)]
        with ThreadPoolExecutor(10) as pool:
            list(pool.map(lambda tab: join(tab[0], link, bob), tabs))
            opened = list(pool.map(lambda tab: open_table(tab[0], link, bob), tabs))
        assert members(servers[0], anna, link) == ["Anna", "Bob"]
        assert len(set(opened)) == 1
        assert [one["table"] for one in page(servers[-1], anna, link)["tables"]] == opened[:1]


def test_at_the_last_second_one_is_in_or_out(database: str) -> None:
    """Guests join while the group gets a new link, and while it is deleted: whoever is told "joined" is a member."""
    with serving(database) as server:
        anna = server.token("Anna")
        link = make(server, anna)
        late = [server.token(f"Late {number}") for number in range(8)]
        with ThreadPoolExecutor(9) as pool:
            joins = [pool.submit(ask, server, token, "POST", f"/{link}/members") for token in late]
            new = pool.submit(ask, server, anna, "POST", f"/{link}/link").result()[1]["link"]
            answers = [join.result()[0] for join in joins]
        assert set(answers) <= {201, 404}
        names = set(members(server, anna, new))
        assert names == {"Anna"} | {f"Late {number}" for number, status in enumerate(answers) if status == 201}
        with ThreadPoolExecutor(9) as pool:
            joins = [pool.submit(ask, server, token, "POST", f"/{new}/members") for token in late]
            tables = [pool.submit(ask, server, anna, "POST", f"/{new}/tables", {"terms": TWO}) for _ in range(2)]
            assert pool.submit(ask, server, anna, "DELETE", f"/{new}").result()[0] == 204
            assert {join.result()[0] for join in joins} <= {201, 404}
            assert {made.result()[0] for made in tables} <= {201, 404, 409}
        assert all(own_groups(server, token) == [] for token in [anna, *late])


def test_limits_hold(tmp_path: Path) -> None:
    with serving(str(tmp_path / "t.sqlite3")) as server:
        anna, eve = server.token("Anna"), server.token("Eve")
        answers = [ask(server, anna, "POST", "", {"name": f"Group {number}"})[0] for number in range(MOST_GROUPS)]
        assert set(answers) == {201}
        more = [ask(server, eve, "POST", "", {"name": "One more"})[0] for _ in range(10)]
        assert 429 in more, "from the same address"
        made = more.count(201)  # one a minute
        links = [one["link"] for one in own_groups(server, anna)]
        join(server, links[0], eve)
        assert [len(own_groups(server, token)) for token in (anna, eve)] == [MOST_GROUPS, made + 1]


def test_nothing_of_a_deleted_guest_is_left_and_the_group_goes_on(database: str) -> None:
    with serving(database) as server:
        anna, bob, carl = (server.token(name) for name in ("Zanzibar", "Bob", "Carl"))
        link = make(server, anna)
        join(server, link, bob, carl)

        async def play() -> None:
            table = await asyncio.to_thread(open_table, server, link, anna)
            await leave(await played(server, table, [anna, bob]))

        asyncio.run(play())
        wait_until(lambda: bool(page(server, carl, link)["results"]))
        (known,) = export(server, anna)["guest"]["groups"]
        assert (known["name"], known["keeps"]) == (NAME, True)
        id_ = guest_id(database, "Zanzibar")
        assert forget(server, anna) == 200
        wait_until(lambda: "Zanzibar" not in every_text(database))
        assert every_text(database).count(id_) <= 1, "only the note that requests on their way are forgotten, too"
        shown = page(server, bob, link)
        assert [(one["name"], one.get("keeper", False)) for one in shown["members"]] == [("Bob", True), ("Carl", False)]
        assert [seat.get("name", "") for seat in shown["past"][0]["seats"]] == ["", "Bob"]
        assert [one["member"] for one in shown["results"][0]["scores"]] == [2]


def test_two_guests_who_are_one_become_one_member(server: LiveServer) -> None:
    anna, phone, bob = (Browser(server).arrive(name) for name in ("Anna", "Phone", "Bob"))
    first = make(server, phone.token, "Only the phone")
    both = make(server, phone.token, "Both")
    join(server, both, bob.token, anna.token)
    code = anna.ask("POST", "/api/guest/codes")[1]["code"]
    assert phone.ask("POST", "/api/guest/moves", {"code": code, "bring": True})[0] == 201
    assert members(server, anna.token, first) == ["Anna"]
    assert members(server, bob.token, both) == ["Anna", "Bob"], "who kept it with one guest keeps it"
    assert {one["name"] for one in own_groups(server, anna.token)} == {"Only the phone", "Both"}


def test_a_table_that_is_given_up_is_opened_anew(server: LiveServer) -> None:
    anna = server.token("Anna")
    link = make(server, anna)
    table = open_table(server, link, anna)
    assert open_table(server, link, anna) == table
    other = open_table(server, link, anna, TWO | {"seats": 3})
    assert other != table, "with other terms it is another one"

    async def give_up() -> None:
        async with Client(server, anna, table, 0) as client:
            await client.must(Sit(0))
            await client.must(Leave())

    asyncio.run(give_up())
    assert open_table(server, link, anna) not in {table, other}
