"""Double agents (T11): a second agent, taken from the free ones, and what becomes of it at the end."""

from heimlich.sim.heimlich_co.state import NONE, Array, Rows, State, card_state
from heimlich.sim.heimlich_co.tables import Rules, Shape
from heimlich.sim.rows import any_of, count_of, row_at, with_row
from heimlich.sim.threefry import below


def any_free(state: State) -> Array:
    """Tell whether an agent belongs to nobody."""
    return any_of([owner == NONE for owner in state.owner])


def which_agent(shape: Shape, rules: Rules, number: Array, state: State) -> Array:
    """The place, among the free agents, of the one whose card is taken: all equally likely."""
    del rules
    xp, doubles = shape.xp, card_state(state).doubles
    free = [owner == NONE for owner in state.owner]
    taken = doubles[0]
    for row in doubles[1:]:
        taken = taken + row
    return below(xp, (state.seed, state.game), "double", taken, count_of(xp, free)).astype(number.dtype)


def take_double(shape: Shape, rules: Rules, state: State, rest: Array) -> State:
    """The seat takes the card of the free agent that has `rest` free ones before it, and plays on with both."""
    del rules
    xp, cards = shape.xp, card_state(state)
    free = [owner == NONE for owner in state.owner]
    before = row_at(xp, cards.doubles, cards.at)
    owner, order = [], []
    for agent, is_free in enumerate(free):
        takes = is_free & (rest == 0)
        rest = rest - is_free.astype(xp.int32)
        owner.append(xp.where(takes, cards.at, state.owner[agent]))
        order.append(xp.where(takes, before + xp.int8(1), cards.order[agent]))
    doubles = with_row(xp, cards.doubles, cards.at, before + xp.int8(1))
    return state._replace(owner=tuple(owner), cards=cards._replace(order=tuple(order), doubles=doubles))


def leave_without_effect(shape: Shape, rules: Rules, state: State) -> State:
    """With no free agent left the card is out of the game, or goes to the discards as any other."""
    xp, cards = shape.xp, card_state(state)
    stays = rules.idle_double_stays
    return state._replace(
        cards=cards._replace(
            playing=xp.where(stays, cards.playing, xp.int8(NONE)),
            removed=cards.removed + (~stays).astype(xp.int8),
        )
    )


def kept_agents(shape: Shape, rules: Rules, state: State) -> tuple[Rows, Rows]:
    """At the end: the agents that count for their owners, and those of nobody, given back ones included (T11)."""
    owned = tuple(owner != NONE for owner in state.owner)
    if not shape.cards:
        return owned, tuple(~own for own in owned)
    order = card_state(state).order
    counts = []
    for agent, own in enumerate(owned):
        behind = shape.xp.zeros(own.shape, bool)
        for other in range(shape.agents):
            if other != agent:
                behind = behind | ((state.owner[other] == state.owner[agent]) & _ahead(state, order, other, agent))
        counts.append(own & ~behind)
    free = tuple(~own | (rules.give_back & ~count) for own, count in zip(owned, counts, strict=True))
    return tuple(counts), free


def _ahead(state: State, order: Rows, other: int, agent: int) -> Array:
    """Further, or level and held before."""
    further = state.points[other] > state.points[agent]
    return further | ((state.points[other] == state.points[agent]) & (order[other] < order[agent]))
