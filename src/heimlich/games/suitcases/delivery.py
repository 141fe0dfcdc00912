"""Deliveries (C18 to C20): which suitcases may be brought home, what was in them, and what a bomb takes."""

from heimlich.games.suitcases.luggage import send_away
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import BOMB, COLOURS_IN_PLAY, SUITCASES, Content, Number, Suitcase, colour_name
from heimlich.games.suitcases.state import Delivery, Phase, Secrets, State, Table, put


def may_deliver(table: Table, agent: Number) -> bool:
    """Tell whether an agent may deliver: with a suitcase (C1); one of a player's first three must be foreign (C19)."""
    suitcase = table.loads[table.seat][agent - 1]
    return suitcase is not None and is_welcome(table, table.seat, suitcase)


def is_welcome(table: Table, seat: int, suitcase: Suitcase) -> bool:
    """Tell whether C19 lets a seat bring this suitcase home now."""
    within = table.rules.foreign_within
    delivered = table.delivered[seat]
    if within is None or len(delivered) != within - 1:
        return True
    colour = colour_name(table.players, seat)
    return any(SUITCASES[case][0] != colour for case in (suitcase, *(one.suitcase for one in delivered)))


def content_of(table: Table, secrets: Secrets, suitcase: Suitcase) -> Content:
    """Return what is in a suitcase."""
    colour, letter = SUITCASES[suitcase]
    return secrets.contents[COLOURS_IN_PLAY[table.players].index(COLOURS.index(colour))][letter]


def deliver(state: State, agent: Number) -> State:
    """Reveal the content, leave the suitcase with the player, put the agent back on the start space (C18).

    Its extra steps lapse. A bomb takes half of the agents, rounded up (C20). The carrier counts among them: it stands
    on the start space already, where it goes if it is kept.
    """
    table, secrets = state
    seat, index = table.seat, agent - 1
    suitcase = table.loads[seat][index]
    assert suitcase is not None
    content = content_of(table, secrets, suitcase)
    start = table.rules.board.starts[COLOURS_IN_PLAY[table.players][seat]]
    agents = sum(place is not None for place in table.places[seat])
    table = table._replace(
        places=put(table.places, seat, put(table.places[seat], index, start)),
        loads=put(table.loads, seat, put(table.loads[seat], index, None)),
        delivered=put(table.delivered, seat, (*table.delivered[seat], Delivery(suitcase, content))),
        extra=0,
        mover=0,
        losing=-(-agents // table.rules.bomb_share) if content == BOMB else 0,
        phase=Phase.LOSE if content == BOMB else Phase.MOVE,
    )
    return State(table, secrets)


def lose(table: Table, agent: Number) -> Table:
    """Take an agent out of the game by the bomb; the suitcase it carried stays in its city (C20)."""
    losing = table.losing - 1
    table = send_away(table, table.seat, agent, None)
    return table._replace(losing=losing, phase=Phase.LOSE if losing else Phase.MOVE)
