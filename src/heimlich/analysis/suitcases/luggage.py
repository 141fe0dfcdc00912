"""Suitcases over a whole game: the way of each one, and when each seat learnt what is in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from heimlich.analysis.course import Course
from heimlich.analysis.story import How, Learnt, RouteStop, SuitcaseTold
from heimlich.game import Seat
from heimlich.games.suitcases.actions import Pack
from heimlich.games.suitcases.names import BOMB, LETTERS, Content, Suitcase, colour_name
from heimlich.games.suitcases.state import Table

Spot = tuple[str, str, int | None]  # place, carrier, and the seat that it was delivered to


def told_suitcases(course: Course) -> list[SuitcaseTold]:
    """Return every suitcase of the game, by owner and letter."""
    last = course.last
    players = last.table.players
    routes = _routes(course)
    found = []
    for seat, contents in enumerate(last.secrets.contents):
        learnt = _learnt(course, seat)
        for letter, content in zip(LETTERS, contents, strict=False):
            name = f"{colour_name(players, seat)}-{letter}"
            told = tuple(learnt.get(letter, ()))
            held: int | Literal["bomb"] = "bomb" if content == BOMB else int(content)
            found.append(SuitcaseTold(name, seat, letter, held, told, tuple(routes.get(name, ()))))
    return found


def spots(table: Table) -> dict[Suitcase, Spot]:
    """Find where every suitcase is."""
    found: dict[Suitcase, Spot] = {suitcase: (place, "", None) for suitcase, place in table.lying}
    for seat, (loads, places) in enumerate(zip(table.loads, table.places, strict=True)):
        colour = colour_name(table.players, seat)
        for number, (load, place) in enumerate(zip(loads, places, strict=True), 1):
            if load is not None:
                found[load] = (place or "", f"{colour}-{number}", None)
        for delivery in table.delivered[seat]:
            found[delivery.suitcase] = (f"hq-{colour}", "", seat)
    return found


def _routes(course: Course) -> dict[Suitcase, list[RouteStop]]:
    found: dict[Suitcase, list[RouteStop]] = {}
    before: dict[Suitcase, Spot] = {}
    for number, state in enumerate(course.states):
        now = spots(state.table)
        for suitcase, spot in now.items():
            if spot != before.get(suitcase):
                found.setdefault(suitcase, []).append(RouteStop(number, *spot))
        before = now
    return found


def _learnt(course: Course, owner: Seat) -> dict[str, list[Learnt]]:
    """Find when each seat learnt what is in each suitcase of an owner, by letter."""
    players = course.last.table.players
    others = [seat for seat in range(players) if seat != owner]
    found: dict[str, list[Learnt]] = {
        passage.action.letter: [Learnt(passage.number, owner, "packed")]
        for passage in course.passages
        if passage.seat == owner and isinstance(passage.action, Pack)
    }
    known: dict[str, Content] = {}
    for passage in course.passages:
        for letter, how in _news(course, owner, known, passage.after.table):
            found.setdefault(letter, []).extend(Learnt(passage.number, seat, how) for seat in others)
    return found


def _news(course: Course, owner: Seat, known: dict[str, Content], table: Table) -> Iterator[tuple[str, How]]:
    """The letters whose content all others learn now: opened, deduced from those that were, or shown at the end."""
    opened = _opened(table, owner)
    for letter in sorted(opened.keys() - known.keys()):
        known[letter] = opened[letter]
        yield letter, "opened"
    left = [letter for letter in table.rules.letters if letter not in known]
    contents = course.last.secrets.contents[owner]
    still = Counter(table.rules.contents) - Counter(known.values())
    if left and all(table.packed) and (len(still) == 1 or table.result is not None):
        for letter in left:
            known[letter] = contents[LETTERS.index(letter)]
            yield letter, "deduced" if len(still) == 1 else "end"


def _opened(table: Table, owner: Seat) -> Mapping[str, Content]:
    colour = colour_name(table.players, owner)
    deliveries = (delivery for row in table.delivered for delivery in row)
    return {
        one.suitcase.partition("-")[2]: one.content for one in deliveries if one.suitcase.partition("-")[0] == colour
    }
