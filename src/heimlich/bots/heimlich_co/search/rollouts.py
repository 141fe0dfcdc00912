"""Rollouts: candidate decisions are played on to the seat's own next turn or beyond, many at once, and valued there.

Every candidate meets the same worlds: the same owners, kinds of players and dice (common random numbers), so that
results differ because of the candidates alone. In each world the others move as their kind of player would for the
agent that they are taken to own; then the network gives the win probability.
"""

import numpy as np

from heimlich.bots.heimlich_co.search.movers import Movers, best_moves, by_network, random_moves, safe_values
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind, end_share_each, roles
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext
from heimlich.games.heimlich_co.names import Agent
from heimlich.sim.heimlich_co.board import Board, after_move, board_rules, open_places
from heimlich.sim.heimlich_co.moves import Array

DECOY = 0.45  # share of a decoy's decisions that are made for another agent

_MARKS = (
    np.random.default_rng(1).integers(-(2**62), 2**62, 2 * len(Agent) + 6) | 1
)  # random weights: rows with equal sums are equal


def play_on(
    context: SearchContext,
    start: Positions,
    worlds: Assumptions,
    rng: np.random.Generator,
    points: Array | None = None,
) -> Array:
    """[worlds, candidates]: the expected share of the win after `context.turns`, or the share where the game ended.

    `start` has a position for each candidate, before the next seat rolls. `points`, if given, gets the markers at that
    time: [worlds × candidates, agents].
    """
    number, candidates = len(worlds.owners), len(start.reached)
    players = worlds.owners.shape[1]
    world = np.repeat(np.arange(number), candidates)
    result = np.zeros(number * candidates)
    alive = np.arange(number * candidates)
    now = start.take(np.tile(np.arange(candidates), number))
    for distance in range(context.turns + 1):
        seat = (context.following + distance) % players
        if context.is_last(seat) and now.reached.any():
            over, stays = now.take(now.reached), ~now.reached
            ends = alive[now.reached]
            assumed = worlds.take(world[now.reached])
            result[ends] = end_share_each(
                board_rules(context.rules), over.board.points, over.gains, assumed, context.me
            )
            if points is not None:
                points[ends] = over.board.points
            alive, world, now = alive[stays], world[stays], now.take(stays)
        if distance == context.turns or not len(alive):
            break
        board, gains = _turn(context, now, worlds, world, seat, rng)
        now = Positions(board, gains, now.reached | (board.points.max(1) >= context.rules.target))
    if len(alive):
        board = now.board
        role = roles(worlds, context.me, seat, board.places.shape[1])[world]
        added = context.net.embed(board.places, board.safe[:, None], board.points, role)
        if points is not None:
            points[alive] = board.points
        result[alive] = context.net.win_probability(added.sum(1), np.where(now.reached, context.left(seat), 0))
    return result.reshape(number, candidates)


def _turn(
    context: SearchContext, now: Positions, worlds: Assumptions, world: Array, seat: int, rng: np.random.Generator
) -> tuple[Board, Array]:
    """Play a turn of one seat in every row; also what a scoring brought. Draws are made once for each world."""
    rules, board = context.rules, now.board
    number, agents = len(worlds.owners), board.places.shape[1]
    cause, kind = worlds.owners[:, seat], worlds.kinds[:, seat]
    if seat == context.me:
        kind = np.full_like(kind, Kind.STRONG)
    other = (cause + rng.integers(1, agents, number)) % agents
    cause = np.where((kind == Kind.DECOY) & (rng.random(number) < DECOY), other, cause)[world]
    kind, luck = kind[world], rng.random(number)[world]
    start = rng.random()  # faces are spread evenly over the worlds; each world's face is still random
    face = np.empty(number, np.int64)
    face[rng.permutation(number)] = (np.arange(number) / number + start) % 1 * len(rules.die)
    face = face[world]
    after = (seat + 1) % context.players
    movers, left = Movers(cause, kind, roles(worlds, seat, after, agents)[world], now.reached), context.left(after)
    steps = random_moves(rules, face, luck, agents)
    sane = np.flatnonzero(kind != Kind.RANDOM)
    if len(sane):
        alike, back = _distinct(context, board.take(sane), movers.take(sane), face[sane])
        rows = sane[alike]
        best = best_moves(
            rules,
            context.net,
            board.take(rows),
            movers.take(rows),
            face[rows],
            left,
            rng,
            context.sharp,
        )
        steps[sane] = best[back]
    moved, scores = after_move(board_rules(rules), board, steps)
    due, safe = np.flatnonzero(scores), board.safe.copy()
    if len(due):
        there = moved.take(due)
        values = safe_values(rules, context.net, there, movers.take(due), left, rng, context.sharp)
        safe[due] = np.where(open_places(board_rules(rules), there), values, -np.inf).argmax(1)
    return moved._replace(safe=safe), moved.points - board.points


def _distinct(context: SearchContext, board: Board, movers: Movers, face: Array) -> tuple[Array, Array]:
    """Indices of the distinct rows, and for each row which of them it equals: most rows come up more than once."""
    known = np.zeros(len(face), np.int64)  # the roles, where they matter: only the network looks at them
    strong = by_network(context.rules, movers.kind, context.sharp)
    known[strong] = movers.role[strong] @ _MARKS[: movers.role.shape[1]]
    others = np.stack([board.safe, movers.cause, movers.kind, face, known, movers.reached], 1)
    marks = np.concatenate([board.places, board.points, others], 1)
    _, alike, back = np.unique(marks @ _MARKS[: marks.shape[1]], return_index=True, return_inverse=True)
    return alike, back
