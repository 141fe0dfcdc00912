"""Being called when it is one's turn, in a real browser: switched on and off, and what the worker does with a call.

Chromium gets its subscriptions from a service on the Internet, which tests do not reach. So the browser's subscription
is replaced by one that names a service on this machine; the message that the server sends there is decrypted, and
handed to the worker as the browser would do it.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.people.test_app import CONTROLLED, keep
from tests.browser.people.test_groups import make_group
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
PRESS = """async ([tag, action]) => {
  let work = null;
  let opened = "";
  ExtendableEvent.prototype.waitUntil = (promise) => { work = promise; };
  self.clients.openWindow = async (address) => { opened = `new ${address}`; return null; };
  WindowClient.prototype.focus = async function () { opened = `there ${this.url}`; return this; };
  let found = [];
  for (let tries = 0; tries < 60 && !found.length; tries++) {
    found = await self.registration.getNotifications({ tag });
    if (!found.length) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (!found.length) return null;
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification: found[0], action }));
  await work;
  return opened;
}"""
RENEW = """async ([made]) => {
  let work = null;
  ExtendableEvent.prototype.waitUntil = (promise) => { work = promise; };
  PushManager.prototype.subscribe = async () => ({ toJSON: () => JSON.parse(made) });
  const event = new ExtendableEvent("pushsubscriptionchange");
  Object.defineProperty(event, "oldSubscription", { value: { options: { userVisibleOnly: true } } });
  self.dispatchEvent(event);
  await work;
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

    def __init__(
        self, browser: Browser, server: LiveServer, service: PushService, size: tuple[int, int], name: str = "Anna"
    ) -> None:
        super().__init__(browser, server, name, size, service_workers="allow", permissions=["notifications"])
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

    def in_worker(self, script: str, *words: str) -> Any:
        """Run something in the worker, which a message has started if it slept."""
        for _ in range(200):
            if self.context.service_workers:
                return self.context.service_workers[-1].evaluate(script, list(words))
            self.page.wait_for_timeout(50)
        raise AssertionError("the worker does not run")

    def press(self, message: Any, action: str = "") -> str:
        """Get a message, and press its notification or the button there; return the window that the worker brings up.

        A browser without a screen shows no notifications to press, so the worker is told of the press as the browser
        tells it; without a person's press it may open no window itself, so the address is taken instead. A message that
        was handed over while the worker was being started may be dropped by the browser's tools: then it comes again.
        """
        for _ in range(10):
            self.hand_over(message)
            opened: str | None = self.in_worker(PRESS, f"turn-{message.get('season') or message['table']}", action)
            if opened is not None:
                return opened
        raise AssertionError("no notification is shown")

    def close_app(self) -> None:
        """Leave the page: no window of ours is open any more."""
        self.page.goto("about:blank")

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
    here = {"table": table, "title": "Your turn", "body": "here", "off": "x"}
    elsewhere = {"table": "another", "title": "Your turn", "body": "elsewhere", "off": "x"}
    anna.hand_over(here)
    for _ in range(20):  # a message that meets a worker which is being started may be dropped by the browser's tools
        anna.hand_over(elsewhere)
        anna.page.wait_for_timeout(500)
        if anna.page.evaluate(SHOWN):
            break
    anna.hand_over(here)  # now the worker runs
    anna.page.wait_for_timeout(500)
    assert [one["body"] for one in anna.shown(1)] == ["elsewhere"]


def test_a_press_on_the_notification_leads_to_the_table_and_its_button_to_quiet(anna: Called) -> None:
    table = anna.against_bots(DAYS)
    switch_on(anna)
    message = {"table": table, "title": "Your turn", "body": "Heimlich & Co.", "off": "Not for this table"}
    address = f"{anna.server.url}/table/{table}"
    assert anna.press(message) == f"new {address}"
    assert anna.shown(0) == [], "it is gone once it was pressed"
    anna.go_to(table)
    anna.page.wait_for_function(CONTROLLED)
    tools = anna.context.new_cdp_session(anna.page)
    tools.send("Emulation.setFocusEmulationEnabled", {"enabled": False})  # else every page is in front for the browser
    other = anna.context.new_page()  # the table is open, and something else is in front of it
    other.goto("/rules")
    other.bring_to_front()
    assert anna.press(message) == f"there {address}"
    assert anna.press(message, "off") == ""
    calls = anna.page.evaluate("fetch('/api/calls').then((answer) => answer.json())")
    assert calls["quiet_tables"] == [table]


@pytest.mark.parametrize("subject", ["season", "table"])
def test_a_press_on_a_call_to_a_group_leads_there_and_its_button_to_a_quiet_group(anna: Called, subject: str) -> None:
    link = make_group(anna)
    switch_on(anna)
    ask = """([method, path, body]) => fetch(path, { method, headers: { "Content-Type": "application/json" },
        body: body && JSON.stringify(body) }).then((answer) => (answer.status === 204 ? null : answer.json()))"""
    anna.page.evaluate(ask, ["PUT", f"/api/groups/{link}/calls", {"called": True}])
    assert anna.page.evaluate(ask, ["GET", f"/api/groups/{link}", None])["group"]["called"]
    message = {"group": link, subject: "s1", "title": "Thursday", "body": "Something has begun", "off": "x"}
    place = "table/s1" if subject == "table" else f"group/{link}/season/s1"  # a table at which Anna has no seat yet
    assert anna.press(message) == f"new {anna.server.url}/{place}"
    assert anna.press(message, "off") == ""
    assert not anna.page.evaluate(ask, ["GET", f"/api/groups/{link}", None])["group"]["called"]


def test_a_subscription_that_the_browser_replaces_is_replaced_here(anna: Called, service: PushService) -> None:
    switch_on(anna)
    table = anna.against_bots(DAYS)
    renewed = Device(f"{service.url}/ok/renewed-{table}")
    anna.hand_over({"table": table, "title": "Your turn", "body": "b", "off": "x"})  # it runs now
    anna.in_worker(RENEW, json.dumps(renewed.subscription()))
    calls = anna.page.evaluate("fetch('/api/calls').then((answer) => answer.json())")
    assert (calls["here"], calls["devices"]) == (True, 1)
    with closing(sqlite3.connect(anna.server.database, timeout=60)) as opened:
        kept = {row[0] for row in opened.execute("SELECT endpoint FROM push_subscriptions")}
    assert renewed.endpoint in kept
    assert anna.device.endpoint not in kept


def test_friends_play_for_days_on_two_phones_with_the_app_closed_in_between(
    browser: Browser, server: LiveServer, service: PushService
) -> None:
    """Nobody has the page open when their turn comes: a call, a press on it, the table at the question, a decision."""
    friends = [Called(browser, server, service, PHONE, name) for name in ("Anna", "Bert")]
    for friend in friends:
        switch_on(friend)
    anna, bert = friends
    table = anna.open_table(DAYS | {"house": [["first", "1"]], "pace_ms": 0})
    anna.command(table, {"do": "sit", "seat": 0})
    bert.command(table, {"do": "sit", "seat": 1})
    anna.command(table, {"do": "start"})
    for friend in friends:
        friend.close_app()
    for turn in range(4):
        friend, other = friends[turn % 2], friends[1 - turn % 2]
        times = turn // 2 + 1
        service.wait(lambda friend=friend, times=times: len(service.at(friend.path)) == times)  # type: ignore[misc]
        message = friend.device.read(service.at(friend.path)[-1].body)
        assert message == {
            "table": table,
            "title": "Your turn",
            "body": f"Heimlich & Co., with {other.name}",
            "off": "Not for this table",
        }
        how, _, address = friend.press(message).partition(" ")
        assert how == "new"
        friend.page.goto(address)
        friend.expect_turn("Your turn")  # the question is there at once
        friend.unfold_form()
        random = Random(turn)
        friend.decide_when_asked(random)
        theirs = friend.turn.filter(has_text=other.name)
        more = friend.page.locator(".offer")
        theirs.or_(more).first.wait_for()
        while not theirs.count():  # the safe may be to be moved, too
            friend.decide_by_form(random, calm=False)
            theirs.or_(more).first.wait_for()
        friend.close_app()
    service.wait(lambda: len(service.at(anna.path)) == 3)  # it is her turn again
    assert len(service.at(bert.path)) == 2, "once for each turn"
    for friend in friends:
        errors = friend.errors
        friend.close()
        assert errors == []


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
