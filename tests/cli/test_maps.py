"""`heimlich maps`, and the map in the terminal."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from heimlich.cli.main import main
from heimlich.games.suitcases.maps import MAPS, load_map
from heimlich.terminal.screen import Screen, length
from heimlich.terminal.suitcases import SuitcasesFace
from tests.tables import ALL, played

SUITCASES = [index for index, case in enumerate(ALL) if case.game.id == "suitcases"]
NAMES = ["Anna", "Bob", "Chris", "David"]


def test_maps_are_listed_checked_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["maps"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("europe-2: Europe by Night, 37 cities, ")
    for name in MAPS:
        picture = tmp_path / f"{name}.svg"
        assert main(["maps", "check", name]) == 0
        assert main(["maps", "draw", name, "-o", str(picture)]) == 0
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    capsys.readouterr()
    assert main(["maps", "draw", "europe"]) == 0
    assert capsys.readouterr().out.startswith("<svg")


def test_a_bad_map_is_refused_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    for command in ("check", "draw"):
        assert main(["maps", command, str(bad)]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert "bad.json" in told.err
    assert main(["maps", "check", "atlantis"]) == 1
    assert "atlantis" in capsys.readouterr().err
    assert main(["maps", "draw", "europe", "-o", str(tmp_path / "no" / "where.svg")]) == 1
    assert "cannot write" in capsys.readouterr().err
    assert main(["simulate", "suitcases", "--players", "2", "--set", f"map={bad}"]) == 1
    assert "bad.json" in capsys.readouterr().err


@pytest.mark.parametrize("index", SUITCASES, ids=[str(ALL[index]) for index in SUITCASES])
def test_the_map_shows_every_city_agent_and_suitcase(index: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "112")
    face, screen, case = SuitcasesFace(), Screen(colour=False), ALL[index]
    names = NAMES[: case.players]
    for step in played(index)[::60]:
        view = case.game.view(step.after, 0)
        board = face.board(view, names, screen)
        assert max(map(length, board.splitlines())) <= 130
        for city in load_map(view.table.rules.map).cities:
            assert f"o {city}" in board
        for suitcase, _ in view.table.lying:
            assert f"□{suitcase[0]}{suitcase[-1]}" in board
        assert face.board(case.game.view(step.after, None), names, screen) == board  # nothing hidden is on it


def test_a_narrow_window_gets_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    index = SUITCASES[0]
    view = ALL[index].game.view(played(index)[-1].before, 0)
    board = SuitcasesFace().board(view, NAMES[:2], Screen(colour=False))
    assert "·" not in board
    assert max(map(len, board.splitlines())) <= 100


def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/maps.md: its example is saved as my-map.json, and every command of its shell blocks is run."""
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text("utf-8")
    [example] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    commands = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    monkeypatch.chdir(tmp_path)
    Path("my-map.json").write_text(example, "utf-8")
    assert [command.split()[:3] for command in commands] == [["heimlich", "maps", word] for word in ("check", "draw")]
    for command in commands:
        assert main(command.split()[1:]) == 0
    assert Path("my-map.svg").read_text("utf-8").startswith("<svg")
