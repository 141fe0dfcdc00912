"""Members of a group are called to its new table or season: once, encrypted, and only those who asked for it."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

from tests.live.people.seasons import begin
from tests.live.people.test_groups import ask, join, make, open_table
from tests.live.push.services import PushService
from tests.live.push.test_calls import DAYS, SOON_S, server, service, subscribe, wish
from tests.live.servers import LiveServer

__all__ = ["server", "service"]  # fixtures


def test_only_members_who_asked_for_it_are_called_to_a_new_table(server: LiveServer, service: PushService) -> None:
    at = time.monotonic_ns()
    names = ("Anna", "Bob", "Carl", "Dora", "Eve")
    tokens = {name: server.token(name) for name in names}
    devices = {
        name: subscribe(server, token, f"{service.url}/ok/{at}/{name}", language="de") for name, token in tokens.items()
    }
    link = make(server, tokens["Anna"], "Donnerstag")
    join(server, link, tokens["Bob"], tokens["Carl"], tokens["Dora"])  # Eve is not in it
    for name in ("Anna", "Bob", "Dora"):  # Carl does not ask for it
        assert ask(server, tokens[name], "PUT", f"/{link}/calls", {"called": True})[0] == 204
    wish(server, tokens["Dora"], off=True)  # Dora wants no calls at all
    table = open_table(server, link, tokens["Anna"], DAYS)
    service.wait(lambda: bool(service.at(f"/ok/{at}/Bob")))
    assert open_table(server, link, tokens["Anna"], DAYS) == table, "pressed again: no second call"
    time.sleep(SOON_S)
    (call,) = service.at(f"/ok/{at}/Bob")
    assert devices["Bob"].read(call.body) == {
        "group": link,
        "table": table,
        "title": "Donnerstag",
        "body": "Heimlich & Co.: Anna hat einen Tisch eröffnet",
        "off": "Nicht für diese Gruppe",
    }
    for hidden in (link, table, "Donnerstag"):
        assert hidden not in json.dumps(call.headers) + call.path
        assert hidden.encode() not in call.body
    assert [name for name in names if service.at(f"/ok/{at}/{name}")] == ["Bob"]


def test_only_members_who_asked_for_it_are_called_when_a_season_begins(
    server: LiveServer, service: PushService
) -> None:
    at = time.monotonic_ns()
    names = ("Anna", "Bob", "Carl", "Dora", "Eve", "Fred")
    tokens = {name: server.token(name) for name in names}
    devices = {
        name: subscribe(server, token, f"{service.url}/ok/{at}/{name}", language="fr") for name, token in tokens.items()
    }
    link = make(server, tokens["Anna"], "Jeudi")
    join(server, link, *(tokens[name] for name in ("Bob", "Carl", "Dora", "Fred")))  # Eve is not in it
    for name in ("Anna", "Bob", "Dora", "Fred"):  # Carl does not ask for it
        assert ask(server, tokens[name], "PUT", f"/{link}/calls", {"called": True})[0] == 204
    wish(server, tokens["Dora"], off=True)  # Dora wants no calls at all
    wish(server, tokens["Fred"], quiet_from=0, quiet_to=23 * 60 + 59, zone="UTC")  # it is always quiet for Fred
    with ThreadPoolExecutor(4) as presses:
        pressed = presses.map(lambda _: begin(server, link, tokens["Anna"], name="Hiver"), range(4))
        (season,) = set(pressed)  # four presses at once are one season
    service.wait(lambda: bool(service.at(f"/ok/{at}/Bob")))
    time.sleep(SOON_S)
    (call,) = service.at(f"/ok/{at}/Bob")
    assert devices["Bob"].read(call.body) == {
        "group": link,
        "season": season,
        "title": "Jeudi",
        "body": "Heimlich & Co.\u202f: Anna vient de lancer une saison",
        "off": "Pas pour ce groupe",
    }
    for hidden in (link, season, "Jeudi", "Hiver"):
        assert hidden not in json.dumps(call.headers) + call.path
        assert hidden.encode() not in call.body
    assert [name for name in names if service.at(f"/ok/{at}/{name}")] == ["Bob"]
