"""Plays candidate decisions on to one's own next turn, many times at once, and values what comes of them.

Every candidate meets the same worlds: the same owners, sorts of players and dice (common random numbers), so that what
differs is due to the candidates. In each world the others move as their sort would for the agents they are taken to
own; then the network says how good the position is, now that it is one's own turn again.
"""

from typing import NamedTuple

import numpy as np

from heimlich.bots.board import Board, Terms, look_ahead, open_places, scored, terms_of, walk
from heimlich.bots.moves import Array, Moves, moves_of
from heimlich.bots.value import Judge, Kind, roles
from heimlich.bots.yardsticks import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.ruleset import Ruleset

DECOY = 0.45  # of a decoy's decisions are for another agent
EQUAL = 1e-3  # heat of greedy players: equal moves are drawn
LOOSE = 0.5  # heat of players who are not known to be quite greedy, in points

_MARKS = np.random.default_rng(1).integers(-(2**62), 2**62, 2 * len(Agent) + 4) | 1  # sums of these tell rows apart


class Worlds(NamedTuple):
    """What is assumed: who owns whom, and who plays how."""

    owners: Array  # [worlds, seats]
    kinds: Array  # [worlds, seats]


class Scene(NamedTuple):
    """What is the same in all of them."""

    rules: Ruleset
    net: Judge
    me: int
    first: int  # who had the first turn


def play_on(scene: Scene, board: Board, reached: Array, worlds: Worlds, rng: np.random.Generator) -> Array:
    """[worlds, candidates]: one's share of the win, as it is thought to be after a round.

    `board` has a position for each candidate, with the next seat to roll; in some a marker may have reached the target.
    """
    number, candidates = len(worlds.owners), len(board.safe)
    players = worlds.owners.shape[1]
    rules = scene.rules
    rows = np.tile(np.arange(candidates), number)
    world = np.repeat(np.arange(number), candidates)
    result = np.zeros(number * candidates)
    alive = np.arange(number * candidates)
    now, reached = board.take(rows), reached[rows]
    gains = np.zeros_like(now.points)
    for distance in range(1, players + 1):
        seat = (scene.me + distance) % players
        if rules.play_out_round and seat != scene.first:
            over = np.zeros(len(alive), bool)
        else:
            over = reached
        if over.any():
            result[alive[over]] = _won(rules, now.take(over), gains[over], worlds.owners[world[over]], scene.me)
            stays = ~over
            alive, now, reached, world, gains = (
                alive[stays],
                now.take(stays),
                reached[stays],
                world[stays],
                gains[stays],
            )
        if seat == scene.me or not len(alive):
            break
        now, gains = _turn(scene, now, worlds, world, seat, rng)
        reached = reached | (now.points.max(1) >= rules.target)
    if len(alive):
        role = roles(worlds.owners, worlds.kinds, scene.me, scene.me, board.places.shape[1])[world]
        added = scene.net.embed(now.places, now.safe[:, None], now.points, role)
        result[alive] = scene.net.chance(added.sum(1))
    return result.reshape(number, candidates)


def _turn(
    scene: Scene, board: Board, worlds: Worlds, world: Array, seat: int, rng: np.random.Generator
) -> tuple[Board, Array]:
    """A turn of one seat in every row; what is drawn is drawn for each world, whatever the candidate."""
    rules, terms = scene.rules, terms_of(scene.rules)
    number, agents = len(worlds.owners), board.places.shape[1]
    cause, kind = worlds.owners[:, seat], worlds.kinds[:, seat]
    other = (cause + rng.integers(1, agents, number)) % agents
    cause = np.where((kind == Kind.DECOY) & (rng.random(number) < DECOY), other, cause)[world]
    kind, luck = kind[world], rng.random(number)[world]
    start = rng.random()  # the faces come up as evenly as they can, which each alone does at random
    face = np.empty(number, np.int64)
    face[rng.permutation(number)] = (np.arange(number) / number + start) % 1 * len(rules.die)
    face = face[world]
    alike, back = _distinct(board, cause, kind, face)
    picks = np.empty(len(alike), np.int64)
    steps = np.empty_like(board.places)
    for index, totals in enumerate(rules.die):
        moves = moves_of(totals, agents, 1 if rules.one_agent else agents)
        once = np.flatnonzero(face[alike] == index)
        if len(once):
            rows = alike[once]
            picks[once] = _values(terms, board.take(rows), cause[rows], kind[rows], moves, rng).argmax(1)
        rows = np.flatnonzero(face == index)
        anyhow = (luck[rows] * len(moves.steps)).astype(np.int64)
        steps[rows] = moves.steps[np.where(kind[rows] == Kind.RANDOM, anyhow, picks[back[rows]])]
    places = walk(board, steps)
    points, safe = board.points.copy(), board.safe.copy()
    due = np.flatnonzero(((places == safe[:, None]) & (steps > 0)).any(1))
    if len(due):
        points[due] = scored(terms, places[due], points[due])
        there = Board(places[due], points[due], safe[due])
        allowed = open_places(terms, there)
        values = gu_safe_values(gu_table(), there, cause[due])
        plain = kind[due] == Kind.G1
        values[plain] = g1_safe_values(there.take(plain), cause[due][plain])
        noise = rng.random(values.shape[1])
        values = np.where((kind[due] == Kind.RANDOM)[:, None], 0, values) + EQUAL * noise
        safe[due] = np.where(allowed, values, -np.inf).argmax(1)
    return Board(places, points, safe), points - board.points


def _distinct(board: Board, cause: Array, kind: Array, face: Array) -> tuple[Array, Array]:
    """Rows that stand for all, and for each row which of these it is like: most positions come up more than once."""
    marks = np.concatenate([board.places, board.points, np.stack([board.safe, cause, kind, face], 1)], 1)
    _, alike, back = np.unique(marks @ _MARKS[: marks.shape[1]], return_index=True, return_inverse=True)
    return alike, back


def _values(terms: Terms, board: Board, cause: Array, kind: Array, moves: Moves, rng: np.random.Generator) -> Array:
    """[rows, moves]: what the mover thinks of each."""
    ahead = look_ahead(terms, board, moves)
    values = gu_values(terms, gu_table(), board, cause, moves, ahead)
    plain = np.flatnonzero(kind == Kind.G1)
    if len(plain):
        values[plain] = g1_values(terms, board.take(plain), cause[plain], moves)
    noise = rng.gumbel(size=values.shape[1]).astype(np.float32)
    values += np.float32(EQUAL) * noise
    loose = np.flatnonzero(kind == Kind.STRONG)
    if len(loose):
        values[loose] += np.float32(LOOSE) * noise
    return values


def _won(rules: Ruleset, board: Board, gains: Array, owners: Array, me: int) -> Array:
    """[rows]: one's share of the win of games that are over (H15 to H17)."""
    rank = board.points.astype(np.float64)
    if rules.last_scoring_wins:
        there = board.points >= rules.target
        rank = np.where(there, gains * 1000.0 + board.points, -1.0)
    theirs = np.take_along_axis(rank, owners, 1)
    most = rank.max(1) if rules.free_agents_win else theirs.max(1)
    first = theirs == most[:, None]
    share: Array = first[:, me] / np.maximum(first.sum(1), 1)
    return share
