"""Hints: what a careful player would look at now, as lines; from a seat's own view and what everyone can count.

No hint says what to do, and none names the seat's own agent: somebody may look over the player's shoulder. Nothing here
needs NumPy, so that a server can answer at once.
"""

from collections.abc import Iterator, Sequence

from heimlich.game import Line, Seat, Term
from heimlich.games.heimlich_co.cards import playable
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import BUILDINGS, RING, Agent, Building
from heimlich.games.heimlich_co.pad import COUNTED, WALKED, WON, counts
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.pads import Counts, Pad

MOST = 3  # lines of one hint
NOTICED = 3  # steps more than with any other agent, from which on it may strike the others
_WALKED, _WON = COUNTED.index(WALKED), COUNTED.index(WON)


def hints(view: View, pad: Pad) -> list[Line]:
    """Return what is worth a look for this seat now: at most MOST lines, the most urgent first."""
    assert view.seat is not None, "hints are for a seat"
    sums = counts(pad)
    found = [*_about_phase(view, sums), *_about_others(view, sums)]
    return list({line.key: line for line in reversed(found)}.values())[::-1][:MOST]


def _about_phase(view: View, sums: Counts) -> Iterator[Line]:
    """Say what matters for what is asked now."""
    table = view.table
    match table.phase:
        case Phase.MOVE if table.seat == view.seat:
            yield from _about_safe(table)
            yield from _about_cover(view, sums)
        case Phase.SAFE if table.seat == view.seat:
            leader = _leader(table)
            most = max(max(face) for face in table.rules.die)
            yield Line("hint-safe-far", {"agent": _agent(leader), "place": _place(table.place(leader)), "n": most})
        case Phase.ASK | Phase.CARDS:
            yield from _about_cards(view)
        case Phase.DOSSIER:
            yield from _favourites(view, sums)


def _about_safe(table: Table) -> Iterator[Line]:
    """Say which agents can come to the safe with this roll, and who gains if it is cracked as all stand now."""
    totals, agents, most = move_terms(table)
    ahead = {agent: (table.safe - table.place(agent)) % RING for agent in agents}
    reaching = [agent for agent, far in ahead.items() if far and (far in totals or (most > 1 and far < max(totals)))]
    if reaching:
        yield Line("hint-reach", {"n": len(reaching), "agents": [_agent(agent) for agent in reaching]})
    else:
        nearest = min((agent for agent in agents if ahead[agent]), key=lambda agent: ahead[agent], default=None)
        if nearest is not None:
            yield Line("hint-near", {"agent": _agent(nearest), "n": ahead[nearest]})
    worth, best = max((table.rules.values[place], agent) for agent, place in zip(agents, table.places, strict=True))
    if worth > 0:
        yield Line("hint-gains", {"agent": _agent(best), "place": _place(table.place(best)), "n": worth})


def _about_cover(view: View, sums: Counts) -> Iterator[Line]:
    """Warn a player who moves their own agent more than any other."""
    walked = {agent: _sum(sums, agent, view.seat, _WALKED) for agent in view.table.agents}
    own = max((walked[agent] for agent in view.agents), default=0)
    others = max((steps for agent, steps in walked.items() if agent not in view.agents), default=0)
    if own >= others + NOTICED:
        yield Line("hint-cover", {"n": own})


def _about_cards(view: View) -> Iterator[Line]:
    """Say whether something will be scored, and how many cards of the own hand have a use."""
    table = view.table
    arrived = [_agent(agent) for agent in table.agents if agent in table.arrived]
    if arrived:
        yield Line("hint-arrived", {"n": len(arrived), "agents": arrived})
    else:
        yield Line("hint-nobody-arrived", {})
    yield Line("hint-cards", {"n": len(playable(table, view.hand))})


def _favourites(view: View, sums: Counts) -> Iterator[Line]:
    """Say, for each other player, which agent they have moved most."""
    said = []
    for seat in range(view.table.players):
        walked = {agent: _sum(sums, agent, seat, _WALKED) for agent in view.table.agents}
        agent = max(walked, key=lambda agent: walked[agent])
        if seat != view.seat and walked[agent]:
            values = {"seat": _seat(seat), "agent": _agent(agent), "n": walked[agent]}
            said.append(Line("hint-favourite", values))
    if said:
        yield Line("hint-favourites", {"who": said})


def _about_others(view: View, sums: Counts) -> Iterator[Line]:
    """Say who is in front, and which other player has done most for that agent."""
    table = view.table
    leader = _leader(table)
    if table.marker(leader) > 0:
        values = {"agent": _agent(leader), "mark": table.marker(leader), "target": table.rules.target}
        yield Line("hint-leader", values)
        yield from _helper(view, sums, leader)
    yield from _profit(view, sums)
    yield Line("hint-watch", {})


def _helper(view: View, sums: Counts, agent: Agent) -> Iterator[Line]:
    best = _most([(seat, _sum(sums, agent, seat, _WALKED)) for seat in _rivals(view)])
    if best is not None:
        seat, steps = best
        yield Line("hint-mover", {"agent": _agent(agent), "seat": _seat(seat), "n": steps})


def _profit(view: View, sums: Counts) -> Iterator[Line]:
    """Say which agent has gained most by the scorings of one other player."""
    rows = [(agent, seat, _sum(sums, agent, seat, _WON)) for agent in view.table.agents for seat in _rivals(view)]
    agent, seat, points = max(rows, key=lambda row: row[2])
    if points:
        yield Line("hint-profit", {"agent": _agent(agent), "seat": _seat(seat), "n": points})


def _rivals(view: View) -> list[Seat]:
    return [seat for seat in range(view.table.players) if seat != view.seat]


def _most(rows: Sequence[tuple[Seat, int]]) -> tuple[Seat, int] | None:
    """Return the only row with the highest number above 0."""
    highest = max((number for _, number in rows), default=0)
    best = [row for row in rows if row[1] == highest]
    return best[0] if highest and len(best) == 1 else None


def _sum(sums: Counts, agent: Agent, seat: Seat | None, column: int) -> int:
    return sums.get(agent, {}).get(str(seat), [0] * len(COUNTED))[column]


def _leader(table: Table) -> Agent:
    return max(table.agents, key=table.marker)


def _agent(agent: Agent) -> Term:
    return Term("agent", agent)


def _seat(seat: Seat) -> Term:
    return Term("seat", str(seat))


def _place(place: Building) -> Term:
    return Term("place", BUILDINGS[place])
