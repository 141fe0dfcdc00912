"""Heimlich & Co. in the terminal: the ring of buildings, the markers, the seats, and the reader's own secrets."""

from collections import Counter
from collections.abc import Sequence

from heimlich.errors import BadNotation
from heimlich.game import AnyGame, Seat
from heimlich.games.heimlich_co.dossier import can_keep, dossier_offer
from heimlich.games.heimlich_co.evidence import Notebook, Sign
from heimlich.games.heimlich_co.legal import awaited, offer
from heimlich.games.heimlich_co.log import answer_term
from heimlich.games.heimlich_co.movement import move_offer
from heimlich.games.heimlich_co.names import BUILDINGS, Agent, Building
from heimlich.games.heimlich_co.pad import counts as pad_counts
from heimlich.games.heimlich_co.ruleset import write_face
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.games.heimlich_co.supply import can_draw
from heimlich.record import AnyStep
from heimlich.terminal.face import counted
from heimlich.terminal.screen import Screen, fit, length

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
CELL = 19  # with one of its two borders; a line has room for four agents, or three and the safe
PER_ROW = 4
TIE = "\N{NO-BREAK SPACE}"  # between words that stay on one line
SHORT = 3  # letters that stand for an agent on the board: unique in every language


class HeimlichCoFace:
    """The look of Heimlich & Co."""

    def board(self, view: View, names: list[str], screen: Screen) -> str:
        table = view.table
        ring = _ring(table, screen) if screen.width > 4 * CELL else _list(table, screen)
        return "\n".join([*ring, "", *_track(table, screen), "", *_seats(table, names, screen)])

    def own(self, view: View, names: list[str], screen: Screen) -> str:
        agents = " ".join(f"{_badge(agent, screen)} {_name(agent, screen)}" for agent in view.agents)
        rows = [screen.say("terminal.you-are", name=names[view.seat or 0], agents=agents)] if view.agents else []
        for card in view.hand:
            name = screen.bold(screen.word(card, f"heimlich-co.card.{card}"))
            meaning = screen.say(f"heimlich-co.card-text.{card}")
            rows.append(f"  {screen.say('terminal.entry', name=name, meaning=meaning)}")
        if view.dossier:
            answers = ", ".join(
                f"{_name(agent, screen)} = {_answer(owner, names, screen)}" for agent, owner in view.dossier
            )
            rows.append(screen.say("terminal.your-dossier", answers=answers))
        return "\n".join(rows)

    def hint(self, view: View, screen: Screen) -> str:
        table = view.table
        match table.phase:
            case Phase.MOVE:
                return _move_hint(table, screen) + _stay_hint(view, screen)
            case Phase.SAFE:
                return screen.say("terminal.hint-safe")
            case Phase.ASK:
                able = len(offer(view)[0][0]) > 1
                return screen.say("terminal.hint-ask" if able else "terminal.hint-ask-unable")
            case Phase.CARDS:
                return _card_hint(view, screen)
            case Phase.DOSSIER:
                agent, options = dossier_offer(view).questions[0]
                hint = screen.say(
                    "terminal.hint-dossier", agent=_word(Agent(agent), screen), options=", ".join(options)
                )
                return f"{hint} {screen.say('terminal.hint-keep')}" if can_keep(view) else hint
        return ""

    def complete(self, view: View, text: str, screen: Screen) -> str:
        if view.table.phase in {Phase.MOVE, Phase.CARDS, Phase.DOSSIER}:
            text = " ".join(_agent_in_full(word, screen) for word in text.split())
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

    def help(self, view: View, screen: Screen) -> str:
        agents = ", ".join(f"{_badge(agent, screen)} {_word(agent, screen)}" for agent in view.table.agents)
        return screen.say("terminal.help-heimlich-co", agents=agents)

    def clues(self, game: AnyGame, steps: Sequence[AnyStep], names: list[str], screen: Screen) -> str:
        notebook = Notebook()
        for before, event, after in steps:
            notebook.watch(game.view(before, None), game.seen(before, event, after, None), game.view(after, None))
        if not notebook.clues:
            return ""
        agents = steps[-1].after.table.agents
        cells = [[_clue_cell(notebook, seat, agent) for agent in agents] for seat in range(len(names))]
        return "\n".join([screen.say("terminal.clue-head"), *_grid(cells, agents, names, screen)])

    def pad(self, game: AnyGame, steps: Sequence[AnyStep], view: View, names: list[str], screen: Screen) -> str:
        found = pad_counts(counted(game, steps))
        if not found:
            return ""
        agents = view.table.agents
        cells = [[_pad_cell(found.get(agent, {}).get(str(seat))) for agent in agents] for seat in range(len(names))]
        return "\n".join([screen.say("terminal.pad-head"), *_grid(cells, agents, names, screen)])


def _grid(cells: list[list[str]], agents: Sequence[Agent], names: list[str], screen: Screen) -> list[str]:
    """Draw a row for each player and a column for each agent; in a narrow window list what is not empty."""
    first = max(map(len, names)) + 2
    width = max(len(cell) for row in cells for cell in row) + 2
    badges = [_badge(agent, screen) for agent in agents]
    if first + width * len(agents) > screen.width:
        found = [[f"{badge}{TIE}{cell}" for badge, cell in zip(badges, row, strict=True) if cell] for row in cells]
        return [f"{fit(name, first)}{'  '.join(row) or '–'}" for name, row in zip(names, found, strict=True)]
    head = " " * first + "".join(fit(badge, width) for badge in badges)
    empty = screen.dim("·")
    rows = ["".join(fit(cell or empty, width) for cell in row) for row in cells]
    return [line.rstrip() for line in (head, *(fit(name, first) + row for name, row in zip(names, rows, strict=True)))]


def _pad_cell(numbers: list[int] | None) -> str:
    """Format steps / points won / points lost / scorings opened / safes put near."""
    if numbers is None:
        return ""
    steps, won, lost, opened, near = numbers
    return f"{steps}/+{won}/-{lost}/{opened}/{near}"


def _clue_cell(notebook: Notebook, seat: Seat, agent: Agent) -> str:
    """Format out of the ruins / into them / buildings gained / scorings opened."""
    found = notebook.about(seat, agent)
    if not found:
        return ""
    count = Counter(clue.sign for clue in found)
    help_given = sum(clue.amount for clue in found if clue.sign in {Sign.HELPED, Sign.HINDERED})
    return f"{count[Sign.OUT_OF_RUINS]}/{count[Sign.INTO_RUINS]}/{help_given:+d}/{count[Sign.OPENED_SAFE]}"


def _answer(owner: Seat | None, names: list[str], screen: Screen) -> str:
    term = answer_term(owner)
    return names[int(term.name)] if term.kind == "seat" else screen.say(f"heimlich-co.answer.{term.name}")


def _move_hint(table: Table, screen: Screen) -> str:
    one, other = table.agents[:2]
    most = max(table.roll)
    split = most > 1 and not table.rules.one_agent
    example = f"{one} {most - 1} {other} 1" if split else f"{one} {most}"
    key = "terminal.hint-move-one" if table.rules.one_agent else "terminal.hint-move"
    return screen.say(key, points=write_face(table.roll), example=example)


def _stay_hint(view: View, screen: Screen) -> str:
    """Say that a face with a choice may be taken as 0 points (T3), and whether a card is drawn for it (T2, T5)."""
    if 0 not in move_offer(view.table).totals:
        return ""
    key = "terminal.hint-stay" if can_draw(view.table, view.table.seat) else "terminal.hint-stay-only"
    return " " + screen.say(key)


def _card_hint(view: View, screen: Screen) -> str:
    way_out = next((part[0][0] for part in offer(view) if len(part) == 1), None)
    if way_out is None:
        return screen.say("terminal.hint-must-play")
    return screen.say("terminal.hint-cards", word=way_out)


def _name(agent: Agent, screen: Screen) -> str:
    return screen.say(f"heimlich-co.agent.{agent}")


def _word(agent: Agent, screen: Screen) -> str:
    """Return the agent's name, with the word that is typed for it where that is another one: `Rot (red)`."""
    name = _name(agent, screen)
    return name if name.lower() == agent else f"{name} ({agent})"


def _badge(agent: Agent, screen: Screen) -> str:
    return screen.paint(_name(agent, screen)[:SHORT].upper(), *INKS[agent])


def _agent_in_full(word: str, screen: Screen) -> str:
    """Return the agent that a word begins to name, in the notation or in the reader's language; else the word."""
    text = word.lower()
    named = [agent for agent in Agent if agent.startswith(text) or _name(agent, screen).lower().startswith(text)]
    if len(named) > 1:
        raise BadNotation(f"'{word}' could be {' or '.join(_name(agent, screen) for agent in named)}")
    return named[0] if named else word


def _cell(table: Table, place: Building, screen: Screen) -> list[str]:
    """Draw a building in three lines: its name, the agents there, and the safe in the last one's corner."""
    inner = CELL - 1
    value = table.rules.values[place]
    word = BUILDINGS[place]
    name = word if word.isdigit() else screen.say(f"heimlich-co.building.{word}")
    title = f" {name}" + (f" ({value})" if str(value) != name else "")
    there = [agent for agent, at in zip(table.agents, table.places, strict=True) if at == place]
    first, last = (" " + " ".join(_badge(agent, screen) for agent in there[i : i + PER_ROW]) for i in (0, PER_ROW))
    if place == table.safe:
        last = _with_safe(last, inner, screen)
    return [fit(screen.bold(title), inner), fit(first, inner), fit(last, inner)]


def _with_safe(line: str, width: int, screen: Screen) -> str:
    """Put the safe at the end of a line, without its frame where three agents leave no room for that."""
    name = screen.say("terminal.safe")
    frame = f" {name} " if screen.colour else f"[{name}]"
    if length(line) + len(frame) > width:
        return f"{line.removeprefix(' ')} {screen.paint(name, *SAFE_INK)}"
    return fit(line, width - len(frame)) + screen.paint(frame, *SAFE_INK)


def _ring(table: Table, screen: Screen) -> list[str]:
    """Draw the twelve buildings clockwise around the square, the church top left."""
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
    rows = ["", screen.bold(screen.say("heimlich-co.title")), table.rules.edition, ""]
    rows += [screen.say("terminal.turn", n=table.turn), screen.say("terminal.roll", roll=roll)]
    if table.cards:
        rows.append(screen.say("terminal.supply", n=table.cards.supply))
    rows += [""] * (7 - len(rows))
    return [_centred(row, width) for row in rows]


def _centred(text: str, width: int) -> str:
    return fit(" " * ((width - length(text)) // 2) + text, width)


def _list(table: Table, screen: Screen) -> list[str]:
    """Draw the buildings for a narrow window: a line for each."""
    return [" ".join(part.strip() for part in _cell(table, place, screen)).rstrip() for place in range(len(BUILDINGS))]


def _track(table: Table, screen: Screen) -> list[str]:
    """Draw a bar for each marker, the furthest first, up to the target."""
    target = table.rules.target
    words = {agent: _word(agent, screen) for agent in table.agents}
    width = max(map(len, words.values()), default=0) + 1
    scale = min(1.0, (screen.width - width - 13) / target)
    rows = []
    for agent, mark in sorted(zip(table.agents, table.points, strict=True), key=lambda pair: -pair[1]):
        filled = round(max(0, min(mark, target)) * scale)
        bar = screen.paint("█" * filled, INKS[agent][1]) + screen.dim("·" * (round(target * scale) - filled))
        rows.append(f"{_badge(agent, screen)} {words[agent]:<{width}}{bar} {mark}")
    return rows


def _seats(table: Table, names: list[str], screen: Screen) -> list[str]:
    asked = awaited(table)
    rows = []
    for seat, name in enumerate(names):
        mark = "▸" if seat == table.seat and table.turn else " "
        notes = []
        if table.cards:
            notes.append(screen.say("terminal.hand", n=table.cards.hands[seat]))
            if table.cards.doubles[seat]:
                notes.append(screen.say("terminal.double"))
        if seat in asked and seat != table.seat:
            notes.append(screen.say("terminal.awaited"))
        rows.append(f"{mark} {seat + 1} {screen.bold(name)}" + (f"  {', '.join(notes)}" if notes else ""))
    return rows


FACE = HeimlichCoFace()
