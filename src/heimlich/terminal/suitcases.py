"""The suitcase game in the terminal: the map with everyone on it, who carries what, and the reader's own secrets."""

from collections.abc import Sequence
from unicodedata import combining, normalize

from heimlich.errors import BadNotation
from heimlich.game import AnyGame, Seat
from heimlich.games.suitcases.board import board_of
from heimlich.games.suitcases.legal import offer
from heimlich.games.suitcases.maps import COLOURS, MAPS, Map, load_map
from heimlich.games.suitcases.names import LETTERS, Content, Place, colour_name, content_word
from heimlich.games.suitcases.pad import counts as pad_counts
from heimlich.games.suitcases.state import Phase, Table, View, is_in_play, secrets_of
from heimlich.record import AnyStep
from heimlich.terminal.face import counted
from heimlich.terminal.screen import Screen, fit, length

INKS = {"red": (231, 160), "blue": (231, 26), "green": (231, 28), "yellow": (16, 220)}
WIDEST = 112
SIDE = 1000  # of a map's picture
ROWS = 40
SHORTEST = 3  # letters that may stand for a city
VERBS = {"pack", "place", "step", "take", "drop", "exchange", "fight", "duel", "lose", "leave", "station", "stay"}


class SuitcasesFace:
    """The look of the suitcase game."""

    def board(self, view: View, names: list[str], screen: Screen) -> str:
        table = view.table
        a_map = load_map(table.rules.map)
        wide = screen.width >= 90
        picture = (
            _Canvas(a_map, table, min(screen.width, WIDEST), screen).rows() if wide else _list(a_map, table, screen)
        )
        return "\n".join([*picture, "", *_seats(table, names, screen)])

    def own(self, view: View, names: list[str], screen: Screen) -> str:
        if view.seat is None:
            return ""
        table, seat = view.table, view.seat
        colour = colour_name(table.players, seat)
        rows = [screen.say("terminal.you-play", name=names[seat], colour=_banner(colour, screen))]
        packed = ", ".join(
            f"{letter} {_content(content, screen)}" for letter, content in zip(LETTERS, view.contents, strict=False)
        )
        if packed:
            rows.append(screen.say("terminal.your-suitcases", suitcases=packed))
        rows += [f"  {line}" for line in _agents(table, seat, screen)]
        return "\n".join(rows)

    def hint(self, view: View, screen: Screen) -> str:
        table = view.table
        match table.phase:
            case Phase.PACK:
                question, options = offer(view)[0].questions[0]  # type: ignore[union-attr]
                return screen.say("terminal.hint-pack", letter=question, options=", ".join(options))
            case Phase.MOVE:
                return screen.say("terminal.hint-steps", n=table.steps + table.extra)
            case Phase.DUEL:
                options = offer(view)[0].options  # type: ignore[union-attr]
                return screen.say("terminal.hint-duel", options=", ".join(options))
        return screen.say(f"terminal.hint-{table.phase.name.lower()}")

    def complete(self, view: View, text: str, screen: Screen) -> str:
        words = [_city_in_full(word, view.table, screen) for word in text.split()]
        text = " ".join(words)
        first = words[0].lower() if words else ""
        match view.table.phase:
            case Phase.PACK if first and first != "pack":
                letter = offer(view)[0].questions[0][0]  # type: ignore[union-attr]
                return f"pack {letter} {text}" if len(words) == 1 else f"pack {text}"
            case Phase.PLACE if first and first != "place":
                return f"place {text}"
            case Phase.DUEL if first.isdigit():
                return f"duel {text}"
            case Phase.LOSE if first.isdigit():
                return f"lose {text}"
            case Phase.MOVE if first.isdigit() and len(words) == 2:
                return f"step {text}"
            case Phase.FIGHT if first and first != "fight":
                return f"fight {text}"
        return text

    def help(self, view: View, screen: Screen) -> str:
        rules = view.table.rules
        cities = rules.board.city_words
        known = rules.map in MAPS  # the cities of other maps have no other name
        words = (screen.word(city, f"suitcases.place.{city}") if known else city for city in cities)
        return screen.say("terminal.help-suitcases", cities=", ".join(words))

    def clues(self, game: AnyGame, steps: Sequence[AnyStep], names: list[str], screen: Screen) -> str:  # noqa: ARG002
        """List the duel cards that each player has left, which everyone can count (C23)."""
        table: Table = steps[-1].after.table
        rows = [
            screen.say("terminal.cards-left", name=name, cards=" ".join(map(str, table.hands[seat])) or "–")
            for seat, name in enumerate(names)
        ]
        return "\n".join(rows)

    def pad(self, game: AnyGame, steps: Sequence[AnyStep], view: View, names: list[str], screen: Screen) -> str:
        """List every suitcase: what may be in it, as far as this reader knows, and who has carried it."""
        found = pad_counts(counted(game, steps))
        table = view.table
        own = colour_name(table.players, view.seat) if view.seat is not None else ""
        rows = [screen.say("terminal.pad-cases-head")]
        for grid in game.grids(view):
            left = [column for column, number in grid.columns.items() if number > [*grid.known.values()].count(column)]
            for row in grid.rows:
                colour, letter = row.split("-")
                inside = [grid.known[row]] if row in grid.known else left
                if colour == own and view.contents:
                    inside = [content_word(view.contents[LETTERS.index(letter)])]
                words = ", ".join(screen.say("terminal.bomb") if one == "bomb" else one for one in inside)
                carried = [
                    screen.say("terminal.pad-carried", name=names[int(seat)], n=numbers[1], taken=numbers[0])
                    for seat, numbers in found.get(row, {}).items()
                ]
                rows.append("  ".join([fit(_badge(colour, f" {row} ", screen), 12), fit(words, 14), *carried]).rstrip())
        return "\n".join(rows)


def _city_in_full(word: str, table: Table, screen: Screen) -> str:
    """Return the city that a word of three letters or more begins to name, in the notation or the reader's language."""
    begun = _plain(word)
    if len(begun) < SHORTEST or begun in VERBS:
        return word
    cities = table.rules.board.city_words
    known = table.rules.map in MAPS  # the cities of other maps have no other name
    own = {city: screen.say(f"suitcases.place.{city}") if known else city for city in cities}
    exact = [city for city in cities if begun in {_plain(city), _plain(own[city])}]
    named = exact or [c for c in cities if any(part.startswith(begun) for part in (_plain(c), *_plain(own[c]).split()))]
    if len(named) > 1:
        raise BadNotation(f"'{word}' could be {' or '.join(own[city] for city in named)}")
    return named[0] if named else word


def _plain(text: str) -> str:
    """Return a text in small letters and without accents, as it may be typed."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def _badge(colour: str, text: str, screen: Screen) -> str:
    return screen.paint(text, *INKS[colour])


def _banner(colour: str, screen: Screen) -> str:
    return _badge(colour, f" {screen.word(colour, f'suitcases.colour.{colour}')} ", screen)


def _content(content: Content, screen: Screen) -> str:
    return str(content) if content else screen.word(content_word(content), "terminal.bomb")


def _agents(table: Table, seat: Seat, screen: Screen) -> list[str]:
    """List the reader's own agents: where they stand, what they carry, where a step could lead."""
    board = board_of(table.rules.map)
    rows = []
    home = [number for number, place in enumerate(table.places[seat], 1) if place in board.starts]
    for number, (place, load) in enumerate(zip(table.places[seat], table.loads[seat], strict=True), 1):
        if place is None or number in home[1:]:
            continue
        who = " ".join(map(str, home)) if number in home[:1] else str(number)
        carrying = screen.say("terminal.carrying", suitcase=load) if load else ""
        ways = ", ".join(board.ways[place])
        rows.append(screen.say("terminal.agent-at", agent=who, place=place, load=carrying, ways=ways))
    return rows


def _seats(table: Table, names: list[str], screen: Screen) -> list[str]:
    rows = []
    for seat, name in enumerate(names):
        colour = colour_name(table.players, seat)
        mark = "▸" if seat == table.seat and table.turn else " "
        agents = sum(place is not None for place in table.places[seat])
        brought = [f"{one.suitcase} {_content(one.content, screen)}" for one in table.delivered[seat]]
        facts = screen.say(
            "terminal.courier-facts", secrets=secrets_of(table, seat), agents=agents, cards=len(table.hands[seat])
        )
        opened = f"  ({', '.join(brought)})" if brought else ""
        out = "" if is_in_play(table, seat) else f"  {screen.say('terminal.courier-out')}"
        rows.append(f"{mark} {seat + 1} {_banner(colour, screen)} {screen.bold(name)}  {facts}{opened}{out}")
    return rows


def _there(table: Table, place: Place, screen: Screen) -> str:
    """Say who stands in a place and what lies there: `R4+bA` is red's agent 4 with blue's suitcase A; `□gB` lies."""
    parts = []
    for seat in range(table.players):
        colour = colour_name(table.players, seat)
        for number, (at, load) in enumerate(zip(table.places[seat], table.loads[seat], strict=True), 1):
            if at == place:
                carried = f"+{load[0]}{load[-1]}" if load else ""
                parts.append(_badge(colour, f"{colour[0].upper()}{number}{carried}", screen))
    parts += [f"□{suitcase[0]}{suitcase[-1]}" for suitcase, at in table.lying if at == place]
    return " ".join(parts)


class _Canvas:
    """The map drawn with characters: lines as dots, names where the cities lie, and beneath each who is there."""

    def __init__(self, a_map: Map, table: Table, width: int, screen: Screen) -> None:
        self.map, self.table, self.width, self.screen = a_map, table, width, screen
        self.cells = [[" "] * width for _ in range(ROWS + 2)]
        self.texts: list[tuple[int, int, str]] = []  # row, column, text: written over the lines

    def rows(self) -> list[str]:
        for one, other in (*self.map.lines, *self.map.marked):
            self._line(one, other, "═" if (one, other) in self.map.marked else "·")
        for place in self.map.positions:
            self._place(place)
        rows = [self._row(number) for number in range(ROWS + 2)]
        drawn = [number for number, row in enumerate(rows) if row]
        return rows[drawn[0] : drawn[-1] + 1]

    def _at(self, place: Place) -> tuple[int, int]:
        x, y = self.map.positions[place]
        return round(y / SIDE * (ROWS - 1)), round(x / SIDE * (self.width - 12)) + 1

    def _line(self, one: Place, other: Place, dot: str) -> None:
        (top, left), (bottom, right) = self._at(one), self._at(other)
        steps = max(abs(bottom - top) * 2, abs(right - left) // 2, 1)
        for step in range(1, steps):
            row = round(top + (bottom - top) * step / steps)
            column = round(left + (right - left) * step / steps)
            self.cells[row][column] = dot

    def _place(self, place: Place) -> None:
        row, column = self._at(place)
        name = self._name(place)
        there = _there(self.table, place, self.screen)
        self._write(row, column, name)
        if there:
            self._write(row + 1, column, there)

    def _name(self, place: Place) -> str:
        kind, _, colour = place.partition("-")
        if colour in COLOURS and kind in {"start", "hq"}:
            name = self.screen.say("terminal.map-start" if kind == "start" else "terminal.map-headquarters")
            return _badge(colour, f"[{name} {colour[0].upper()}]", self.screen)
        return self.screen.bold(f"o {place}")

    def _write(self, row: int, column: int, text: str) -> None:
        column = max(0, min(column, self.width - length(text)))
        self.texts.append((row, column, text))

    def _row(self, number: int) -> str:
        """The dots of a row, with its texts laid over them from left to right; none covers another."""
        out, at = "", 0
        for column, text in sorted((column, text) for row, column, text in self.texts if row == number):
            column = max(column, at + 1 if at else column)
            out += self.screen.dim("".join(self.cells[number][at:column])) + text
            at = column + length(text)
        return (out + self.screen.dim("".join(self.cells[number][at:]))).rstrip()


def _list(a_map: Map, table: Table, screen: Screen) -> list[str]:
    """List the map for a narrow window: every place where somebody stands or something lies."""
    rows = []
    for place in (*a_map.starts, *a_map.cities):
        there = _there(table, place, screen)
        if there:
            rows.append(f"{fit(place, 14)} {there}")
    return rows or [screen.say("terminal.map-empty")]


FACE = SuitcasesFace()
