"""How fast the page is in a real browser: what is loaded, when the board is there, how long its tasks are, what jumps.

    python -m bench.page [ROUNDS] [-v] [GAME]   needs the built page and Chromium, as the tests do

Each game is played on a phone's size with its form unfolded, against bots that take half a second for a decision: once
as it is, once with Chromium's CPU throttled to a quarter. Tasks and frames come from Chromium's trace (bench/trace.py);
the best of some rounds counts, for other work on the machine only makes it worse. With -v long tasks are told one by
one. Of the unthrottled page those are counted that a CPU of a quarter would be busy with for over 50 ms. Prints JSON.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.trace import CATEGORIES, Task, Trace, read_trace
from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.visitors import GESTURE, PHONE, Visitor
from tests.live.servers import LiveServer, serving

GAMES: dict[str, dict[str, Any]] = {
    "heimlich-co": {"game": "heimlich-co", "edition": "rio-grande", "seats": 4},
    "suitcases": {"game": "suitcases", "edition": "jumbo", "seats": 3},
}
LOADING_MS, PLAYING_MS = 5_000, 15_000
LONG_MS, SLOWEST = 50, 4
# Nothing is asked of the page while it is watched: what asks would take its time, too.
WATCH = """
localStorage.setItem("heimlich", JSON.stringify({ byForm: true }));
window.seen = { shift: 0, first: 0, board: 0, last: 0, playing: false };
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver((changes) => {
  if (seen.playing) return;
  seen.last = performance.now();
  if (!seen.first && document.querySelector("main svg")) seen.first = seen.last;
  if (changes.some((one) => one.target.closest?.(".layers, .map"))) seen.board = seen.last;
}).observe(document, { childList: true, subtree: true });
"""
PLAY = f"""() => {{
  const decide = {GESTURE};
  let seed = 1;
  seen.playing = true;
  performance.mark("playing");
  setInterval(() => decide([(seed = (seed * 48271) % 2147483647), seed % 10 > 0]), 300);
}}"""
LOADED = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter((one) => !one.name.includes("/api/"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def watch(browser: Browser, server: LiveServer, name: str, slower: int) -> tuple[Trace, dict[str, Any]]:
    """One game on a phone, from the first request on, for some seconds."""
    visitor = Visitor(browser, server, "Anna", PHONE).come_in()
    table = visitor.against_bots({**GAMES[name], "bot_pace_ms": 500})
    visitor.page.add_init_script(WATCH)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    browser.start_tracing(page=visitor.page, categories=CATEGORIES)
    visitor.page.goto(f"/table/{table}", wait_until="commit")
    visitor.page.wait_for_timeout(LOADING_MS)
    visitor.page.evaluate(PLAY)
    visitor.page.wait_for_timeout(PLAYING_MS)
    trace = read_trace(browser.stop_tracing())
    seen = visitor.page.evaluate("seen") | {"loaded": visitor.page.evaluate(LOADED)}
    visitor.close()
    return trace, seen


def measure(browser: Browser, server: LiveServer, name: str, slower: int, told: bool) -> dict[str, Any]:
    """The figures of one round."""
    trace, seen = watch(browser, server, name, slower)
    playing = trace.marks["playing"]
    end = playing + PLAYING_MS
    loading, play = trace.between(0, playing), trace.between(playing + 100, end)  # 100 ms: the call that began it
    frames = trace.frames(playing, end)
    limit = LONG_MS * slower / SLOWEST
    if told:
        for task in [*long(loading, limit), *long(play, limit)]:
            print(f"{name} 1/{slower}: {task}", file=sys.stderr)
    return {
        "game": name,
        "cpu": f"1/{slower}",
        "kilobytes": round(seen["loaded"] / 1000, 1),
        "first_of_board_ms": round(seen["first"]),
        "whole_board_ms": round(seen["board"]),
        "whole_page_ms": round(seen["last"]),
        f"tasks_over_{limit:g}_ms": {"loading": len(long(loading, limit)), "playing": len(long(play, limit))},
        "longest_task_ms": {"loading": longest(loading), "playing": longest(play)},
        "frame_ms_when_something_moves": {
            "frames": len(frames),
            "p50": share(frames, 0.5),
            "p95": share(frames, 0.95),
            "p99": share(frames, 0.99),
            "worst": share(frames, 1),
        },
        "paint_ms_a_second": round(sum(task.spent["paint"] for task in play) / (PLAYING_MS / 1000), 1),
        "layout_shift": round(seen["shift"], 4),
    }


def long(tasks: Sequence[Task], limit_ms: float) -> list[Task]:
    """Those over the bar, or that would be on the slower CPU."""
    return [task for task in tasks if task.took > limit_ms and is_ours(task)]


def longest(tasks: Sequence[Task]) -> int:
    return round(max((task.took for task in tasks if is_ours(task)), default=0))


def is_ours(task: Task) -> bool:
    """The browser's own work for a new document is not the page's."""
    return task.spent["navigation"] <= 0


def share(values: Sequence[float], part: float) -> float:
    return round(values[min(len(values) - 1, int(part * len(values)))], 1) if values else 0.0


def best(rounds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The round with the shortest of the longest tasks; of times to the board, the shortest; of shifts, the worst."""
    row = min(rounds, key=lambda one: sum(one["longest_task_ms"].values()))
    times = {key: min(one[key] for one in rounds) for key in row if key.startswith(("first_", "whole_"))}
    return row | times | {"layout_shift": max(one["layout_shift"] for one in rounds)}


def main(words: Sequence[str]) -> int:
    """Both games, as they are and slowed down."""
    rounds = next((int(word) for word in words if word.isdigit()), 3)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "tables.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        rows = [
            best([measure(browser, server, name, slower, "-v" in words) for _ in range(rounds)])
            for name in GAMES
            for slower in (1, 4)
            if name in words or not GAMES.keys() & set(words)
        ]
        browser.close()
    print(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
