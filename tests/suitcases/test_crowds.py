"""No city is left overcrowded, and nothing more is forbidden than that takes (C9).

Here the rule is worked out a second time, plainly: try everything that could follow.
"""

import pytest

from heimlich.games.suitcases import luggage, movement
from heimlich.games.suitcases.delivery import may_deliver
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Phase, Table
from heimlich.games.suitcases.view import view_of
from tests.soak import count
from tests.suitcases.games import random_game, rules_of, states


def _lines(table: Table, agent: Number) -> list[Place]:
    """Where lines lead, crowds or not."""
    board, colour = table.rules.board, COLOURS_IN_PLAY[table.players][table.seat]
    here = table.places[table.seat][agent - 1]
    assert here is not None
    home = [board.headquarters[colour]] if here in board.gates[colour] and may_deliver(table, agent) else []
    return [*board.ways[here], *home]


def _can_be_cleared(table: Table, city: Place) -> bool:
    """Those in the city can handle luggage and step, in every order, until no city holds too many."""
    row = table.places[table.seat]
    if row.count(city) <= table.rules.most_in_city or city not in table.rules.board.cities:
        return True
    crowd = [number for number, place in enumerate(row, 1) if place == city]
    for agent in crowd:
        if movement.steps_for(table, agent):
            for place in _lines(table, agent):
                if _can_be_cleared(movement.walk(table, agent, place), place):
                    return True
        if any(_can_be_cleared(after, city) for after in luggage.after_each_handling(table, agent)):
            return True
    return False


@pytest.mark.parametrize("house", ["small", "alone", "crowds", "packed"])
def test_a_step_is_open_exactly_if_the_crowd_can_be_cleared(house: str) -> None:
    shut = held = 0
    for seed in range(count(3, 40)):
        for state in states(random_game(rules_of(house), 2, seed)):
            table = state.table
            if table.phase is not Phase.MOVE:
                continue
            offered = {str(action) for action in legal_actions(view_of(state, table.seat))}
            crowded = movement.crowded_city(table)
            held += crowded is not None
            assert ("end" in offered) == (crowded is None)
            for agent in movement.different_agents(table):
                if not movement.steps_for(table, agent):
                    continue
                stays = crowded is not None and table.places[table.seat][agent - 1] != crowded
                for place in _lines(table, agent):
                    fits = not stays and _can_be_cleared(movement.walk(table, agent, place), place)
                    assert (f"step {agent} {place}" in offered) == fits
                    shut += not fits
    assert shut > 20
    assert held > 20
