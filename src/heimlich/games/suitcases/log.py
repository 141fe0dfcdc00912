"""The log: what happened, as lines that a text catalogue turns into words.

It is made from what one seat has seen and the tables before and after, so it can tell no more than that seat may know.
"""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from heimlich.game import Decision, Line, Seat, Term
from heimlich.games.suitcases.actions import (
    Action,
    Drop,
    DuelRevealed,
    EndTurn,
    Exchange,
    Fight,
    Leave,
    Lose,
    Opened,
    Pack,
    Packed,
    PlayDuelCard,
    PutSuitcase,
    Rolled,
    SeenEvent,
    StartDrawn,
    Station,
    Stay,
    Step,
    Take,
)
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.endgame import reasons, seats_in_play
from heimlich.games.suitcases.maps import MAPS
from heimlich.games.suitcases.names import BOMB, LETTERS, Content, Number, Place, colour_name
from heimlich.games.suitcases.state import Phase, Result, Table, View, secrets_of


def lines(before: View, events: Sequence[SeenEvent], after: View) -> Sequence[Line]:
    """Write the lines for one seat about an event, and about what followed from it."""
    happened = [line for event in events for line in _event(before.table, event, after.table)]
    return [*happened, *_consequences(before.table, after.table)]


def _seat(seat: Seat) -> Term:
    return Term("seat", str(seat))


def _seats(seats: Sequence[Seat]) -> list[Term]:
    return [_seat(seat) for seat in seats]


def agent_line(table: Table, seat: Seat, agent: Number) -> Line:
    """Name an agent by its colour and number."""
    return Line("agent", {"colour": Term("colour", colour_name(table.players, seat)), "number": agent})


def suitcase_line(suitcase: str) -> Line:
    """Name a suitcase by its colour and letter."""
    colour, _, letter = suitcase.partition("-")
    return Line("suitcase", {"colour": Term("colour", colour), "letter": letter})


def _content(content: Content) -> Line:
    return Line("bomb", {}) if content == BOMB else Line("secrets", {"n": content})


def place_term(table: Table, place: Place) -> Term | str:
    """Name a place: places of built-in maps have names in the catalogue, cities of other maps are named by the map."""
    board = table.rules.board
    if table.rules.map in MAPS or place not in board.cities:
        return Term("place", place)
    return board.labels[place]


def _event(before: Table, event: SeenEvent, after: Table) -> Iterator[Line]:
    match event:
        case Decision(seat, action):
            yield from _decision(before, seat, action)
        case Rolled(dice):
            words = " + ".join(map(str, dice))
            yield Line("roll", {"seat": _seat(before.seat), "dice": words, "n": sum(dice)})
        case StartDrawn(seat):
            yield Line("start", {"seat": _seat(seat)})
        case Packed(seat):
            yield Line("packed", {"seat": _seat(seat)})
        case DuelRevealed():
            yield from _duel_lines(before, event, after)
        case Opened(suitcase, content):
            yield Line("opened", {"suitcase": suitcase_line(suitcase), "content": _content(content)})


def _decision(before: Table, seat: Seat, action: Action) -> Iterator[Line]:
    who: dict[str, Any] = {"seat": _seat(seat)}
    match action:
        case Step(agent, place):
            yield Line("step", who | {"agent": agent_line(before, seat, agent), "place": place_term(before, place)})
        case Take(agent, suitcase):
            yield Line("take", who | {"agent": agent_line(before, seat, agent), "suitcase": suitcase_line(suitcase)})
        case Drop(agent):
            load = before.loads[seat][agent - 1]
            assert load is not None
            yield Line("drop", who | {"agent": agent_line(before, seat, agent), "suitcase": suitcase_line(load)})
        case Exchange(agent, suitcase):
            load = before.loads[seat][agent - 1]
            assert load is not None
            swap = {"suitcase": suitcase_line(load), "other": suitcase_line(suitcase)}
            yield Line("exchange", who | {"agent": agent_line(before, seat, agent), **swap})
        case Fight(_, agent):
            rival = duel_of(before).defence
            yield Line("fight", who | {"agent": agent_line(before, rival, agent), "rival": _seat(rival)})
        case PlayDuelCard(card):
            yield Line("duel-own", who | {"card": card})
        case Lose(agent):
            yield Line("lose", who | {"agent": agent_line(before, seat, agent)})
            yield from _left_behind(before, seat, agent)
        case Pack(letter, content):
            yield Line("pack-own", who | {"letter": letter, "content": _content(content)})
        case PutSuitcase(letter, city):
            placed = suitcase_line(f"{colour_name(before.players, seat)}-{letter}")
            yield Line("place", who | {"suitcase": placed, "place": place_term(before, city)})
        case EndTurn():
            yield Line("end", who)
        case Station():
            yield Line("station", who)
        case Stay():
            yield Line("stay", who)
        case Leave():
            yield Line("leave", who)
        case _:
            assert_never(action)


def _duel_lines(before: Table, cards: DuelRevealed, after: Table) -> Iterator[Line]:
    """Tell both cards, the winner, and where the loser's agent goes (C13, C15)."""
    duel = duel_of(before)
    assert duel.defender is not None
    attacker = agent_line(before, before.seat, duel.attacker)
    defender = agent_line(before, duel.defence, duel.defender)
    sides = {"seat": _seat(before.seat), "attacker": attacker, "rival": _seat(duel.defence), "defender": defender}
    yield Line("duel", {**sides, "attack": cards.attack, "defence": cards.defence})
    city = before.places[before.seat][duel.attacker - 1]
    if after.places[duel.defence][duel.defender - 1] == city:
        winner, seat, number = defender, before.seat, duel.attacker
    else:
        winner, seat, number = attacker, duel.defence, duel.defender
    loser = agent_line(before, seat, number)
    key = "duel-out" if after.places[seat][number - 1] is None else "duel-back"
    yield Line("duel-tie" if cards.attack == cards.defence else "duel-won", {"agent": winner})
    yield Line(key, {"agent": loser})
    yield from _left_behind(before, seat, number)


def _left_behind(before: Table, seat: Seat, agent: Number) -> Iterator[Line]:
    """Tell that the suitcase of an agent that leaves stays in the city (C15, C20)."""
    load, city = before.loads[seat][agent - 1], before.places[seat][agent - 1]
    if load is not None and city is not None:
        yield Line("stays-behind", {"suitcase": suitcase_line(load), "place": place_term(before, city)})


def _consequences(before: Table, after: Table) -> Iterator[Line]:
    for seat in range(after.players):
        if len(after.hands[seat]) > len(before.hands[seat]):
            yield Line("cards-back", {"seat": _seat(seat)})
    if after.phase is Phase.DUEL:
        yield from _challenge(before, after)
    if after.losing > before.losing:
        yield Line("explosion", {"seat": _seat(after.seat), "n": after.losing})
    for seat in range(after.players):
        points = secrets_of(after, seat)
        if points > secrets_of(before, seat):
            yield Line("points", {"seat": _seat(seat), "n": points})
        if any(before.places[seat]) and not any(after.places[seat]):
            yield Line("out", {"seat": _seat(seat)})
    if after.result and not before.result:
        yield from _end(after, after.result)


def _challenge(before: Table, after: Table) -> Iterator[Line]:
    """Tell that a duel begins (C12)."""
    duel = duel_of(after)
    if before.duel is not None and before.duel.defender == duel.defender:
        return
    assert duel.defender is not None
    attacker, defender = agent_line(after, after.seat, duel.attacker), agent_line(after, duel.defence, duel.defender)
    sides = {"seat": _seat(after.seat), "attacker": attacker, "rival": _seat(duel.defence), "defender": defender}
    yield Line("challenge", sides)


def _end(table: Table, result: Result) -> Iterator[Line]:
    over, *decided = reasons(table, result)
    yield over
    for seat, contents in enumerate(result.contents):
        packed = [
            Line("suitcase-held", {"letter": letter, "content": _content(content)})
            for letter, content in zip(LETTERS, contents, strict=False)
        ]
        yield Line("reveal", {"seat": _seat(seat), "suitcases": packed})
    left = seats_in_play(table)
    scores = [Line("score", {"seat": _seat(seat), "n": secrets_of(table, seat)}) for seat in left]
    yield Line("scores", {"scores": scores})
    yield from decided
    winners = result.outcome.winners
    yield Line("wins", {"n": len(winners), "seats": _seats(winners)})
