"""The champion's play in studies: of all legal moves, the best by the value network that the bots use.

Basic games only. A seat knows its own agent, and holds every owner of the others for equally likely, and every kind of
player for as likely as in training: it remembers and deduces nothing, and looks at nothing hidden. So the vectors that
agents add to the network's sum depend on place, safe, marker and whether the agent is the own one: they are tables.
Runs in NumPy and in JAX; see `heimlich.bots` for the bots that search with the same network.
"""

from collections.abc import Callable
from functools import lru_cache
from math import comb
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from heimlich.bots.heimlich_co.value.assumptions import Kind
from heimlich.bots.heimlich_co.value.network import IN_HAND, POINTS, Network, judge
from heimlich.games.heimlich_co.encoding import SAFE_START, split_number
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.lab.subjects import Array
from heimlich.sim.batch import is_eager, on_cpu
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.heimlich_co.board import Board, Outlook, look_ahead, make_board_rules, open_places, ranks
from heimlich.sim.heimlich_co.moves import Moves, fits, moves_of
from heimlich.sim.heimlich_co.state import MOVE, SAFE, State

# P(kind) of another seat, as in training: to a seat that takes all others for strong, every scoring seems to help
# them more, and with five players nobody ever opens the safe
KIND_ODDS = {Kind.STRONG: 0.25, Kind.GU: 0.5, Kind.G1: 0.08, Kind.RANDOM: 0.07, Kind.DECOY: 0.1}
NOISE = 1e-4  # of the win probability, so that equal moves are drawn
BLOCK = 2**11  # games that JAX judges at once: their moves must fit into memory
BLOCK_ON_CPU, BLOCK_OF_NUMPY = 2**3, 2**5  # and there into its cache


def champion_can_play(rules: Ruleset) -> bool:
    """Tell whether the champion can play by these rules: the basic game, with a die that the network knows."""
    return not (rules.top_secret or rules.dossier) and fits(points for face in rules.die for points in face)


def choose_as_champion(sim: Simulator, state: State, word: Array) -> Array:
    """The move, or the place for the safe, that the network values most; int32 [batch]."""
    return _player(sim.rulesets[0], sim.shape.players, sim.shape.xp).choose(state, word)


class KnownTables(NamedTuple):
    """The part of some games that the seat to move goes by, a game a row."""

    board: Board
    own: Array  # bool [games, agents]
    reached: Array  # bool [games]
    last: Array  # bool [games]: a game whose target is reached ends with this turn (H14)
    left: Array  # int [games]: turns left after this one, in a round that is played out
    word: Array  # uint32 [games]

    def take(self, rows: Array) -> "KnownTables":
        """Some of the games."""
        return KnownTables(self.board.take(rows), *(part[rows] for part in self[1:]))


class _Player:
    """The champion for one ruleset and number of players."""

    def __init__(self, rules: Ruleset, players: int, xp: ModuleType) -> None:
        self.rules, self.players, self.xp = rules, players, xp
        self.agents = rules.agents_in_play[players - 2]
        self.on_board = make_board_rules(rules, xp)
        net = judge(rules, players)
        self.tables = xp.asarray(np.stack([_added(net, roles) for roles in _roles(players, self.agents)]))
        self.net = Network(*(xp.asarray(part) for part in net))
        self.tied = xp.asarray(_tied_shares(players, self.agents))
        most = 1 if rules.one_agent else self.agents
        self.moves = [moves_of(face, self.agents, most) for face in rules.faces]
        self.numbers = [xp.asarray(_action_numbers(moves)) for moves in self.moves]

    def choose(self, state: State, word: Array) -> Array:
        """The action in each game; any number where none is to be taken."""
        xp, faces = self.xp, len(self.moves)
        kind = xp.where(state.phase == MOVE, state.face, xp.where(state.phase == SAFE, faces, faces + 1))
        seen = self.seen_in(state, word)
        choosers: list[Callable[[KnownTables], Array]] = [
            lambda some, face=face: self.best_move(some, face)  # type: ignore[misc]
            for face in range(faces)
        ]
        return by_kind(xp, kind, [*choosers, self.best_place], seen)

    def seen_in(self, state: State, word: Array) -> KnownTables:
        """The table as the seat to move sees it."""
        xp, players = self.xp, self.players
        places, points = (xp.stack(rows, axis=-1).astype(xp.int32) for rows in (state.places, state.points))
        own = xp.stack([owner == state.seat for owner in state.owner], axis=-1)
        following = (state.seat.astype(xp.int32) + 1) % players
        left = (state.first.astype(xp.int32) - following) % players
        if not self.rules.play_out_round:
            left = xp.zeros_like(left)
        board = Board(places, points, state.safe.astype(xp.int32))
        return KnownTables(board, own, state.reached, left == 0, left, word)

    def best_move(self, seen: KnownTables, face: int) -> Array:
        """The number of the best move with a face of the die."""
        xp = self.xp
        values = self.move_values(seen, self.moves[face]) + _noise(xp, seen.word, self.numbers[face])
        return self.numbers[face][values.argmax(-1)]

    def move_values(self, seen: KnownTables, moves: Moves) -> Array:
        """[games, moves]: the win probability after each move; where it ends the game, the share of the win."""
        xp, board = self.xp, seen.board
        ahead = look_ahead(self.on_board, board, moves)
        still = self.added(seen.own[:, :, None], ahead.places, board.safe[:, None, None], board.points[:, :, None])
        moved = self.added(seen.own[:, :, None], ahead.places, IN_HAND, ahead.points)
        hot = xp.asarray(moves.hot.T)
        totals = [hot @ each.reshape(len(seen.own), -1, each.shape[-1]) for each in (still, moved)]
        total = xp.where(ahead.scores[..., None], totals[1], totals[0])
        reached = ahead.ends | seen.reached[:, None]
        goes_on = self.judged(total, xp.where(reached, seen.left[:, None], 0))
        ending = reached & seen.last[:, None]
        return self._if_any(ending, lambda: xp.where(ending, self.final_shares(seen, moves, ahead), goes_on), goes_on)

    def final_shares(self, seen: KnownTables, moves: Moves, ahead: Outlook) -> Array:
        """[games, moves]: the expected share of the win after each move, if it ends the game."""
        xp, now = self.xp, seen.board.points[:, None, :]
        scored = ahead.points.reshape(len(now), -1)[:, xp.asarray(moves.cells)]
        final = xp.where(ahead.scores[..., None], scored, now)  # [games, moves, agents]
        return self.end_share(final, final - now, seen.own[:, None])

    def _if_any(self, wanted: Array, found: Callable[[], Array], otherwise: Array) -> Array:
        """Compute something only if it is wanted: few of the small blocks of a CPU hold a game that may end now."""
        if is_eager(self.xp):
            return found() if wanted.any() else otherwise
        if not on_cpu(self.xp):
            return found()
        import jax

        either: Array = jax.lax.cond(wanted.any(), found, lambda: otherwise)
        return either

    def best_place(self, seen: KnownTables) -> Array:
        """The number of the best place for the safe."""
        xp, board = self.xp, seen.board
        spots = xp.arange(RING)
        total = self.added(seen.own[:, None], board.places[:, None], spots[None, :, None], board.points[:, None]).sum(2)
        values = self.judged(total, xp.where(seen.reached, seen.left, 0)[:, None]) + _noise(xp, seen.word, spots)
        values = xp.where(open_places(self.on_board, board), values, -np.inf)
        return (values.argmax(-1) + SAFE_START).astype(xp.int32)

    def added(self, own: Array, place: Array, safe: Array | int, points: Array) -> Array:
        """[..., HIDDEN]: the vectors that agents add to the sum."""
        index = (place * (RING + 1) + safe) * POINTS + self.xp.clip(points, 0, POINTS - 1)
        return self.tables[own.astype(index.dtype), index]

    def judged(self, total: Array, left: Array) -> Array:
        """The win probability, from the sum over the agents."""
        xp, net = self.xp, self.net
        z = xp.maximum(total + net.b1 + xp.take(net.left, left, axis=0, mode="clip"), 0)
        z = xp.maximum(z @ net.w2 + net.b2, 0)
        return 1 / (1 + xp.exp(-(z @ net.w3 + net.b3)[..., 0]))

    def end_share(self, points: Array, gains: Array, own: Array) -> Array:
        """The expected share of the win at ends of the game, whoever owns the others (H15 to H17)."""
        xp = self.xp
        found = ranks(self.on_board, points, gains)
        first = found == found.max(-1, keepdims=True)
        others = (first & ~own).sum(-1)
        return xp.where((first & own).any(-1), self.tied[others], 0.0)


@lru_cache(maxsize=32)
def _player(rules: Ruleset, players: int, xp: ModuleType) -> _Player:
    if is_eager(xp):
        return _Player(rules, players, xp)
    import jax

    with jax.ensure_compile_time_eval():  # it may first be wanted while a program is traced
        return _Player(rules, players, xp)


def by_kind(xp: ModuleType, kind: Array, choosers: list[Callable[[KnownTables], Array]], seen: KnownTables) -> Array:
    """Let each game's action be chosen by the chooser that its kind names; 0 where it names none.

    Games of one kind are computed together: JAX sorts them, and takes as many blocks of each kind as there are.
    """
    games = len(kind)
    found = xp.zeros(games, xp.int32)
    if is_eager(xp):
        for number, choose in enumerate(choosers):
            rows = np.flatnonzero(kind == number)
            for some in (rows[first : first + BLOCK_OF_NUMPY] for first in range(0, len(rows), BLOCK_OF_NUMPY)):
                found[some] = choose(seen.take(some))
        return found
    import jax

    block = min(games, BLOCK_ON_CPU if on_cpu(xp) else BLOCK)
    order = xp.argsort(kind)
    edges = xp.searchsorted(kind[order], xp.arange(len(choosers) + 1))  # where each kind begins
    order = xp.concatenate([order, xp.zeros(block, order.dtype)])

    def some_blocks(choose: Callable[[KnownTables], Array], found: Array, start: Array, end: Array) -> Array:
        def one_block(index: Array, found: Array) -> Array:
            at = start + index * block
            rows = jax.lax.dynamic_slice(order, (at,), (block,))
            chosen = choose(seen.take(rows))
            return found.at[xp.where(at + xp.arange(block) < end, rows, games)].set(chosen, mode="drop")

        filled: Array = jax.lax.fori_loop(0, -((start - end) // block), one_block, found)
        return filled

    for number, choose in enumerate(choosers):
        found = some_blocks(choose, found, edges[number], edges[number + 1])
    return found


def _added(net: Network, roles: dict[int, float]) -> Any:
    """[places × safe's places × markers, HIDDEN]: the mean vector of an agent that has some roles so often."""
    cells = net.place[:, None] + net.points[None]  # [place × safe, marker, INNER]
    mean = sum(weight * np.maximum(cells + net.role[role], 0) for role, weight in roles.items())
    return (mean @ net.w1).reshape(-1, len(net.b1)).astype(np.float32)


def _roles(players: int, agents: int) -> tuple[dict[int, float], dict[int, float]]:
    """The roles of an agent that is not the own one, and how likely they are; and that of the own one.

    Numbers as in `assumptions.roles`: the seat to move is the last to move again.
    """
    others = agents - 1
    theirs = {
        1 + players * (1 + kind) + offset: odds / others
        for offset in range(players - 1)
        for kind, odds in KIND_ODDS.items()
    }
    return {0: (agents - players) / others, **theirs}, {players: 1.0}


def _tied_shares(players: int, agents: int) -> Any:
    """[others level with the own agent]: the expected share; those that are free have none (H16, H17)."""
    others, owned = agents - 1, players - 1
    return np.array(
        [
            sum(
                comb(owned, tied) * comb(others - owned, level - tied) / comb(others, level) / (1 + tied)
                for tied in range(level + 1)
                if tied <= owned and level - tied <= others - owned
            )
            for level in range(agents)
        ],
        np.float32,
    )


def _action_numbers(moves: Moves) -> Any:
    return np.array([split_number(tuple(map(int, steps))) for steps in moves.steps], np.int32)


def _noise(xp: ModuleType, word: Array, numbers: Array) -> Array:
    """[games, decisions]: a little of chance for each decision, by its number and the game's random word."""
    mixed = word[:, None] ^ (numbers.astype(xp.uint32) * xp.uint32(0x9E3779B1))
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        mixed = (mixed ^ (mixed >> xp.uint32(shift))) * xp.uint32(factor)
    return (mixed >> xp.uint32(8)).astype(xp.float32) * np.float32(NOISE / 2**24)
