"""Hints: what a careful player would look at now, as lines; from a seat's own view and what everyone can count.

No hint says what to do, and none says what is in a suitcase, not even in the seat's own: somebody may look over the
player's shoulder. Nothing here needs NumPy, so that a server can answer at once.
"""

from collections.abc import Iterator

from heimlich.game import Line, Seat, Term
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.duels import duel_of, wins_tie
from heimlich.games.suitcases.log import agent_line, place_term, suitcase_line
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number, Place, Suitcase, colour_name
from heimlich.games.suitcases.pad import COUNTED, TAKEN, counts
from heimlich.games.suitcases.state import Phase, Table, View, agents_of, secrets_of
from heimlich.pads import Pad

MOST = 3  # lines of one hint
NEAR = 4  # steps within which a rival is a danger: most rolls reach that far
SETTLED = 4  # turns of each player, after which a suitcase that its owner leaves alone may strike the others


def hints(view: View, pad: Pad) -> list[Line]:
    """Return what is worth a look for this seat now: at most MOST lines, the most urgent first."""
    seat = view.seat
    assert seat is not None, "hints are for a seat"
    table = view.table
    return [*_about_phase(table, seat), *_about_rivals(table, seat, pad)][:MOST]


def _about_phase(table: Table, seat: Seat) -> Iterator[Line]:
    """Say what matters for what is asked now."""
    match table.phase:
        case Phase.PACK:
            yield Line("hint-pack", {})
        case Phase.PLACE | Phase.STATION:
            gates = sorted(table.rules.board.gates[_colour(table, seat)])
            yield Line("hint-gates", {"places": [place_term(table, place) for place in gates]})
            yield Line("hint-place", {})
        case Phase.DUEL | Phase.FIGHT:
            yield from _about_duel(table, seat)
        case Phase.LOSE if table.seat == seat:
            carrying = sum(load is not None for load in table.loads[seat])
            yield Line("hint-lose", {"n": agents_of(table, seat), "carrying": carrying})
        case Phase.MOVE if table.seat == seat:
            yield from _about_own(table, seat)


def _about_duel(table: Table, seat: Seat) -> Iterator[Line]:
    duel = duel_of(table)
    if seat not in {table.seat, duel.defence}:
        return
    rival = duel.defence if seat == table.seat else table.seat
    yield Line("hint-duel", {"seat": _seat(rival), "cards": [str(card) for card in table.hands[rival]]})
    if duel.defender is not None:
        attacker = wins_tie(table)
        whose, agent = (table.seat, duel.attacker) if attacker else (duel.defence, duel.defender)
        yield Line("hint-tie", {"agent": agent_line(table, whose, agent)})
    yield Line("hint-zero", {})


def _about_own(table: Table, seat: Seat) -> Iterator[Line]:
    """Say how far the own couriers are from home, what lies near, and who could run into them."""
    colour, steps = _colour(table, seat), table.steps
    carriers = [(agent, load) for agent, load in enumerate(table.loads[seat], 1) if load is not None]
    for agent, load in sorted(carriers, key=lambda one: _steps_home(table, colour, table.places[seat][one[0] - 1]))[:1]:
        far = _steps_home(table, colour, table.places[seat][agent - 1])
        values = {"agent": agent_line(table, seat, agent), "suitcase": suitcase_line(load), "n": far, "steps": steps}
        yield Line("hint-home" if is_welcome(table, seat, load) else "hint-home-barred", values)
        yield from _danger(table, seat, agent)
    found = _nearest_case(table, seat)
    if found is not None:
        far, agent, suitcase, place = found
        values = {"agent": agent_line(table, seat, agent), "suitcase": suitcase_line(suitcase)}
        yield Line("hint-case", {**values, "place": place_term(table, place), "n": far, "steps": steps})


def _nearest_case(table: Table, seat: Seat) -> tuple[int, Number, Suitcase, Place] | None:
    """Find the suitcase on the ground that is nearest to an agent with free hands."""
    rows = zip(table.places[seat], table.loads[seat], strict=True)
    free = [(number, place) for number, (place, load) in enumerate(rows, 1) if place is not None and load is None]
    ways = [
        (_steps_between(table, place, city), number, suitcase, city)
        for number, place in free
        for suitcase, city in table.lying
    ]
    return min(ways, default=None)


def _danger(table: Table, seat: Seat, agent: Number) -> Iterator[Line]:
    here = table.places[seat][agent - 1]
    assert here is not None
    near = [
        (_steps_between(table, place, here), rival, number)
        for rival in range(table.players)
        if rival != seat
        for number, place in enumerate(table.places[rival], 1)
        if place is not None and here in table.rules.board.cities
    ]
    far, rival, number = min(near, default=(NEAR + 1, 0, 0))
    if far <= NEAR:
        values = {"rival": agent_line(table, rival, number), "agent": agent_line(table, seat, agent), "n": far}
        yield Line("hint-danger", values)


def _about_rivals(table: Table, seat: Seat, pad: Pad) -> Iterator[Line]:
    """Say whose courier is nearest to home, who has most secrets, and what owners leave alone."""
    carriers = [
        (_steps_home(table, _colour(table, rival), place), rival, number, load)
        for rival in range(table.players)
        if rival != seat
        for number, (place, load) in enumerate(zip(table.places[rival], table.loads[rival], strict=True), 1)
        if load is not None
    ]
    if carriers:
        far, rival, number, load = min(carriers)
        values = {"agent": agent_line(table, rival, number), "suitcase": suitcase_line(load), "n": far}
        yield Line("hint-rival", {**values, "seat": _seat(rival)})
    best = max(range(table.players), key=lambda one: secrets_of(table, one))
    if secrets_of(table, best):
        target = {"seat": _seat(best), "n": secrets_of(table, best), "target": table.rules.target}
        yield Line("hint-score", target)
    if table.turn > SETTLED * table.players:
        yield from _untouched(table, seat, pad)
    yield Line("hint-watch", {})


def _untouched(table: Table, seat: Seat, pad: Pad) -> Iterator[Line]:
    """Name suitcases that lie about and that their owners have never picked up."""
    sums, taken = counts(pad), COUNTED.index(TAKEN)
    if not sums:
        return
    for rival in range(table.players):
        colour = colour_name(table.players, rival)
        own = [suitcase for suitcase, _ in table.lying if suitcase.startswith(f"{colour}-")]
        left = [one for one in own if not sums.get(one, {}).get(str(rival), [0] * len(COUNTED))[taken]]
        if rival != seat and left:
            yield Line("hint-untouched", {"seat": _seat(rival), "suitcases": [suitcase_line(one) for one in left]})
            return


def _steps_between(table: Table, here: Place, there: Place) -> int:
    board = table.rules.board
    if here in board.cities:
        return board.apart[there].get(here, 99)
    return 1 + min((board.apart[there].get(near, 99) for near in board.ways[here]), default=99)


def _steps_home(table: Table, colour: int, here: Place | None) -> int:
    board = table.rules.board
    if here is None:
        return 99
    if here in board.cities:
        return board.home[colour][here]
    return 1 + min(board.home[colour][near] for near in board.ways[here])


def _colour(table: Table, seat: Seat) -> int:
    return COLOURS_IN_PLAY[table.players][seat]


def _seat(seat: Seat) -> Term:
    return Term("seat", str(seat))
