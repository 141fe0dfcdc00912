"""Setting up (C3 to C7, C22): packing, who starts, where suitcases lie, and the start space that belongs to nobody."""

from heimlich.chance import Chance
from heimlich.errors import BadRuleset
from heimlich.game import Seat
from heimlich.games.suitcases.actions import Pack, StartDrawn
from heimlich.games.suitcases.luggage import lay
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, OPPOSITE, Content, Place, colour_name, content_word
from heimlich.games.suitcases.ruleset import PLAYERS, Ruleset
from heimlich.games.suitcases.state import Phase, Secrets, State, Table, View, put
from heimlich.offer import Ballot, Offer, Targets


def new(rules: Ruleset, players: int) -> State:
    """Return the first state: all agents on their start spaces, all duel cards in hand, nothing packed (C3)."""
    if players not in PLAYERS:
        raise BadRuleset(f"{players} players cannot play; it takes {PLAYERS[0]} to {PLAYERS[-1]}")
    if rules.first is not None and rules.first >= players:
        raise BadRuleset(f"'first' is seat {rules.first + 1}; there are {players} players")
    if rules.target > players * sum(rules.contents):
        held = players * sum(rules.contents)
        raise BadRuleset(f"'target' is {rules.target}; the suitcases of {players} players hold {held}")
    nothing: tuple[tuple[()], ...] = ((),) * players
    table = Table(
        rules=rules,
        players=players,
        phase=Phase.PACK,
        turn=0,
        seat=rules.first or 0,
        first=rules.first or 0,
        packed=(False,) * players,
        places=tuple((rules.board.starts[colour],) * rules.agents for colour in COLOURS_IN_PLAY[players]),
        loads=((None,) * rules.agents,) * players,
        lying=(),
        delivered=nothing,
        hands=(tuple(sorted(rules.duel_cards)),) * players,
        roll=(),
        steps=0,
        extra=0,
        mover=0,
        handled=frozenset(),
        duel=None,
        losing=0,
        duels=0,
        result=None,
    )
    return State(table, Secrets(nothing, (None,) * players))


def contents_left(rules: Ruleset, packed: tuple[Content, ...]) -> tuple[Content, ...]:
    """List the contents that a player has not put into a suitcase yet."""
    left = list(rules.contents)
    for content in packed:
        left.remove(content)
    return tuple(left)


def pack_offer(view: View) -> Ballot:
    """Offer a content for every suitcase, letter by letter (C4)."""
    rules = view.table.rules
    options = tuple(map(content_word, dict.fromkeys(contents_left(rules, view.contents))))
    return Ballot("pack", tuple((letter, options) for letter in rules.letters[len(view.contents) :]))


def pack(state: State, seat: Seat, action: Pack) -> State:
    """Fill one suitcase (C4); the last one completes a seat's packing, and the last seat ends the packing."""
    table, secrets = state
    contents = (*secrets.contents[seat], action.content)
    secrets = secrets._replace(contents=put(secrets.contents, seat, contents))
    if len(contents) == len(table.rules.contents):
        packed = put(table.packed, seat, True)
        table = table._replace(packed=packed, phase=Phase.START if all(packed) else Phase.PACK)
    return State(table, secrets)


def chance_of_start(table: Table) -> Chance:
    """Ask chance who starts. All roll, ties again (C6): every seat is equally likely, so it is one draw."""
    return Chance("start", 0, tuple(map(StartDrawn, range(table.players))), (1,) * table.players)


def start(table: Table, seat: Seat) -> Table:
    """Let this seat put down the first suitcase, and have the first turn (C5, C6)."""
    return table._replace(phase=Phase.PLACE, seat=seat, first=seat)


def letters_to_place(table: Table, seat: Seat) -> tuple[str, ...]:
    """List the letters of a seat's suitcases that lie nowhere yet."""
    colour = colour_name(table.players, seat)
    lying = {suitcase for suitcase, _ in table.lying}
    return tuple(letter for letter in table.rules.letters if f"{colour}-{letter}" not in lying)


def place_offer(table: Table) -> Offer:
    """Offer to put any suitcase that is left into any city without one of the same colour (C5)."""
    colour = colour_name(table.players, table.seat)
    taken = {city for suitcase, city in table.lying if suitcase.startswith(colour)}
    cities = tuple(city for city in table.rules.board.city_words if city not in taken)
    return tuple(Targets("place", letter, (cities,), (1,)) for letter in letters_to_place(table, table.seat))


def place(table: Table, letter: str, city: Place) -> Table:
    """Put a suitcase into a city; the next seat places one then (C5)."""
    suitcase = f"{colour_name(table.players, table.seat)}-{letter}"
    return table._replace(lying=lay(table.lying, suitcase, city), seat=(table.seat + 1) % table.players)


def all_placed(table: Table) -> bool:
    """Tell whether every suitcase lies in a city."""
    return len(table.lying) == table.players * len(table.rules.contents)


def stationed_seats(table: Table) -> list[Seat]:
    """List, of three players, those with an opponent diagonally opposite, in turn order (C22)."""
    if table.players != 3 or not table.rules.fourth_start:
        return []
    colours = COLOURS_IN_PLAY[3]
    order = [(table.first + index) % 3 for index in range(3)]
    return [seat for seat in order if OPPOSITE[colours[seat]] in colours]


def station(table: Table) -> Table:
    """Put the last of a player's agents on the start space that belongs to nobody (C22)."""
    free = next(colour for colour in range(4) if colour not in COLOURS_IN_PLAY[3])
    row = put(table.places[table.seat], table.rules.agents - 1, table.rules.board.starts[free])
    return table._replace(places=put(table.places, table.seat, row))


def ask_next_station(table: Table, seats: list[Seat]) -> Table:
    """Ask the next of these seats (C22); begin the first turn after the last."""
    asked = seats.index(table.seat) + 1 if table.phase is Phase.STATION else 0
    if asked < len(seats):
        return table._replace(phase=Phase.STATION, seat=seats[asked])
    return table._replace(phase=Phase.ROLL, turn=1, seat=table.first)
