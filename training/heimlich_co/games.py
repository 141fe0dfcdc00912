"""Thousands of basic games in step, with JAX, for value.py: every kind of player, and the positions to learn from.

The rules are those of `heimlich.sim.heimlich_co.board`. Every game of a batch is at the same turn; agents are alike at
the start, so the first ones belong to the seats, in order, and the rest are free.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from heimlich.bots.heimlich_co.search.rollouts import DECOY
from heimlich.bots.heimlich_co.value.assumptions import Kind
from heimlich.bots.heimlich_co.value.network import IN_HAND
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, g1_values, gu_safe_values, gu_table, gu_values
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import (
    Board,
    Outlook,
    after_move,
    look_ahead,
    make_board_rules,
    open_places,
    shares_as_dealt,
)
from heimlich.sim.heimlich_co.moves import SPAN, Moves, moves_of
from training.heimlich_co.network import Params, embed, head, roles

Array = Any  # of JAX
KIND_ODDS = (0.25, 0.5, 0.08, 0.07, 0.1)  # P(kind) of an opponent, in the order of Kind
P_UNIFORM_TABLE = 0.6  # of the games have opponents of one kind only
HEAT = 0.002  # noise in the hero's choice, in win probability, so that it explores
MOST_TURNS = 80  # played in a game at most …
ONE_AGENT_TURNS = 150  # … and more where one agent takes the whole roll: scorings are rarer
UNFINISHED = 0.05  # a batch stops when fewer of its games go on; these count as what the last position is worth


class Match(NamedTuple):
    """Games that are being played, one a row."""

    board: Board
    kinds: Array  # [games, seats]: what kind of player sits where
    number: Array  # [games]: which game it is; rows are shuffled
    reached: Array  # [games]: a marker has reached the target
    over: Array  # [games]
    seats: Any = ()  # more about the players, by game; see league_games.py

    def take(self, rows: Array | slice) -> "Match":
        """Some of the games."""
        taken: Match = jax.tree.map(lambda part: part[rows], self)
        return taken


class Seen(NamedTuple):
    """The positions after each turn, by game; small numbers, as there are many."""

    places: Array  # [turns, games, agents]
    points: Array  # [turns, games, agents]
    safe: Array  # [turns, games]
    live: Array  # [turns, games]: the game went on
    scored: Array  # [turns, games]: the turn had a scoring, and the game went on
    reached: Array  # [turns, games]: a marker had reached the target
    face: Array  # [turns, games]: the index of the face that was rolled


class Played(NamedTuple):
    """A batch of games after the last turn."""

    seen: Seen
    kinds: Array  # [games, seats]
    hero: Array  # [games]: whose win is learnt from
    won: Array  # [games]: the hero's share of the win
    finished: Array  # [games]
    turns: Array  # played in all games
    seats: Any = ()  # more about the players, by game


class Games:
    """Games of one edition and number of players."""

    def __init__(self, rules: Ruleset, players: int, games: int, kind_odds: Sequence[float] = KIND_ODDS) -> None:
        self.rules, self.players, self.kind_odds = rules, players, kind_odds
        self.agents = rules.agents_in_play[players - 2]
        self.most_turns = ONE_AGENT_TURNS if rules.one_agent else MOST_TURNS
        self.games = games // len(rules.die) * len(rules.die)
        self.on_board = make_board_rules(rules, jnp)
        self.table = jnp.array(gu_table())

    # One turn

    def choose_move(self, params: Any, match: Match, face: tuple[int, ...], seat: Array, key: Array) -> Any:
        """[games, agents]: the steps that the seat takes with this face; and [games] for which agent it took them."""
        games, agents = len(match.over), self.agents
        moves = moves_of(face, agents, 1 if self.rules.one_agent else agents)
        kind = match.kinds[:, seat]
        keys = jax.random.split(key, 3)
        decoy = (kind == Kind.DECOY) & (jax.random.uniform(keys[0], (games,)) < DECOY)
        other = (seat + jax.random.randint(keys[1], (games,), 1, agents)) % agents
        cause = jnp.where(decoy, other, seat)
        ahead = look_ahead(self.on_board, match.board, moves)
        gu = gu_values(self.on_board, self.table, match.board, cause, moves, ahead)
        g1 = g1_values(self.on_board, match.board, cause, moves, ahead)
        by_network = self.win_probabilities(params, match, ahead, moves, seat)
        return jnp.array(moves.steps)[_scores(kind, by_network, g1, gu, keys[2]).argmax(1)], cause

    def win_probabilities(self, params: Params, match: Match, ahead: Outlook, moves: Moves, seat: Array) -> Array:
        """[games, moves]: the seat's win probability by the network; where a move ends the game, its share."""
        board, games = match.board, len(match.over)
        me, hot = jnp.full(games, seat), jnp.array(moves.hot.T, params["w1"].dtype)
        role = roles(match.kinds, me, (me + 1) % self.players, self.agents)[:, :, None]
        still = embed(params, ahead.places, board.safe[:, None, None], board.points[:, :, None], role)
        moved = embed(params, ahead.places, IN_HAND, ahead.points, role)
        flat = (games, self.agents * SPAN, params["b1"].shape[0])
        sum_still = jnp.einsum("gch,mc->gmh", still.reshape(flat), hot)
        sum_moved = jnp.einsum("gch,mc->gmh", moved.reshape(flat), hot)
        total = jnp.where(ahead.scores[..., None], sum_moved, sum_still)
        reached = ahead.ends
        if self.rules.play_out_round:
            reached = reached | match.reached[:, None]
        total = self.add_left(params, total, jnp.where(reached, self.left(seat), 0))
        now = board.points[:, None, :]
        final = ahead.points.reshape(games, -1)[:, jnp.array(moves.cells)]  # [games, moves, agents]
        final = jnp.where(ahead.scores[..., None], final, now)
        won = shares_as_dealt(self.on_board, final, final - now, self.players)[..., seat]
        return jnp.where(reached & self.is_last(seat), won, jax.nn.sigmoid(head(params, total)))

    def add_left(self, params: Params, total: Array, left: Array) -> Array:
        """Tell the network how many turns of the round are left.

        Not in editions that play out no round: their networks are written, and asked, without it.
        """
        return total + params["left"][left] if self.rules.play_out_round else total

    def left(self, seat: Array) -> Array:
        """How many turns of the round there are after this seat's."""
        return (-seat - 1) % self.players

    def is_last(self, seat: Array) -> Array:
        """Whether the game ends with this seat's turn, if a marker has reached the target (H14)."""
        return self.left(seat) == 0 if self.rules.play_out_round else jnp.array(True)

    def choose_safe(self, params: Any, match: Match, seat: Array, cause: Array, key: Array) -> Array:
        """[games]: where the seat puts the safe."""
        board = match.board
        me, spots = jnp.full(len(match.over), seat), jnp.arange(RING)
        gu = gu_safe_values(jnp, self.table, board, cause)
        g1 = g1_safe_values(jnp, board, cause)
        role = roles(match.kinds, me, (me + 1) % self.players, self.agents)[:, None, :]
        total = embed(params, board.places[:, None, :], spots[None, :, None], board.points[:, None, :], role).sum(2)
        total = self.add_left(params, total, jnp.where(match.reached, self.left(seat), 0)[:, None])
        scores = _scores(match.kinds[:, seat], jax.nn.sigmoid(head(params, total)), g1, gu, key)
        return jnp.where(open_places(self.on_board, board), scores, -jnp.inf).argmax(1)

    def shuffle(self, key: Array) -> Array:
        """[games]: an order of the games in which each face of the die has an equal part of them."""
        return jax.random.permutation(key, self.games)

    def turn(self, params: Any, match: Match, seat: Array, key: Array) -> tuple[Match, Array]:
        """The games after a turn of this seat, and where it had a scoring; each face of the die has an equal part."""
        key_moves, key_safe = jax.random.split(key)
        part = self.games // len(self.rules.die)
        choices = [
            self.choose_move(
                params,
                match.take(slice(index * part, (index + 1) * part)),
                face,
                seat,
                jax.random.fold_in(key_moves, index),
            )
            for index, face in enumerate(self.rules.die)
        ]
        steps, cause = (jnp.concatenate(parts) for parts in zip(*choices, strict=True))
        board, due = after_move(self.on_board, match.board, steps)
        reached = match.reached | (board.points.max(1) >= self.rules.target)
        after = match._replace(board=board, reached=reached, over=match.over | (reached & self.is_last(seat)))
        spot = self.choose_safe(params, after, seat, cause, key_safe)
        return after._replace(board=board._replace(safe=jnp.where(due, spot, board.safe))), due

    # A batch of games

    def unfinished(self, params: Any) -> Array:  # noqa: ARG002
        """The share of the games with which a batch stops."""
        return jnp.array(UNFINISHED)

    def deal(self, params: Any, key: Array) -> tuple[Array, Array, Any]:  # noqa: ARG002
        """[games, seats]: what kind of player sits where; [games]: which seat is the hero's; and `Match.seats`."""
        games, players = self.games, self.players
        k0, k1, k2, k3 = jax.random.split(key, 4)
        odds = jnp.log(jnp.array(self.kind_odds))
        alike = jax.random.categorical(k0, odds, shape=(games, 1))
        each = jax.random.categorical(k1, odds, shape=(games, players))
        kinds = jnp.where(jax.random.uniform(k2, (games, 1)) < P_UNIFORM_TABLE, alike, each)
        hero = jax.random.randint(k3, (games,), 0, players)
        return jnp.where(jnp.arange(players)[None] == hero[:, None], Kind.STRONG, kinds), hero, ()

    def start(self, kinds: Array) -> tuple[Match, Seen]:
        """Games before the first turn, and room for what will be seen."""
        games, agents, turns = self.games, self.agents, self.most_turns
        zeros, no = jnp.zeros((games, agents), jnp.int32), jnp.zeros(games, bool)
        board = Board(zeros, zeros, jnp.full(games, self.rules.safe_start, jnp.int32))
        by_agent, by_game = jnp.zeros((turns, games, agents), jnp.int8), jnp.zeros((turns, games), jnp.int8)
        flags = jnp.zeros((turns, games), bool)
        seen = Seen(by_agent, by_agent, by_game, flags, flags, flags, by_game)
        return Match(board, kinds, jnp.arange(games), no, no), seen

    def play(self, params: Any, key: Array) -> Played:
        """Play a batch of games, nearly all of them to the end."""
        deal, key = jax.random.split(key)
        kinds, hero, seats = self.deal(params, deal)

        def goes_on(carry: Any) -> Array:
            turn, match, _, _, _ = carry
            return (turn < self.most_turns) & ((~match.over).mean() > self.unfinished(params))

        def step(carry: Any) -> Any:
            turn, match, seen, ended, key = carry
            key, key_order, key_turn = jax.random.split(key, 3)
            before = match.take(self.shuffle(key_order))
            match, due = self.turn(params, before, turn % self.players, key_turn)
            board, just = match.board, match.over & ~before.over
            shares = shares_as_dealt(self.on_board, board.points, board.points - before.board.points, self.players)
            ended = ended.at[match.number].add(jnp.where(just[:, None], shares, 0.0))
            live = ~match.over
            face = jnp.arange(self.games) // (self.games // len(self.rules.die))
            now = Seen(board.places, jnp.minimum(board.points, 100), board.safe, live, due & live, match.reached, face)
            seen = Seen(
                *(old.at[turn, match.number].set(new.astype(old.dtype)) for old, new in zip(seen, now, strict=True))
            )
            return turn + 1, match, seen, ended, key

        match, seen = self.start(kinds)
        first = (0, match._replace(seats=seats), seen, jnp.zeros((self.games, self.players)), key)
        turns, match, seen, ended, _ = jax.lax.while_loop(goes_on, step, first)
        finished = jnp.zeros(self.games, bool).at[match.number].set(match.over)
        won = jnp.take_along_axis(ended, hero[:, None], 1)[:, 0]
        return Played(seen, kinds, hero, won, finished, turns, seats)


def _scores(kind: Array, by_network: Array, g1: Array, gu: Array, key: Array) -> Array:
    """[games, decisions]: what each kind of player goes by; equal decisions are drawn."""
    noise = jax.random.gumbel(key, by_network.shape)
    greedy = jnp.where((kind == Kind.G1)[:, None], g1, gu) + 1e-3 * noise
    others = jnp.where((kind == Kind.RANDOM)[:, None], noise, greedy)
    return jnp.where((kind == Kind.STRONG)[:, None], by_network + HEAT * noise, others)
