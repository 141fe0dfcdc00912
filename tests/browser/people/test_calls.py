"""Being called when it is one's turn, in a real browser: switched on and off, and what the worker does with a call.

Chromium gets its subscriptions from a service on the Internet, which tests do not reach. So the browser's subscription
is replaced by one that names a service on this machine; the message that the server sends there is decrypted, and
handed to the worker as the browser would do it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.people.test_app import CONTROLLED, keep
from tests.browser.visitors import DESK, PHONE, Visitor
from tests.live.push.services import PushService, push_service
from tests.live.push.test_calls import QUICK
from tests.live.servers import LiveServer, serving
from tests.server.push.devices import Device

DAYS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2, "clock": {"kind": "days", "days": 1}}
FAKE = """(made) => {
  const fake = { toJSON: () => made, unsubscribe: () => Promise.resolve(true) };
  PushManager.prototype.subscribe = (options) => {
    sessionStorage.setItem("subscribed", JSON.stringify(options));
    return Promise.resolve(fake);
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(fake);
}"""
SHOWN = """async () => {
  const found = await (await navigator.serviceWorker.ready).getNotifications();
  return found.map(({ title, body, tag }) => ({ title, body, tag }));
}"""
BOX = "Call me on this device, even when this page is closed"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(built_page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:  # noqa: ARG001
    """A server that may call this machine."""
    with serving(str(tmp_path_factory.mktemp("calls") / "tables.sqlite3"), QUICK) as running:
        yield running


class Called(Visitor):
    """Somebody whose browser has a worker, may show notifications, and subscribes to a service on this machine."""

    def __init__(self, browser: Browser, server: LiveServer, service: PushService, size: tuple[int, int]) -> None:
        super().__init__(browser, server, "Anna", size, service_workers="allow", permissions=["notifications"])
        self.path = f"/ok/{id(self)}"
        self.device = Device(service.url + self.path)
        self.page.add_init_script(f"({FAKE})({json.dumps(self.device.subscription())})")
        self.come_in()

    def workers(self) -> tuple[CDPSession, str]:
        """The browser's tools for workers, and the name of ours."""
        tools = self.context.new_cdp_session(self.page)
        found: list[str] = []
        tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
        )
        tools.send("ServiceWorker.enable")
        while not found:
            self.page.wait_for_timeout(50)
        return tools, found[-1]

    def hand_over(self, message: Any) -> None:
        """Give the worker a message, as the browser does when one has come."""
        tools, name = self.workers()
        told = {"origin": self.server.url, "registrationId": name, "data": json.dumps(message)}
        tools.send("ServiceWorker.deliverPushMessage", told)

    def shown(self, number: int) -> list[dict[str, str]]:
        """The notifications that are shown, once there are so many."""
        for _ in range(200):
            found: list[dict[str, str]] = self.page.evaluate(SHOWN)
            if len(found) == number:
                return found
            self.page.wait_for_timeout(100)
        raise AssertionError(found)


@pytest.fixture
def anna(browser: Browser, server: LiveServer, service: PushService) -> Iterator[Called]:
    visitor = Called(browser, server, service, PHONE)
    yield visitor
    errors = visitor.errors
    visitor.close()
    assert errors == []


def switch_on(anna: Called) -> None:
    """Switch calls on in "My games", without quiet hours."""
    keep(anna, "/games")
    anna.page.get_by_label(BOX).check()
    expect(anna.page.get_by_text("You’ll be called on this device.")).to_be_visible()
    for which in ("from", "to"):
        anna.page.get_by_label(which, exact=True).fill("00:00")
        anna.page.get_by_label(which, exact=True).blur()
        expect(anna.page.get_by_text("Saved.")).to_be_visible()


def test_from_the_switch_to_the_notification(anna: Called, service: PushService, browser: Browser) -> None:
    switch_on(anna)
    options = json.loads(anna.page.evaluate("sessionStorage.getItem('subscribed')"))
    assert options["userVisibleOnly"] is True
    assert anna.overflow() == 0
    assert anna.find_violations() == []
    # A game with Bert, in which Anna has the first move: he starts it when she has gone.
    bert = Visitor(browser, anna.server, "Bert", DESK).come_in()
    table = bert.open_table(DAYS | {"house": [["first", "1"]]})
    anna.command(table, {"do": "sit", "seat": 0})
    bert.command(table, {"do": "sit", "seat": 1}, {"do": "start"})
    bert.close()
    service.wait(lambda: bool(service.at(anna.path)))
    message = anna.device.read(service.at(anna.path)[0].body)
    assert message["table"] == table
    anna.hand_over(message)
    [shown] = anna.shown(1)
    assert shown == {"title": "Your turn", "body": "Heimlich & Co., with Bert", "tag": f"turn-{table}"}
    anna.hand_over(message)  # a newer one takes its place
    anna.page.wait_for_timeout(300)
    assert len(anna.shown(1)) == 1


def test_whoever_looks_at_the_table_gets_no_notification(anna: Called) -> None:
    table = anna.against_bots(DAYS)
    keep(anna)
    anna.go_to(table)
    anna.page.wait_for_function(CONTROLLED)
    anna.page.bring_to_front()
    anna.hand_over({"table": table, "title": "Your turn", "body": "here", "off": "x"})
    anna.hand_over({"table": "another", "title": "Your turn", "body": "elsewhere", "off": "x"})
    assert [one["body"] for one in anna.shown(1)] == ["elsewhere"]


def test_calls_are_switched_off_for_a_table_for_a_device_and_altogether(anna: Called) -> None:
    table = anna.against_bots(DAYS)
    switch_on(anna)
    anna.go_to(table)
    anna.page.get_by_role("button", name="Menu").click()
    calls = anna.page.get_by_role("group", name="When it is your turn")
    calls.get_by_label("Call me for this table").uncheck()
    expect(calls.get_by_text("Saved.")).to_be_visible()
    assert anna.overflow() == 0
    assert anna.find_violations() == []
    calls.get_by_label("No calls at all").check()
    expect(calls.get_by_label("Call me for this table")).to_be_disabled()
    calls.get_by_label(BOX).uncheck()
    expect(calls.get_by_text("This device is not called any more.")).to_be_visible()
    expect(calls.get_by_label("No calls at all")).to_have_count(0)


def test_a_browser_that_does_not_allow_it_is_told_why(browser: Browser, server: LiveServer) -> None:
    bert = Visitor(browser, server, "Bert", DESK, service_workers="allow").come_in()
    bert.page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    bert.page.goto("/games")
    expect(bert.page.get_by_text("Your browser blocks messages from this page.")).to_be_visible()
    expect(bert.page.get_by_label(BOX)).to_have_count(0)
    bert.close()


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_words_are_there_in_every_language(anna: Called, language: str, tmp_path: Path) -> None:
    anna.page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
    keep(anna, "/games")
    legend = {"de": "Wenn du am Zug bist", "fr": "Quand c’est à toi de jouer"}[language]
    group = anna.page.get_by_role("group", name=legend)
    group.get_by_role("checkbox").first.check()
    expect(group.locator("input[type=time]")).to_have_count(2)
    expect(group).not_to_contain_text("call.")
    assert anna.overflow() == 0
    group.screenshot(path=tmp_path / f"{language}.png")
