"""A turn of the sketch that is under way in many games, and how to work on some of them."""

from typing import Any, NamedTuple

from heimlich.bots.suitcases.sight import Style
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain
from heimlich.bots.suitcases.sketch.worth import LOW, Manner, max_0, worth_of


class Moving(NamedTuple):
    """The turn so far."""

    games: Sketches
    steps: Array  # [B]
    extra: Array  # [B]
    mover: Array  # [B]: the last agent that moved, or NONE
    exact: Array  # [B]: whether it came by exact count
    stuck: Array  # [B, agents]: cannot go on in this turn
    errand: Array  # [B, agents]: the place to go to, or NONE
    eager: Array  # [B, agents]: what that is worth
    won: Array  # [B, rivals]: the chance to win a duel, when the turn began …
    tied: Array  # … and to tie
    prize: Array  # [B, rivals x agents]: what there is to win


def begun(ground: Terrain, games: Sketches, seat: Any, mind: Manner, worth: Array, steps: Array) -> Moving:
    """A turn that begins, with nobody sent anywhere yet."""
    xp = ground.xp
    row = games.place[:, seat]
    return Moving(
        games,
        steps,
        xp.zeros_like(steps),
        xp.full(steps.shape, NONE),
        xp.zeros(steps.shape, bool),
        xp.zeros(row.shape, bool),
        xp.full(row.shape, NONE),
        xp.full(row.shape, LOW),
        *duel_chances(ground, games, seat, mind, worth),
    )


def mind_at(mind: Manner, index: Array) -> Manner:
    """The minds of some of the games."""
    if not hasattr(mind.clued, "shape"):
        return mind
    weights: tuple[Any, ...] = mind.style
    return Manner(Style(*(one[index] for one in weights)), mind.clued[index])


def rivals_of(ground: Terrain, seat: Any) -> list[Any]:
    """The other seats, clockwise; `seat` may be a number that JAX traces."""
    return [(seat + further) % ground.players for further in range(1, ground.players)]


def rivals_at(ground: Terrain, games: Sketches, seat: Any, places: Array) -> Array:
    """[B, K, rivals x agents]: which opposing agents stand in each of some cities."""
    theirs = games.place[:, ground.xp.asarray(rivals_of(ground, seat))].reshape(games.place.shape[0], -1)
    return (places[:, :, None] == theirs[:, None, :]) & (places < ground.cities)[:, :, None]


def with_seat(xp: Any, whole: Array, seat: Any, rows: Array) -> Array:
    """An array [B, seats, …] with the part of one seat changed."""
    mine = (xp.arange(whole.shape[1]) == seat).reshape((1, -1) + (1,) * (whole.ndim - 2))
    return xp.where(mine, rows[:, None], whole)


def rows_of(moving: Moving, index: Array) -> Moving:
    return Moving(Sketches(*(one[index] for one in moving.games)), *(one[index] for one in moving[1:]))


def put_rows(whole: Moving, index: Array, part: Moving) -> None:
    for old, new in zip((*whole.games, *whole[1:]), (*part.games, *part[1:]), strict=True):
        old[index] = new


def for_few(ground: Terrain, who: Array, rule: Any, moving: Moving, seat: Any, *more: Array) -> Moving:
    """Apply a rule to some of the games; NumPy takes them out, JAX does all and chooses."""
    xp = ground.xp
    if xp.__name__ == "numpy":
        index = who.nonzero()[0]
        if not len(index):
            return moving
        after = rule(ground, rows_of(moving, index), seat, *(one[index] for one in more))
        copy = Moving(Sketches(*(one.copy() for one in moving.games)), *(one.copy() for one in moving[1:]))
        put_rows(copy, index, after)
        return copy
    after = rule(ground, moving, seat, *more)

    def choose(new: Array, old: Array) -> Array:
        return xp.where(who.reshape(who.shape + (1,) * (old.ndim - 1)), new, old)

    games = Sketches(*(choose(new, old) for new, old in zip(after.games, moving.games, strict=True)))
    return Moving(games, *(choose(new, old) for new, old in zip(after[1:], moving[1:], strict=True)))


def _win_chances(ground: Terrain, games: Sketches, seat: Any, rival: int) -> tuple[Array, Array]:
    """[B] each: the probability to win a duel with any card against any, and to tie."""
    xp = ground.xp
    mine, theirs = games.hand[:, seat], games.hand[:, rival]
    below = xp.cumsum(theirs, 1) - theirs
    count = xp.maximum(mine.sum(1) * theirs.sum(1), 1)
    return (mine * below).sum(1) / count, (mine * theirs).sum(1) / count


def duel_chances(ground: Terrain, games: Sketches, seat: Any, mind: Manner, worth: Array) -> tuple[Array, Array, Array]:
    """The chances to win and to tie, [B, rivals], and the prizes, [B, rivals x agents]."""
    xp, style = ground.xp, mind.style
    wins, ties, prizes = [], [], []
    for rival in rivals_of(ground, seat):
        won, tied = _win_chances(ground, games, seat, rival)
        wins.append(won)
        ties.append(tied)
        load = games.load[:, rival]
        has = max_0(xp, worth_of(xp, worth, load))
        alarm = max_0(xp, style.alarm - style.calm * ground.home[rival][games.place[:, rival]])
        prizes.append(style.agent + xp.where(load == NONE, 0.0, style.prize * has + alarm))
    return xp.stack(wins, 1), xp.stack(ties, 1), xp.concatenate(prizes, 1)
