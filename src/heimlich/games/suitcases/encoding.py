"""The numbering of actions, and the encoding of views as small numbers: for simulators, networks and adapters.

The numbering has a version; a number never changes its meaning within one, for the same map and house rules. In order:
four words, packing, placing, duel cards, whom to fight, whom to lose, setting down, taking hold of a suitcase, and last
the steps. Its sizes follow from the rules: cities of the map, agents, letters, what there is to pack, duel cards.

Suitcases and seats count clockwise from the seat that decides or views, so that a seat's own always come first; cities
and corners are numbered by the map, and so equal for all. `docs/research.md` has the table.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import Field, Seat
from heimlich.games.suitcases.actions import (
    Action,
    Drop,
    EndTurn,
    Exchange,
    Fight,
    Leave,
    Lose,
    Pack,
    PlayDuelCard,
    PutSuitcase,
    Station,
    Stay,
    Step,
    Take,
)
from heimlich.games.suitcases.endgame import ENDINGS
from heimlich.games.suitcases.legal import awaited
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, LETTERS, SUITCASES, Content, Place, Suitcase, colour_name
from heimlich.games.suitcases.ruleset import PLAYERS, Ruleset
from heimlich.games.suitcases.state import Duel, Phase, Table, View, secrets_of
from heimlich.games.suitcases.view import opened

NUMBERING = 1  # the version
MOST_PLAYERS = PLAYERS[-1]

END, LEAVE, STATION, STAY = range(4)
_WORDS: tuple[Action, ...] = (EndTurn(), Leave(), Station(), Stay())
_WORD_NUMBER = {action: number for number, action in enumerate(_WORDS)}


class Numbering(NamedTuple):
    """The first number of each kind of action, by these rules, and the lists that its parts are numbered by."""

    letters: str
    contents: tuple[Content, ...]  # what there is to pack, each once, in the order of the rules
    cards: tuple[int, ...]  # the duel cards, each once, from the lowest
    cities: tuple[Place, ...]  # sorted; in a step the number after them is home
    city_number: dict[Place, int]
    agents: int
    pack: int  # letter × content
    place: int  # letter × city
    duel: int  # card
    fight: int  # the opponent's agent
    lose: int  # agent
    drop: int  # agent
    take: int  # agent × suitcase of four players, one's own first; an exchange, if the agent carries one
    step: int  # agent × (city, …, home)
    actions: int  # how many there are in all


@lru_cache(maxsize=64)
def numbering(rules: Ruleset) -> Numbering:
    """Return the numbering for these rules."""
    letters, cities = rules.letters, rules.board.city_words
    contents, cards = tuple(dict.fromkeys(rules.contents)), tuple(sorted(set(rules.duel_cards)))
    sizes = (
        len(letters) * len(contents),
        len(letters) * len(cities),
        len(cards),
        rules.agents,
        rules.agents,
        rules.agents,
        rules.agents * MOST_PLAYERS * len(letters),
        rules.agents * (len(cities) + 1),
    )
    starts = [len(_WORDS)]
    for size in sizes:
        starts.append(starts[-1] + size)
    city_number = {city: number for number, city in enumerate(cities)}
    return Numbering(letters, contents, cards, cities, city_number, rules.agents, *starts)


def action_count(rules: Ruleset) -> int:
    """Count the numbers of actions."""
    return numbering(rules).actions


def decider(table: Table) -> Seat:
    """Return the seat that suitcases are counted from: the defender about the spoils (C15), else whose turn it is."""
    return table.duel.defence if table.duel is not None and table.phase is Phase.SPOILS else table.seat


def action_number(table: Table, action: Action) -> int:
    """Return the number of an action at this table."""
    plan = numbering(table.rules)
    match action:
        case Step(agent, place):
            return plan.step + (agent - 1) * (len(plan.cities) + 1) + plan.city_number.get(place, len(plan.cities))
        case Take(agent, suitcase) | Exchange(agent, suitcase):
            row = (agent - 1) * MOST_PLAYERS * len(plan.letters)
            return plan.take + row + suitcase_number(table, decider(table), suitcase)
        case Drop(agent):
            return plan.drop + agent - 1
        case PlayDuelCard(card):
            return plan.duel + plan.cards.index(card)
        case Fight(_, agent):
            return plan.fight + agent - 1
        case Lose(agent):
            return plan.lose + agent - 1
        case Pack(letter, content):
            return plan.pack + plan.letters.index(letter) * len(plan.contents) + plan.contents.index(content)
        case PutSuitcase(letter, city):
            return plan.place + plan.letters.index(letter) * len(plan.cities) + plan.city_number[city]
    return _WORD_NUMBER[action]


def action_of(table: Table, number: int) -> Action:
    """Return the action that a number stands for at this table; refuse a number that stands for none."""
    plan, seat = numbering(table.rules), decider(table)
    if not 0 <= number < plan.actions:
        raise HeimlichError(f"{number} is no action's number; they go from 0 to {plan.actions - 1}")
    if number >= plan.step:
        index, place = divmod(number - plan.step, len(plan.cities) + 1)
        home = table.rules.board.headquarters[COLOURS_IN_PLAY[table.players][seat]]
        return Step(index + 1, plan.cities[place] if place < len(plan.cities) else home)
    if number >= plan.take:
        index, which = divmod(number - plan.take, MOST_PLAYERS * len(plan.letters))
        suitcase = suitcase_of_number(table, seat, which)
        return (Take if table.loads[seat][index] is None else Exchange)(index + 1, suitcase)
    if number >= plan.drop:
        return Drop(number - plan.drop + 1)
    if number >= plan.lose:
        return Lose(number - plan.lose + 1)
    if number >= plan.fight:
        if table.duel is None:
            raise HeimlichError(f"{number} says whom to fight, and nobody is met")
        return Fight(colour_name(table.players, table.duel.defence), number - plan.fight + 1)
    if number >= plan.duel:
        return PlayDuelCard(plan.cards[number - plan.duel])
    if number >= plan.place:
        letter, city = divmod(number - plan.place, len(plan.cities))
        return PutSuitcase(plan.letters[letter], plan.cities[city])
    if number >= plan.pack:
        letter, content = divmod(number - plan.pack, len(plan.contents))
        return Pack(plan.letters[letter], plan.contents[content])
    return _WORDS[number]


def suitcase_number(table: Table, me: Seat, suitcase: Suitcase) -> int:
    """Return a suitcase as a number: its owner's seat, clockwise from `me`, then its letter."""
    colour, letter = SUITCASES[suitcase]
    owner = COLOURS_IN_PLAY[table.players].index(COLOURS.index(colour))
    return (owner - me) % table.players * len(table.rules.contents) + letter


def suitcase_of_number(table: Table, me: Seat, number: int) -> Suitcase:
    """Return the suitcase that a number stands for."""
    seats, letter = divmod(number, len(table.rules.contents))
    if seats >= table.players:
        raise HeimlichError(f"suitcase {number} is that of player {seats + 1}; there are {table.players}")
    return f"{colour_name(table.players, (me + seats) % table.players)}-{LETTERS[letter]}"


# Views

PHASES = (
    Phase.PACK,
    Phase.PLACE,
    Phase.STATION,
    Phase.MOVE,
    Phase.FIGHT,
    Phase.DUEL,
    Phase.SPOILS,
    Phase.LOSE,
    Phase.OVER,
)
PHASE_NUMBER = {phase: number for number, phase in enumerate(PHASES)}
NONE = -1


def view_fields(rules: Ruleset, players: int) -> tuple[Field, ...]:
    """List the fields of an encoded view, in order. Seats count clockwise from the view's own seat, which is 0.

    A place is a city's number among the sorted words of the map's cities, and after them the start spaces by colour. A
    suitcase is its owner's seat × letters + its letter.
    """
    agents, suitcases = players * rules.agents, players * len(rules.contents)
    cards = players * len(numbering(rules).cards)
    return (
        Field("phase", 1, "to be decided: pack, place, station, move, fight, duel, spoils, lose, over; a roll: -1"),
        Field("turn", 1, "the number of the turn, from 1; 0 while setting up"),
        Field("seat", 1, "whose turn it is"),
        Field("first", 1, "who had the first turn"),
        Field("roll", 2, "the dice; -1 before the first roll"),
        Field("steps", 1, "rolled steps left"),
        Field("extra", 1, "extra steps left"),
        Field("mover", 1, "whose extra steps they are, an agent from 1; 0: nobody's"),
        Field("losing", 1, "agents still to be lost to a bomb"),
        Field("duels", 1, "fought so far"),
        Field("ending", 1, "how the game ended, in the order of the game's endings; -1: it goes on"),
        Field("attacker", 1, "the agent that has met others, from 1; 0: none"),
        Field("defence", 1, "the seat whom it has met; -1: none"),
        Field("defender", 1, "the agent it fights, from 1; 0: none yet"),
        Field("exact", 1, "1: it came by exact count"),
        Field("spoils", 1, "the suitcase that the defender who won may take; -1: none"),
        Field("chosen", 1, "one's own duel card, not revealed yet; -1: none"),
        Field("awaited", players, "1: everyone knows that this seat is asked"),
        Field("colours", players, "each seat's colour, from 0, and so its corner of the map"),
        Field("packed", players, "1: has filled all suitcases"),
        Field("secrets", players, "state secrets brought home"),
        Field("cards", cards, "seat × duel card, from the lowest: how many are left"),
        Field("places", agents, "seat × agent: the place where it stands; -1: out of the game"),
        Field("loads", agents, "seat × agent: the suitcase that it carries; -1: none"),
        Field("handled", rules.agents, "1: this agent of the seat whose turn it is has had its luggage action"),
        Field("lying", suitcases, "each suitcase: the city where it lies; -1: it does not lie"),
        Field("delivered", suitcases, "each suitcase: the seat it was delivered to; -1: none"),
        Field("contents", suitcases, "each suitcase: the state secrets in it, 0 a bomb; -1: not known to this seat"),
    )


def view_size(rules: Ruleset, players: int) -> int:
    """Count the numbers in an encoded view."""
    return sum(field.size for field in view_fields(rules, players))


def encode_view(view: View) -> list[int]:
    """Encode a view as `view_fields` describes it; a spectator's counts from the first seat and knows no content.

    Only the order in which a seat's suitcases were delivered is left out.
    """
    table, me = view.table, view.seat or 0
    plan, players = numbering(table.rules), table.players
    seats = [(me + offset) % players for offset in range(players)]
    asked = awaited(table)
    return [
        PHASE_NUMBER.get(table.phase, NONE),
        table.turn,
        (table.seat - me) % players,
        (table.first - me) % players,
        *(table.roll or (NONE, NONE)),
        table.steps,
        table.extra,
        table.mover,
        table.losing,
        table.duels,
        ENDINGS.index(table.result.outcome.ending) if table.result else NONE,
        *_encode_duel(table, table.duel, me),
        NONE if view.chosen is None else view.chosen,
        *(int(seat in asked) for seat in seats),
        *(COLOURS_IN_PLAY[players][seat] for seat in seats),
        *(int(table.packed[seat]) for seat in seats),
        *(secrets_of(table, seat) for seat in seats),
        *(table.hands[seat].count(card) for seat in seats for card in plan.cards),
        *(_place_number(plan, table, place) for seat in seats for place in table.places[seat]),
        *(NONE if load is None else suitcase_number(table, me, load) for seat in seats for load in table.loads[seat]),
        *(int(agent in table.handled) for agent in range(1, plan.agents + 1)),
        *_encode_lying(plan, table, me),
        *_encode_delivered(table, me),
        *(content for seat in seats for content in _known_contents(view, seat)),
    ]


def _encode_duel(table: Table, duel: Duel | None, me: Seat) -> tuple[int, ...]:
    if duel is None:
        return 0, NONE, 0, 0, NONE
    spoils = NONE if duel.spoils is None else suitcase_number(table, me, duel.spoils)
    return duel.attacker, (duel.defence - me) % table.players, duel.defender or 0, int(duel.exact), spoils


def _place_number(plan: Numbering, table: Table, place: Place | None) -> int:
    if place is None:
        return NONE
    city = plan.city_number.get(place)
    return len(plan.cities) + table.rules.board.starts.index(place) if city is None else city


def _encode_lying(plan: Numbering, table: Table, me: Seat) -> list[int]:
    where = [NONE] * (table.players * len(plan.letters))
    for suitcase, city in table.lying:
        where[suitcase_number(table, me, suitcase)] = plan.city_number[city]
    return where


def _encode_delivered(table: Table, me: Seat) -> list[int]:
    to = [NONE] * (table.players * len(table.rules.contents))
    for seat, deliveries in enumerate(table.delivered):
        for delivery in deliveries:
            to[suitcase_number(table, me, delivery.suitcase)] = (seat - me) % table.players
    return to


def _known_contents(view: View, owner: Seat) -> Iterator[int]:
    """Return what a view shows of an owner's suitcases: its own if packed, else the opened ones, at the end all."""
    table = view.table
    if table.result is not None:
        yield from table.result.contents[owner]
        return
    known = dict(enumerate(view.contents)) if owner == view.seat else opened(table, owner)
    yield from (known.get(letter, NONE) for letter in range(len(table.rules.contents)))
