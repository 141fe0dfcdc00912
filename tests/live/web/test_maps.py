"""Maps over HTTP: all that is needed to draw one, of built-in maps only."""

import pytest

from heimlich.games.suitcases.maps import MAPS, load_map
from tests.live.servers import LiveServer


@pytest.mark.parametrize("name", MAPS)
def test_a_map_comes_whole_and_may_be_kept(server: LiveServer, name: str) -> None:
    status, answer, headers = server.ask("GET", f"/api/maps/{name}")
    assert status == 200
    assert headers["cache-control"] == "max-age=3600, public"
    board = load_map(name)
    assert (answer["id"], answer["title"], answer["size"]) == (name, board.title, 1000)
    corners = answer["starts"] + answer["headquarters"]
    places = {place["id"]: (place["x"], place["y"]) for place in answer["cities"] + corners}
    assert places == dict(board.positions)
    assert {city["id"]: city["name"] for city in answer["cities"]} == {
        city: board.labels[city] for city in board.cities
    }
    assert [tuple(line) for line in answer["lines"]] == list(board.lines)
    assert [tuple(line) for line in answer["marked"]] == list(board.marked)
    assert [corner["id"].partition("-")[2] for corner in corners] == [corner["colour"] for corner in corners]
    for city in answer["cities"]:
        assert abs(city["label"]["x"] - city["x"]) < 60, "a name stands beside its city"
        assert abs(city["label"]["y"] - city["y"]) < 60
        assert city["label"]["anchor"] in {"start", "middle", "end"}


@pytest.mark.parametrize("name", ["atlantis", "europe.json", "..%2Feurope", "%2Fetc%2Fpasswd", "{}", "x" * 70])
def test_nothing_but_built_in_maps_is_looked_at(server: LiveServer, name: str) -> None:
    status, answer, headers = server.ask("GET", f"/api/maps/{name}")
    assert status in {400, 404}
    assert answer["code"] == "request"
    assert "cities" not in answer
    assert "public" not in headers.get("cache-control", "")


def test_an_unknown_map_is_told_from_known_ones(server: LiveServer) -> None:
    assert server.ask("GET", "/api/maps/atlantis")[1]["text"] == (
        "there is no map 'atlantis' here; there are: europe-2, orient-express-2, europe, orient-express"
    )
