"""A view as plain JSON, for clients that know no rules: all there is to draw, and nothing that the view does not hold.

Keys that would hold nothing are left out, so that a merge patch can remove them again; without `awaited`, the seat
whose turn it is is asked. Agents are named by seat, counted from 0, and number, counted from 1 (`2-7`), suitcases and
places by the words of the notation.

Some keys only save a client the rules: `alike` (agents that the offer does not name, by the one that stands for them),
`stops` (cities where an agent that enters must fight, and so can go no further), `reach` (agents that could make more
steps than `steps` says), and a duel's `tie` (the seat that wins if the cards are equal).
"""

from typing import Any

from heimlich.game import Seat, plain_line
from heimlich.games.suitcases.crowds import steps_for
from heimlich.games.suitcases.duels import duel_of, duellists, rivals, wins_tie
from heimlich.games.suitcases.endgame import reasons
from heimlich.games.suitcases.legal import awaited_in
from heimlich.games.suitcases.movement import are_alike, different_agents
from heimlich.games.suitcases.names import Number, colour_name, content_word
from heimlich.games.suitcases.state import Delivery, Duel, Phase, Result, Table, View, secrets_of

# Decisions whose timing could reveal a hand: none, since the cards that are left are known to all (C23).
HELD_WORDS: frozenset[str] = frozenset()


def display(view: View) -> dict[str, Any]:
    """Return the picture of one seat's view, or of a spectator's."""
    return public(view) if view.seat is None else public(view) | {"own": own(view)}


def public(view: View) -> dict[str, Any]:
    """Return what everyone sees; it is equal for every audience."""
    table = view.table
    picture: dict[str, Any] = {
        "phase": table.phase.name.lower(),
        "turn": table.turn,
        "seat": table.seat,
        "colours": [colour_name(table.players, seat) for seat in range(table.players)],
        "map": table.rules.map,
        "at": _by_agent(table.places),
        "loads": _by_agent(table.loads),
        "lying": dict(table.lying),
        "delivered": {str(seat): _deliveries(row) for seat, row in enumerate(table.delivered) if row},
        "secrets": [secrets_of(table, seat) for seat in range(table.players)],
        "target": table.rules.target,
        "hands": {str(seat): list(hand) for seat, hand in enumerate(table.hands)},
    }
    if table.phase is Phase.PACK:
        picture["packed"] = list(map(int, table.packed))
    asked = list(awaited_in(view))
    if asked != [table.seat]:
        picture["awaited"] = asked
    if table.roll and table.phase is not Phase.ROLL:
        picture["roll"] = list(table.roll)
    picture |= {key: value for key, value in (("steps", table.steps), ("extra", table.extra)) if value}
    if table.mover:
        picture["mover"] = table.mover
    if table.phase is Phase.MOVE:
        picture |= _moving(table)
    if alike := _alike(table):
        picture["alike"] = alike
    if table.duel is not None:
        picture["duel"] = _duel(table, table.duel)
    if table.losing:
        picture["losing"] = table.losing
    if table.result is not None:
        picture["result"] = _result(table, table.result)
    return picture


def _by_agent(rows: tuple[tuple[str | None, ...], ...]) -> dict[str, str]:
    """Return the load or the place of each agent, without the agents that have none."""
    return {
        f"{seat}-{number}": item
        for seat, row in enumerate(rows)
        for number, item in enumerate(row, 1)
        if item is not None
    }


def _deliveries(deliveries: tuple[Delivery, ...]) -> dict[str, str]:
    return {delivery.suitcase: content_word(delivery.content) for delivery in deliveries}


def _moving(table: Table) -> dict[str, Any]:
    """Return how far agents can go, beyond the single steps that are offered."""
    picture: dict[str, Any] = {}
    held = {place for seat, row in enumerate(table.places) if seat != table.seat for place in row if place is not None}
    if stops := sorted(held & table.rules.board.cities):
        picture["stops"] = stops
    if table.extra:
        picture["reach"] = {str(table.mover): steps_for(table, table.mover)}
    return picture


def _alike(table: Table) -> dict[str, list[Number]]:
    """Map each agent that an offer names to those that it stands for: choosing any of them makes no difference."""
    match table.phase:
        case Phase.MOVE | Phase.LOSE:
            named = different_agents(table)
            row = table.places[table.seat]
            others = [number for number, place in enumerate(row, 1) if place is not None and number not in named]
            pairs = [(next(one for one in named if are_alike(table, one, other)), other) for other in others]
            return _by_first(table.seat, pairs)
        case Phase.FIGHT:
            duel = duel_of(table)
            named, loads = rivals(table, duel), table.loads[duel.defence]
            city = table.places[table.seat][duel.attacker - 1]
            here = [number for number, place in enumerate(table.places[duel.defence], 1) if place == city]
            plain = [number for number in named if loads[number - 1] is None]
            return _by_first(duel.defence, [(plain[0], other) for other in here if other not in named])
        case _:
            return {}


def _by_first(seat: Seat, pairs: list[tuple[Number, Number]]) -> dict[str, list[Number]]:
    found: dict[str, list[Number]] = {}
    for one, other in pairs:
        found.setdefault(f"{seat}-{one}", []).append(other)
    return found


def _duel(table: Table, duel: Duel) -> dict[str, Any]:
    picture: dict[str, Any] = {"attacker": duel.attacker, "defence": duel.defence}
    picture["tie"] = duellists(table)[0 if wins_tie(table) else 1]
    if duel.defender is not None:
        picture["defender"] = duel.defender
    if duel.exact:
        picture["exact"] = True
    if duel.spoils is not None:
        picture["spoils"] = duel.spoils
    return picture


def own(view: View) -> dict[str, Any]:
    """Return what only this seat sees."""
    letters = view.table.rules.letters
    picture: dict[str, Any] = {
        "contents": {letter: content_word(content) for letter, content in zip(letters, view.contents, strict=False)}
    }
    if view.chosen is not None:
        picture["chosen"] = view.chosen
    return picture


def _result(table: Table, result: Result) -> dict[str, Any]:
    return {
        "winners": list(result.outcome.winners),
        "shares": list(result.outcome.shares),
        "ending": result.outcome.ending,
        "why": [plain_line(line) for line in reasons(table, result)],
        "contents": [
            {letter: content_word(content) for letter, content in zip(table.rules.letters, row, strict=False)}
            for row in result.contents
        ],
    }
