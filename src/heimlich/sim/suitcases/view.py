"""The things that a seat may know, as numbers: the fields of `encoding.view_fields`, and no more (C23)."""

from heimlich.games.suitcases.names import COLOURS_IN_PLAY
from heimlich.sim.batch import is_eager
from heimlich.sim.rows import is_at, look_up, row_at
from heimlich.sim.suitcases import setup
from heimlich.sim.suitcases.endgame import secrets_of
from heimlich.sim.suitcases.luggage import rotated, seen_from
from heimlich.sim.suitcases.state import DUEL, NONE, OVER, PACK, SPOILS, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape
from heimlich.sim.words import in_pairs, side_by_side


def observe(shape: Shape, rules: Rules, state: State, seat: Array) -> Array:
    """Return what each game's `seat` (int8 [batch]) may know, int16 [batch, fields]."""
    xp, found = shape.xp, columns(shape, rules, state, seat)
    if shape.branches or is_eager(xp):
        return xp.stack(found, axis=-1)
    return side_by_side(xp, in_pairs(xp, found), len(found))


def columns(shape: Shape, rules: Rules, state: State, seat: Array) -> list[Array]:
    """`observe`, with each field as a vector [batch]."""
    xp = shape.xp
    chosen = row_at(xp, state.chosen, seat)
    colours = shape.array(COLOURS_IN_PLAY[shape.players], "int8")[:, None]
    parts = [
        state.phase,
        state.turn,
        _from(shape, seat, state.seat),
        _from(shape, seat, state.first),
        state.roll,
        state.steps,
        state.extra,
        state.mover,
        state.losing,
        state.duels,
        state.ending,
        state.attacker,
        xp.where(state.defence == NONE, xp.int8(NONE), _from(shape, seat, state.defence)),
        state.defender,
        state.exact,
        _suitcases_from(shape, seat, state.spoils),
        xp.where(chosen == NONE, xp.int8(NONE), look_up(xp, rules.cards, chosen)),
        rotated(shape, awaited(shape, state), seat),
        rotated(shape, xp.broadcast_to(colours, (shape.players, *seat.shape)), seat),
        rotated(shape, setup.is_packed(shape, state), seat),
        rotated(shape, xp.stack(secrets_of(shape, state)), seat),
        rotated(shape, state.hands, seat),
        rotated(shape, state.places, seat),
        _suitcases_from(shape, seat, rotated(shape, state.loads, seat)),
        state.handled,
        seen_from(shape, state.lying, seat),
        _receivers(shape, state, seat),
        seen_from(shape, _known_contents(shape, state, seat), seat),
    ]
    return [row for part in parts for row in _rows(part.astype(xp.int16))]


def _rows(part: Array) -> list[Array]:
    return [part] if len(part.shape) == 1 else [*part.reshape(-1, part.shape[-1])]


def awaited(shape: Shape, state: State) -> Array:
    """Tell who is asked, as far as all may know, bool [seat]: a chosen card does not show before the other one."""
    xp, phase = shape.xp, state.phase
    turn, defence = is_at(xp, shape.players, state.seat), is_at(xp, shape.players, state.defence)
    found = xp.where((phase == SPOILS) | (phase == OVER), xp.zeros_like(turn), turn)
    found = found | (defence & ((phase == DUEL) | (phase == SPOILS)))
    return xp.where(phase == PACK, ~setup.is_packed(shape, state), found)


def _from(shape: Shape, me: Array, seat: Array) -> Array:
    """A seat, counted clockwise from the one who looks."""
    return shape.xp.where(seat >= me, seat - me, seat + shape.xp.int8(shape.players) - me)


def _suitcases_from(shape: Shape, me: Array, suitcases: Array) -> Array:
    """Suitcases by their numbers as seen from a seat; none stays none."""
    xp = shape.xp
    number = suitcases - me * xp.int8(shape.letters)
    number = xp.where(number < 0, number + xp.int8(shape.suitcases), number)
    return xp.where(suitcases == NONE, xp.int8(NONE), number)


def _receivers(shape: Shape, state: State, me: Array) -> Array:
    """To whom each suitcase was delivered."""
    to = shape.xp.where(state.delivered == NONE, state.delivered, _from(shape, me, state.delivered))
    return seen_from(shape, to, me)


def _known_contents(shape: Shape, state: State, me: Array) -> Array:
    """Return what a seat knows of contents: its own, those that were opened, at the end all (C23)."""
    xp = shape.xp
    owner = xp.repeat(is_at(xp, shape.players, me), shape.letters, axis=0)
    known = owner | (state.delivered != NONE) | (state.phase == OVER)
    return xp.where(known, state.contents, xp.int16(NONE))
