"""The effects of the Top Secret cards (T7 to T10): what each can be used on, and what it does.

Double agents have no effect on the board: see double_agent.py. The order of playing cards is in card_round.py.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from heimlich.games.heimlich_co.actions import PlayCard
from heimlich.games.heimlich_co.movement import relocate
from heimlich.games.heimlich_co.names import BUILDINGS, CHURCH, RING, RUINS, Agent, Card
from heimlich.games.heimlich_co.safe import move_safe
from heimlich.games.heimlich_co.state import Hand, Table, but
from heimlich.offer import Targets


class Effect(NamedTuple):
    """A kind of card: what it may be used on now (T9), and what it does then (T10)."""

    targets: Callable[[Table], Targets | None]
    act: Callable[[Table, PlayCard], Table]


def uses(table: Table, card: Card) -> Targets | None:
    """Return what a card may be used on now; None if it has no use, and so cannot be played (T9)."""
    return EFFECTS[card].targets(table)


def playable(table: Table, hand: Hand) -> list[Targets]:
    """List the uses of all cards in a hand, each kind once (T9)."""
    return [targets for card in dict.fromkeys(hand) if (targets := EFFECTS[card].targets(table))]


def can_play(table: Table, hand: Hand) -> bool:
    """Tell whether a hand holds a card with a use (T9)."""
    for card in hand:
        if EFFECTS[card].targets(table):
            return True
    return False


def carry_out(table: Table, play: PlayCard) -> Table:
    """Carry out a played card at once (T7)."""
    return EFFECTS[play.card].act(table, play)


@lru_cache(maxsize=16384)
def _on(card: Card, agents: tuple[Agent, ...], number: int = 1, amounts: tuple[str, ...] = ()) -> Targets | None:
    """Offer the use of a card on exactly `number` of these agents, in any order."""
    if len(agents) < number:
        return None
    return Targets("play", card, tuple((agent,) for agent in agents), (number,), amounts=amounts)


def _standing(table: Table, *, at: int | None = None, away: int | None = None) -> tuple[Agent, ...]:
    """List the agents in a building, or those outside it."""
    standing = zip(table.agents, table.places, strict=True)
    if at is not None:
        return tuple([agent for agent, place in standing if place == at])
    return tuple([agent for agent, place in standing if place != away])


def _anyone(card: Card, number: int = 1, amounts: tuple[str, ...] = ()) -> Callable[[Table], Targets | None]:
    return lambda table: _on(card, table.agents, number, amounts)


def _step(table: Table, play: PlayCard) -> Table:
    """Move agents by a number of buildings."""
    return _step_by(play.steps)(table, play)


def _step_by(steps: int) -> Callable[[Table, PlayCard], Table]:
    def act(table: Table, play: PlayCard) -> Table:
        return relocate(table, {agent: (table.place(agent) + steps) % RING for agent in play.agents}, marks=True)

    return act


def _send(table: Table, moves: dict[Agent, int]) -> Table:
    """Move agents to places; in one edition that never causes a scoring (T8)."""
    return relocate(table, moves, marks=table.rules.place_cards_score)


def _two_markers_targets(table: Table) -> Targets | None:
    low = tuple(
        agent for agent, mark in zip(table.agents, table.points, strict=True) if mark < table.rules.marker_limit
    )
    return _on(Card.TWO_MARKERS, low, 2)


def _two_markers(table: Table, play: PlayCard) -> Table:
    rules = table.rules
    points = tuple(
        min(rules.marker_limit, mark + rules.marker_steps) if agent in play.agents else mark
        for agent, mark in zip(table.agents, table.points, strict=True)
    )
    return but(table, points=points, reached=table.reached or max(points) >= rules.target)


def _all_to_church_targets(table: Table) -> Targets | None:
    if _standing(table, away=CHURCH) or table.rules.idle_church_card:
        return Targets("play", Card.ALL_TO_CHURCH)
    return None


def _all_to_church(table: Table, _: PlayCard) -> Table:
    return _send(table, dict.fromkeys(_standing(table, away=CHURCH), CHURCH))


def _by_building(table: Table) -> tuple[tuple[str, ...], ...]:
    """Group the agents that stand in the same building."""
    places = dict.fromkeys(table.places)
    return tuple(_standing(table, at=place) for place in places)


def _trade_places_targets(table: Table) -> Targets | None:
    groups = _by_building(table)
    return Targets("play", Card.TRADE_PLACES, groups, (2,)) if len(groups) > 1 else None


def _trade_places(table: Table, play: PlayCard) -> Table:
    one, other = play.agents
    return _send(table, {one: table.place(other), other: table.place(one)})


def _join_agent_targets(table: Table) -> Targets | None:
    groups = _by_building(table)
    return Targets("play", Card.JOIN_AGENT, groups, (2,), ordered=True) if len(groups) > 1 else None


def _join_agent(table: Table, play: PlayCard) -> Table:
    mover, other = play.agents
    return _send(table, {mover: table.place(other)})


def _ruins_to_church_targets(table: Table) -> Targets | None:
    there = _standing(table, at=RUINS)
    if not there:
        return None
    picks = (1, 2) if len(there) > 1 else (1,)
    return Targets("play", Card.RUINS_TO_CHURCH, tuple((agent,) for agent in there), picks)


def _move_safe_targets(table: Table) -> Targets:
    others = tuple((name,) for place, name in enumerate(BUILDINGS) if place != table.safe)
    return Targets("play", Card.MOVE_SAFE, others, (1,))


def _move_safe(table: Table, play: PlayCard) -> Table:
    assert play.place is not None, "move-safe names a building"
    return move_safe(table, play.place)


EFFECTS: dict[Card, Effect] = {
    Card.BACK_ONE_OR_TWO: Effect(_anyone(Card.BACK_ONE_OR_TWO, amounts=("-1", "-2")), _step),
    Card.TO_RUINS: Effect(
        lambda table: _on(Card.TO_RUINS, _standing(table, away=RUINS)),
        lambda table, play: _send(table, {play.agents[0]: RUINS}),
    ),
    Card.TWO_MARKERS: Effect(_two_markers_targets, _two_markers),
    Card.ONE_EITHER_WAY: Effect(_anyone(Card.ONE_EITHER_WAY, amounts=("-1", "+1")), _step),
    Card.ALL_TO_CHURCH: Effect(_all_to_church_targets, _all_to_church),
    Card.TO_SAFE: Effect(
        lambda table: _on(Card.TO_SAFE, _standing(table, away=table.safe)),
        lambda table, play: _send(table, {play.agents[0]: table.safe}),
    ),
    Card.TWO_BACK: Effect(_anyone(Card.TWO_BACK, 2), _step_by(-1)),
    Card.TRADE_PLACES: Effect(_trade_places_targets, _trade_places),
    Card.TWO_FORWARD: Effect(_anyone(Card.TWO_FORWARD, 2), _step_by(1)),
    Card.JOIN_AGENT: Effect(_join_agent_targets, _join_agent),
    Card.DOUBLE_AGENT: Effect(lambda _: Targets("play", Card.DOUBLE_AGENT), lambda table, _: table),
    Card.LEAVE_SAFE: Effect(
        lambda table: _on(Card.LEAVE_SAFE, _standing(table, at=table.safe), amounts=("-1", "+1")), _step
    ),
    Card.RUINS_TO_CHURCH: Effect(
        _ruins_to_church_targets, lambda table, play: _send(table, dict.fromkeys(play.agents, CHURCH))
    ),
    Card.MOVE_SAFE: Effect(_move_safe_targets, _move_safe),
    Card.ONE_TO_THREE: Effect(_anyone(Card.ONE_TO_THREE, amounts=("+1", "+2", "+3")), _step),
}
