"""Records: a played game as text, with its rules, its players and every event; it replays exactly, without a seed.

    heimlich record 1
    game heimlich-co
    edition rio-grande
    rules 1
    seat Anna
    seat Bob
    events
    agent red
    …
    1: move red 2 blue 3
    final red 5 (44), …

>>> from heimlich import GAMES
>>> game = GAMES["heimlich-co"]
>>> record = new_record(game, RulesetName("rio-grande"), ("Anna", "Bob"))
>>> print(record)
heimlich record 1
game heimlich-co
edition rio-grande
rules 1
seat Anna
seat Bob
events
unfinished 0
<BLANKLINE>
>>> read_record(str(record), GAMES) == record
True

A finished game closes with `final` and the last position, in which everything is revealed; one that goes on with
`unfinished` and the number of events. The games are passed in: nothing here knows any of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple

from heimlich.errors import BadRecord, HeimlichError
from heimlich.game import AnyGame, Game, RulesetName, Seat, State

FORMAT = "heimlich record 1"


class Step(NamedTuple, Generic[State]):
    """One event of a replayed game, with the states around it."""

    before: State
    event: Any
    after: State


AnyStep = Step[Any]


@dataclass(frozen=True)
class Record:
    """The events of a game with its rules and players, so far or to its end."""

    game: str
    rules: RulesetName
    seats: tuple[str, ...]
    events: tuple[Any, ...] = ()
    final: str | None = None
    view: str | None = None  # the seat that this record is limited to, as text; None: everything
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)  # where each event stands, and the last line

    def line(self, index: int) -> int:
        """Return the line number of an event in the text; after the last event, that of `final` or `unfinished`."""
        return self.lines[index] if self.lines else len(self._header()) + 1 + index

    def __str__(self) -> str:
        return "\n".join((*self._header(), *map(str, self.events), self._footer())) + "\n"

    def _header(self) -> list[str]:
        rows = [FORMAT, f"game {self.game}", f"edition {self.rules.edition}", f"rules {self.rules.version}"]
        rows += [f"variant {variant}" for variant in self.rules.variants]
        rows += [f"set {name}={value}" for name, value in self.rules.house]
        rows += [f"seat {name}" for name in self.seats]
        rows += [f"view {self.view}"] if self.view else []
        return [*rows, "events"]

    def _footer(self) -> str:
        return f"unfinished {len(self.events)}" if self.final is None else f"final {self.final}"


def new_record(game: AnyGame, name: RulesetName, seats: tuple[str, ...]) -> Record:
    """Make the record of a game about to begin, with its rules version, and house rules in a form that lasts."""
    rules = game.ruleset(name)
    values = {setting.name: setting.value for setting in game.settings(rules)}
    house = tuple((setting, values[setting]) for setting, _ in name.house)
    lasting = replace(name, version=game.rules_version(rules), house=house)
    return Record(game.id, lasting, tuple(map(_clean_name, seats)))


def _clean_name(name: str) -> str:
    """Make a name fit on one line."""
    return " ".join(name.split()) or "?"


Allow = Callable[[AnyGame, str, str], None]  # raises if a game's setting may not have this value


def read_record(text: str, games: Mapping[str, AnyGame], allow: Allow = lambda *_: None) -> Record:
    """Read a record from its text; errors name the line. Whether the events are legal is checked by `replay`.

    `allow` is asked about each house rule before any rules are made of it: a setting may name a file.
    """
    return _Reader(text, games, allow).read()


class _Reader:
    def __init__(self, text: str, games: Mapping[str, AnyGame], allow: Allow) -> None:
        rows = enumerate(text.splitlines(), 1)
        self.rows = [(number, row.strip()) for number, row in rows if row.strip() and not row.lstrip().startswith("#")]
        self.games = games
        self.allow = allow

    def read(self) -> Record:
        if not self.rows or self.rows[0][1] != FORMAT:
            raise BadRecord(1, f"a record starts with '{FORMAT}'")
        start = next((index for index, (_, row) in enumerate(self.rows) if row == "events"), None)
        if start is None:
            raise BadRecord(self.rows[-1][0], "the record breaks off before its events")
        record, game = self._header(self.rows[1:start])
        return self._events(record, game, self.rows[start + 1 :])

    def _header(self, rows: list[tuple[int, str]]) -> tuple[Record, AnyGame]:
        found: dict[str, list[tuple[int, str]]] = {
            key: [] for key in ("game", "edition", "rules", "variant", "set", "seat", "view")
        }
        for number, row in rows:
            key, _, value = row.partition(" ")
            if key not in found or not value:
                raise BadRecord(number, f"'{row}' does not belong into a record's head")
            found[key].append((number, value))
        number, game_name = self._one(found, "game")
        if game_name not in self.games:
            raise BadRecord(number, f"there is no game '{game_name}'; there are: {', '.join(self.games)}")
        game = self.games[game_name]
        name = self._rules(found, game)
        seats = tuple(value for _, value in found["seat"])
        try:
            game.new(game.ruleset(name), len(seats))
        except HeimlichError as error:
            raise BadRecord(found["seat"][-1][0] if seats else number, str(error)) from None
        view = self._one(found, "view")[1] if found["view"] else None
        return Record(game.id, name, seats, view=view), game

    def _rules(self, found: dict[str, list[tuple[int, str]]], game: AnyGame) -> RulesetName:
        """Read the rules line by line, so that an error can name the line that does not fit."""
        edition_line, edition = self._one(found, "edition")
        version_line, version = self._version(found)
        name = RulesetName(edition)
        names = [(edition_line, name), (version_line, name := replace(name, version=version))]
        for line, variant in found["variant"]:
            names.append((line, name := replace(name, variants=(*name.variants, variant))))
        for line, text in found["set"]:
            setting, value = self._setting(line, text)
            self.allow(game, setting, value)
            names.append((line, name := replace(name, house=(*name.house, (setting, value)))))
        for line, candidate in names:
            try:
                game.ruleset(candidate)
            except HeimlichError as error:
                if candidate.house and candidate is not name:
                    continue  # house rules may need each other: only all of them together can be refused
                raise BadRecord(line, str(error)) from None
        return name

    def _one(self, found: dict[str, list[tuple[int, str]]], key: str) -> tuple[int, str]:
        if len(found[key]) != 1:
            line = found[key][1][0] if found[key] else self.rows[0][0]
            raise BadRecord(line, f"a record says '{key}' once")
        return found[key][0]

    def _setting(self, number: int, text: str) -> tuple[str, str]:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadRecord(number, f"'set {text}' is no house rule; it looks like: set target=20")
        return name, value

    def _version(self, found: dict[str, list[tuple[int, str]]]) -> tuple[int, int]:
        number, text = self._one(found, "rules")
        if not (text.isdecimal() and text.isascii()):
            raise BadRecord(number, f"'{text}' is no rules version")
        return number, int(text)

    def _events(self, record: Record, game: AnyGame, rows: list[tuple[int, str]]) -> Record:
        events: list[Any] = []
        lines: list[int] = []
        for index, (number, row) in enumerate(rows):
            key, _, rest = row.partition(" ")
            if key in {"final", "unfinished"}:
                if index + 1 < len(rows):
                    raise BadRecord(rows[index + 1][0], f"nothing may follow '{key}'")
                if key == "unfinished" and rest != str(len(events)):
                    raise BadRecord(number, f"the record speaks of {rest} events; it has {len(events)}")
                final = rest if key == "final" else None
                return replace(record, events=tuple(events), lines=(*lines, number), final=final)
            try:
                events.append(game.parse_event(row))
            except HeimlichError as error:
                raise BadRecord(number, str(error)) from None
            lines.append(number)
        last = self.rows[-1][0]
        raise BadRecord(last, "the record breaks off: it must close with 'final' or 'unfinished'")


def replay(record: Record, game: Game[Any, State, Any, Any]) -> Iterator[Step[State]]:
    """Play a record again, step by step; an event that the rules do not allow is refused by line.

    >>> from heimlich import GAMES
    >>> text = "heimlich record 1\\ngame heimlich-co\\nedition escale\\nrules 1\\nseat A\\nseat B\\nevents\\n"
    >>> record = read_record(text + "agent red\\n1: move red 2\\nunfinished 2", GAMES)
    >>> steps = replay(record, GAMES["heimlich-co"])
    >>> str(next(steps).event)
    'agent red'
    >>> next(steps)
    Traceback (most recent call last):
    heimlich.errors.BadRecord: line 9: 'move red 2' must wait; now it is time to draw the agents that take part
    """
    if record.view:
        raise BadRecord(1, f"this is the game as seen by {record.view}; only the whole record can be replayed")
    state = game.new(game.ruleset(record.rules), len(record.seats))
    for index, event in enumerate(record.events):
        try:
            after = game.apply(state, event)
        except HeimlichError as error:
            raise BadRecord(record.line(index), str(error)) from None
        yield Step(state, event, after)
        state = after
    if record.final is None:
        return
    last = record.line(len(record.events))
    if game.outcome(state) is None:
        raise BadRecord(last, "the record says 'final', but the game is not over")
    if game.format_state(state) != record.final:
        raise BadRecord(last, f"the game ends otherwise: {game.format_state(state)}")


def last_state(record: Record, game: AnyGame) -> Any:
    """Return the state that a record leads to."""
    state = game.new(game.ruleset(record.rules), len(record.seats))
    for step in replay(record, game):
        state = step.after
    return state


def closed(record: Record, game: AnyGame, state: Any) -> Record:
    """Add the last position to the record of a game that is over; return any other record unchanged."""
    return record if game.outcome(state) is None else replace(record, final=game.format_state(state))


def as_seen(record: Record, game: AnyGame, seat: Seat | None) -> Record:
    """Limit a record to what one seat, or a spectator, has seen."""
    events: list[Any] = []
    state = None
    for before, event, after in replay(record, game):
        events += game.seen(before, event, after, seat)
        state = after
    over = state is not None and game.outcome(state) is not None
    whose = "a spectator" if seat is None else f"seat {seat + 1}"
    final = game.format_view(game.view(state, seat)) if over else None
    return replace(record, events=tuple(events), lines=(), view=whose, final=final)
