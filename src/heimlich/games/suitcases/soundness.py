"""Check that a position that someone wrote down can be played on; a position from a game always can."""

from collections import Counter
from collections.abc import Iterator

from heimlich.errors import BadNotation
from heimlich.games.suitcases.crowds import crowded_city, has_way_out
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, SUITCASES, Place, colour_name
from heimlich.games.suitcases.state import Phase, State, Table

_DUELLING = {Phase.FIGHT, Phase.DUEL, Phase.SPOILS}


def check(state: State) -> None:
    """Refuse a position that the rules could not go on from, and say why."""
    for fault in _faults(state):
        raise BadNotation(f"the position cannot be: {fault}")


def _faults(state: State) -> Iterator[str]:
    table = state.table
    if table.seat >= table.players or table.first >= table.players:
        yield f"there are only {table.players} seats"
        return
    yield from _places(table)
    yield from _suitcases(table)
    yield from _cards(table)
    yield from _contents(state)
    yield from _turn(table)


def _places(table: Table) -> Iterator[str]:
    """Check that agents stand in cities, or on a start space open to them (C1, C22), and colours apart (C12)."""
    board = table.rules.board
    free = {board.starts[colour] for colour in range(4) if colour not in COLOURS_IN_PLAY[table.players]}
    owners: dict[Place, int] = {}
    for seat, row in enumerate(table.places):
        colour = colour_name(table.players, seat)
        open_starts = {f"start-{colour}"} | (free if table.players == 3 else set())
        for number, (place, load) in enumerate(zip(row, table.loads[seat], strict=True), 1):
            if place is not None and place not in board.cities and place not in open_starts:
                yield f"{colour}-{number} cannot stand on {place}"
            if load is not None and place not in board.cities:
                yield f"{colour}-{number} carries {load} outside a city"
        for city, agents in Counter(place for place in row if place in board.cities).items():
            assert city is not None
            if agents > table.rules.most_in_city + (seat == table.seat):
                yield f"{agents} {colour} agents stand in {city}"
            if owners.setdefault(city, seat) != seat and table.phase not in {Phase.FIGHT, Phase.DUEL}:
                yield f"agents of two colours stand in {city}"


def _suitcases(table: Table) -> Iterator[str]:
    """Check that every suitcase is in at most one place: a city, an agent's hand or a player's deliveries."""
    where = [suitcase for suitcase, _ in table.lying]
    where += [load for row in table.loads for load in row if load is not None]
    where += [delivery.suitcase for row in table.delivered for delivery in row]
    colours = {COLOURS[colour] for colour in COLOURS_IN_PLAY[table.players]}
    for suitcase, times in Counter(where).items():
        colour, letter = SUITCASES[suitcase]
        if colour not in colours or letter >= len(table.rules.contents):
            yield f"{suitcase} is not in play"
        if times > 1:
            yield f"{suitcase} is in {times} places"
    yield from (f"no suitcase lies in {city}" for _, city in table.lying if city not in table.rules.board.cities)


def _cards(table: Table) -> Iterator[str]:
    full = Counter(table.rules.duel_cards)
    for seat, hand in enumerate(table.hands):
        if Counter(hand) - full:
            yield f"seat {seat + 1} holds more duel cards than there are"


def _contents(state: State) -> Iterator[str]:
    """Check that what was packed was there to pack, and that what was opened is what was packed (C3, C18)."""
    table, secrets = state
    for seat, row in enumerate(secrets.contents):
        over = Counter(row) - Counter(table.rules.contents)
        short = len(row) < len(table.rules.contents) and table.packed[seat]
        if over or short:
            yield f"seat {seat + 1} cannot have packed that"
    for delivery in (delivery for deliveries in table.delivered for delivery in deliveries):
        colour, letter = SUITCASES[delivery.suitcase]
        owner = next((s for s in range(table.players) if colour_name(table.players, s) == colour), None)
        if owner is not None and secrets.contents[owner][letter : letter + 1] != (delivery.content,):
            yield f"{delivery.suitcase} was packed with something else"


def _turn(table: Table) -> Iterator[str]:
    """Check that the phase has what it needs, so that some seat can act."""
    number = len([place for place in table.places[table.seat] if place is not None])
    if table.phase in {Phase.MOVE, Phase.ROLL, Phase.LOSE} and not number:
        yield f"seat {table.seat + 1} has no agents and no turn"
    if table.phase in _DUELLING and not _is_duel_sound(table):
        yield f"it is time to {table.phase}, but the duel is not told in full"
    if table.phase is Phase.LOSE and not 1 <= table.losing <= number:
        yield f"seat {table.seat + 1} cannot lose {table.losing} agents"
    if table.mover > len(table.places[table.seat]) or bool(table.mover) != bool(table.extra):
        yield "extra steps belong to one agent, the mover"
    if table.phase is Phase.MOVE:
        crowded = crowded_city(table)
        if crowded is not None and not has_way_out(table, crowded):
            yield f"nobody can leave {crowded}, which is crowded"


def _is_duel_sound(table: Table) -> bool:
    duel = table.duel
    if duel is None or duel.defence == table.seat or duel.attacker > table.rules.agents:
        return False
    rival = None if duel.defender is None or duel.defender > table.rules.agents else duel.defender
    place = None if rival is None else table.places[duel.defence][rival - 1]
    if table.phase is Phase.SPOILS:
        return duel.spoils is not None and (duel.spoils, place) in table.lying
    city = table.places[table.seat][duel.attacker - 1]
    if city is None or city not in table.rules.board.cities or city not in table.places[duel.defence]:
        return False
    return table.phase is Phase.FIGHT or place == city
