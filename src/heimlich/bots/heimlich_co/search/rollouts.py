"""Plays candidate decisions on to one's own next turn, many times at once, and values what comes of them.

Every candidate meets the same worlds: the same owners, sorts of players and dice (common random numbers), so that what
differs is due to the candidates. In each world the others move as their sort would for the agents they are taken to
own; then the network says how good the position is, now that it is one's own turn again.
"""

from typing import NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.search.movers import Movers, best_moves, by_network, random_moves, safe_values
from heimlich.bots.heimlich_co.value.network import Assumptions, Kind, Network, end_share, judge, roles
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import Table
from heimlich.sim.heimlich_co.board import Board, after_move, board_rules, open_places
from heimlich.sim.heimlich_co.moves import Array

DECOY = 0.45  # of a decoy's decisions are for another agent

_MARKS = np.random.default_rng(1).integers(-(2**62), 2**62, 2 * len(Agent) + 6) | 1  # sums of these tell rows apart


class Scene(NamedTuple):
    """What is the same in all of them."""

    rules: Ruleset
    net: Network
    me: int
    following: int  # who rolls next
    first: int  # who had the first turn
    players: int

    def left(self, seat: int) -> int:
        """If the round is played out (H14): how many turns of it there are when this seat rolls."""
        return (self.first - seat) % self.players if self.rules.play_out_round else 0

    def is_last(self, seat: int) -> bool:
        """Whether the game is over before this seat rolls, once the target is reached."""
        return not self.rules.play_out_round or seat == self.first


def scene_of(table: Table, me: int) -> Scene:
    """The table as a seat looks at it, this turn being about to end."""
    following = (table.seat + 1) % table.players
    return Scene(table.rules, judge(table.rules, table.players), me, following, table.first, table.players)


class Positions(NamedTuple):
    """What decisions lead to, one a row."""

    board: Board
    gains: Array  # [positions, agents]: of a scoring just now
    reached: Array  # [positions]: a marker has reached the target

    def take(self, rows: Array) -> "Positions":
        """Some of them."""
        return Positions(self.board.take(rows), self.gains[rows], self.reached[rows])


def play_on(scene: Scene, start: Positions, worlds: Assumptions, rng: np.random.Generator) -> Array:
    """[worlds, candidates]: one's share of the win, as it is thought to be at one's own next turn.

    `start` has a position for each candidate, with the next seat to roll.
    """
    number, candidates = len(worlds.owners), len(start.reached)
    players = worlds.owners.shape[1]
    world = np.repeat(np.arange(number), candidates)
    result = np.zeros(number * candidates)
    alive = np.arange(number * candidates)
    now = start.take(np.tile(np.arange(candidates), number))
    for distance in range((scene.me - scene.following) % players + 1):
        seat = (scene.following + distance) % players
        if scene.is_last(seat) and now.reached.any():
            over, stays = now.take(now.reached), ~now.reached
            ends = alive[now.reached]
            assumed = worlds.take(world[now.reached])
            result[ends] = end_share(board_rules(scene.rules), over.board.points, over.gains, assumed, scene.me)
            alive, world, now = alive[stays], world[stays], now.take(stays)
        if seat == scene.me or not len(alive):
            break
        board, gains = _turn(scene, now, worlds, world, seat, rng)
        now = Positions(board, gains, now.reached | (board.points.max(1) >= scene.rules.target))
    if len(alive):
        board = now.board
        role = roles(worlds, scene.me, scene.me, board.places.shape[1])[world]
        added = scene.net.embed(board.places, board.safe[:, None], board.points, role)
        result[alive] = scene.net.chance(added.sum(1), np.where(now.reached, scene.left(scene.me), 0))
    return result.reshape(number, candidates)


def _turn(
    scene: Scene, now: Positions, worlds: Assumptions, world: Array, seat: int, rng: np.random.Generator
) -> tuple[Board, Array]:
    """A turn of one seat in every row; what is drawn is drawn for each world, whatever the candidate."""
    rules, board = scene.rules, now.board
    number, agents = len(worlds.owners), board.places.shape[1]
    cause, kind = worlds.owners[:, seat], worlds.kinds[:, seat]
    other = (cause + rng.integers(1, agents, number)) % agents
    cause = np.where((kind == Kind.DECOY) & (rng.random(number) < DECOY), other, cause)[world]
    kind, luck = kind[world], rng.random(number)[world]
    start = rng.random()  # the faces come up as evenly as they can, which each alone does at random
    face = np.empty(number, np.int64)
    face[rng.permutation(number)] = (np.arange(number) / number + start) % 1 * len(rules.die)
    face = face[world]
    after = (seat + 1) % scene.players
    movers, left = Movers(cause, kind, roles(worlds, seat, after, agents)[world], now.reached), scene.left(after)
    steps = random_moves(rules, face, luck, agents)
    sane = np.flatnonzero(kind != Kind.RANDOM)
    if len(sane):
        alike, back = _distinct(rules, board.take(sane), movers.take(sane), face[sane])
        rows = sane[alike]
        best = best_moves(rules, scene.net, board.take(rows), movers.take(rows), face[rows], left, rng)
        steps[sane] = best[back]
    moved, scores = after_move(board_rules(rules), board, steps)
    due, safe = np.flatnonzero(scores), board.safe.copy()
    if len(due):
        there = moved.take(due)
        values = safe_values(rules, scene.net, there, movers.take(due), left, rng)
        safe[due] = np.where(open_places(board_rules(rules), there), values, -np.inf).argmax(1)
    return moved._replace(safe=safe), moved.points - board.points


def _distinct(rules: Ruleset, board: Board, movers: Movers, face: Array) -> tuple[Array, Array]:
    """Rows that stand for all, and for each row which of these it is like: most positions come up more than once."""
    known = np.zeros(len(face), np.int64)  # only the network looks at who owns whom
    strong = by_network(rules, movers.kind)
    known[strong] = movers.role[strong] @ _MARKS[: movers.role.shape[1]]
    others = np.stack([board.safe, movers.cause, movers.kind, face, known, movers.reached], 1)
    marks = np.concatenate([board.places, board.points, others], 1)
    _, alike, back = np.unique(marks @ _MARKS[: marks.shape[1]], return_index=True, return_inverse=True)
    return alike, back
