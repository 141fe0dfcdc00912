"""Maps (C1, C2): what a map is, the built-in ones, and how a map file is read and checked.

A map is one JSON file; docs/maps.md explains it key by key. Everything that could spoil a game is refused here, with a
message that says what is wrong and where, so the rules may trust every `Map` they get. `heimlich.drawing` draws one.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from heimlich.errors import HeimlichError

COLOURS = ("red", "blue", "green", "yellow")  # clockwise, from the top left corner
CURRENT_MAPS = ("europe-2", "orient-express-2")  # mirror-symmetric, the default first
FIRST_EDITION_MAPS = ("europe", "orient-express")  # kept for old records and old tables
MAPS = CURRENT_MAPS + FIRST_EDITION_MAPS  # the built-in maps
SIDE = 1000.0  # the picture is a square: x grows to the right, y downwards

Position = tuple[float, float]
Pair = tuple[str, str]


class BadMap(HeimlichError):
    """There is no such map, or its file is no map that can be played on."""


@dataclass(frozen=True, slots=True)
class Map:
    """A board (C1). Places are words: a city is a slug such as `east-berlin`, then there are `start-red`, `hq-red` …"""

    id: str
    title: str
    cities: tuple[str, ...]  # sorted
    neighbours: Mapping[str, tuple[str, ...]] = field(hash=False)  # every place: what lies one line away, sorted
    starts: tuple[str, ...]  # by colour; colour i starts in corner i
    headquarters: tuple[str, ...]  # by colour; colour i's lies in the corner opposite to its start space
    labels: Mapping[str, str] = field(hash=False)  # every place: the name to show
    positions: Mapping[str, Position] = field(hash=False)  # every place: where it is in the picture
    lines: tuple[Pair, ...]  # those that are not marked; both ends in order, all sorted
    marked: tuple[Pair, ...]  # the lines into headquarters: the city, then the headquarters


@lru_cache(maxsize=64)
def load_map(name_or_path: str) -> Map:
    """Load a built-in map by its name, a file by its path, or a map given as its JSON text; a file is read once."""
    if name_or_path.startswith("{"):
        return parse_map(name_or_path, "the map")
    if name_or_path in MAPS:
        file = files("heimlich.games.suitcases").joinpath("maps", f"{name_or_path}.json")
        return parse_map(file.read_text("utf-8"), f"{name_or_path}.json")
    if not name_or_path.endswith(".json"):
        raise BadMap(f"there is no map {_quote(name_or_path)}; there are: {', '.join(MAPS)}, or name a .json file")
    return parse_map(_text_of(name_or_path), name_or_path)


def portable_map(name_or_path: str) -> str:
    """Return the map in a form that is valid on any machine: a built-in map's name, or the file's whole content."""
    if name_or_path in MAPS:
        return name_or_path
    load_map(name_or_path)  # refuses what is no map
    text = name_or_path if name_or_path.startswith("{") else _text_of(name_or_path)
    return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)


def parse_map(text: str, source: str) -> Map:
    """Read the map that a file's text describes; `source` names the file in messages."""
    try:
        return _checked(_read(text))
    except _Fault as fault:
        raise BadMap(f"{source}: {fault}") from None


# From here on: reading. A file's content is only taken apart and typed; whether it can be played on is checked below.

_KEYS = ("id", "title", "starts", "headquarters", "cities", "lines", "marked")
_BYTES = 100_000  # the largest file; far more than the limits below can fill
_TOO_LARGE = f"the file is too large; a map has at most {_BYTES} bytes"
_CITIES = range(4, 101)
_LINES = 400
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SLUG_LENGTH = range(2, 33)
_LABEL_LENGTH = range(1, 25)
_TITLE_LENGTH = range(1, 41)


class _Fault(Exception):
    """A fault of a map; `parse_map` adds the file's name."""


def _text_of(path: str) -> str:
    try:
        file = Path(path)
        if not file.is_file():  # a pipe or device might never end
            raise BadMap(f"{path}: there is no such file")
        with file.open("rb") as stream:
            data = stream.read(_BYTES + 1)
        if len(data) > _BYTES:
            raise BadMap(f"{path}: {_TOO_LARGE}")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadMap(f"{path}: not UTF-8 text, at byte {error.start + 1}") from None
    except (OSError, ValueError) as error:
        raise BadMap(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _read(text: str) -> Map:
    data = _json(text)
    _kind(data, dict, "the file", "an object")
    _exactly(data, _KEYS, "the file")
    name = _slug(data["id"], "id")
    title = _text(data["title"], _TITLE_LENGTH, "title")
    labels: dict[str, str] = {}
    positions: dict[str, Position] = {}
    _kind(data["cities"], dict, "cities", "an object")
    if len(data["cities"]) not in _CITIES:
        _fail("cities", f"there are {len(data['cities'])}; a map has {_CITIES[0]} to {_CITIES[-1]}")
    for city, value in data["cities"].items():
        _check_city_name(city)
        positions[city], labels[city] = _city(city, value)
    for key, prefix, label in (("starts", "start", "start"), ("headquarters", "hq", "headquarters")):
        _kind(data[key], dict, key, "an object")
        _exactly(data[key], COLOURS, key)
        for colour in COLOURS:
            positions[f"{prefix}-{colour}"] = _position(data[key][colour], f"{key}: {colour}")
            labels[f"{prefix}-{colour}"] = f"{colour.capitalize()} {label}"
    lines = [_line(value, positions, "lines") for value in _list(data["lines"], "lines")]
    marked = [_line(value, positions, "marked") for value in _list(data["marked"], "marked")]
    return Map(
        id=name,
        title=title,
        cities=tuple(sorted(data["cities"])),
        neighbours=_neighbours(positions, lines + marked),
        starts=tuple(f"start-{colour}" for colour in COLOURS),
        headquarters=tuple(f"hq-{colour}" for colour in COLOURS),
        labels=labels,
        positions=positions,
        lines=tuple(sorted(lines)),
        marked=tuple(sorted(marked)),
    )


def _json(text: str) -> Any:
    if len(text) > _BYTES:
        raise _Fault(_TOO_LARGE)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise _Fault(f"not JSON at {at}: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise _Fault("lists and objects are nested too deeply") from None
    except ValueError:  # Python refuses to read a number of thousands of digits
        raise _Fault("a number is too long") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _Fault(f"{_quote(key)} is there twice")
        result[key] = value
    return result


def _constant(word: str) -> NoReturn:
    raise _Fault(f"{word} is not a number")


def _exactly(data: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    for key in data:
        if key not in keys:
            _fail(where, f"unknown key {_quote(key)}; there are: {', '.join(keys)}")
    for key in keys:
        if key not in data:
            _fail(where, f"'{key}' is missing")


def _kind(value: Any, kind: type, where: str, wanted: str) -> None:
    if not isinstance(value, kind):
        _fail(where, f"must be {wanted}, not {_quote(value)}")


def _list(value: Any, where: str) -> list[Any]:
    _kind(value, list, where, "a list")
    if len(value) > _LINES:
        _fail(where, f"there are {len(value)}; a map has at most {_LINES}")
    return list(value)


def _slug(value: Any, where: str) -> str:
    _kind(value, str, where, "a text")
    if len(value) not in _SLUG_LENGTH or not _SLUG.fullmatch(value):
        shape = "lower-case letters, digits and single hyphens, a letter first"
        _fail(where, f"{_quote(value)} is no name; a name is {_SLUG_LENGTH[0]} to {_SLUG_LENGTH[-1]} {shape}")
    return str(value)


def _check_city_name(city: str) -> None:
    _slug(city, "cities")
    if city in COLOURS or city.startswith(("start-", "hq-")):
        _fail("cities", f"no city may be called '{city}'; colours and names with start- or hq- are taken")


def _city(city: str, value: Any) -> tuple[Position, str]:
    where = f"cities: {city}"
    if isinstance(value, list) and len(value) == 3:
        return _position(value[:2], where), _text(value[2], _LABEL_LENGTH, where)
    return _position(value, where), city.replace("-", " ").title()


def _position(value: Any, where: str) -> Position:
    numbers = isinstance(value, list) and [n for n in value if isinstance(n, int | float) and not isinstance(n, bool)]
    if not numbers or len(numbers) != 2 or len(value) != 2:
        shape = "[x, y], two numbers" if not where.startswith("cities") else "[x, y] or [x, y, name]"
        _fail(where, f"must be {shape}, not {_quote(value)}")
    x, y = numbers
    if not (0 <= x <= SIDE and 0 <= y <= SIDE):
        _fail(where, f"[{_quote(x)}, {_quote(y)}] lies outside the picture; x and y go from 0 to {SIDE:g}")
    return float(x), float(y)


def _text(value: Any, lengths: range, where: str) -> str:
    _kind(value, str, where, "a text")
    if len(value) not in lengths or not value.isprintable() or value != value.strip():
        shape = "printable characters, no blank at either end"
        _fail(where, f"{_quote(value)} cannot be shown; a name is {lengths[0]} to {lengths[-1]} {shape}")
    return str(value)


def _line(value: Any, places: Mapping[str, Position], where: str) -> Pair:
    """Read the two ends of a line, in order; a headquarters comes last."""
    _kind(value, str, where, 'a text such as "berlin prague"')
    ends = value.split()
    if len(ends) != 2:
        _fail(where, f"{_quote(value)} must name two places")
    for end in ends:
        if end not in places:
            _fail(where, f"{_quote(value)} leads to the unknown place {_quote(end)}")
    first, second = sorted(ends, key=lambda end: (end.startswith("hq-"), end))
    if first == second:
        _fail(where, f"{_quote(value)} joins a place to itself")
    return first, second


def _neighbours(places: Iterable[str], lines: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
    near: dict[str, list[str]] = {place: [] for place in places}
    for first, second in lines:
        near[first].append(second)
        near[second].append(first)
    return {place: tuple(sorted(ends)) for place, ends in near.items()}


def _fail(where: str, reason: str) -> NoReturn:
    raise _Fault(f"{where}: {reason}")


def _quote(value: Any) -> str:
    """Write a value as messages show it: short, and without control characters that would affect a terminal."""
    match value:
        case None | bool():
            return json.dumps(value)
        case str() | int() | float():
            text = repr(value)
            return text if len(text) <= 40 else f"{text[:36]} …"
        case list():
            return f"a list of {len(value)}"
        case _:
            return "an object"


# From here on: checking that it can be played on (C2).


def _checked(board: Map) -> Map:
    _check_spots(board)
    _check_lines(board)
    _check_marked(board)
    _check_ways(board)
    return board


def _check_spots(board: Map) -> None:
    """Check that names and spots differ, and that the corners are those of C1."""
    taken: dict[Position, str] = {}
    shown: dict[str, str] = {}
    for place, spot in board.positions.items():
        if spot in taken:
            _fail(place, f"lies on the same spot as {taken[spot]}")
        taken[spot] = place
        label = board.labels[place].casefold()
        if label in shown:
            _fail(place, f"is shown as '{board.labels[place]}', like {shown[label]}")
        shown[label] = place
    corners = ("top left", "top right", "bottom right", "bottom left")
    for places, turned in ((board.starts, 0), (board.headquarters, 2)):
        for colour, place in enumerate(places):
            corner = (colour + turned) % 4
            x, y = board.positions[place]
            if (x < SIDE / 2) != (corner in (0, 3)) or (y < SIDE / 2) != (corner in (0, 1)):
                _fail(place, f"lies at {x:g}, {y:g}, not in the {corners[corner]} quarter of the picture")


def _check_lines(board: Map) -> None:
    for line in board.lines:
        ends = " ".join(line)
        match [_sort(place) for place in line]:
            case ["start", "start"]:
                _fail("lines", f"'{ends}' joins two start spaces")
            case ["start", "hq"]:
                _fail("lines", f"'{ends}' joins a start space and a headquarters")
            case [_, "hq"]:
                _fail("lines", f"'{ends}' leads into a headquarters; such a line belongs in 'marked'")
    _check_double(board)


def _check_double(board: Map) -> None:
    seen: set[Pair] = set()
    for line in board.lines + board.marked:
        if line in seen:
            _fail("marked" if line in board.marked else "lines", f"'{' '.join(line)}' is there twice")
        seen.add(line)


def _check_marked(board: Map) -> None:
    for line in board.marked:
        ends = " ".join(line)
        match [_sort(place) for place in line]:
            case ["city", "hq"]:
                pass
            case ["start", "hq"]:
                _fail("marked", f"'{ends}' joins a start space and a headquarters")
            case ["hq", "hq"]:
                _fail("marked", f"'{ends}' joins two headquarters")
            case _:
                _fail("marked", f"'{ends}' leads to no headquarters")
    for headquarters in board.headquarters:
        if not board.neighbours[headquarters]:
            _fail("marked", f"no line leads into {headquarters}")


def _check_ways(board: Map) -> None:
    """Check that every colour can get home and everywhere, through cities only, as agents pass nothing else (C1)."""
    for colour, start, headquarters in zip(COLOURS, board.starts, board.headquarters, strict=True):
        if not board.neighbours[start]:
            _fail("lines", f"no line leads out of {start}")
        if not _reach(board, start) & set(board.neighbours[headquarters]):
            _fail("lines", f"{colour} cannot get from {start} to {headquarters}")
    reached = _reach(board, board.cities[0])
    for city in board.cities:
        if city not in reached:
            _fail("lines", f"no way leads from {board.cities[0]} to {city}; the map must be in one piece")


def _reach(board: Map, origin: str) -> set[str]:
    """List the cities that an agent can walk to."""
    reached: set[str] = {origin} & set(board.cities)
    waiting = [origin]
    while waiting:
        for place in board.neighbours[waiting.pop()]:
            if _sort(place) == "city" and place not in reached:
                reached.add(place)
                waiting.append(place)
    return reached


def _sort(place: str) -> str:
    """Return the kind of a place: a city, a start or a hq."""
    return next((kind for kind in ("start", "hq") if place.startswith(f"{kind}-")), "city")
