"""The worth of suitcases to a seat of the sketch, by what it may know: as in sight.py, for many games."""

from typing import Any, NamedTuple

from heimlich.bots.suitcases.sight import Style
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain

PATIENCE = 120  # as in sight.py
LOW = -1e9  # the worth of what cannot be


class Manner(NamedTuple):
    """The way a seat plays: a style, and how far it follows clues; each number or [B, 1]."""

    style: Style
    clued: Any = 1.0


def worths(ground: Terrain, games: Sketches, seat: Any, mind: Manner, turn: Any) -> Array:
    """[B, suitcases]: what it is worth to a seat to bring each suitcase home."""
    xp, style = ground.xp, mind.style
    alive = (games.place[:, seat] != ground.out).sum(1)[:, None]
    missing = (ground.target - games.points[:, seat])[:, None]
    bomb_cost = style.agent * xp.ceil(alive / ground.bomb_share)
    own = ground.owner == seat
    secrets, bomb = odds(ground, games, mind.clued)
    wins = won_with(ground, games, missing)
    wants = ((games.delivered[:, seat] < ground.foreign_within) & (games.foreign[:, seat] == 0))[:, None]
    theirs = secrets * (1 + style.denied) + style.win * wins - bomb * bomb_cost
    theirs = theirs + xp.where(wants, style.foreign_needed, 0.0) + max_0(xp, turn - PATIENCE) / 40
    content = games.content
    mine = xp.where(content == 0, -9.0, content + xp.where(content >= missing, style.win, 0.0))
    shut = (games.delivered[:, seat] == ground.foreign_within - 1)[:, None] & wants
    mine = xp.where(shut, xp.minimum(mine, 0.5), mine)
    return xp.where(games.gone, LOW, xp.where(own, mine, theirs))


def max_0(xp: Any, value: Any) -> Any:
    """At least 0."""
    return xp.maximum(value, 0.0)


def odds(ground: Terrain, games: Sketches, clued: Any = 1.0) -> tuple[Array, Array]:
    """[B, suitcases] each: the secrets to expect and the probability of a bomb, for one who knows only what is open."""
    xp, shape = ground.xp, (-1, ground.players, ground.letters)
    hidden = (~games.gone).reshape(shape)
    content = games.content.reshape(shape)
    left = hidden & (content != 0)
    bombs_left = (hidden & (content == 0)).sum(2, keepdims=True)
    weight = xp.where(hidden, xp.clip(games.clue, 1e-3, 1e3).reshape(shape) ** xp.asarray(clued)[..., None], 0.0)
    bomb = xp.minimum(bombs_left * weight / xp.maximum(weight.sum(2, keepdims=True), 1e-6), 1.0)
    mean = (content * left).sum(2, keepdims=True) / xp.maximum(left.sum(2, keepdims=True), 1)
    secrets = (1 - bomb) * mean * hidden
    flat = (-1, ground.suitcases)
    return secrets.reshape(flat), (bomb * hidden).reshape(flat)


def won_with(ground: Terrain, games: Sketches, missing: Array) -> Array:
    """[B, suitcases]: the share of what its owner has left that would win the game."""
    xp, shape = ground.xp, (-1, ground.players, ground.letters)
    hidden = (~games.gone).reshape(shape)
    enough = hidden & (games.content.reshape(shape) >= missing[..., None])
    share = enough.sum(2, keepdims=True) / xp.maximum(hidden.sum(2, keepdims=True), 1)
    return xp.broadcast_to(share, hidden.shape).reshape(-1, ground.suitcases)


def where_is(ground: Terrain, games: Sketches) -> tuple[Array, Array]:
    """[B, suitcases] each: the place of each suitcase, and the seat that carries it, or NONE."""
    xp = ground.xp
    spot, carrier = games.spot, xp.full(games.spot.shape, NONE)
    ids = xp.arange(ground.suitcases)[:, None]
    for seat in range(ground.players):
        has = games.load[:, seat, None, :] == ids  # [B, S, A]
        here = has.any(2)
        spot = xp.where(here, (has * games.place[:, seat, None, :]).sum(2), spot)
        carrier = xp.where(here, seat, carrier)
    return spot, carrier


def pick(xp: Any, rows: Array, index: Array) -> Array:
    """One of each row."""
    if xp.__name__ == "numpy":
        return rows[xp.arange(len(index)), index]
    return xp.take_along_axis(rows, index[:, None], 1)[:, 0]


def worth_of(xp: Any, worth: Array, load: Array) -> Array:
    return xp.where(load == NONE, 0.0, xp.take_along_axis(worth, xp.maximum(load, 0), 1))
