"""Setting up (H1 to H7): which agents take part, the deal, and who starts."""

from math import perm

from heimlich.games.heimlich_co.encoding import MOST_AGENTS
from heimlich.games.heimlich_co.names import CHURCH
from heimlich.sim.heimlich_co import supply
from heimlich.sim.heimlich_co.dossier import EMPTY_BALLOT
from heimlich.sim.heimlich_co.movement import unpack
from heimlich.sim.heimlich_co.multiset import no_cards
from heimlich.sim.heimlich_co.state import NONE, ROLL, Array, CardState, DossierState, Rows, State
from heimlich.sim.heimlich_co.tables import NOBODY, Rules, Shape, colour_deals, packed_deals
from heimlich.sim.threefry import below


def new(shape: Shape, rules: Rules, seed: Array, game: Array) -> State:
    """All is drawn and dealt, and the first turn is to begin with a roll."""
    xp = shape.xp
    size = game.shape
    start = _start(shape, rules, seed, game)
    zero, nothing = xp.zeros(size, xp.int16), xp.full(size, NONE, xp.int8)
    state = State(
        seed=seed,
        game=game,
        phase=xp.full(size, ROLL, xp.int8),
        turn=xp.ones(size, xp.int16),
        seat=start,
        face=nothing,
        safe=xp.broadcast_to(rules.safe_start, size),
        first=start,
        scorings=zero,
        reached=xp.zeros(size, bool),
        ending=nothing,
        winners=xp.zeros(size, xp.int8),
        colours=_colours(shape, rules, seed, game),
        places=(xp.full(size, CHURCH, xp.int8),) * shape.agents,  # H5
        points=(zero,) * shape.agents,
        gains=(zero,) * shape.agents,
        owner=_owners(shape, seed, game),
        cards=empty_cards(shape, size) if shape.cards else None,
        dossier=empty_dossier(shape, size) if shape.dossier else None,
    )
    return supply.deal_hands(shape, rules, state) if shape.cards else state


def _colours(shape: Shape, rules: Rules, seed: Array, game: Array) -> Array:
    """Return which agents take part, where that is drawn (H4)."""
    xp = shape.xp
    if not shape.draws_agents:
        return xp.broadcast_to(rules.colours, game.shape)
    deal = below(xp, (seed, game), "agents", xp.zeros(1, xp.uint32), perm(MOST_AGENTS, shape.agents))
    drawn = xp.take(shape.array(colour_deals(shape.agents), "int8"), deal, axis=0, mode="clip")
    return xp.where(rules.colours == 0, drawn, rules.colours)


def _owners(shape: Shape, seed: Array, game: Array) -> Rows:
    """One agent card each; the rest are free agents (H6)."""
    xp = shape.xp
    deal = below(xp, (seed, game), "identity", xp.zeros(1, xp.uint32), perm(shape.agents, shape.players))
    owners = unpack(shape, xp.take(shape.array(packed_deals(shape.agents, shape.players), "int32"), deal, mode="clip"))
    return tuple(xp.where(owner == NOBODY, xp.int8(NONE), owner) for owner in owners)


def _start(shape: Shape, rules: Rules, seed: Array, game: Array) -> Array:
    """The seat that starts: set by the rules, else drawn (H7)."""
    xp = shape.xp
    drawn = below(xp, (seed, game), "start", xp.zeros(1, xp.uint32), shape.players).astype(xp.int8)
    return xp.where(rules.first >= 0, rules.first, drawn)


def empty_cards(shape: Shape, size: tuple[int, ...]) -> CardState:
    """Top Secret cards before any is in the supply."""
    xp = shape.xp
    none = no_cards(xp, shape.copies, size)
    no, zero, nothing = xp.zeros(size, bool), xp.zeros(size, xp.int8), xp.full(size, NONE, xp.int8)
    return CardState(
        arrived=(no,) * shape.agents,
        order=(zero,) * shape.agents,
        hands=(none,) * shape.players,
        supply=none,
        discards=none,
        removed=zero,
        drawn=xp.zeros(size, xp.int16),
        answers=(nothing,) * shape.players,
        yes=(no,) * shape.players,
        at=zero,
        passes=zero,
        must_play=no,
        has_played=no,
        last_to_play=nothing,
        playing=nothing,
        drawing=zero,
        doubles=(zero,) * shape.players,
        counts=(no,) * shape.agents,
    )


def empty_dossier(shape: Shape, size: tuple[int, ...]) -> DossierState:
    """Dossiers that nobody has written yet."""
    xp = shape.xp
    no, blank = xp.zeros(size, bool), xp.full(size, EMPTY_BALLOT, xp.uint32)
    return DossierState(
        halts=xp.zeros(size, xp.int16),
        again=no,
        resume=xp.full(size, NONE, xp.int8),
        written=(no,) * shape.players,
        beyond=(no,) * shape.agents,
        dossiers=(blank,) * shape.players,
        drafts=(blank,) * shape.players,
        bonus=(xp.zeros(size, xp.int16),) * shape.players,
    )
