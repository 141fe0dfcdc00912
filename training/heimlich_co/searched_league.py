"""Policy iteration by search, on a GPU: `python -m training.heimlich_co.searched_league rio-grande 4 --out DIR`.

The same games, opponents, files and options as league.py, and beside the ends of games the learner is drawn towards
what searches find: at decisions of the hero its best candidates are played on by everybody's own choices, all of them
with the same dice, and then judged by the network. What counts most is how they compare, as that is what it will choose
by. searched.py does likewise on a CPU, by the rules themselves. Editions that play out a round are not supported.
"""

import argparse
import sys
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from heimlich.bots.heimlich_co.value.network import IN_HAND
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, after_move, look_ahead, open_places, shares_as_dealt
from heimlich.sim.heimlich_co.moves import moves_of
from training.heimlich_co.games import Array, Match, Played
from training.heimlich_co.league import League, Run, main, options_parser
from training.heimlich_co.league_games import LeagueGames, Setting
from training.heimlich_co.network import Params, embed, embed_by_products, head, roles


class Searched(NamedTuple):
    """Decisions of the hero and the positions that its candidates lead to."""

    place: Array  # [decisions, candidates, agents]
    points: Array  # [decisions, candidates, agents]
    safe: Array  # [decisions, candidates]
    held: Array  # [decisions, candidates]: there was a scoring; the move is chosen with the safe in hand
    role: Array  # [decisions, agents]: what each agent is to the hero, when the next seat rolls
    live: Array  # [decisions, candidates]: there is such a candidate, and the game goes on
    value: Array  # [decisions, candidates]: the mean of what it was worth when played on


class SearchedLeague(League):
    """Plays against the league, and learns from how games end and from searches."""

    def __init__(self, rules: Ruleset, players: int, options: argparse.Namespace) -> None:
        if rules.play_out_round:
            raise ValueError("policy iteration by search: editions that play out a round are not supported")
        super().__init__(rules, players, options)
        faces = len(rules.die)
        self.candidates, self.worlds, self.spread = options.candidates, options.worlds, options.spread
        self.depth = options.turns or players - 1
        each = max(1, options.decisions // faces)
        met_past = round(each * options.past_share)  # decisions of each face in games with past selves
        self.decisions = faces * each
        self.ahead = LeagueGames(rules, players, self.decisions * self.worlds * self.candidates, dtype=self.dtype)
        self.ahead.first = met_past * self.worlds * self.candidates
        self.met_past = faces * met_past  # these decisions come first
        number = np.arange(self.decisions)
        self.by_face = np.concatenate([part.reshape(faces, -1) for part in np.split(number, [self.met_past])], 1)

    def further_loss(self, params: Params, searched: Searched) -> Array:
        """Cross entropy of positions and what they were found to be worth, and squares of wrong differences."""
        role = jnp.broadcast_to(searched.role[:, None], searched.place.shape)

        def logits(safe: Array) -> Array:
            total = embed_by_products(params, searched.place, safe[..., None], searched.points, role).sum(2)
            return head(params, total)

        live = searched.live.astype(jnp.float32)
        chosen, placed = logits(jnp.where(searched.held, IN_HAND, searched.safe)), logits(searched.safe)
        each = optax.sigmoid_binary_cross_entropy(chosen, searched.value)
        each += optax.sigmoid_binary_cross_entropy(placed, searched.value) * searched.held
        error = (jax.nn.sigmoid(chosen) - searched.value) * live
        error -= error.sum(1, keepdims=True) / jnp.maximum(live.sum(1, keepdims=True), 1)
        return ((each + self.spread * error**2) * live).sum() / jnp.maximum(live.sum(), 1)

    def look_further(self, params: Params, setting: Setting, played: Played, key: Array) -> Searched:
        """Search decisions that the hero had in these games, all of one turn."""
        key_turn, key_games, key_rollouts = jax.random.split(key, 3)
        turns = jnp.arange(self.most_turns)
        due = played.seen.live & (played.hero == ((turns + 1) % self.players)[:, None])
        before = jax.random.categorical(key_turn, jnp.log(due.sum(1).astype(jnp.float32)))
        seat = (before + 1) % self.players
        number, found = self.draw_games(due[before], key_games)
        seen = played.seen
        place, points, safe = (part[before, number].astype(jnp.int32) for part in (seen.places, seen.points, seen.safe))
        seats = jax.tree.map(lambda part: part[number], played.seats)
        match = Match(Board(place, points, safe), played.kinds[number], number, jnp.zeros_like(found), ~found, seats)
        after, held, there = self.best_moves(params, match, seat)
        live = there & found[:, None] & ~after.over.reshape(there.shape)
        value = self.play_on(setting._replace(learner=params), after, seat, key_rollouts)
        shape, me = (self.decisions, self.candidates), jnp.full(self.decisions, seat)
        board, role = after.board, roles(match.kinds, me, (seat + 1) % self.players, self.agents)
        return Searched(
            board.places.reshape(*shape, -1),
            board.points.reshape(*shape, -1),
            board.safe.reshape(shape),
            held.reshape(shape),
            role,
            live,
            jax.lax.stop_gradient(value),
        )

    def draw_games(self, due: Array, key: Array) -> tuple[Array, Array]:
        """[decisions]: games in which the hero is to decide, those with past selves first; and whether it is so."""
        past = jnp.arange(self.games) % (self.games // len(self.rules.die)) < self.first
        order = jax.random.uniform(key, (self.games,)) + due
        parts = ((past, self.met_past), (~past, self.decisions - self.met_past))
        drawn = [jax.lax.top_k(jnp.where(which, order, -1.0), number)[1] for which, number in parts]
        found = jnp.concatenate(drawn)
        return found, due[found]

    def best_moves(self, params: Params, match: Match, seat: Array) -> tuple[Match, Array, Array]:
        """Find the best moves by the network, each with the safe in its best place; faces have equal parts.

        The games after them, [decisions · candidates]; where they had a scoring; [decisions, candidates]: which there
        are, as some faces have fewer.
        """
        steps, there = [], []
        for rows, face in zip(self.by_face, self.rules.die, strict=True):
            here, moves = match.take(rows), moves_of(face, self.agents, self.agents)
            ahead = look_ahead(self.on_board, here.board, moves)
            best = self.win_probabilities(params, here, ahead, moves, seat).argsort(1, descending=True)
            column = np.arange(self.candidates)
            steps.append(jnp.array(moves.steps)[best[:, np.minimum(column, len(moves.steps) - 1)]])
            there.append(jnp.tile(column < len(moves.steps), (len(rows), 1)))
        back = np.argsort(self.by_face.reshape(-1))
        each = match.take(np.repeat(np.arange(self.decisions), self.candidates))
        board, held = after_move(self.on_board, each.board, jnp.concatenate(steps)[back].reshape(-1, self.agents))
        reached = board.points.max(1) >= self.rules.target
        after = each._replace(board=board, reached=reached, over=each.over | reached)
        safes = jnp.where(open_places(self.on_board, board), self._safe_chances(params, after, seat), -jnp.inf)
        board = board._replace(safe=jnp.where(held, safes.argmax(1), board.safe))
        return after._replace(board=board), held, jnp.concatenate(there)[back]

    def play_on(self, setting: Setting, match: Match, seat: Array, key: Array) -> Array:
        """[decisions, candidates]: what the seat wins on the average, all candidates of a decision with the same dice.

        A game that is not over after the last turn is worth what the network says.
        """
        rows = np.arange(self.decisions * self.candidates).reshape(self.decisions, 1, -1)
        start = match.take(np.tile(rows, (1, self.worlds, 1)).reshape(-1))

        def step(carry: Any, key: Array) -> Any:
            match, won, mover = carry
            key_order, key_turn = jax.random.split(key)
            order = self.share_out(key_order)
            before = match.take(order)
            after, _ = self.ahead.turn(setting, before, mover, key_turn)
            gains = after.board.points - before.board.points
            share = shares_as_dealt(self.on_board, after.board.points, gains, self.players)[:, seat]
            back = jnp.argsort(order)
            won = jnp.where((after.over & ~before.over)[back], share[back], won)
            return (after.take(back), won, (mover + 1) % self.players), None

        first = (start, jnp.zeros(len(start.over)), (seat + 1) % self.players)
        (match, won, mover), _ = jax.lax.scan(step, first, jax.random.split(key, self.depth))
        board, role = match.board, roles(match.kinds, jnp.full(len(won), seat), mover, self.agents)
        total = embed(setting.learner, board.places, board.safe[:, None], board.points, role).sum(1)
        worth = jax.nn.sigmoid(head(setting.learner, total))
        found = jnp.where(match.over, won, worth)
        return found.reshape(self.decisions, self.worlds, self.candidates).mean(1)

    def share_out(self, key: Array) -> Array:
        """Order the rows of rollouts by the face that they roll: an equal part each, candidates staying together.

        As in `LeagueGames.shuffle`, past selves sit in the first rows of each part.
        """
        faces, past = len(self.rules.die), self.met_past * self.worlds
        both = jnp.split(jnp.arange(self.decisions * self.worlds), [past])
        parts = [
            jax.random.permutation(one, rows).reshape(faces, -1)
            for one, rows in zip(jax.random.split(key), both, strict=True)
        ]
        worlds = jnp.concatenate(parts, 1).reshape(-1, 1)
        return (worlds * self.candidates + jnp.arange(self.candidates)).reshape(-1)


class SearchedRun(Run):
    """One call of policy iteration."""

    program = "searched_league"

    @staticmethod
    def parser() -> argparse.ArgumentParser:
        """The options of the command line: those of league.py, and some more."""
        parser = options_parser()
        parser.set_defaults(expect=1.0)
        parser.add_argument("--decisions", type=int, default=252, help="that are searched for a step of descent")
        parser.add_argument("--candidates", type=int, default=16, help="of each decision")
        parser.add_argument("--worlds", type=int, default=3, help="in which each candidate is played on")
        parser.add_argument("--turns", type=int, default=0, help="that are played on; 0: to the own next turn")
        parser.add_argument("--spread", type=float, default=20.0, help="weight of differences between candidates")
        return parser

    def make_league(self, players: int) -> SearchedLeague:
        """The games, and how to learn from them."""
        return SearchedLeague(self.rules, players, self.options)


if __name__ == "__main__":
    main(sys.argv[1:], SearchedRun)
