"""A type's name means one thing: it stands once, or for the same idea in both games."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "heimlich"
GAMES = ("heimlich_co", "suitcases")

# The same idea in both games, in the room of each.
IN_BOTH_GAMES = {
    "Afterword",
    "Casual",
    "Champion",
    "Climber",
    "Master",
    "Master1",
    "Newcomer",
    "Notes",
    "PadMoment",
    "Phase",
    "Result",
    "Rolled",
    "Rules",
    "Ruleset",
    "Secrets",
    "Shape",
    "Simulator",
    "StartDrawn",
    "State",
    "Table",
    "TableCode",
    "View",
}
# Twice for another reason, which is given.
FOR_A_REASON = {
    "Board": "the map as a graph of the suitcase game, and positions of Heimlich & Co. as arrays: the board of each",
    "Leave": "a command of a live table, and an action of the suitcase game; both words stand in what is sent",
    "Step": "an event with the states around it, and an action of the suitcase game",
    "Use": "of a card, in the numbering of actions, and as a row of the simulator's table made from it",
    "State": "of the rules, and of the simulator, which is the same in arrays",
}


def _types() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file.relative_to(SOURCE))
    return found


def _game_of(file: Path) -> str:
    return next((game for game in GAMES if game in file.parts or file.stem == game), "")


def test_type_names_stand_once() -> None:
    twice = {name: files for name, files in _types().items() if len(files) > 1}
    unexpected = {name: files for name, files in twice.items() if name not in IN_BOTH_GAMES | FOR_A_REASON.keys()}
    assert unexpected == {}
    assert (IN_BOTH_GAMES | FOR_A_REASON.keys()) - twice.keys() == set(), "not twice any more: take it off the list"


def test_names_in_both_games_stand_once_in_each_of_its_rooms() -> None:
    for name, files in _types().items():
        if name in IN_BOTH_GAMES - FOR_A_REASON.keys():
            assert sorted(map(_game_of, files)) == list(GAMES), (name, files)
