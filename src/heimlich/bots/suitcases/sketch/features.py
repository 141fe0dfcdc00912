"""Features of the games of a sketch, for a network: of each seat, and of each suitcase for it."""

from typing import Any, NamedTuple

from heimlich.bots.suitcases.distances import FAR
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain
from heimlich.bots.suitcases.sketch.worth import odds, where_is

PAIR = 24  # numbers about a seat and a suitcase
SEAT = 24  # numbers about a seat, with up to four seats


class Features(NamedTuple):
    """[B, seats, suitcases, PAIR] and [B, seats, SEAT]; the seat that rolls next comes first."""

    pair: Array
    seat: Array
    alive: Array  # [B, seats]


def features(ground: Terrain, games: Sketches, rolls: Any) -> Features:
    """The features of games in which the seat `rolls` is next."""
    xp, players = ground.xp, ground.players
    order = [(rolls + index) % players for index in range(players)]
    spot, carrier = where_is(ground, games)
    safe = xp.where(spot == NONE, ground.out, spot)
    live = ~games.gone
    free = games.load == NONE
    steps = ground.steps[games.place[:, :, :, None], safe[:, None, None, :]]  # [B, P, A, S]
    near = steps.min(2)
    reach = xp.where(free[..., None], steps, FAR * 1.0).min(2)
    home = xp.stack([ground.home[seat][safe] for seat in range(players)], 1)
    secrets, bomb = odds(ground, games)
    way = xp.where(xp.stack([carrier == seat for seat in range(players)], 1), home, reach + home)
    pairs, seats = [], []
    agents = (games.place != ground.out).sum(2)
    for index, seat in enumerate(order):
        pairs.append(_pair(ground, games, seat, live, carrier, near, reach, home, way, secrets, bomb))
        seats.append(_seat(ground, games, seat, index, agents))
    pair = xp.stack(pairs, 1) * live[:, None, :, None]
    alive = xp.stack([agents[:, seat] > 0 for seat in order], 1)
    return Features(pair.astype(xp.float32), xp.stack(seats, 1).astype(xp.float32), alive)


def _pair(
    ground: Terrain,
    games: Sketches,
    seat: Any,
    live: Array,
    carrier: Array,
    near: Array,
    reach: Array,
    home: Array,
    way: Array,
    secrets: Array,
    bomb: Array,
) -> Array:
    xp = ground.xp
    others = [(seat + further) % ground.players for further in range(1, ground.players)]
    foe = xp.stack([near[:, one] for one in others]).min(0)
    rival_way = xp.stack([way[:, one] for one in others]).min(0)
    missing = (ground.target - games.points[:, seat])[:, None]
    own = xp.broadcast_to(ground.owner == seat, live.shape)
    mine, lying = carrier == seat, carrier == NONE
    shut = own & ((games.delivered[:, seat] == ground.foreign_within - 1) & (games.foreign[:, seat] == 0))[:, None]
    content = games.content
    known_secrets, known_bomb = xp.where(own, content, secrets), xp.where(own, content == 0, bomb)
    far, dist, enemy = home[:, seat], reach[:, seat], foe
    parts = [
        xp.ones(live.shape),
        content / 5.0,
        content == 0,
        content >= missing,
        own,
        mine,
        lying,
        shut,
        known_secrets / 5.0,
        known_bomb,
        far / 10.0,
        xp.exp(-far / 3.0),
        mine * ground.at_least[xp.clip(far, 0, FAR).astype(xp.int32)],
        dist / 10.0,
        xp.exp(-dist / 2.0),
        ground.at_least[xp.clip(dist, 0, FAR).astype(xp.int32)],
        xp.exp(-enemy / 2.0),
        mine * ground.at_least[xp.clip(enemy, 0, FAR).astype(xp.int32)],
        way[:, seat] / 15.0,
        xp.exp(-way[:, seat] / 5.0),
        rival_way / 15.0,
        mine * (content >= missing) * xp.exp(-far / 3.0),
        (content / 5.0) * xp.exp(-way[:, seat] / 5.0),
        (way[:, seat] < rival_way) * 1.0,
    ]
    return xp.stack([xp.asarray(part, xp.float32) for part in parts], -1)


def _seat(ground: Terrain, games: Sketches, seat: Any, index: int, agents: Array) -> Array:
    xp = ground.xp
    points = games.points[:, seat]
    missing = ground.target - points
    hand = games.hand[:, seat]
    count = xp.maximum(hand.sum(1), 1)
    out = (games.place[:, seat] < ground.cities).sum(1)
    parts = [
        xp.ones(points.shape),
        points / 10.0,
        missing <= 5,
        missing <= 3,
        missing <= 1,
        agents[:, seat] / 7.0,
        xp.exp(-1.0 * agents[:, seat]),
        agents[:, seat] > 0,
        out / 7.0,
        (hand * ground.cards).sum(1) / count / 5.0,
        count / 7.0,
        hand[:, 0] / 2.0,
        hand[:, -1],
        hand[:, -2] if len(ground.cards) > 1 else hand[:, -1],
        games.foreign[:, seat] > 0,
        games.delivered[:, seat] / 4.0,
        (games.delivered[:, seat] == ground.foreign_within - 1) & (games.foreign[:, seat] == 0),
        (games.load[:, seat] != NONE).sum(1) / 4.0,
        *[xp.full(points.shape, 1.0 * (index == one)) for one in range(4)],
        *[xp.full(points.shape, 1.0 * (seat == one)) for one in range(2)],
    ]
    return xp.stack([xp.asarray(part, xp.float32) for part in parts], -1)
