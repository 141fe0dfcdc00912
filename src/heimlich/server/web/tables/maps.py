"""The maps of the suitcase game over HTTP, for clients that draw them: places, lines, and where names stand.

Only built-in maps, by name: no path is ever opened. Everything else about a map's look is up to the client.
"""

from functools import lru_cache
from typing import Annotated

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from msgspec import Struct

from heimlich.drawing.suitcase_names import font_size, place_labels
from heimlich.games.suitcases.maps import COLOURS, MAPS, SIDE, Map, load_map
from heimlich.server.web.requests.errors import TROUBLES, Trouble

CACHED_S = 3600  # a map changes with a release at most

MapName = Annotated[str, Parameter(max_length=64, description="a built-in map: " + ", ".join(MAPS))]
_TROUBLES = TROUBLES | {404: ResponseSpec(Trouble, description="there is no such map", generate_examples=False)}


class LabelPlace(Struct, frozen=True):
    """A place for a city's name, clear of places and lines: its baseline, and which end of the text is there."""

    x: float
    y: float
    anchor: str  # as in SVG: start, middle, end


class MapCity(Struct, frozen=True):
    """A city: the word of the notation, the name to show, and where it lies."""

    id: str
    name: str
    x: float
    y: float
    label: LabelPlace


class MapCorner(Struct, frozen=True):
    """A start space or a headquarters: the word of the notation, whose it is, and where it lies."""

    id: str
    colour: str
    x: float
    y: float


class MapAnswer(Struct, frozen=True):
    """A map. Its picture is a square of `size` units, x to the right and y downwards."""

    id: str
    title: str
    size: float
    font: float  # how high the letters of names may be, so that they fit where `label` says
    cities: tuple[MapCity, ...]
    starts: tuple[MapCorner, ...]
    headquarters: tuple[MapCorner, ...]
    lines: tuple[tuple[str, str], ...]
    marked: tuple[tuple[str, str], ...]  # the lines into headquarters, which come last


@get(
    "/api/maps/{name:str}",
    tags=["tables"],
    responses=_TROUBLES,
    cache_control=CacheControlHeader(max_age=CACHED_S, public=True),
    sync_to_thread=False,
)
def show_map(name: MapName) -> MapAnswer:
    """Send a map of the suitcase game, with everything needed to draw it."""
    if name not in MAPS:
        raise NotFoundException(f"there is no map '{name[:40]}' here; there are: {', '.join(MAPS)}")
    return _answer(name)


@lru_cache(maxsize=len(MAPS))
def _answer(name: str) -> MapAnswer:
    board = load_map(name)
    labels = place_labels(board)
    return MapAnswer(
        id=board.id,
        title=board.title,
        size=SIDE,
        font=font_size(board),
        cities=tuple(
            MapCity(city, board.labels[city], *board.positions[city], LabelPlace(spot.x, spot.y, spot.anchor))
            for city, spot in ((city, labels[city]) for city in board.cities)
        ),
        starts=_corners(board, board.starts),
        headquarters=_corners(board, board.headquarters),
        lines=board.lines,
        marked=board.marked,
    )


def _corners(board: Map, places: tuple[str, ...]) -> tuple[MapCorner, ...]:
    return tuple(
        MapCorner(place, colour, *board.positions[place]) for place, colour in zip(places, COLOURS, strict=True)
    )
