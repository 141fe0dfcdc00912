"""How fast the page is in a real browser: what is loaded, when the board is there, and how long its tasks take.

    python -m bench.page            both games; needs the built page and Chromium, as the tests do

Each game is measured against bots that take half a second for a decision: once as it is, once with Chromium's CPU
throttled to a quarter. A task is what keeps the browser from answering; the issue is those over 50 ms. Prints JSON.
"""

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.visitors import PHONE, Visitor
from tests.live.servers import LiveServer, serving

GAMES: dict[str, dict[str, Any]] = {
    "heimlich-co": {"game": "heimlich-co", "edition": "rio-grande", "seats": 4},
    "suitcases": {"game": "suitcases", "edition": "jumbo", "seats": 3},
}
DECISIONS = 8
WATCH = """
window.seen = { tasks: [], shift: 0 };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch("longtask", (one) => seen.tasks.push([one.startTime, one.duration]));
watch("layout-shift", (one) => { if (!one.hadRecentInput) seen.shift += one.value; });
"""
LOADED = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter((one) => !one.name.includes("/api/"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def measure(browser: Browser, server: LiveServer, name: str, slower: int) -> dict[str, Any]:
    """One game on a phone, from the first request to the end of some decisions."""
    visitor = Visitor(browser, server, "Anna", PHONE).come_in()
    table = visitor.against_bots({**GAMES[name], "bot_pace_ms": 500})
    visitor.page.add_init_script(WATCH)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    visitor.go_to(table)
    visitor.page.locator("svg.board, .board svg, main svg").first.wait_for()
    ready = visitor.page.evaluate("performance.now()")
    loaded = visitor.page.evaluate(LOADED)
    visitor.unfold_form()
    visitor.page.wait_for_timeout(3000)
    random, started = Random(1), visitor.page.evaluate("performance.now()")
    for _ in range(DECISIONS):
        visitor.page.locator(".offer").wait_for()
        visitor.decide_by_form(random)
    visitor.page.wait_for_timeout(3000)
    seen = visitor.page.evaluate("seen")
    visitor.close()
    playing = [took for at, took in seen["tasks"] if at > started]
    return {
        "game": name,
        "cpu": f"1/{slower}",
        "kilobytes": round(loaded / 1000, 1),
        "first_board_ms": round(ready),
        "longest_task_loading_ms": round(max([took for at, took in seen["tasks"] if at <= started], default=0)),
        "tasks_over_50_ms_playing": len(playing),
        "longest_task_playing_ms": round(max(playing, default=0)),
        "layout_shift": round(seen["shift"], 4),
    }


def main() -> int:
    """Both games, twice each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "tables.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        rows = [measure(browser, server, name, slower) for name in GAMES for slower in (1, 4)]
        browser.close()
    print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
