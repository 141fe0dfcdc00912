"""Mirror symmetry: what makes a map fair with three players, and what a map that lacks it is told."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from heimlich.cli.main import main
from heimlich.games.suitcases.maps import CURRENT_MAPS, FIRST_EDITION_MAPS, Map, load_map, parse_map
from heimlich.games.suitcases.symmetry import MIRRORS, broken_mirrors, exchange

FOLDER = Path(__file__).parents[3].joinpath("src/heimlich/games/suitcases/maps")


def drawn(name: str) -> dict[str, Any]:
    """A built-in map's file, to be changed."""
    data: dict[str, Any] = json.loads(FOLDER.joinpath(f"{name}.json").read_text("utf-8"))
    return data


def made(data: dict[str, Any]) -> Map:
    return parse_map(json.dumps(data), "test")


@pytest.mark.rule("C2")
@pytest.mark.parametrize("name", CURRENT_MAPS)
def test_the_maps_of_new_tables_pass_every_mirror(name: str) -> None:
    board = load_map(name)
    assert broken_mirrors(board) == []
    for mirror in MIRRORS:
        image = exchange(board, mirror)
        assert image is not None
        assert all(image[board.starts[one]] == board.starts[two] for one, two in enumerate(mirror.swapped))
        for lines in (board.lines, board.marked):
            assert {frozenset((image[a], image[b])) for a, b in lines} == {frozenset(line) for line in lines}


@pytest.mark.parametrize("name", FIRST_EDITION_MAPS)
def test_a_quarter_turn_alone_passes_no_mirror(name: str) -> None:
    assert [mirror for mirror, _ in broken_mirrors(load_map(name))] == list(MIRRORS)


def test_where_cities_are_drawn_is_not_asked() -> None:
    data, rng = drawn("europe-2"), Random(5)
    for spot in data["cities"].values():
        spot[:2] = [spot[0] + rng.randint(-30, 30), spot[1] + rng.randint(-30, 30)]
    spots = list(data["cities"].values())
    rng.shuffle(spots)
    data["cities"] = dict(zip(data["cities"], spots, strict=True))
    assert broken_mirrors(made(data)) == []


def test_a_line_too_few_is_named_with_its_mirror_image() -> None:
    data = drawn("europe-2")
    data["lines"].remove("berlin munich")
    broken = {mirror.pairs: lost for mirror, lost in broken_mirrors(made(data))}
    assert broken == {
        ("red and green",): ["'belgrade trieste' (it would be 'berlin munich')"],
        ("blue and yellow",): ["'berlin prague' (it would be 'berlin munich')"],
        ("red and blue", "green and yellow"): ["'budapest warsaw' (it would be 'berlin munich')"],
        ("red and yellow", "blue and green"): ["'geneva munich' (it would be 'berlin munich')"],
    }


def test_a_mirror_that_swaps_a_line_with_itself_does_not_miss_it() -> None:
    data = drawn("europe-2")
    data["lines"].remove("vienna prague" if "vienna prague" in data["lines"] else "prague vienna")
    assert [mirror.pairs for mirror, _ in broken_mirrors(made(data))] == [
        ("red and green",),
        ("blue and yellow",),
        ("red and yellow", "blue and green"),
    ]


def test_a_city_without_counterpart_is_named() -> None:
    data = drawn("orient-express-2")
    data["cities"]["zagreb"] = [380, 560]
    data["lines"] += ["belgrade zagreb", "venice zagreb"]
    for _, lost in broken_mirrors(made(data)):
        assert "'zagreb'" in lost


def test_a_map_that_can_be_matched_in_many_ways_is_told_quickly() -> None:
    """Twenty cities, each joined to the same two: no class of places is ever split by itself."""
    cities = {f"twin-{letter}": [300 + 20 * number, 540] for number, letter in enumerate("abcdefghijklmnopqrst")}
    data = drawn("orient-express-2")
    data["cities"] |= cities
    data["lines"] += [f"{city} {end}" for city in cities for end in ("krakow", "belgrade")]
    data["lines"].remove("twin-a krakow")
    assert len(broken_mirrors(made(data))) == 3
    assert broken_mirrors(made(data))[0][0].pairs == ("red and green",)


def test_cycles_of_three_are_no_mirror_image_of_cycles_of_six() -> None:
    """Every city of them has two neighbours of its kind, so only trying out tells them apart."""
    data, number = drawn("orient-express-2"), 0
    for end, length in [("krakow", 3)] * 12 + [("belgrade", 6)] * 6:
        ring = [f"ring-{number + index}" for index in range(length)]
        for index, city in enumerate(ring):
            data["cities"][city] = [100 + 8 * (number + index), 540]
            data["lines"] += [f"{city} {ring[(index + 1) % length]}", f"{city} {end}"]
        number += length
    assert [mirror.pairs for mirror, _ in broken_mirrors(made(data))] == [
        ("red and green",),
        ("blue and yellow",),
        ("red and yellow", "blue and green"),
    ]


def test_check_warns_and_names_the_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = drawn("europe-2")
    data["lines"].remove("berlin munich")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data), "utf-8")
    assert main(["maps", "check", str(path)]) == 0
    told = capsys.readouterr()
    assert told.out == "europe-2: Europe by Night, 37 cities, 71 lines\n"
    assert told.err.splitlines()[0] == (
        "warning: not mirror-symmetric; it may favour a colour, most of all with three players"
    )
    assert told.err.splitlines()[1] == (
        "  red and green are no mirror images: no counterpart for 'belgrade trieste' (it would be 'berlin munich')"
    )
    assert len(told.err.splitlines()) == 5


def test_check_keeps_a_long_list_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["maps", "check", "europe"]) == 0
    assert all(" more" in line for line in capsys.readouterr().err.splitlines()[1:])
    assert main(["maps", "check", "europe-2"]) == 0
    told = capsys.readouterr()
    assert told.out.endswith("mirror-symmetric: it favours no colour\n")
    assert told.err == ""
