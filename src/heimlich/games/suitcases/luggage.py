"""Suitcases on the board (C10, C11): picking up, setting down, exchanging, and what stays behind."""

from collections.abc import Iterator

from heimlich.game import Seat
from heimlich.games.suitcases.names import SUITCASE_ORDER, Number, Place, Suitcase
from heimlich.games.suitcases.state import Table, put

Lying = tuple[tuple[Suitcase, Place], ...]


def lay(lying: Lying, suitcase: Suitcase, city: Place) -> Lying:
    """Add a suitcase to those that lie in cities."""
    return tuple(sorted((*lying, (suitcase, city)), key=lambda item: SUITCASE_ORDER[item[0]]))


def lift(lying: Lying, suitcase: Suitcase) -> Lying:
    """Remove a suitcase from those that lie in cities."""
    return tuple([item for item in lying if item[0] != suitcase])


def lying_in(table: Table, city: Place) -> tuple[Suitcase, ...]:
    """List the suitcases that lie in a city."""
    return tuple([suitcase for suitcase, place in table.lying if place == city])


def may_handle(table: Table, agent: Number) -> bool:
    """Tell whether an agent may handle luggage: in a city, once between two steps (C10); on no start space (C11)."""
    return agent not in table.handled and table.places[table.seat][agent - 1] in table.rules.board.cities


def take(table: Table, seat: Seat, agent: Number, suitcase: Suitcase) -> Table:
    """Let an agent pick a suitcase up; what it carried stays in the city (C10)."""
    row = table.loads[seat]
    lying = lift(table.lying, suitcase)
    own = row[agent - 1]
    if own is not None:
        city = table.places[seat][agent - 1]
        assert city is not None
        lying = lay(lying, own, city)
    return _handle(table, seat, agent, suitcase, lying)


def drop(table: Table, seat: Seat, agent: Number) -> Table:
    """Let an agent set its suitcase down (C10)."""
    suitcase, city = table.loads[seat][agent - 1], table.places[seat][agent - 1]
    assert suitcase is not None
    assert city is not None
    return _handle(table, seat, agent, None, lay(table.lying, suitcase, city))


def _handle(table: Table, seat: Seat, agent: Number, suitcase: Suitcase | None, lying: Lying) -> Table:
    """Change an agent's luggage, which uses its one action until its next step, except for a defender (C10, C15)."""
    return table._replace(
        loads=put(table.loads, seat, put(table.loads[seat], agent - 1, suitcase)),
        lying=lying,
        handled=table.handled | {agent} if seat == table.seat else table.handled,
    )


def after_each_handling(table: Table, agent: Number) -> Iterator[Table]:
    """List the tables that an agent's luggage action could lead to."""
    seat = table.seat
    city = table.places[seat][agent - 1]
    if city is None or not may_handle(table, agent):
        return
    if table.loads[seat][agent - 1] is not None:
        yield drop(table, seat, agent)
    for suitcase in lying_in(table, city):
        yield take(table, seat, agent, suitcase)


def send_away(table: Table, seat: Seat, agent: Number, place: Place | None) -> Table:
    """Remove an agent from the game, or put it back on its start space; its luggage stays in the city (C15, C20)."""
    index = agent - 1
    load, city = table.loads[seat][index], table.places[seat][index]
    places = put(table.places, seat, put(table.places[seat], index, place))
    handled = table.handled - {agent} if seat == table.seat else table.handled
    if load is None:
        return table._replace(places=places, handled=handled)
    assert city is not None
    return table._replace(
        places=places,
        loads=put(table.loads, seat, put(table.loads[seat], index, None)),
        lying=lay(table.lying, load, city),
        handled=handled,
    )
