"""How busy the pages are from which one learns: lessons, the rules, the glossary, the page for teachers.

    python -m bench.learning [ROUNDS] [-v] [NAME]   needs the built page and Chromium, as the tests do

Each page is loaded on a phone's size and then used: a lesson is followed by pressing what is lit, rules are searched,
scrolled through and asked for their words. Tasks come from Chromium's trace (bench/trace.py), once as it is and once
with the CPU throttled to a quarter. They are times that the thread computed for, so other work on the machine counts
little; the best of some rounds counts. What a press moves counts as a shift here, for no real hand pressed. With -v
long tasks are told one by one. Prints JSON.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.page import LONG_MS, SLOWEST, long, longest
from bench.trace import CATEGORIES, Trace, read_trace
from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.visitors import ASK, PHONE, Visitor
from tests.live.servers import LiveServer, serving

LOADING_MS, USING_MS = 4_000, 8_000
SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shift += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""
FOLLOW = """() => { performance.mark("using"); setInterval(() => {
  document.querySelector("[data-lit]:not([disabled])")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}, 350); }"""
READ = """() => { performance.mark("using"); let at = 0;
  const point = (one) => one?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
  const acts = [
    () => scrollTo(0, 2500), () => scrollTo(0, 6000), () => scrollTo(0, 0),
    () => point([...document.querySelectorAll("[data-term]")].find((one) => one.getBoundingClientRect().top > 0)),
    () => {
      const search = document.querySelector("input[type=search]");
      if (!search) return;
      search.value = "a"; search.dispatchEvent(new Event("input", { bubbles: true }));
    },
    () => {
      const search = document.querySelector("input[type=search]");
      if (!search) return;
      search.value = ""; search.dispatchEvent(new Event("input", { bubbles: true }));
    },
    () => document.querySelector("input[type=radio]:not(:checked)")?.click(),
  ];
  setInterval(() => acts[at++]?.(), 1000);
}"""


class Visit(NamedTuple):
    """A page and what is done there; a lesson is begun first."""

    path: str
    use: str
    lesson: str = ""


VISITS = {
    "lesson-heimlich-co": Visit("", FOLLOW, "heimlich-co/first"),
    "lesson-suitcases": Visit("", FOLLOW, "suitcases/first"),
    "learn": Visit("/learn", READ),
    "rules-heimlich-co": Visit("/rules/heimlich-co/rio-grande", READ),
    "rules-suitcases": Visit("/rules/suitcases/jumbo", READ),
    "words": Visit("/words", READ),
    "teachers": Visit("/teachers", READ),
}


def watch(browser: Browser, server: LiveServer, name: str, slower: int) -> tuple[Trace, float]:
    """One visit, from the first request on; return its trace and how much has jumped."""
    path, use, lesson = VISITS[name]
    visitor = Visitor(browser, server, "Anna", PHONE).come_in()
    if lesson:
        path = f"/table/{visitor.page.evaluate(ASK, ['POST', f'/api/lessons/{lesson}', {}])['table']}"
    visitor.page.add_init_script(SHIFT)
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    browser.start_tracing(page=visitor.page, categories=CATEGORIES)
    visitor.page.goto(path, wait_until="commit")
    visitor.page.wait_for_timeout(LOADING_MS)
    visitor.page.evaluate(use)
    visitor.page.wait_for_timeout(USING_MS)
    trace = read_trace(browser.stop_tracing())
    shift: float = visitor.page.evaluate("shift")
    visitor.close()
    return trace, shift


def measure(browser: Browser, server: LiveServer, name: str, slower: int, told: bool) -> dict[str, Any]:
    """The figures of one round."""
    trace, shift = watch(browser, server, name, slower)
    using = trace.marks["using"]
    loading, used = trace.between(0, using), trace.between(using + 100, using + USING_MS)
    limit = LONG_MS * slower / SLOWEST
    if told:
        for task in [*long(loading, limit), *long(used, limit)]:
            print(f"{name} 1/{slower}: {task}", file=sys.stderr)
    return {
        "page": name,
        "cpu": f"1/{slower}",
        f"tasks_over_{limit:g}_ms": {"loading": len(long(loading, limit)), "using": len(long(used, limit))},
        "longest_task_ms": {"loading": longest(loading), "using": longest(used)},
        "layout_shift": round(shift, 4),
    }


def main(words: Sequence[str]) -> int:
    """All pages, as they are and slowed down."""
    rounds = next((int(word) for word in words if word.isdigit()), 2)
    names = [name for name in VISITS if name in words] or list(VISITS)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "tables.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name in names:
            for slower in (1, SLOWEST):
                made = [measure(browser, server, name, slower, "-v" in words) for _ in range(rounds)]
                print(json.dumps(min(made, key=lambda one: sum(one["longest_task_ms"].values()))), flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
