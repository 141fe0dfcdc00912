"""The dice and the steps (C8, C9): where an agent may go. Whether a city stays overcrowded is decided in crowds.py.

What follows from a step, such as a duel or a delivery, is decided in turn.py.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import prod

from heimlich.chance import Chance
from heimlich.games.suitcases.actions import Rolled
from heimlich.games.suitcases.crowds import has_way_out, steps_for
from heimlich.games.suitcases.delivery import may_deliver
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place
from heimlich.games.suitcases.state import Phase, Table, put

DICE = 2
_NOBODY: frozenset[Number] = frozenset()


@lru_cache(maxsize=64)
def _rolls(die: tuple[int, ...]) -> tuple[tuple[Rolled, ...], tuple[int, ...]]:
    faces = tuple(dict.fromkeys(die))
    rolls = tuple(product(faces, repeat=DICE))
    return tuple(map(Rolled, rolls)), tuple(prod(die.count(face) for face in dice) for dice in rolls)


def chance_of_roll(table: Table) -> Chance:
    """Ask chance what the two dice show (C8)."""
    return Chance("dice", table.turn - 1, *_rolls(table.rules.die))


def roll(table: Table, dice: tuple[int, ...]) -> Table:
    """Set the steps that may be spent: the sum of the dice (C8)."""
    return table._replace(phase=Phase.MOVE, roll=dice, steps=sum(dice), extra=0, mover=0, handled=_NOBODY)


def ways(table: Table, agents: Iterable[Number], full: frozenset[Place]) -> list[tuple[Number, tuple[Place, ...]]]:
    """List where agents may go, each of which has a step: along a line, never onto a start space, home only with a
    suitcase (C1). Agents who can go nowhere are left out.

    A city that is full of the player's own agents is open only if one of them can go on (C9).
    """
    board, row = table.rules.board, table.places[table.seat]
    colour = COLOURS_IN_PLAY[table.players][table.seat]
    lines, gates = board.ways, board.gates[colour]
    found = []
    for agent in agents:
        place = row[agent - 1]
        assert place is not None
        near = lines[place]
        if full and not full.isdisjoint(near):
            near = tuple([city for city in near if city not in full or _lets_in(table, agent, city, full)])
        if place in gates and may_deliver(table, agent):
            near = (*near, board.headquarters[colour])
        if near:
            found.append((agent, near))
    return found


def _lets_in(table: Table, agent: Number, city: Place, full: frozenset[Place]) -> bool:
    """Tell whether an agent may be one too many in a city for a moment, as one of them can go on (C9).

    Without a second step no agent can; with one, the agent itself can, if a city nearby has room. All other cases are
    left to `has_way_out`.
    """
    if steps_for(table, agent) < 2:
        return False
    if not full.issuperset(table.rules.board.ways[city]):
        return True
    return has_way_out(walk(table, agent, city), city)


def walk(table: Table, agent: Number, place: Place) -> Table:
    """Move an agent one step (C9). Extra steps are used first, and lapse when another agent is moved (C16)."""
    seat = table.seat
    steps, extra = table.steps, table.extra
    if extra and table.mover == agent:
        extra -= 1
    else:
        steps, extra = steps - 1, 0
    handled = table.handled
    return table._replace(
        places=put(table.places, seat, put(table.places[seat], agent - 1, place)),
        steps=steps,
        extra=extra,
        mover=agent if extra else 0,
        handled=handled - {agent} if handled else handled,
    )


def different_agents(table: Table) -> list[Number]:
    """List the agents of the player whose turn it is, of those that are alike only the first."""
    found: list[Number] = []
    seen: set[tuple[Place, bool, bool]] = set()
    handled, mover = table.handled, table.mover
    number = 0
    for place, load in zip(table.places[table.seat], table.loads[table.seat], strict=True):
        number += 1
        if place is None:
            continue
        if load is None:
            kind = (place, number in handled, number == mover)
            if kind in seen:
                continue
            seen.add(kind)
        found.append(number)
    return found


def are_alike(table: Table, one: Number, other: Number) -> bool:
    """Tell whether it makes no difference which of two agents does something.

    Such agents are at the same place, carry nothing, and have the same right to handle luggage and the same steps.
    """
    row, loads = table.places[table.seat], table.loads[table.seat]
    return (
        row[one - 1] == row[other - 1]
        and loads[one - 1] is loads[other - 1] is None
        and (one in table.handled) == (other in table.handled)
        and table.mover not in {one, other}
    )
