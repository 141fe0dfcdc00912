"""Members of a group are called to its new table: once, encrypted, and only those who asked for it."""

import json
import time

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
        "table": table,
        "title": "Donnerstag",
        "body": "Heimlich & Co.: Anna hat einen Tisch eröffnet",
        "off": "Nicht für diesen Tisch",
    }
    assert b"Donnerstag" not in call.body
    assert table not in json.dumps(call.headers) + call.path
    assert [name for name in names if service.at(f"/ok/{at}/{name}")] == ["Bob"]
