"""Someone at the page, in a real browser: opening tables, deciding by form, and looking for what must not be there."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.live.servers import LiveServer

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"  # comes with what the page is built with
PHONE, DESK = (360, 740), (1280, 800)
PATIENCE_MS = 20_000  # on a busy machine
expect.set_options(timeout=PATIENCE_MS)
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What moves or fades has an end, and has reached it; what goes on for ever is no reason to wait.
COME_TO_REST = """async () => {
  const ending = () => document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity);
  const late = performance.now() + 5000;
  while (ending().length && performance.now() < late) await new Promise((on) => setTimeout(on, 50));
}"""
# Quick tables: bots answer at once, and so do held answers.
AT_ONCE = {"pace_ms": 0, "bot_pace_ms": 0, "public": False}

# Sends commands over a socket of the page's own guest, and waits until all are done.
COMMAND = """([table, commands]) => new Promise((resolve, reject) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  let left = commands.length;
  socket.onopen = () => commands.forEach((command) =>
    socket.send(JSON.stringify({ t: "do", id: crypto.randomUUID(), table, command })));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.t === "refused") reject(new Error(data));
    if (message.t === "done" && --left === 0) { socket.close(); resolve(); }
  };
})"""
ASK = """async ([method, path, body]) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method, headers, body: JSON.stringify(body) });
  return answer.json();
}"""
# One gesture in the form for offers, as a hand would do it: the first thing that is still open, at random.
GESTURE = """([seed, calm]) => {
  const offer = document.querySelector(".offer");
  if (!offer) return "nothing";
  const sections = [...offer.children].filter((one) => !one.matches("[role=alert]"));
  if (!sections.length) return "stuck"; // it is being built
  const isOff = (one) => one.disabled || one.getAttribute("aria-disabled") === "true";
  const can = (all) => all.filter((one) => !isOff(one));
  const any = (all) => all[seed % all.length];
  let begun = sections.find((one) => one.querySelector("input:checked, select option:checked[value]:not([value=''])"));
  begun ??= sections.find((one) => [...one.querySelectorAll("output")].some((points) => points.textContent !== "0"));
  const said = sections.filter((one) => one.matches(".row"));
  const section = begun ?? any(calm && sections.length > said.length
    ? sections.filter((one) => !said.includes(one)) : sections);
  if (section.matches(".row")) {
    const said = can([...section.querySelectorAll("button")]);
    if (!said.length) return "stuck";
    any(said).click();
    return "decided";
  }
  const confirm = section.querySelector("button.primary");
  if (confirm && !isOff(confirm)) { confirm.click(); return "decided"; }
  const more = can([...section.querySelectorAll("button.step")]).filter((one) => one.textContent === "+");
  if (more.length) { any(more).click(); return "chose"; }
  const radios = [...section.querySelectorAll("input[type=radio]")];
  for (const name of new Set(radios.map((one) => one.name))) {
    const group = radios.filter((one) => one.name === name);
    if (!group.some((one) => one.checked) && can(group).length) { any(can(group)).click(); return "chose"; }
  }
  for (const list of section.querySelectorAll("select")) {
    const open = can([...list.options]).filter((one) => one.value);
    if (!list.value && open.length) {
      list.value = any(open).value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
      return "chose";
    }
  }
  const boxes = can([...section.querySelectorAll("input[type=checkbox]")]).filter((one) => !one.checked);
  if (boxes.length) { any(boxes).click(); return "chose"; }
  return "stuck";
}"""


class Visitor:
    """A browser of its own, with its own cookie, and one page in it."""

    def __init__(self, browser: Browser, server: LiveServer, name: str, size: tuple[int, int], **options: Any) -> None:
        self.server = server
        self.name = name
        options = {
            "service_workers": "block"
        } | options  # else what a test routes or cuts off may be answered from a cache
        self.context: BrowserContext = browser.new_context(
            **{"base_url": server.url, "viewport": {"width": size[0], "height": size[1]}, "locale": "en", **options}
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if _is_alarming(said.text) else None)

    def come_in(self) -> "Visitor":
        """Be a guest with a name, without pressing anything."""
        self.page.goto("/favicon.svg")
        self.page.evaluate(ASK, ["POST", "/api/guests", {"nickname": self.name}])
        self.page.evaluate("localStorage.setItem('heimlich.guest', 'yes')")
        return self

    def open_table(self, terms: Mapping[str, Any], commands: Sequence[Mapping[str, Any]] = ()) -> str:
        """A table with these terms, and this done there."""
        answer = self.page.evaluate(ASK, ["POST", "/api/tables", {"terms": {**AT_ONCE, **terms}}])
        assert "table" in answer, answer
        table: str = answer["table"]
        if commands:
            self.command(table, *commands)
        return table

    def command(self, table: str, *commands: Mapping[str, Any]) -> None:
        """Ask this of a table, behind the page's back."""
        self.page.evaluate(COMMAND, [table, list(commands)])

    def against_bots(self, terms: Mapping[str, Any], seats: Sequence[int] = (0,), bot: str = "random") -> str:
        """A started table where these seats are mine and bots have the others."""
        bots = [seat for seat in range(terms["seats"]) if seat not in seats]
        return self.open_table(
            terms,
            [
                *({"do": "sit", "seat": seat} for seat in seats),
                *({"do": "add-bot", "seat": seat, "bot": bot} for seat in bots),
                {"do": "start"},
            ],
        )

    def go_to(self, table: str) -> None:
        """The table's page, with its board or its waiting room."""
        self.page.goto(f"/table/{table}")

    @property
    def turn(self) -> Locator:
        return self.page.locator("[role=status].turn")

    def decide_by_form(self, random: Random, *, calm: bool = True) -> bool:
        """Make one decision, if one is asked for; `calm` ends no turn that can still be used."""
        for _ in range(60):
            did = self.page.evaluate(GESTURE, [random.randrange(2**30), calm and random.random() < 0.9])
            if did in {"decided", "nothing"}:
                return bool(did == "decided")
            if did == "stuck":  # the last decision is on its way
                self.page.wait_for_timeout(50)
        raise AssertionError(f"there is no way on: {self.page.locator('.offer').inner_text()}")

    def decide_when_asked(self, random: Random) -> None:
        """Wait to be asked, and decide."""
        self.page.locator(".offer").wait_for()
        assert self.decide_by_form(random)

    def unfold_form(self) -> None:
        """Open the form, if it is not open."""
        form = self.page.get_by_text("Enter your move as a list")
        form.wait_for()  # it may have been left open
        if not self.page.locator("details[open]", has=form).count():
            form.click()

    def play_by_form(self, random: Random, decisions: int = 400, *, skip: bool = True) -> None:
        """Decide by form until the game is over; `skip` goes straight to the result."""
        result = self.page.locator("#result")
        for _ in range(decisions):
            self.page.locator(".offer, #result, dialog[open][data-beat]").first.wait_for()
            if self.page.locator("dialog[open][data-beat]").count():
                if skip:
                    self.skip_unmasking()
                result.wait_for(timeout=2 * PATIENCE_MS)  # an unmasking takes its time
                return
            self.decide_by_form(random)
        raise AssertionError("the game does not end")

    def use_colours(self, colours: str) -> None:
        """Show the page by day or by night, as if it had been chosen so."""
        self.page.evaluate("(colours) => { document.documentElement.dataset.theme = colours; }", colours)

    def skip_unmasking(self) -> None:
        """Go straight to the result, if it is still being unmasked."""
        self.page.evaluate("""() => [...document.querySelectorAll("dialog[data-beat] button")]
            .find((one) => one.textContent.includes("Skip"))?.click()""")

    def find_violations(self) -> list[str]:
        """What axe finds on the page as it is, once what fades in has come: half-way in, every colour is too pale."""
        self.page.evaluate(COME_TO_REST)
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("(tags) => axe.run(document, { runOnly: tags })", WCAG)
        return [
            f"{one['id']}: {node['html'][:120]} {node.get('failureSummary', '')}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def overflow(self) -> int:
        """By how much the page is wider than its window."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return width

    def expect_no_word(self, *words: str) -> None:
        """None of these is anywhere in the page, seen or not."""
        text = json.dumps(self.page.content())
        assert [word for word in words if word in text] == []

    def expect_turn(self, text: str) -> None:
        expect(self.turn).to_contain_text(text)

    def close(self) -> None:
        self.context.close()


def _is_alarming(said: str) -> bool:
    """What a browser says that something of ours has caused; that a server was away is no mistake of the page."""
    return "Content Security Policy" in said or "Uncaught" in said
