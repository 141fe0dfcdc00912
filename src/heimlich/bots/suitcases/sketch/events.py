"""Events in a turn of the sketch: suitcases taken up and brought home, duels, the end (C10 to C21)."""

from typing import Any

from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain
from heimlich.bots.suitcases.sketch.moving import Moving, rivals_at, rivals_of, with_seat
from heimlich.bots.suitcases.sketch.worth import LOW, max_0, pick, worth_of

HEAT = 0.5  # how evenly duel cards are mixed, as in courier.py
CARD = 0.12
BACK = 0.3


def take_up(ground: Terrain, games: Sketches, seat: Any, worth: Array, active: Array) -> Sketches:
    """An agent that stands where something good lies takes it up; one agent in each game, the best first."""
    xp = ground.xp
    place, load = games.place[:, seat], games.load[:, seat]
    has = worth_of(xp, worth, load)
    gain = xp.where(games.spot[:, None, :] == place[:, :, None], worth[:, None, :] - max_0(xp, has)[:, :, None], LOW)
    best = gain.reshape(gain.shape[0], -1).argmax(1)
    agent, suitcase = best // ground.suitcases, best % ground.suitcases
    able = active & (pick(xp, gain.reshape(gain.shape[0], -1), best) > 0)
    return take(ground, games, seat, agent, suitcase, able)


def take(ground: Terrain, games: Sketches, seat: Any, agent: Array, suitcase: Array, able: Array) -> Sketches:
    """An agent takes a suitcase up, and leaves there what it carried."""
    xp = ground.xp
    ids, agents = xp.arange(ground.suitcases), xp.arange(ground.agents)
    old, here = pick(xp, games.load[:, seat], agent), pick(xp, games.place[:, seat], agent)
    new = (ids == suitcase[:, None]) & able[:, None]
    left = (ids == old[:, None]) & able[:, None]
    spot = xp.where(new, NONE, xp.where(left, here[:, None], games.spot))
    rows = xp.where((agents == agent[:, None]) & able[:, None], suitcase[:, None], games.load[:, seat])
    clue = xp.where(new & (ground.owner == seat), 0.03, games.clue)  # who carries an own one does not mind a bomb
    return games._replace(spot=spot, load=with_seat(xp, games.load, seat, rows), clue=clue)


def deliver(ground: Terrain, moving: Moving, seat: Any, agent: Array) -> Moving:
    """A suitcase is brought home (C18 to C21)."""
    xp, games = ground.xp, moving.games
    agents, ids = xp.arange(ground.agents), xp.arange(ground.suitcases)
    chosen = agents == agent[:, None]
    case = xp.maximum(pick(xp, games.load[:, seat], agent), 0)
    content = pick(xp, games.content, case)
    seats = xp.arange(ground.players) == seat
    place = xp.where(chosen, ground.starts[seat], games.place[:, seat])
    load = xp.where(chosen, NONE, games.load[:, seat])
    games = games._replace(
        gone=games.gone | (ids == case[:, None]),
        points=games.points + seats * content[:, None],
        delivered=games.delivered + seats,
        foreign=games.foreign + seats * (ground.owner[case] != seat)[:, None],
    )
    # A bomb takes half of the agents: those on the start space first, carriers last (C20).
    alive = place != ground.out
    price = xp.where(place >= ground.cities, 0.0, 1.0) + 3.0 * (load != NONE) + 0.01 * agents
    price = xp.where(alive, price, 99.0)
    rank = (price[:, :, None] > price[:, None, :]).sum(2)
    losing = xp.ceil(alive.sum(1) / ground.bomb_share)
    lost = alive & (rank < losing[:, None]) & (content == 0)[:, None]
    dropped = (load[:, None, :] == ids[:, None]) & lost[:, None, :]  # [B, S, A]
    spot = xp.where(dropped.any(2), (dropped * place[:, None, :]).sum(2), games.spot)
    place, load = xp.where(lost, ground.out, place), xp.where(lost, NONE, load)
    games = games._replace(
        place=with_seat(xp, games.place, seat, place), load=with_seat(xp, games.load, seat, load), spot=spot
    )
    eager = xp.where(chosen | lost, LOW, moving.eager)
    return moving._replace(
        games=ended(ground, games), eager=eager, extra=xp.zeros_like(moving.extra), mover=xp.full(agent.shape, NONE)
    )


def ended(ground: Terrain, games: Sketches) -> Sketches:
    """Note who has won, where the game is over (C21)."""
    xp = ground.xp
    alive = (games.place != ground.out).any(2)
    points = xp.where(alive, games.points, -1)
    best = points.max(1, keepdims=True)
    left = ((games.content * ~games.gone).sum(1))[:, None]
    over = (games.points.max(1) >= ground.target) | (alive.sum(1) == 1) | ((best + left)[:, 0] < ground.target)
    first = points == best
    share = first / xp.maximum(first.sum(1, keepdims=True), 1)
    new = over & ~games.over
    return games._replace(over=games.over | over, share=xp.where(new[:, None], share, games.share))


def finish(ground: Terrain, games: Sketches) -> Sketches:
    """End all games: the most secrets among those in play win."""
    xp = ground.xp
    points = xp.where((games.place != ground.out).any(2), games.points, -1)
    first = points == points.max(1, keepdims=True)
    share = first / xp.maximum(first.sum(1, keepdims=True), 1)
    return games._replace(over=games.over | True, share=xp.where(games.over[:, None], games.share, share))


def duel(ground: Terrain, moving: Moving, seat: Any, agent: Array, luck: Array, worth: Array) -> Moving:
    """Fight one duel in the city where an agent has arrived (C13 to C17): a carrier of the opponent's first."""
    xp, games = ground.xp, moving.games
    here = pick(xp, games.place[:, seat], agent)
    rivals = xp.asarray(rivals_of(ground, seat))
    there = rivals_at(ground, games, seat, here[:, None])[:, 0]
    loads = games.load[:, rivals].reshape(there.shape)
    which = (there * (1.0 + (loads != NONE))).argmax(1)
    rival, other = rivals[which // ground.agents], which % ground.agents
    mine, theirs = games.hand[:, seat], games.hand[xp.arange(len(agent)), rival]
    my_load, their_load = pick(xp, games.load[:, seat], agent), pick(xp, loads, which)
    my_stake = max_0(xp, xp.where(my_load == NONE, 0.0, pick(xp, worth, xp.maximum(my_load, 0))))
    their_stake = max_0(xp, xp.where(their_load == NONE, 0.0, pick(xp, worth, xp.maximum(their_load, 0))))
    exact = moving.exact & ground.exact_wins
    attack = _card(ground, mine, theirs, exact, their_stake, my_stake, luck[:, 0])
    defence = _card(ground, theirs, mine, ~exact, my_stake, their_stake, luck[:, 1])
    return settled(ground, moving, seat, agent, rival, other, attack, defence)


def settled(
    ground: Terrain,
    moving: Moving,
    seat: Any,
    agent: Array,
    rival: Array,
    other: Array,
    attack: Array,
    defence: Array,
) -> Moving:
    """The turn after a duel of an agent with another one of a rival, by the places of their cards among the cards."""
    xp, games = ground.xp, moving.games
    row = xp.arange(len(agent))
    here, my_load = pick(xp, games.place[:, seat], agent), pick(xp, games.load[:, seat], agent)
    their_load = games.load[row, rival, other]
    exact = moving.exact & ground.exact_wins
    won = (attack > defence) | ((attack == defence) & exact)
    ids, agents, seats = xp.arange(ground.suitcases), xp.arange(ground.agents), xp.arange(ground.players)
    card_ids = xp.arange(len(ground.cards))
    loser = xp.where(won, rival, seat)
    back = xp.where(won, defence, attack) == ground.retreat
    beaten = (seats[:, None] == loser[:, None, None]) & (agents == xp.where(won, other, agent)[:, None, None])
    to = xp.where(back, ground.starts[loser], ground.out)
    fallen = xp.where(won, their_load, my_load)
    spot = xp.where((ids == fallen[:, None]) & (fallen != NONE)[:, None], here[:, None], games.spot)
    load = xp.where(beaten, NONE, games.load)
    # A defender who has won takes what the aggressor carried, if it has nothing.
    takes = ~won & (fallen != NONE) & (their_load == NONE)
    taker = (seats[:, None] == rival[:, None, None]) & (agents == other[:, None, None]) & takes[:, None, None]
    load = xp.where(taker, fallen[:, None, None], load)
    spot = xp.where((ids == fallen[:, None]) & takes[:, None], NONE, spot)
    used = (seats[:, None] == seat) & (card_ids == attack[:, None, None])
    used = used | ((seats[:, None] == rival[:, None, None]) & (card_ids == defence[:, None, None]))
    hand = games.hand - used
    hand = xp.where((hand.sum(2) == 0)[:, :, None], ground.full_hand, hand)
    games = games._replace(place=xp.where(beaten, to[:, None, None], games.place), load=load, spot=spot, hand=hand)
    games = ended(ground, games)
    chosen = agents == agent[:, None]
    return moving._replace(
        games=games,
        steps=xp.where(won, moving.steps, 0),
        extra=xp.where(won, moving.extra + ground.extra_steps, 0),
        mover=xp.where(won, agent, NONE),
        eager=xp.where(chosen & ~won[:, None], LOW, moving.eager),
    )


def _card(ground: Terrain, own: Array, others: Array, ties: Array, prize: Array, risk: Array, luck: Array) -> Array:
    """Draw a card, as a courier does; the place among the cards."""
    xp = ground.xp
    total = xp.cumsum(card_weights(ground, own, others, ties, prize, risk), 1)
    return xp.minimum((total <= luck[:, None] * total[:, -1:]).sum(1), len(ground.cards) - 1)


def card_weights(ground: Terrain, own: Array, others: Array, ties: Array, prize: Array, risk: Array) -> Array:
    """[B, cards]: how likely a courier plays each card: the more it wins and the less it costs, the likelier."""
    xp = ground.xp
    count = xp.maximum(others.sum(1, keepdims=True), 1)
    below = xp.cumsum(others, 1) - others
    won = (below + xp.where(ties[:, None], others, 0)) / count
    agent = xp.where(xp.arange(len(ground.cards)) == ground.retreat, BACK, 1.0)
    value = won * (1 + prize)[:, None] - (1 - won) * (agent + risk[:, None]) - CARD * ground.cards
    value = xp.where(own > 0, value, LOW)
    weight: Array = xp.exp((value - value.max(1, keepdims=True)) / HEAT)
    return weight
