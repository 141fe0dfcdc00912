"""Duels (C12 to C17): whom an agent meets, the cards, and what becomes of winner and loser."""

from heimlich.sim.batch import for_some, is_unrolled, select
from heimlich.sim.rows import is_at, look_up, row_at
from heimlich.sim.small_rows import all_equal, any_equal, equal_bits, lowest, with_item, with_row_of
from heimlich.sim.suitcases import endgame
from heimlich.sim.suitcases.luggage import of_agent, send_away, start_of
from heimlich.sim.suitcases.state import DUEL, FIGHT, MOVE, NOBODY, NONE, SPOILS, TURN_OVER, Array, State
from heimlich.sim.suitcases.tables import Rules, Shape


def met_in(shape: Shape, state: State, city: Array) -> Array:
    """Tell whose agents, the player whose turn it is left out, stand in a city, bool [seat]."""
    here = any_equal(shape.xp, state.places, city)
    return here & ~is_at(shape.xp, shape.players, state.seat)


def challenge(shape: Shape, rules: Rules, state: State, attacker: Array, met: Array) -> State:
    """The agent (from 0) stops, and must fight (C12). Exact is a count that leaves no step of any kind (C13)."""
    del rules
    xp = shape.xp
    return _face(
        shape,
        state._replace(
            attacker=attacker + xp.int8(1),
            defence=xp.argmax(met, axis=0).astype(xp.int8),
            exact=(state.steps == 0) & (state.extra == 0),
        ),
    )


def rivals(shape: Shape, state: State) -> Array:
    """The opposing agents in the city, bool [agent]; of those without luggage, who are all alike, only the first."""
    xp = shape.xp
    if is_unrolled(xp):
        return (
            shape.array([1 << agent for agent in range(shape.agents)], "uint32")[:, None] & _rival_bits(shape, state)
            != 0
        )
    city = of_agent(shape, state.places, state.seat, state.attacker - xp.int8(1))
    here = row_at(xp, state.places, state.defence) == city
    plain = here & (row_at(xp, state.loads, state.defence) == NONE)
    return here & (~plain | (xp.cumsum(plain, axis=0, dtype=xp.int8) == 1))


def _rival_bits(shape: Shape, state: State) -> Array:
    """`rivals` with a bit for each agent: quicker in a kernel, a third slower in JAX on a CPU."""
    xp = shape.xp
    city = of_agent(shape, state.places, state.seat, state.attacker - xp.int8(1))
    here = equal_bits(xp, row_at(xp, state.places, state.defence), city)
    plain = here & equal_bits(xp, row_at(xp, state.loads, state.defence), xp.int8(NONE))
    return here & (~plain | lowest(xp, plain))


def _face(shape: Shape, state: State) -> State:
    """The aggressor chooses whom to fight, if there is a choice (C17)."""
    xp = shape.xp
    if is_unrolled(xp):
        bits = _rival_bits(shape, state)
        several = bits & ~lowest(xp, bits) != 0
        only = xp.bitwise_count(lowest(xp, bits) - xp.uint32(1)).astype(xp.int8) + xp.int8(1)
    else:
        choice = rivals(shape, state)
        several = choice.sum(axis=0, dtype=xp.int8) > 1
        only = xp.argmax(choice, axis=0).astype(xp.int8) + xp.int8(1)
    return state._replace(
        phase=xp.where(several, xp.int8(FIGHT), xp.int8(DUEL)),
        defender=xp.where(several, xp.int8(NOBODY), only),
    )


def fight(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """This is the opponent (C17); both choose a card (C13)."""
    del rules
    xp = shape.xp
    return state._replace(
        phase=xp.full(state.phase.shape, DUEL, xp.int8),
        defender=(action - shape.plan.fight + 1).astype(xp.int8),
    )


def duellist(shape: Shape, state: State) -> Array:
    """Name the seat that has to choose a card: the aggressor, then the defender."""
    xp = shape.xp
    return xp.where(row_at(xp, state.chosen, state.seat) == NONE, state.seat, state.defence)


def duel(shape: Shape, rules: Rules, state: State, action: Array) -> State:
    """A card is chosen, unseen; once both are, the duel is settled (C13)."""
    xp = shape.xp
    seat = duellist(shape, state)
    card = (action - shape.plan.duel).astype(xp.int8)
    state = state._replace(chosen=xp.where(is_at(xp, shape.players, seat), card, state.chosen))
    both = seat == state.defence
    settled: State = for_some(shape, both, _settle, rules, state, apart=True)
    return settled


def _settle(shape: Shape, rules: Rules, state: State) -> State:
    """The cards are set aside (C14), and the loser's agent goes (C15); an aggressor who wins gets a step (C16).

    A winner goes on; a beaten aggressor's turn ends once the defender has decided about the suitcase (C15, C17).
    """
    xp = shape.xp
    chosen = [row_at(xp, state.chosen, seat) for seat in (state.seat, state.defence)]
    attack, defence = (look_up(xp, rules.cards, card) for card in chosen)
    won = (attack > defence) | ((attack == defence) & state.exact & rules.exact_count_wins)
    hands = state.hands
    for seat, card in zip((state.seat, state.defence), chosen, strict=True):
        hands = _without(shape, rules, hands, seat, card)
    attacker = state.attacker - xp.int8(1)
    load = of_agent(shape, state.loads, state.seat, attacker)
    loser = xp.where(won, state.defence, state.seat)
    back = xp.where(won, defence, attack) == rules.retreat_card
    place = xp.where(back, start_of(shape, loser), xp.int8(NONE))
    state = send_away(shape, state, loser, xp.where(won, state.defender - xp.int8(1), attacker), place)
    extra = xp.where(won, state.extra + rules.extra_steps, state.extra)
    lost_load = xp.where(won, xp.int8(NONE), load)
    state = state._replace(
        hands=hands,
        duels=state.duels + xp.int16(1),
        extra=extra,
        mover=xp.where(won, xp.where(extra > 0, state.attacker, xp.int8(NOBODY)), state.mover),
        spoils=lost_load,
        chosen=xp.full(state.chosen.shape, NONE, xp.int8),
        phase=xp.where(won, xp.int8(MOVE), xp.where(lost_load != NONE, xp.int8(SPOILS), xp.int8(TURN_OVER))),
    )
    left = _rival_bits(shape, state) != 0 if is_unrolled(xp) else rivals(shape, state).any(axis=0)
    more = won & left
    state = select(xp, more, _face(shape, state), state)
    settled: State = select(xp, won & ~more, state._replace(**endgame.no_duel(shape, state.phase.shape)), state)
    return settled


def _without(shape: Shape, rules: Rules, hands: Array, seat: Array, card: Array) -> Array:
    """The cards left; a player who has used all takes them all back (C14)."""
    xp = shape.xp
    hand = row_at(xp, hands, seat)
    if not is_unrolled(xp):  # number by number, JAX on a CPU would work the hand out anew for each
        hand = hand - is_at(xp, hands.shape[1], card).astype(xp.int8)
        hand = xp.where((hand > 0).any(axis=0), hand, rules.card_count)
        return xp.where(is_at(xp, shape.players, seat)[:, None], hand[None], hands)
    hand = with_item(xp, hand, card, row_at(xp, hand, card) - xp.int8(1))
    hand = xp.where(all_equal(xp, hand, xp.int8(0)), rules.card_count, hand)
    return with_row_of(xp, hands, seat, hand)
