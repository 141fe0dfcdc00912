"""The drawing of a map: sound, safe, always the same, and readable."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from heimlich.drawing.suitcase_names import Box, font_size, place_labels, room, text_width
from heimlich.drawing.suitcases import draw_map
from heimlich.games.suitcases.maps import MAPS, SIDE, Map, load_map, parse_map

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"

boards = pytest.mark.parametrize("board", [load_map(name) for name in MAPS], ids=MAPS)


def overlap(one: Box, two: Box) -> bool:
    return one.left < two.right and two.left < one.right and one.top < two.bottom and two.top < one.bottom


@boards
def test_a_drawing_is_well_formed_and_shows_every_place_and_name(board: Map) -> None:
    root = ElementTree.fromstring(draw_map(board))
    assert root.tag == f"{SVG}svg"
    assert {group.get("data-place") for group in root.iter(f"{SVG}g")} - {None} == set(board.positions)
    names = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "name"]
    assert names == [board.labels[city] for city in board.cities]


@boards
def test_a_drawing_needs_nothing_from_elsewhere(board: Map) -> None:
    svg = draw_map(board)
    assert "<script" not in svg
    assert "href" not in svg
    assert "@import" not in svg
    assert svg.count("url(") == svg.count("url(#") == 2
    assert svg.count("http") == 1  # the namespace


@boards
def test_a_drawing_knows_night_and_day(board: Map) -> None:
    assert "@media (prefers-color-scheme: light)" in draw_map(board)


@boards
def test_the_same_map_gives_the_same_drawing_and_the_picture_in_the_docs_is_it(board: Map) -> None:
    assert draw_map(board) == draw_map(replace(board))
    assert ROOT.joinpath(f"docs/pictures/map-{board.id}.svg").read_text("utf-8") == draw_map(board)


@boards
def test_a_side_is_told_by_its_letter_too(board: Map) -> None:
    root = ElementTree.fromstring(draw_map(board))
    for group in root.iter(f"{SVG}g"):
        place = group.get("data-place", "")
        if place.startswith(("start-", "hq-")):
            letters = [text.text for text in group.iter(f"{SVG}text") if "letter" in text.get("class", "")]
            assert letters == [place.split("-")[1][0].upper()]


def test_names_are_escaped() -> None:
    text = ROOT.joinpath("src/heimlich/games/suitcases/maps/europe.json").read_text("utf-8")
    data = json.loads(text)
    data["title"] = "<b>\"A\" & 'B'</b>"
    data["cities"]["berlin"].append("</text><script>&")
    board = parse_map(json.dumps(data), "test")
    svg = draw_map(board)
    assert "<script" not in svg
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == data["title"]
    assert "</text><script>&" in [text.text for text in root.iter(f"{SVG}text")]
    assert data["title"] in root.get("aria-label", "")


@boards
def test_no_name_covers_another_name_a_place_or_a_line(board: Map) -> None:
    labels = place_labels(board)
    for one, two in combinations(labels, 2):
        assert not overlap(labels[one].box, labels[two].box), f"{one} and {two}"
    for city, label in labels.items():
        assert label.box.left >= 0
        assert label.box.top >= 0
        assert label.box.right <= SIDE
        assert label.box.bottom <= SIDE
        for place in board.positions:
            if place != city:
                assert not overlap(label.box, room(board, place, 0)), f"{city} covers {place}"
        for line in board.lines + board.marked:
            (ax, ay), (bx, by) = (board.positions[end] for end in line)
            for step in range(201):
                x, y = ax + (bx - ax) * step / 200, ay + (by - ay) * step / 200
                inside = label.box.left < x < label.box.right and label.box.top < y < label.box.bottom
                assert not inside, f"{city} lies on the line {line}"


@boards
def test_names_stay_readable_on_a_phone(board: Map) -> None:
    assert font_size(board) * 360 / SIDE >= 9.5


def test_wide_letters_take_more_room() -> None:
    assert text_width("Milan", 10) < text_width("Mammm", 10)
