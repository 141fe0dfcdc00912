"""Setting up (C3 to C7, C22): packing, who starts, where the suitcases lie, and the start space that is nobody's."""

from heimlich.games.suitcases.encoding import STATION as TO_STATION
from heimlich.games.suitcases.movement import DICE
from heimlich.sim.batch import select
from heimlich.sim.rows import is_at, look_up, row_at
from heimlich.sim.suitcases.state import NOBODY, NONE, PACK, PLACE, ROLL, STATION, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape
from heimlich.sim.threefry import below


def new(shape: Shape, rules: Rules, seed: Array, game: Array) -> State:
    """All agents on their start spaces, all duel cards in hand, nothing packed (C3)."""
    xp = shape.xp
    size = game.shape
    zero, wide, nothing = xp.zeros(size, xp.int8), xp.zeros(size, xp.int16), xp.full(size, NONE, xp.int8)
    start = xp.broadcast_to(xp.maximum(rules.first, 0), size)
    no_suitcase = xp.full((shape.suitcases, *size), NONE, xp.int8)
    agents = (shape.players, shape.agents, *size)
    return State(
        seed=seed,
        game=game,
        phase=xp.full(size, PACK, xp.int8),
        turn=wide,
        seat=start,
        first=start,
        places=xp.broadcast_to(shape.array(shape.ground.starts, "int8")[:, None, None], agents),
        loads=xp.full(agents, NONE, xp.int8),
        lying=no_suitcase,
        delivered=no_suitcase,
        order=no_suitcase,
        contents=xp.full((shape.suitcases, *size), NONE, xp.int16),
        hands=xp.broadcast_to(rules.card_count, (shape.players, len(shape.plan.cards), *size)),
        roll=xp.full((DICE, *size), NONE, xp.int8),
        steps=zero,
        extra=wide,
        mover=zero,
        handled=xp.zeros((shape.agents, *size), bool),
        attacker=xp.full(size, NOBODY, xp.int8),
        defence=nothing,
        defender=xp.full(size, NOBODY, xp.int8),
        exact=xp.zeros(size, bool),
        spoils=nothing,
        chosen=xp.full((shape.players, *size), NONE, xp.int8),
        losing=zero,
        duels=wide,
        ending=nothing,
        winners=zero,
    )


def by_owner(shape: Shape, suitcases: Array) -> Array:
    """The value of each suitcase, as [seat, letter, batch]."""
    return suitcases.reshape(shape.players, shape.letters, suitcases.shape[-1])


def is_packed(shape: Shape, state: State) -> Array:
    """Tell who has filled all suitcases, [seat]; they are filled in order."""
    return by_owner(shape, state.contents)[:, -1] >= 0


def packer(shape: Shape, state: State) -> Array:
    """The first seat that has not filled all suitcases."""
    return shape.xp.argmin(is_packed(shape, state), axis=0).astype(shape.xp.int8)


def packed_by(shape: Shape, state: State, seat: Array) -> Array:
    """Return what a seat has packed, [letter]."""
    return row_at(shape.xp, by_owner(shape, state.contents), seat)


def contents_left(shape: Shape, rules: Rules, packed: Array) -> Array:
    """Count how many of each content a player has not put into a suitcase yet, [content]."""
    used = (packed[None] == rules.contents[:, None]).sum(axis=1, dtype=shape.xp.int8)
    return rules.content_count - used


def pack(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """One suitcase more is filled (C4). Once all are, it is drawn who starts, unless the table says (C6)."""
    xp, plan = shape.xp, shape.plan
    seat = packer(shape, state)
    letter, content = _split(action - plan.pack, len(plan.contents))
    suitcase = seat * xp.int8(shape.letters) + letter.astype(xp.int8)
    filled = is_at(xp, shape.suitcases, suitcase)
    contents = xp.where(filled, look_up(xp, rules.contents, content), state.contents)
    state = state._replace(contents=contents)
    done = is_packed(shape, state).all(axis=0)
    drawn = below(xp, (state.seed, state.game), "start", xp.zeros(1, xp.uint32), shape.players).astype(xp.int8)
    first = xp.where(rules.first >= 0, rules.first, drawn)
    return state._replace(
        phase=xp.where(done, xp.int8(PLACE), state.phase),
        seat=xp.where(done, first, state.seat),
        first=xp.where(done, first, state.first),
    )


def _split(number: Array, size: int) -> tuple[Array, Array]:
    return number // size, number % size


def place(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A suitcase is put into a city; once all lie, the free start space is settled (C5, C22)."""
    xp, plan = shape.xp, shape.plan
    letter, city = _split(action - plan.place, shape.cities)
    suitcase = state.seat * xp.int8(shape.letters) + letter.astype(xp.int8)
    lying = xp.where(is_at(xp, shape.suitcases, suitcase), city.astype(xp.int8), state.lying)
    state = state._replace(lying=lying, seat=next_seat(shape, state.seat))
    following = look_up(xp, rules.first_station, state.first)
    placed: State = select(xp, (lying >= 0).all(axis=0), _ask_or_begin(shape, state, following), state)
    return placed


def next_seat(shape: Shape, seat: Array) -> Array:
    """The next seat clockwise (C6)."""
    xp = shape.xp
    return xp.where(seat == shape.players - 1, xp.int8(0), seat + xp.int8(1))


def _ask_or_begin(shape: Shape, state: State, following: Array) -> State:
    """The next seat is asked about the free start space; after the last, the first turn begins (C22)."""
    xp = shape.xp
    asked = following != NONE
    return state._replace(
        phase=xp.where(asked, xp.int8(STATION), xp.int8(ROLL)),
        seat=xp.where(asked, following, state.first),
        turn=xp.where(asked, state.turn, xp.int16(1)),
    )


def station(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """The last of a player's agents goes to the start space that is nobody's, or stays (C22)."""
    xp = shape.xp
    goes = is_at(xp, shape.players, state.seat) & (action == TO_STATION)
    last = xp.where(goes, xp.int8(shape.ground.free_start), state.places[:, -1])
    places = xp.concatenate([state.places[:, :-1], last[:, None]], axis=1)
    following = look_up(xp, row_at(xp, rules.stations, state.first), state.seat)
    return _ask_or_begin(shape, state._replace(places=places), following)
