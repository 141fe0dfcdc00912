"""docs/architecture.md draws the rooms of the house as the imports have them."""

import re
from collections import defaultdict
from pathlib import Path

import grimp

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
GROUND = {"chance", "errors", "fairness", "game", "memo", "offer", "pads", "reading", "record", "settings", "text"}
RUNNER = {"journal", "perft", "rulesets", "runner", "spread"}
SERVER_ROOMS = {"live", "push", "storage", "table", "thinking", "web"}


def room_of(module: str) -> str:
    """The room that a module stands in; nothing for the package itself and what only starts it."""
    _, *parts = module.split(".")
    match parts:
        case [] | ["__main__", *_]:
            return ""
        case ["server", inner, *_] if inner in SERVER_ROOMS:
            return f"server/{inner}"
        case [name, *_] if name in GROUND:
            return "ground"
        case [name, *_] if name in RUNNER:
            return "runner"
    return parts[0]


def imports_of_rooms() -> dict[str, set[str]]:
    """From which other rooms each room imports directly."""
    graph = grimp.build_graph("heimlich", cache_dir=None)
    found: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            here, there = room_of(module), room_of(imported)
            if here and there and here != there:
                found[here].add(there)
    return dict(found)


def test_the_table_of_rooms_is_what_the_imports_are() -> None:
    rows = re.findall(r"^\| `([a-z/]+)` \| ([a-z/, ]+) \|$", PAGE, re.MULTILINE)
    assert {room: set(rooms.split(", ")) for room, rooms in rows} == imports_of_rooms()


def test_the_map_shows_every_room() -> None:
    drawing = PAGE.partition("```")[2].partition("```")[0]
    words = set(re.findall(r"[a-z/]+", drawing))
    assert {"ground", *imports_of_rooms()} <= words
