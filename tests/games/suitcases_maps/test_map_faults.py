"""Every fault of a map has its own message, and docs/maps.md lists them all (C2)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heimlich.games.suitcases.maps import BadMap, parse_map

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT.joinpath("docs/maps.md").read_text("utf-8").partition("```json\n")[2].partition("```")[0]

Data = dict[str, Any]


def put(*path: Any) -> Callable[[Data], None]:
    """Changes a map: the keys on the way, and the value to put there."""

    def change(data: Data) -> None:
        *way, last, value = path
        target: Any = data
        for key in way:
            target = target[key]
        target[last] = value

    return change


def drop(*path: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        *way, last = path
        target: Any = data
        for key in way:
            target = target[key]
        if isinstance(target, list):
            target.remove(last)
        else:
            del target[last]

    return change


def add(key: str, *lines: str) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data[key].extend(lines)

    return change


def all_of(*changes: Callable[[Data], None]) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        for each in changes:
            each(data)

    return change


SHAPE = "lower-case letters, digits and single hyphens, a letter first"

FAULTS: list[tuple[Callable[[Data], None], str]] = [
    # Keys and types
    (
        put("colour", 1),
        "the file: unknown key 'colour'; there are: id, title, starts, headquarters, cities, lines, marked",
    ),
    (drop("marked"), "the file: 'marked' is missing"),
    (put("starts", "pink", [1, 1]), "starts: unknown key 'pink'; there are: red, blue, green, yellow"),
    (drop("headquarters", "blue"), "headquarters: 'blue' is missing"),
    (put("id", 7), "id: must be a text, not 7"),
    (put("title", None), "title: must be a text, not null"),
    (put("cities", []), "cities: must be an object, not a list of 0"),
    (put("starts", True), "starts: must be an object, not true"),
    (put("lines", "berlin paris"), "lines: must be a list, not 'berlin paris'"),
    (put("marked", {}), "marked: must be a list, not an object"),
    (add("lines", 4), 'lines: must be a text such as "berlin prague", not 4'),  # type: ignore[arg-type]
    (put("lines", ["berlin paris"] * 401), "lines: there are 401; a map has at most 400"),
    # Names
    (put("id", "My Map"), f"id: 'My Map' is no name; a name is 2 to 32 {SHAPE}"),
    (put("cities", "East Berlin", [1, 1]), f"cities: 'East Berlin' is no name; a name is 2 to 32 {SHAPE}"),
    (put("cities", "x", [1, 1]), f"cities: 'x' is no name; a name is 2 to 32 {SHAPE}"),
    (put("cities", "a" * 33, [1, 1]), f"cities: '{'a' * 33}' is no name; a name is 2 to 32 {SHAPE}"),
    (
        put("cities", "hq-pink", [1, 1]),
        "cities: no city may be called 'hq-pink'; colours and names with start- or hq- are taken",
    ),
    (
        put("cities", "green", [1, 1]),
        "cities: no city may be called 'green'; colours and names with start- or hq- are taken",
    ),
    (
        put("title", "\x1b[31mred"),
        "title: '\\x1b[31mred' cannot be shown; a name is 1 to 40 printable characters, no blank at either end",
    ),
    (
        put("cities", "berlin", [500, 200, " Berlin"]),
        "cities: berlin: ' Berlin' cannot be shown; a name is 1 to 24 printable characters, no blank at either end",
    ),
    (put("cities", "berlin", [500, 200, 7]), "cities: berlin: must be a text, not 7"),
    (put("cities", "berlin", [500, 200, "PARIS"]), "paris: is shown as 'Paris', like berlin"),
    # Spots
    (put("cities", "berlin", 500), "cities: berlin: must be [x, y] or [x, y, name], not 500"),
    (put("cities", "berlin", [500]), "cities: berlin: must be [x, y] or [x, y, name], not a list of 1"),
    (put("cities", "berlin", [500, True]), "cities: berlin: must be [x, y] or [x, y, name], not a list of 2"),
    (put("starts", "red", ["a", 1]), "starts: red: must be [x, y], two numbers, not a list of 2"),
    (
        put("cities", "berlin", [500, 1001]),
        "cities: berlin: [500, 1001] lies outside the picture; x and y go from 0 to 1000",
    ),
    (
        put("headquarters", "red", [-1, 0.5]),
        "headquarters: red: [-1, 0.5] lies outside the picture; x and y go from 0 to 1000",
    ),
    (put("cities", "berlin", [800, 500]), "budapest: lies on the same spot as berlin"),
    (put("starts", "red", [900, 80]), "start-red: lies at 900, 80, not in the top left quarter of the picture"),
    (put("headquarters", "red", [80, 300]), "hq-red: lies at 80, 300, not in the bottom right quarter of the picture"),
    (put("cities", {"berlin": [500, 200]}), "cities: there are 1; a map has 4 to 100"),
    (put("cities", {f"city{n}": [n, n] for n in range(101)}), "cities: there are 101; a map has 4 to 100"),
    # Lines
    (add("lines", "berlin"), "lines: 'berlin' must name two places"),
    (add("lines", "berlin paris rome"), "lines: 'berlin paris rome' must name two places"),
    (add("lines", "berlin atlantis"), "lines: 'berlin atlantis' leads to the unknown place 'atlantis'"),
    (add("marked", "berlin hq-pink"), "marked: 'berlin hq-pink' leads to the unknown place 'hq-pink'"),
    (add("lines", "berlin berlin"), "lines: 'berlin berlin' joins a place to itself"),
    (add("lines", "paris berlin"), "lines: 'berlin paris' is there twice"),
    (add("marked", "hq-green berlin"), "marked: 'berlin hq-green' is there twice"),
    (add("lines", "start-red start-blue"), "lines: 'start-blue start-red' joins two start spaces"),
    (add("lines", "start-red hq-red"), "lines: 'start-red hq-red' joins a start space and a headquarters"),
    (
        add("lines", "hq-red paris"),
        "lines: 'paris hq-red' leads into a headquarters; such a line belongs in 'marked'",
    ),
    (add("marked", "berlin rome"), "marked: 'berlin rome' leads to no headquarters"),
    (add("marked", "start-red hq-blue"), "marked: 'start-red hq-blue' joins a start space and a headquarters"),
    (add("marked", "hq-red hq-blue"), "marked: 'hq-blue hq-red' joins two headquarters"),
    (drop("marked", "rome hq-red"), "marked: no line leads into hq-red"),
    # Ways
    (drop("lines", "paris start-red"), "lines: no line leads out of start-red"),
    (
        all_of(drop("lines", "paris rome"), drop("lines", "berlin paris")),
        "lines: red cannot get from start-red to hq-red",
    ),
    (
        all_of(put("cities", "malta", [1, 2]), put("cities", "tunis", [3, 4]), add("lines", "malta tunis")),
        "lines: no way leads from berlin to malta; the map must be in one piece",
    ),
]


def fault_of(text: str) -> str:
    with pytest.raises(BadMap) as caught:
        parse_map(text, "mine.json")
    message = str(caught.value)
    assert message.startswith("mine.json: ")
    return message.removeprefix("mine.json: ")


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("change", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_a_map_that_cannot_be_played_on_is_refused(change: Callable[[Data], None], message: str) -> None:
    data = json.loads(EXAMPLE)
    change(data)
    assert fault_of(json.dumps(data)) == message


TEXTS: list[tuple[str, str]] = [
    ("", "not JSON at line 1, column 1: expecting value"),
    (
        '{\n  "id": "mine",\n  title\n}',
        "not JSON at line 3, column 3: expecting property name enclosed in double quotes",
    ),
    ("[1]", "the file: must be an object, not a list of 1"),
    (EXAMPLE.replace('"paris": [', '"berlin": ['), "'berlin' is there twice"),
    (EXAMPLE.replace("500", "NaN", 1), "NaN is not a number"),
    ("[" * 50_000, "lists and objects are nested too deeply"),
    (f'{{"id": {"9" * 5000}}}', "a number is too long"),
    (f'"{" " * 100_000}"', "the file is too large; a map has at most 100000 bytes"),
    (
        EXAMPLE.replace("[500, 200]", "[500, 1e999]"),
        "cities: berlin: [500, inf] lies outside the picture; x and y go from 0 to 1000",
    ),
    (EXAMPLE.replace('"Four Cities"', '"' + "x" * 500 + '"'), "title: '" + "x" * 35 + " … cannot be shown; a name is "),
    (
        EXAMPLE.replace('"Four Cities"', r'"\ud800"'),
        r"title: '\ud800' cannot be shown; a name is 1 to 40 printable characters, no blank at either end",
    ),
]


@pytest.mark.parametrize(("text", "message"), TEXTS, ids=[message[:40] for _, message in TEXTS])
def test_a_text_that_is_no_map_is_refused(text: str, message: str) -> None:
    assert fault_of(text).startswith(message)


def test_the_example_that_these_maps_are_spoilt_from_is_sound() -> None:
    assert parse_map(EXAMPLE, "docs/maps.md").title == "Four Cities"


@pytest.mark.parametrize("message", [message for _, message in FAULTS + TEXTS], ids=lambda message: message[:60])
def test_the_documentation_lists_every_message(message: str) -> None:
    """A message's words, whatever stands for names and numbers in it, are those of a row of the table."""
    page = ROOT.joinpath("docs/maps.md").read_text("utf-8")
    rows = [row.split("`")[1] for row in page.splitlines() if row.startswith("| `")]
    assert any(_fits(row, message) for row in rows), message


def _fits(row: str, message: str) -> bool:
    """In a row, … stands for anything."""
    rest = message
    for index, part in enumerate(row.split("…")):
        where = rest.find(part)
        if where < 0 or (index == 0 and where > 0):
            return False
        rest = rest[where + len(part) :]
    return True
