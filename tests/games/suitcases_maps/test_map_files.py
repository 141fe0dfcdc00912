"""The built-in maps keep what C2 promises, and maps of one's own load from a path."""

import json
import pickle
from hashlib import blake2b
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from heimlich.errors import HeimlichError
from heimlich.games.suitcases.maps import (
    COLOURS,
    CURRENT_MAPS,
    MAPS,
    SIDE,
    BadMap,
    Map,
    Position,
    load_map,
    parse_map,
)
from heimlich.games.suitcases.symmetry import MIRRORS

# The steps from a start space to its headquarters, and how many ways of so few steps there are.
HOME = {"europe-2": 9, "orient-express-2": 6, "europe": 9, "orient-express": 6}
WAYS = {"europe-2": 18, "orient-express-2": 4, "europe": 27, "orient-express": 1}
CITIES = {
    "europe-2": range(33, 46),
    "orient-express-2": range(16, 22),
    "europe": range(33, 46),
    "orient-express": range(16, 22),
}
JOINED = {
    "europe-2": "adab50a756031a21",
    "orient-express-2": "25bd9c77877433b5",
    "europe": "efd14323d192d65c",
    "orient-express": "b5228eb57c264e24",
}

current_boards = pytest.mark.parametrize("board", [load_map(name) for name in CURRENT_MAPS], ids=CURRENT_MAPS)
boards = pytest.mark.parametrize("board", [load_map(name) for name in MAPS], ids=MAPS)


def turned(spot: Position) -> Position:
    """A quarter turn clockwise about the middle of the picture."""
    return SIDE - spot[1], spot[0]


def steps(board: Map, origin: str, goal: str, without: str = "") -> int | None:
    """How many steps an agent needs, through cities only."""
    seen, edge, count = {origin}, [origin], 0
    while edge:
        count += 1
        edge = sorted({near for place in edge for near in board.neighbours[place]} - seen - {without})
        if goal in edge:
            return count
        edge = [place for place in edge if place in board.cities]
        seen.update(edge)
    return None


def on_the_way(board: Map, colour: int) -> set[str]:
    """The cities on a shortest way home."""
    start, goal = board.starts[colour], board.headquarters[colour]
    return {
        city
        for city in board.cities
        if (steps(board, start, city) or 99) + (steps(board, city, goal) or 99) == steps(board, start, goal)
    }


def ways_home(board: Map, colour: int) -> int:
    """How many shortest ways home there are."""
    ways = {board.starts[colour]: 1}
    for _ in range(HOME[board.id]):
        reached: dict[str, int] = {}
        for place, count in ways.items():
            for near in board.neighbours[place]:
                if near in board.cities or near == board.headquarters[colour]:
                    reached[near] = reached.get(near, 0) + count
        ways = reached
    return ways[board.headquarters[colour]]


def side_of(a: Position, b: Position, c: Position) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance_to_line(point: Position, a: Position, b: Position) -> float:
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / dist(a, b) ** 2
    along = min(1.0, max(0.0, along))
    return dist(point, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


@pytest.mark.rule("C2")
@boards
def test_a_built_in_map_has_its_name_and_its_size(board: Map) -> None:
    assert board.id in MAPS
    assert len(board.cities) in CITIES[board.id]
    assert set(board.positions) == set(board.labels) == set(board.neighbours)
    assert set(board.positions) == {*board.cities, *board.starts, *board.headquarters}


@pytest.mark.rule("C1")
@boards
def test_colours_start_in_their_corner_and_go_home_to_the_opposite_one(board: Map) -> None:
    assert board.starts == tuple(f"start-{colour}" for colour in COLOURS)
    assert board.headquarters == tuple(f"hq-{colour}" for colour in COLOURS)
    corners = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]
    for index, corner in enumerate(corners):
        start, home = board.positions[board.starts[index]], board.positions[board.headquarters[index - 2]]
        assert min(corners, key=lambda c: dist(c, start)) == corner
        assert min(corners, key=lambda c: dist(c, home)) == corner


@pytest.mark.rule("C2")
@boards
def test_a_quarter_turn_maps_places_to_places_and_lines_to_lines(board: Map) -> None:
    at = {spot: place for place, spot in board.positions.items()}
    turn = {place: at[turned(spot)] for place, spot in board.positions.items()}
    for places in (board.starts, board.headquarters):
        assert [turn[place] for place in places] == [*places[1:], places[0]]
    for lines in (board.lines, board.marked):
        assert {frozenset((turn[a], turn[b])) for a, b in lines} == {frozenset(line) for line in lines}


@pytest.mark.rule("C2")
@current_boards
def test_every_mirror_maps_places_to_places_and_lines_to_lines(board: Map) -> None:
    at = {spot: place for place, spot in board.positions.items()}
    for mirror in MIRRORS:
        image = {place: at[mirror.turned(spot)] for place, spot in board.positions.items()}
        for places in (board.starts, board.headquarters):
            assert [image[place] for place in places] == [places[colour] for colour in mirror.swapped]
        for lines in (board.lines, board.marked):
            assert {frozenset((image[a], image[b])) for a, b in lines} == {frozenset(line) for line in lines}


@pytest.mark.rule("C2")
@current_boards
def test_headquarters_stand_in_the_very_corners_and_start_spaces_on_the_diagonals_beside_them(board: Map) -> None:
    corners = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]
    for index, corner in enumerate(corners):
        home = board.headquarters[index - 2]
        assert min(board.positions, key=lambda place: dist(board.positions[place], corner)) == home
        for place in (home, board.starts[index]):
            x, y = board.positions[place]
            assert y in {x, SIDE - x}


@pytest.mark.rule("C2")
@boards
def test_everybody_has_the_same_way_home(board: Map) -> None:
    ways = [steps(board, start, home) for start, home in zip(board.starts, board.headquarters, strict=True)]
    assert ways == [HOME[board.id]] * 4
    assert [ways_home(board, colour) for colour in range(4)] == [WAYS[board.id]] * 4


@boards
def test_no_single_city_bars_a_way_home(board: Map) -> None:
    for start, home in zip(board.starts, board.headquarters, strict=True):
        assert all(steps(board, start, home, without=city) for city in board.cities)


@boards
def test_every_way_home_crosses_every_other(board: Map) -> None:
    ways = [on_the_way(board, colour) for colour in range(4)]
    for one, two in combinations(ways, 2):
        assert one & two


@boards
def test_cities_have_two_to_five_lines(board: Map) -> None:
    assert {len(board.neighbours[city]) for city in board.cities} <= {2, 3, 4, 5}


@boards
def test_neighbours_are_what_the_lines_say(board: Map) -> None:
    pairs = {frozenset(line) for line in board.lines + board.marked}
    assert {frozenset((place, near)) for place, ends in board.neighbours.items() for near in ends} == pairs
    assert all(list(ends) == sorted(ends) for ends in board.neighbours.values())
    assert all(end in board.headquarters and city in board.cities for city, end in board.marked)


@boards
def test_no_lines_cross_and_none_runs_through_a_place(board: Map) -> None:
    spots = board.positions
    for one, two in combinations(board.lines + board.marked, 2):
        if set(one) & set(two):
            continue
        (a, b), (c, d) = ([spots[end] for end in line] for line in (one, two))
        crossing = side_of(a, b, c) * side_of(a, b, d) < 0 and side_of(c, d, a) * side_of(c, d, b) < 0
        assert not crossing, f"{one} crosses {two}"
    for line in board.lines + board.marked:
        for place in spots:
            if place not in line:
                assert distance_to_line(spots[place], *(spots[end] for end in line)) > 30, (
                    f"{line} runs through {place}"
                )


@boards
def test_a_published_map_never_changes(board: Map) -> None:
    """Records name their map: another line would change what they mean. Make a new map instead."""
    joined = "\n".join(" ".join(line) for line in board.lines + board.marked)
    assert blake2b(joined.encode(), digest_size=8).hexdigest() == JOINED[board.id]


@boards
def test_the_file_is_kept_in_order(board: Map) -> None:
    file = Path(__file__).parents[3].joinpath(f"src/heimlich/games/suitcases/maps/{board.id}.json")
    data = json.loads(file.read_text("utf-8"))
    assert list(data["cities"]) == sorted(data["cities"])
    for key in ("lines", "marked"):
        assert data[key] == sorted(data[key])
    assert data["lines"] == [" ".join(line) for line in board.lines]


def test_names_to_show_come_from_the_place_word_unless_given() -> None:
    board = load_map("orient-express")
    assert board.labels["budapest"] == "Budapest"
    assert board.labels["krakow"] == "Kraków"
    assert board.labels["start-red"] == "Red start"
    assert board.labels["hq-yellow"] == "Yellow headquarters"


def test_a_map_is_read_once_can_be_a_key_and_can_be_pickled() -> None:
    board = load_map("europe")
    assert load_map("europe") is board
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert {board: 1}[copy] == 1


def test_a_map_of_ones_own_loads_from_its_path(tmp_path: Path) -> None:
    text = Path(__file__).parents[3].joinpath("src/heimlich/games/suitcases/maps/europe.json").read_text("utf-8")
    path = tmp_path / "mine.json"
    path.write_text("\N{BYTE ORDER MARK}" + text.replace('"id": "europe"', '"id": "mine"'), "utf-8")
    assert load_map(str(path)).id == "mine"
    assert load_map(str(path)).neighbours == load_map("europe").neighbours


def test_the_example_in_the_documentation_is_a_map() -> None:
    page = Path(__file__).parents[3].joinpath("docs/maps.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    assert len(parse_map(example, "docs/maps.md").cities) >= 4


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("atlantis", None, f"there is no map 'atlantis'; there are: {', '.join(MAPS)}, or name a .json file"),
        ("{tmp}/none.json", None, "{tmp}/none.json: there is no such file"),
        ("{tmp}/folder.json", "folder", "{tmp}/folder.json: there is no such file"),
        ("{tmp}/latin.json", b'{"id": "\xe9"}', "{tmp}/latin.json: not UTF-8 text, at byte 9"),
        ("{tmp}/huge.json", b" " * 100_001, "{tmp}/huge.json: the file is too large; a map has at most 100000 bytes"),
        ("{tmp}/empty.json", b"", "{tmp}/empty.json: not JSON at line 1, column 1: expecting value"),
        ("{tmp}/\0.json", None, "{tmp}/\0.json: there is no such file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, name: str, content: bytes | str | None, message: str
) -> None:
    name, message = name.replace("{tmp}", str(tmp_path)), message.replace("{tmp}", str(tmp_path))
    if isinstance(content, bytes):
        Path(name).write_bytes(content)
    elif content == "folder":
        Path(name).mkdir()
    with pytest.raises(BadMap) as caught:
        load_map(name)
    assert str(caught.value) == message
    assert isinstance(caught.value, HeimlichError)
