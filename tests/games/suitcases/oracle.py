"""C9 and C10 worked out a second time, by brute force: try everything that may follow a step or a luggage action.

Nothing here uses the rules' own code for steps, luggage or crowds; only the map and the settings are read from it.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from heimlich.games.suitcases.names import COLOURS_IN_PLAY, SUITCASES, Number, Place, Suitcase, colour_name
from heimlich.games.suitcases.state import Table

HOME = "home"  # an agent that has delivered stands on no city


class Moment(NamedTuple):
    """What a turn's steps and luggage actions change."""

    places: tuple[Place | None, ...]
    loads: tuple[Suitcase | None, ...]
    lying: frozenset[tuple[Suitcase, Place]]
    steps: int
    extra: int
    mover: Number
    handled: frozenset[Number]


class Oracle:
    """What the rules allow one player in one turn."""

    def __init__(self, table: Table) -> None:
        board, self.most = table.rules.board, table.rules.most_in_city
        colour = COLOURS_IN_PLAY[table.players][table.seat]
        self.near, self.gates, self.cities = board.ways, board.gates[colour], board.cities
        self.headquarters = board.headquarters[colour]
        own = colour_name(table.players, table.seat)
        delivered = [SUITCASES[one.suitcase][0] for one in table.delivered[table.seat]]
        within = table.rules.foreign_within
        self.refused = own if within is not None and delivered == [own] * (within - 1) else ""  # C19
        self.now = Moment(
            table.places[table.seat],
            table.loads[table.seat],
            frozenset(table.lying),
            table.steps,
            table.extra,
            table.mover,
            table.handled,
        )
        self.can_be_cleared = cache(self._can_be_cleared)

    def crowd(self, now: Moment) -> list[Number]:
        """The agents in the city that holds one too many."""
        for city in set(now.places) & self.cities:
            there = [number for number, place in enumerate(now.places, 1) if place == city]
            if len(there) > self.most:
                return there
        return []

    def steps(self, now: Moment, agent: Number) -> Iterator[tuple[Place, Moment]]:
        """Where lines lead, crowds or not (C1, C8, C16, C18)."""
        here, load = now.places[agent - 1], now.loads[agent - 1]
        mine = now.extra if now.mover == agent else 0
        if here is None or here == HOME or now.steps + mine == 0:
            return
        steps, extra = (now.steps, mine - 1) if mine else (now.steps - 1, 0)
        left = now._replace(steps=steps, extra=extra, mover=agent if extra else 0, handled=now.handled - {agent})
        for city in self.near[here]:
            yield city, left._replace(places=_put(now.places, agent, city))
        if here in self.gates and load is not None and SUITCASES[load][0] != self.refused:
            yield (
                self.headquarters,
                left._replace(places=_put(now.places, agent, HOME), loads=_put(now.loads, agent, None)),
            )

    def luggage(self, now: Moment, agent: Number) -> Iterator[tuple[str, Moment]]:
        """Taking, exchanging and setting down (C10)."""
        here, load = now.places[agent - 1], now.loads[agent - 1]
        if here not in self.cities or agent in now.handled:
            return
        assert here is not None
        handled = now.handled | {agent}
        left = now.lying if load is None else now.lying | {(load, here)}
        if load is not None:
            yield f"drop {agent}", now._replace(loads=_put(now.loads, agent, None), lying=left, handled=handled)
        for suitcase, city in now.lying:
            if city == here:
                verb = "take" if load is None else "exchange"
                after = now._replace(loads=_put(now.loads, agent, suitcase), lying=left - {(suitcase, city)})
                yield f"{verb} {agent} {suitcase}", after._replace(handled=handled)

    def _can_be_cleared(self, now: Moment) -> bool:
        """No city holds too many, or can be made to by steps of those in it and by anybody's luggage actions."""
        crowd = self.crowd(now)
        if not crowd:
            return True
        if any(self.can_be_cleared(after) for agent in crowd for _, after in self.steps(now, agent)):
            return True
        everyone = range(1, len(now.places) + 1)
        return any(self.can_be_cleared(after) for agent in everyone for _, after in self.luggage(now, agent))

    def allowed(self) -> set[str]:
        """Every action of the turn that the rules allow now, agents that are alike told apart."""
        now, crowd = self.now, self.crowd(self.now)
        found = set() if crowd else {"end"}
        for agent in range(1, len(now.places) + 1):
            if not crowd or agent in crowd:
                found |= {
                    f"step {agent} {place}" for place, after in self.steps(now, agent) if self.can_be_cleared(after)
                }
            found |= {text for text, after in self.luggage(now, agent) if self.can_be_cleared(after)}
        return found


def _put(row: tuple[str | None, ...], agent: Number, item: str | None) -> tuple[str | None, ...]:
    return (*row[: agent - 1], item, *row[agent:])
