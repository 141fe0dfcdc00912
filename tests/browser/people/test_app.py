"""The page as an app: without a network, from one version to the next, and what stays on the device."""

import hashlib
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from heimlich.server.web.pages import STATIC
from tests.browser.visitors import DESK, PATIENCE_MS, PHONE, Visitor
from tests.live.servers import LiveServer

# `heimlich serve` with the page of another folder.
SERVE = """import sys
from pathlib import Path
from heimlich.server.web import pages
pages.STATIC = Path(sys.argv.pop(1))
from heimlich.cli.main import main
sys.exit(main())"""
SEND = "Take the masks off"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found.sort();
}"""
TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3, "clock": {"kind": "days", "days": 1}}


def another_build(folder: Path) -> None:
    """Write the page as another build would have it: every file of other content has another name."""
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", "fonts"))
    names = {
        file.name: f"{file.stem[:-1]}{'Y' if file.stem[-1] != 'Y' else 'Z'}{file.suffix}"
        for file in (folder / "assets").iterdir()
    }
    stamps = [
        hashlib.sha256("\n".join(sorted(f"assets/{name}" for name in some)).encode()).hexdigest()[:16]
        for some in (names, names.values())
    ]
    for old, new in names.items():
        (folder / "assets" / old).rename(folder / "assets" / new)
    for file in [*folder.glob("*.*"), *(folder / "assets").iterdir()]:
        if file.suffix in {".js", ".css", ".html"}:
            text = file.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            file.write_text(text.replace(stamps[0], stamps[1]), "utf-8")


class AppServer(LiveServer):
    """A server whose page can be exchanged for another build while it is down."""

    def __init__(self, folder: Path) -> None:
        self.page = folder / "page"
        self.page.symlink_to(STATIC)
        super().__init__(str(folder / "tables.sqlite3"), None, (sys.executable, "-c", SERVE, str(self.page), "serve"))

    def use(self, build: Path) -> None:
        """Start again with this build."""
        self.stop()
        self.page.unlink()
        self.page.symlink_to(build)
        self.start()


@pytest.fixture
def server(built_page: None, tmp_path: Path) -> Iterator[AppServer]:  # noqa: ARG001
    """A server of one test's own: it is stopped in the middle."""
    server = AppServer(tmp_path)
    server.start()
    yield server
    if server.running:
        server.stop()


@pytest.fixture
def anna(browser: Browser, server: AppServer) -> Iterator[Visitor]:
    """Somebody whose browser keeps the page."""
    visitor = Visitor(browser, server, "Anna", PHONE, service_workers="allow").come_in()
    yield visitor
    visitor.close()


def keep(visitor: Visitor, path: str = "/") -> None:
    """Be at a page until the worker answers for it, and come back to it once, as people do."""
    visitor.page.goto(path)
    visitor.page.wait_for_function(CONTROLLED, timeout=3 * PATIENCE_MS)
    visitor.page.reload()
    visitor.page.wait_for_function(CONTROLLED)


def wait_until_kept(visitor: Visitor, path: str, *, is_so: bool = True) -> None:
    """Wait until this device keeps an answer, or no longer does."""
    until = time.monotonic() + 3 * PATIENCE_MS / 1000
    while (path in visitor.page.evaluate(KEPT)) is not is_so:
        assert time.monotonic() < until, path
        visitor.page.wait_for_timeout(100)


def test_without_a_network_ones_tables_are_shown_as_they_were_and_it_says_so(anna: Visitor, server: AppServer) -> None:
    anna.against_bots(TERMS)
    keep(anna)
    own = anna.page.locator("main").get_by_text("Your turn")
    expect(own.first).to_be_visible()
    server.stop()
    anna.page.reload()
    expect(anna.page.get_by_text("No network. You see your tables as they were")).to_be_visible()
    expect(own.first).to_be_visible()
    assert anna.overflow() == 0
    assert anna.find_violations() == []
    server.start()
    anna.page.reload()
    expect(own.first).to_be_visible()
    expect(anna.page.get_by_text("No network.")).to_have_count(0)


def test_without_a_network_my_games_says_nothing_wrong(anna: Visitor, server: AppServer) -> None:
    anna.against_bots(TERMS)
    keep(anna)
    expect(anna.page.locator("main").get_by_text("Your turn").first).to_be_visible()
    wait_until_kept(anna, "/api/guest/tables")
    server.stop()
    anna.page.goto("/games")  # for the first time
    expect(anna.page.get_by_text("No network. You see your tables as they were")).to_be_visible()
    expect(anna.page.locator("main").get_by_text("Your turn")).to_be_visible()
    for untrue in ("No game is waiting for you.", "No finished games yet."):
        expect(anna.page.get_by_text(untrue)).to_have_count(0)
    assert anna.find_violations() == []
    for path in ("/groups", "/group/abc", "/group/abc/season/def"):
        anna.page.goto(path)
        expect(anna.page.get_by_role("heading", name="Groups", level=1)).to_be_visible()
        expect(anna.page.get_by_role("alert")).to_contain_text("You’re offline, or the server is restarting.")
        assert anna.find_violations() == []


def test_without_a_network_the_board_is_shown_as_it_was_until_one_signs_out(anna: Visitor, server: AppServer) -> None:
    table = anna.against_bots(TERMS)
    keep(anna)
    expect(anna.page.locator("main").get_by_text("Your turn").first).to_be_visible()
    wait_until_kept(anna, "/api/guest/tables")
    anna.go_to(table)
    expect(anna.turn).to_contain_text("Your turn")
    wait_until_kept(anna, f"/api/kept/{table}")
    server.stop()
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Play on").click()  # from the list that was kept
    shown = anna.page.get_by_role("region", name="As you last saw it")
    expect(shown.get_by_text("You can look, but not play")).to_be_visible()
    expect(shown.locator("svg").first).to_be_visible()
    expect(anna.page.locator(".offer")).to_have_count(0)
    assert anna.overflow() == 0
    assert anna.find_violations() == []
    server.start()
    anna.page.reload()
    expect(anna.turn).to_contain_text("Your turn")
    anna.page.goto("/games")
    anna.page.get_by_role("button", name="Sign out", exact=True).click()
    anna.page.get_by_role("button", name="Sign out here").click()
    wait_until_kept(anna, f"/api/kept/{table}", is_so=False)


def test_rules_in_every_language_and_the_case_of_the_day_can_be_read_without_a_network(
    anna: Visitor, server: AppServer
) -> None:
    anna.page.evaluate("localStorage.setItem('heimlich.cases', '{}')")  # somebody who solves cases …
    keep(anna)
    today = server.ask("GET", "/api/cases")[1]["day"]
    wait_until_kept(anna, f"/api/cases/{today}/move")
    server.stop()  # … and has not opened today's yet
    for language, title in (("en", "rules"), ("de", "Regeln"), ("fr", "règles")):
        anna.page.goto("/rules/heimlich-co/rio-grande")
        anna.page.evaluate("(tag) => localStorage.setItem('heimlich', JSON.stringify({ language: tag }))", language)
        anna.page.reload()
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        expect(anna.page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(anna.page.locator("main")).to_contain_text("H11")
    anna.page.evaluate("localStorage.removeItem('heimlich')")
    anna.page.goto("/case")
    expect(anna.page.get_by_role("button", name=SEND)).to_be_visible()
    anna.page.goto(f"/case/{today}/move")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text("What would you do?")


def test_lessons_that_nobody_has_opened_can_be_read_without_a_network(anna: Visitor, server: AppServer) -> None:
    keep(anna)
    server.stop()
    anna.page.goto("/learn")
    lessons = anna.page.get_by_role("listitem").filter(has=anna.page.get_by_role("heading", level=3))
    expect(lessons.first).to_contain_text("Your first game")
    expect(anna.page.get_by_text("No network.")).to_be_visible()
    assert lessons.count() == 9
    for lesson in lessons.all():
        expect(lesson.get_by_role("button")).to_be_disabled()
        lesson.locator("summary").click()
        expect(lesson.locator("details li").nth(5)).to_be_visible()
    expect(lessons.first).to_contain_text("You rolled a 3: tap Red three times")
    expect(lessons.first).to_contain_text("The masks come off")
    assert anna.overflow() == 0
    assert anna.find_violations() == []


def test_an_open_tab_keeps_its_version_until_its_reader_wants_the_new_one(
    anna: Visitor, server: AppServer, tmp_path: Path
) -> None:
    keep(anna)
    missing: list[str] = []
    anna.context.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    another_build(tmp_path / "next")
    server.use(tmp_path / "next")
    before = anna.page.evaluate("performance.timeOrigin")
    anna.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    notice = anna.page.get_by_text("There is a new version of this page.")
    expect(notice).to_be_visible()
    # A page that this tab has not loaded yet: its files are those of the old version, and the server has them no more.
    anna.page.get_by_role("link", name="My games").click()
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    assert anna.page.evaluate("performance.timeOrigin") == before  # nothing was loaded anew behind one's back
    scripts = "[...document.querySelectorAll('script[src]')].map((one) => new URL(one.src).pathname)"
    old = anna.page.evaluate(scripts)
    anna.page.get_by_role("button", name="Load it now").click()
    anna.page.wait_for_function("(at) => performance.timeOrigin !== at", arg=before)
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    expect(notice).to_have_count(0)
    assert set(anna.page.evaluate(scripts)).isdisjoint(old)
    loaded = anna.page.evaluate("performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)")
    files = {f"/assets/{file.name}" for file in (tmp_path / "next" / "assets").iterdir()}
    assert {path for path in loaded if path.startswith("/assets/")} <= files
    assert missing == []
    server.stop()  # what the worker has kept of the new version is whole
    anna.page.goto("/rules/heimlich-co/rio-grande")
    expect(anna.page.locator("main")).to_contain_text("H11")


def test_another_tab_of_the_old_version_goes_on_after_the_new_one_was_loaded(
    anna: Visitor, server: AppServer, tmp_path: Path
) -> None:
    keep(anna)
    other = anna.context.new_page()
    other.goto("/")
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    another_build(tmp_path / "next")
    server.use(tmp_path / "next")
    anna.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    anna.page.get_by_role("button", name="Load it now").click()
    anna.page.wait_for_function("() => !document.body.innerText.includes('new version')")
    other.get_by_role("link", name="My games").click()
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    expect(other.get_by_text("older version")).to_have_count(0)


def test_nothing_of_a_game_stays_on_the_device_and_nothing_at_all_of_a_guest_who_is_forgotten(
    anna: Visitor, server: AppServer
) -> None:
    table = anna.against_bots(TERMS)
    keep(anna)
    anna.go_to(table)
    anna.expect_turn("Your turn")
    kept = {path for path in anna.page.evaluate(KEPT) if not path.startswith(("/assets/", "/api/lessons"))}
    assert kept <= {"/", "/api/games", "/api/guest", "/api/guest/tables"}
    assert "/api/guest/tables" in kept
    anna.page.goto("/")
    anna.page.get_by_role("button", name="Forget me").click()
    anna.page.get_by_role("button", name="Yes, forget me").click()
    expect(anna.page.get_by_text("Nobody here knows you any more")).to_be_visible()
    wait_until_kept(anna, "/api/guest/tables", is_so=False)
    server.stop()
    anna.page.reload()
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    expect(anna.page.locator("main").get_by_text("Your turn")).to_have_count(0)


def test_the_notice_of_a_new_version_can_be_put_off(browser: Browser, server: AppServer, tmp_path: Path) -> None:
    bert = Visitor(browser, server, "Bert", DESK, service_workers="allow").come_in()
    try:
        keep(bert)
        another_build(tmp_path / "next")
        server.use(tmp_path / "next")
        bert.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        later = bert.page.get_by_role("button", name="Later")
        expect(later).to_be_visible()
        assert bert.find_violations() == []
        later.click()
        expect(later).to_have_count(0)
        assert bert.errors == []
    finally:
        bert.close()
