"""No city is left overcrowded, and nothing more is forbidden than that takes (C9).

Here the rule is worked out a second time, plainly: try everything that could follow.
"""

from random import Random

import pytest

from heimlich.game import Decision
from heimlich.games.suitcases import crowds, luggage, movement, position, turn
from heimlich.games.suitcases.delivery import may_deliver
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Phase, Table
from heimlich.games.suitcases.view import view_of
from tests.games.suitcases.games import random_game, rules_of, states
from tests.games.suitcases.oracle import Oracle
from tests.games.suitcases.small_maps import provoked_crowds
from tests.soak import count


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
        if crowds.steps_for(table, agent):
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
            crowded = crowds.crowded_city(table)
            held += crowded is not None
            assert ("end" in offered) == (crowded is None)
            for agent in movement.different_agents(table):
                if not crowds.steps_for(table, agent):
                    continue
                stays = crowded is not None and table.places[table.seat][agent - 1] != crowded
                for place in _lines(table, agent):
                    fits = not stays and _can_be_cleared(movement.walk(table, agent, place), place)
                    assert (f"step {agent} {place}" in offered) == fits
                    shut += not fits
    assert shut > 20
    assert held > 20


def _name_alike(table: Table, texts: set[str]) -> set[str]:
    """Actions as they are offered: of agents that are alike only the first acts."""
    offered = set(map(str, movement.different_agents(table)))
    return {text for text in texts if text == "end" or text.split()[1] in offered}


@pytest.mark.rule("C9", "C10")
def test_what_is_legal_in_a_crowd_is_what_a_search_over_the_rules_finds() -> None:
    """On small maps, with crowds that are provoked: all that the rule allows is legal, and nothing else."""
    seen = guarded = 0
    for state in provoked_crowds(Random("crowds c"), count(60, 400), count(15, 25), 2):
        oracle = Oracle(state.table)
        if not oracle.can_be_cleared(oracle.now):
            continue  # such a position does not come about
        offered = {str(action) for action in legal_actions(view_of(state, state.table.seat))}
        assert offered == _name_alike(state.table, oracle.allowed()), position.format_state(state)
        assert offered, "a state without an action"
        crowd = oracle.crowd(oracle.now)
        seen += bool(crowd)
        guarded += sum(
            not oracle.can_be_cleared(after)
            for agent in range(1, state.table.rules.agents + 1)
            if crowd and agent not in crowd
            for _, after in oracle.luggage(oracle.now, agent)
        )
    assert seen > 100
    assert guarded > 0, "an agent aside could close the only way out"


@pytest.mark.rule("C9")
def test_no_turn_on_a_small_map_comes_to_a_dead_end() -> None:
    """Whatever is done in a crowd, something can be done next, until the turn is over."""
    rng = Random("dead ends")
    acted = 0
    for state in provoked_crowds(rng, count(40, 400), count(10, 25)):
        oracle = Oracle(state.table)
        if not oracle.can_be_cleared(oracle.now):
            continue
        now = state
        while (
            now.table.phase is Phase.MOVE and now.table.seat == state.table.seat and now.table.turn == state.table.turn
        ):
            actions = legal_actions(view_of(now, now.table.seat))
            assert actions, position.format_state(now)
            luggage_first = [action for action in actions if not str(action).startswith(("step", "end"))]
            now = turn.apply(now, Decision(now.table.seat, rng.choice(luggage_first or actions)))
            acted += 1
    assert acted > 500
