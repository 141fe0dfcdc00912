"""Two who use the same thing at the same moment: one gets in, the other is refused, and nothing is half done."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TypeVar

from tests.live.authenticator import SoftPasskey
from tests.live.browsers import REFUSED, Browser
from tests.live.people.test_groups import join, make, members
from tests.live.servers import LiveServer, serving

AT_ONCE = 6
Given = TypeVar("Given")
Answer = TypeVar("Answer")


def at_once(work: Callable[[Given], Answer], given: Sequence[Given]) -> list[Answer]:
    with ThreadPoolExecutor(len(given)) as pool:
        return list(pool.map(work, given))


def servers_of(stack: ExitStack, database: str) -> list[LiveServer]:
    """One server; on a database that may be shared, two."""
    number = 2 if database.startswith("postgresql") else 1
    return [stack.enter_context(serving(database)) for _ in range(number)]


def test_one_assertion_sent_many_times_at_once_signs_in_once(database: str) -> None:
    with ExitStack() as stack:
        servers = servers_of(stack, database)
        host = f"localhost:{servers[0].port}"
        anna, passkey = Browser(servers[0]).arrive("Anna"), SoftPasskey(counting=False)
        assert anna.add(passkey)[0] == 201
        begun = anna.begin()
        body = {"ceremony": begun["ceremony"], "credential": passkey.get(begun["options"], anna.origin)}
        thieves = [Browser(servers[number % len(servers)], host=host) for number in range(AT_ONCE)]
        answers = at_once(lambda thief: thief.ask("POST", "/api/sign-in", body), thieves)
        assert sorted(status for status, _ in answers) == [201] + [409] * (AT_ONCE - 1)
        assert [answer for answer in answers if answer[0] != 201] == [REFUSED] * (AT_ONCE - 1)
        assert len(anna.state()["devices"]) == 2


def test_one_new_passkey_sent_many_times_at_once_is_added_once(database: str) -> None:
    with ExitStack() as stack:
        servers = servers_of(stack, database)
        anna, passkey = Browser(servers[0]).arrive("Anna"), SoftPasskey()
        begun = anna.ask("POST", "/api/passkeys/options", {})[1]
        made = passkey.create(begun["options"], anna.origin)
        body = {"ceremony": begun["ceremony"], "credential": made, "name": "Phone"}
        tabs = [Browser(servers[number % len(servers)], anna.token, host=anna.host) for number in range(AT_ONCE)]
        answers = at_once(lambda tab: tab.ask("POST", "/api/passkeys", body)[0], tabs)
        assert sorted(answers) == [201] + [409] * (AT_ONCE - 1)
        assert len(anna.state()["passkeys"]) == 1


def test_a_guest_is_joined_into_one_of_two(database: str) -> None:
    """A device that signs in as two guests at once, with its games: they go to one of them, whole."""
    with ExitStack() as stack:
        servers = servers_of(stack, database)
        owners = []
        for name in ("Anna", "Bob"):
            owner, passkey = Browser(servers[0]).arrive(name), SoftPasskey()
            assert owner.add(passkey)[0] == 201
            owners.append((owner, passkey))
        phone = Browser(servers[0]).arrive("Phone")
        link = make(servers[0], phone.token)
        join(servers[0], link, servers[0].token("Carl"))
        doors = [Browser(servers[-number], phone.token, host=phone.host) for number in range(2)]
        passkeys = [passkey for _, passkey in owners]
        answers = at_once(lambda way: way[0].sign_in(way[1], bring=True), list(zip(doors, passkeys, strict=True)))
        statuses = sorted(status for status, _ in answers)
        assert statuses[0] == 201, answers
        assert statuses[1] in {201, 401}, answers
        found = [members(servers[0], owner.token, link) for owner, _ in owners if is_member(owner, link)]
        assert found in ([["Anna", "Carl"]], [["Bob", "Carl"]])
        assert phone.name is None


def is_member(browser: Browser, link: str) -> bool:
    answer = browser.server.ask("GET", f"/api/groups/{link}", token=browser.token)[1]
    return answer["group"] is not None
