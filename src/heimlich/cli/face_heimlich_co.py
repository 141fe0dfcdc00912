"""Heimlich & Co. in the terminal: the ring of buildings, the markers, the seats, and one's own secrets."""

from collections import Counter
from collections.abc import Sequence

from heimlich.cli.screen import Screen, fit, length
from heimlich.game import AnyGame, Seat
from heimlich.games.heimlich_co.dossier import can_keep, dossier_offer
from heimlich.games.heimlich_co.evidence import Notebook, Sign
from heimlich.games.heimlich_co.legal import awaited, offer
from heimlich.games.heimlich_co.log import answer_term
from heimlich.games.heimlich_co.names import BUILDINGS, Agent, Building
from heimlich.games.heimlich_co.ruleset import write_face
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.record import Step
from heimlich.text import say

INKS = {
    Agent.GRAY: (231, 241),
    Agent.YELLOW: (16, 220),
    Agent.ORANGE: (16, 208),
    Agent.RED: (231, 160),
    Agent.GREEN: (231, 28),
    Agent.BLUE: (231, 26),
    Agent.VIOLET: (231, 91),
}
SAFE_INK = (16, 250)
TOP = (0, 1, 2, 3)
RIGHT = (4, 5)
BOTTOM = (9, 8, 7, 6)
LEFT = (11, 10)
CELL = 18  # with one of its two borders
PER_ROW = 4


class HeimlichCoFace:
    """The look of Heimlich & Co."""

    def board(self, view: View, names: list[str], screen: Screen) -> str:
        table = view.table
        ring = _ring(table, screen) if screen.width > 4 * CELL else _list(table, screen)
        return "\n".join([*ring, "", *_track(table, screen), "", *_seats(table, names, screen)])

    def own(self, view: View, names: list[str], screen: Screen) -> str:
        agents = " ".join(f"{_badge(agent, screen)} {agent} ({agent.surname})" for agent in view.agents)
        rows = [say("terminal.you-are", name=names[view.seat or 0], agents=agents)] if view.agents else []
        for card in view.hand:
            meaning = say(f"heimlich-co.card-text.{card}")
            rows.append(f"  {screen.bold(card)}: {meaning}")
        if view.dossier:
            answers = ", ".join(f"{agent} = {_answer(owner, names)}" for agent, owner in view.dossier)
            rows.append(say("terminal.your-dossier", answers=answers))
        return "\n".join(rows)

    def hint(self, view: View) -> str:
        table = view.table
        match table.phase:
            case Phase.MOVE:
                return _move_hint(table) + _stay_hint(view)
            case Phase.SAFE:
                return say("terminal.hint-safe")
            case Phase.ASK:
                able = len(offer(view)[0][0]) > 1
                return say("terminal.hint-ask" if able else "terminal.hint-ask-unable")
            case Phase.CARDS:
                return _card_hint(view)
            case Phase.DOSSIER:
                agent, options = dossier_offer(view).questions[0]
                hint = say("terminal.hint-dossier", agent=agent, options=", ".join(options))
                return f"{hint} {say('terminal.hint-keep')}" if can_keep(view) else hint
        return ""

    def complete(self, view: View, text: str) -> str:
        first = text.split()[0].lower() if text.split() else ""
        match view.table.phase:
            case Phase.MOVE if first in {"0", "nothing", "stay"}:
                return "move nothing"
            case Phase.MOVE if first != "move":
                return f"move {text}"
            case Phase.SAFE if first != "safe":
                return f"safe {text}"
            case Phase.ASK:
                return {"y": "yes", "n": "no"}.get(first, text)
            case Phase.CARDS if first == "p":
                return "pass"
            case Phase.CARDS if first in set(view.hand):
                return f"play {text}"
            case Phase.DOSSIER if first not in {"name", "keep"}:
                agent = dossier_offer(view).questions[0][0]
                return f"name {text}" if len(text.split()) > 1 else f"name {agent} {text}"
        return text

    def help(self, view: View) -> str:
        agents = ", ".join(f"{agent.letter} {agent}" for agent in view.table.agents)
        return say("terminal.help-heimlich-co", agents=agents)

    def clues(self, game: AnyGame, steps: Sequence[Step], names: list[str], screen: Screen) -> str:
        notebook = Notebook()
        for before, event, after in steps:
            notebook.watch(game.view(before, None), game.seen(before, event, after, None), game.view(after, None))
        if not notebook.clues:
            return ""
        width = max(map(len, names)) + 2
        agents = steps[-1].after.table.agents
        head = " " * width + "".join(fit(f" {_badge(agent, screen)}", 14) for agent in agents)
        rows = [
            fit(name, width) + "".join(_grid_cell(notebook, seat, agent) for agent in agents)
            for seat, name in enumerate(names)
        ]
        return "\n".join([say("terminal.clue-head"), head, *rows])


def _grid_cell(notebook: Notebook, seat: Seat, agent: Agent) -> str:
    """Out of the ruins / into them / buildings gained / scorings opened."""
    found = notebook.about(seat, agent)
    count = Counter(clue.sign for clue in found)
    help_given = sum(clue.amount for clue in found if clue.sign in {Sign.HELPED, Sign.HINDERED})
    text = f"{count[Sign.OUT_OF_RUINS]}/{count[Sign.INTO_RUINS]}/{help_given:+d}/{count[Sign.OPENED_SAFE]}"
    return fit(f" {text}", 14)


def _answer(owner: Seat | None, names: list[str]) -> str:
    term = answer_term(owner)
    return names[int(term.name)] if term.kind == "seat" else say(f"heimlich-co.answer.{term.name}")


def _move_hint(table: Table) -> str:
    one, other = table.agents[:2]
    most = max(table.roll)
    split = most > 1 and not table.rules.one_agent
    example = f"{one} {most - 1} {other} 1" if split else f"{one} {most}"
    key = "hint-move-one" if table.rules.one_agent else "hint-move"
    return say(f"terminal.{key}", points=write_face(table.roll), example=example)


def _stay_hint(view: View) -> str:
    return " " + say("terminal.hint-stay") if 0 in offer(view)[0].totals else ""  # type: ignore[union-attr]


def _card_hint(view: View) -> str:
    way_out = next((part[0][0] for part in offer(view) if len(part) == 1), None)
    if way_out is None:
        return say("terminal.hint-must-play")
    return say("terminal.hint-cards", word=way_out)


def _badge(agent: Agent, screen: Screen) -> str:
    return screen.paint(f" {agent.letter} ", *INKS[agent])


def _cell(table: Table, place: Building, screen: Screen) -> list[str]:
    """Three lines: the name and the safe, then whoever stands there."""
    inner = CELL - 1
    value = table.rules.values[place]
    name = BUILDINGS[place]
    title = f" {name}" + (f" ({value})" if str(value) != name else "")
    safe = screen.paint(" SAFE ", *SAFE_INK) if screen.colour else "[SAFE]"
    head = fit(screen.bold(title), inner - 6) + safe if place == table.safe else fit(screen.bold(title), inner)
    there = [agent for agent, at in zip(table.agents, table.places, strict=True) if at == place]
    rows = [" " + "".join(_badge(agent, screen) for agent in there[i : i + PER_ROW]) for i in (0, PER_ROW)]
    return [head, *(fit(row, inner) for row in rows)]


def _ring(table: Table, screen: Screen) -> list[str]:
    """The twelve buildings clockwise around the square, the church top left."""
    cells = {place: _cell(table, place, screen) for place in range(len(BUILDINGS))}
    inner = CELL - 1
    bar = "─" * inner
    middle = _middle(table, 2 * CELL - 1, screen)
    rows = [f"┌{bar}┬{bar}┬{bar}┬{bar}┐"]
    rows += ["│" + "│".join(cells[place][i] for place in TOP) + "│" for i in range(3)]
    rows.append(f"├{bar}┼{bar}┴{bar}┼{bar}┤")
    for half, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        rows += [f"│{cells[left][i]}│{middle[4 * half + i]}│{cells[right][i]}│" for i in range(3)]
        rows.append(f"├{bar}┤{middle[3]}├{bar}┤" if half == 0 else f"├{bar}┼{bar}┬{bar}┼{bar}┤")
    rows += ["│" + "│".join(cells[place][i] for place in BOTTOM) + "│" for i in range(3)]
    rows.append(f"└{bar}┴{bar}┴{bar}┴{bar}┘")
    return rows


def _middle(table: Table, width: int, screen: Screen) -> list[str]:
    roll = write_face(table.roll) if table.roll and table.phase is not Phase.ROLL else "–"
    rows = ["", screen.bold("Heimlich & Co."), table.rules.edition, ""]
    rows += [say("terminal.turn", n=table.turn), say("terminal.roll", roll=roll)]
    if table.cards:
        rows.append(say("terminal.supply", n=table.cards.supply))
    rows += [""] * (7 - len(rows))
    return [_centred(row, width) for row in rows]


def _centred(text: str, width: int) -> str:
    return fit(" " * ((width - length(text)) // 2) + text, width)


def _list(table: Table, screen: Screen) -> list[str]:
    """The same for a narrow window: a line for each building."""
    return [" ".join(part.strip() for part in _cell(table, place, screen)).rstrip() for place in range(len(BUILDINGS))]


def _track(table: Table, screen: Screen) -> list[str]:
    """A bar for each marker, the furthest first, up to the target."""
    target = table.rules.target
    scale = min(1.0, (screen.width - 20) / target)
    rows = []
    for agent, mark in sorted(zip(table.agents, table.points, strict=True), key=lambda pair: -pair[1]):
        filled = round(max(0, min(mark, target)) * scale)
        bar = screen.paint("█" * filled, INKS[agent][1]) + screen.dim("·" * (round(target * scale) - filled))
        rows.append(f"{_badge(agent, screen)} {agent:<7}{bar} {mark}")
    return rows


def _seats(table: Table, names: list[str], screen: Screen) -> list[str]:
    asked = awaited(table)
    rows = []
    for seat, name in enumerate(names):
        mark = "▸" if seat == table.seat and table.turn else " "
        notes = []
        if table.cards:
            notes.append(say("terminal.hand", n=table.cards.hands[seat]))
            if table.cards.doubles[seat]:
                notes.append(say("terminal.double"))
        if seat in asked and seat != table.seat:
            notes.append(say("terminal.awaited"))
        rows.append(f"{mark} {seat + 1} {screen.bold(name)}" + (f"  {', '.join(notes)}" if notes else ""))
    return rows
