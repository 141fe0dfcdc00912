"""The page behind Caddy and nginx, over TLS: under an own name or a path, and when the proxy is cut off in mid-game."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Request, WebSocket, expect

from tests.browser.visitors import DESK, Visitor
from tests.live.proxies import NAMES, Door, Proxy, proxied
from tests.live.servers import free_port, serving

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3}
BASE = "/heimlich"
PAGES = ("/", "/new", "/games", "/case", "/rules/heimlich-co", "/rules/suitcases", "/replay", "/nowhere")
# A table against bots, by the addresses that the page itself uses.
OPEN = """async ([base, terms]) => {
  const ask = async (path, body) => (await fetch(base + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  await ask("/api/guests", { nickname: "Anna" });
  localStorage.setItem("heimlich.guest", "yes");
  const { table } = await ask("/api/tables", { terms });
  const commands = [{ do: "sit", seat: 0 }, { do: "add-bot", seat: 1, bot: "random" },
    { do: "add-bot", seat: 2, bot: "random" }, { do: "start" }];
  await new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://${location.host}${base}/api/socket`);
    let left = commands.length;
    socket.onopen = () => commands.forEach((command, id) =>
      socket.send(JSON.stringify({ t: "do", id: `${id}-${table}`, table, command })));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "refused") reject(new Error(data));
      if (message.t === "done" && --left === 0) { socket.close(); resolve(); }
    };
  });
  return table;
}"""
At = Callable[..., tuple[Visitor, Proxy]]


@pytest.fixture
def visit(browser: Browser, built_page: None, tmp_path: Path) -> Iterator[At]:  # noqa: ARG001
    """Makes someone who comes to a server through a proxy."""
    made: list[Visitor] = []
    with_exit: list[object] = []

    def make(name: str, *, path: bool) -> tuple[Visitor, Proxy]:
        port = free_port()
        public = f"https://localhost:{port}{BASE if path else ''}"
        serves = serving(str(tmp_path / "t.sqlite3"), {"HEIMLICH_PUBLIC_ADDRESS": public})
        server = serves.__enter__()
        proxies = proxied(name, tmp_path / name, [server], path=path, port=port)
        proxy = proxies.__enter__()
        with_exit.extend((proxies, serves))
        visitor = Visitor(browser, Door(proxy, server), "Anna", DESK, ignore_https_errors=True)
        made.append(visitor)
        return visitor, proxy

    yield make
    errors = [error for visitor in made for error in visitor.errors]
    for visitor in made:
        visitor.close()
    for one in with_exit:
        one.__exit__(None, None, None)  # type: ignore[attr-defined]
    assert errors == []


def watch_addresses(anna: Visitor, base: str) -> list[str]:
    """Collect all that the page asks for outside of its base path."""
    outside: list[str] = []
    start = f"localhost:{anna.server.url.split(':')[2].partition('/')[0]}{base}/"

    def note(address: str) -> None:
        if address.startswith(("http", "ws")) and not address.partition("://")[2].startswith(start):
            outside.append(address)

    def asked(request: Request) -> None:
        note(request.url)

    def dialled(socket: WebSocket) -> None:
        note(socket.url)

    anna.page.on("request", asked)
    anna.page.on("websocket", dialled)
    return outside


def decide(anna: Visitor, random: Random, decisions: int) -> None:
    """Decide so often; a question may be withdrawn while its form is being filled in, when the connection is lost."""
    while decisions:
        anna.page.locator(".offer").wait_for()
        decisions -= anna.decide_by_form(random)


@pytest.mark.parametrize(("name", "path"), [("caddy", False), ("nginx", True)])
def test_the_page_plays_on_when_its_proxy_was_cut_off(visit: At, name: str, path: bool) -> None:
    anna, proxy = visit(name, path=path)
    base = BASE if path else ""
    outside = watch_addresses(anna, base)
    anna.page.goto(f"{anna.server.url}/new")
    table = anna.page.evaluate(OPEN, [base, {**TERMS, "pace_ms": 0, "bot_pace_ms": 0, "public": False}])
    anna.page.goto(f"{anna.server.url}/table/{table}")
    anna.unfold_form()
    random = Random(3)
    decide(anna, random, 2)
    proxy.cut()
    anna.page.get_by_text("Reconnecting").first.wait_for()
    proxy.start()
    expect(anna.page.get_by_text("Reconnecting")).to_have_count(0)
    decide(anna, random, 3)
    assert outside == []


@pytest.mark.parametrize("name", NAMES)
def test_every_page_under_a_path_stays_under_it(visit: At, name: str) -> None:
    """Whatever a page links to or loads is under the base path, and a click on a link finds its page."""
    anna, _ = visit(name, path=True)
    outside = watch_addresses(anna, BASE)
    for page in PAGES:
        anna.page.goto(anna.server.url + page)
        anna.page.locator("main").first.wait_for()
        links = anna.page.eval_on_selector_all("a[href]", "all => all.map((one) => one.getAttribute('href'))")
        assert [link for link in links if link.startswith("/") and not link.startswith(f"{BASE}/")] == [], page
    anna.page.goto(f"{anna.server.url}/nowhere")
    anna.page.locator("main a").first.click()
    anna.page.wait_for_url(f"{anna.server.url}/")
    anna.page.locator(f"a[href^='{BASE}/new']").first.click()
    anna.page.wait_for_url(f"{anna.server.url}/new**")
    anna.page.reload()
    anna.page.locator("form, .setup, main button").first.wait_for()
    anna.page.go_back()
    anna.page.wait_for_url(f"{anna.server.url}/")
    cookies = {cookie["name"]: cookie["path"] for cookie in anna.context.cookies()}
    assert set(cookies.items()) <= {("__Secure-heimlich", BASE)}
    assert outside == []
