"""How quick a replay is in a real browser: looking with other eyes, and pulling the line to any moment.

    python -m bench.replay    needs the built page and Chromium, as the tests do

The longest golden records are opened on a phone's size. Times are from the event to the end of the frame that shows it.
Prints JSON.
"""

import json
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import ARGUMENTS, find_chromium
from tests.browser.visitors import PHONE, Visitor
from tests.golden.test_golden import RECORDS
from tests.live.servers import serving

NAMES = ("jumbo-4", "rio-grande-7")
SCRUBS = 40
TIMED = """async ([selector, value, event]) => {
  const control = document.querySelector(selector);
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  const began = performance.now();
  control.value = value;
  control.dispatchEvent(new Event(event, { bubbles: true }));
  await frame();
  return performance.now() - began;
}"""


def measure(page: Page) -> dict[str, Any]:
    """Times in ms: of each change of the viewpoint, and of moments picked all over the game."""
    moments = int(page.locator(".controls input[type=range]").get_attribute("max") or 0)
    views = [option.get_attribute("value") for option in page.locator("aside option").all()]
    looks = [page.evaluate(TIMED, ["aside select", view, "change"]) for view in (*views[1:], views[0])]
    places = [(37 * index) % (moments + 1) for index in range(1, SCRUBS + 1)]
    scrubs = [page.evaluate(TIMED, [".controls input[type=range]", str(place), "input"]) for place in places]
    return {"moments": moments, "look_ms": _spread(looks), "scrub_ms": _spread(scrubs)}


def _spread(times: list[float]) -> dict[str, float]:
    return {"median": round(median(times), 1), "worst": round(max(times), 1)}


def main() -> None:
    """Measure each record."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(str(Path(folder) / "bench.sqlite3")) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        rows = {}
        for name in NAMES:
            page = Visitor(browser, server, "Anna", PHONE).page
            page.goto("/replay")
            file = next(file for file in RECORDS if file.stem == name)
            page.locator("input[type=file]").set_input_files(str(file))
            page.locator(".controls").wait_for()
            page.wait_for_timeout(3000)
            rows[name] = measure(page)
        browser.close()
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
