"""Thousands of basic games in step, with JAX, for `fit_value.py`: every kind of player, and what to learn from."""

from typing import Any

import jax
import jax.numpy as jnp

from heimlich.bots.fit_network import Params, embed, head, roles
from heimlich.bots.moves import SPAN, moves_of
from heimlich.bots.rollouts import DECOY
from heimlich.bots.value import HIDDEN, IN_HAND, Kind
from heimlich.bots.yardsticks import LEADER, REACH, gu_table
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset, SafeGoes

KIND_ODDS = (0.25, 0.5, 0.08, 0.07, 0.1)  # of an opponent, in the order of Kind
ALIKE = 0.6  # of the games have opponents of one kind only
HEAT = 0.002  # of the hero's choice, in chances of winning: so that he tries things
MOST_TURNS = 80
UNFINISHED = 0.05  # of the games may stay so: they count as worth what the last position is


class Games:
    """Of one edition and number of players."""

    def __init__(self, rules: Ruleset, players: int, games: int) -> None:
        self.rules, self.players = rules, players
        self.agents = rules.agents_in_play[players - 2]
        self.games = games // len(rules.die) * len(rules.die)
        self.values = jnp.array(rules.values)
        self.floor = -(10**6) if rules.floor is None else rules.floor
        self.table = jnp.array(gu_table())

    # One turn

    def weights(self, points: Any, me: Any) -> Any:
        mine = jnp.arange(self.agents)[None] == me[:, None]
        sharp = jnp.where(mine, 0, jnp.exp((points - points.max(1, keepdims=True)) / LEADER))
        return jnp.where(mine, 1.0, -sharp / sharp.sum(1, keepdims=True))

    def shares(self, points: Any, gains: Any) -> Any:
        """[..., seats]: the win, if the game ends so (H15 to H17)."""
        rank = points.astype(jnp.float32)
        if self.rules.last_scoring_wins:
            there = points >= self.rules.target
            rank = jnp.where(there.any(-1, keepdims=True), jnp.where(there, gains * 1000.0 + points, -1.0), rank)
        first = rank[..., : self.players] == rank.max(-1, keepdims=True)
        return first / jnp.maximum(first.sum(-1, keepdims=True), 1)

    def choose_move(self, params: Params, state: Any, face: tuple[int, ...], seat: Any, key: Any) -> Any:
        place, points, safe, kinds, ends_now = state
        games, agents, players = place.shape[0], self.agents, self.players
        moves = moves_of(face, agents, 1 if self.rules.one_agent else agents)
        hot, cells = jnp.array(moves.hot.T), jnp.array(moves.cells)
        me = jnp.full(games, seat)
        kind = kinds[:, seat]
        keys = jax.random.split(key, 4)
        decoy = (kind == Kind.DECOY) & (jax.random.uniform(keys[0], (games,)) < DECOY)
        other = (me + jax.random.randint(keys[1], (games,), 1, agents)) % agents
        cause = jnp.where(decoy, other, me)
        walks = (place[:, :, None] + jnp.arange(SPAN)) % RING
        after = jnp.maximum(points[:, :, None] + self.values[walks], self.floor)
        arrives = (walks == safe[:, None, None]) & (jnp.arange(SPAN) > 0)

        def total(x: Any) -> Any:
            return jnp.einsum("gc,mc->gm", x.reshape(games, -1).astype(jnp.float32), hot)

        scores = total(arrives) > 0.5
        final = after.reshape(games, -1)[:, cells]  # [games, moves, agents]
        gain = final - points[:, None, :]
        reaches = scores & (final.max(-1) >= self.rules.target)
        # GU
        share = self.weights(points, cause)[:, :, None]
        quiet = total(share * self.table[walks, safe[:, None, None]])
        loud = total(share * (after - points[:, :, None] + self.table.mean(1)[walks]))
        own_final = jnp.take_along_axis(final, cause[:, None, None], 2)[:, :, 0]
        gu = jnp.where(scores, loud, quiet) + reaches * jnp.where(own_final == final.max(-1), 1000.0, -1000.0)
        # G1
        mine = jnp.arange(agents)[None, None] == cause[:, None, None]
        others = jnp.where(mine, -(10**6), final).max(-1)
        building = self.values[(place[:, None, :] + jnp.array(moves.steps)[None]) % RING]
        g1 = jnp.where(scores, own_final - others, own_final * 0.0 + self._gap(points, cause)[:, None])
        g1 = g1 + jnp.where(mine, building, 0).sum(-1) / 100
        # by value
        role = roles(kinds, me, (me + 1) % players, agents)[:, :, None]
        still = embed(params, walks, safe[:, None, None], points[:, :, None], role)
        moved = embed(params, walks, IN_HAND, after, role)
        flat = (games, agents * SPAN, HIDDEN)
        sum_still = jnp.einsum("gch,mc->gmh", still.reshape(flat), hot)
        sum_moved = jnp.einsum("gch,mc->gmh", moved.reshape(flat), hot)
        chance = jax.nn.sigmoid(head(params, jnp.where(scores[..., None], sum_moved, sum_still)))
        won = self.shares(final, gain)
        over = reaches & ends_now[:, None]
        chance = jnp.where(over, jnp.take_along_axis(won, me[:, None, None], 2)[:, :, 0], chance)
        noise = jax.random.gumbel(keys[2], chance.shape)
        picked = jnp.where(
            (kind == Kind.STRONG)[:, None],
            chance + HEAT * noise,
            jnp.where(
                (kind == Kind.RANDOM)[:, None], noise, jnp.where((kind == Kind.G1)[:, None], g1, gu) + 1e-3 * noise
            ),
        )
        return jnp.array(moves.steps)[picked.argmax(1)], cause

    def _gap(self, points: Any, me: Any) -> Any:
        mine = jnp.arange(self.agents)[None] == me[:, None]
        return jnp.where(mine, points, 0).sum(1) - jnp.where(mine, -(10**6), points).max(1)

    def choose_safe(
        self, params: Params, place: Any, points: Any, safe: Any, kinds: Any, seat: Any, cause: Any, key: Any
    ) -> Any:
        games, agents, players = place.shape[0], self.agents, self.players
        me = jnp.full(games, seat)
        kind = kinds[:, seat]
        spots = jnp.arange(RING)
        gu = jnp.einsum("ga,gas->gs", self.weights(points, cause), self.table[place])
        ahead = (spots[None] - jnp.take_along_axis(place, cause[:, None], 1)) % RING
        g1 = ((ahead >= 1) & (ahead <= REACH)).astype(jnp.float32)
        role = roles(kinds, me, (me + 1) % players, agents)[:, None, :]
        total = embed(params, place[:, None, :], spots[None, :, None], points[:, None, :], role).sum(2)
        chance = jax.nn.sigmoid(head(params, total))
        noise = jax.random.gumbel(key, chance.shape)
        picked = jnp.where(
            (kind == Kind.STRONG)[:, None],
            chance + HEAT * noise,
            jnp.where(
                (kind == Kind.RANDOM)[:, None], noise, jnp.where((kind == Kind.G1)[:, None], g1, gu) + 1e-3 * noise
            ),
        )
        if self.rules.safe_goes is SafeGoes.ELSEWHERE:
            picked = jnp.where(spots[None] == safe[:, None], -jnp.inf, picked)
        elif self.rules.safe_goes is SafeGoes.UNOCCUPIED:
            picked = jnp.where((place[:, :, None] == spots).any(1), -jnp.inf, picked)
        return picked.argmax(1)

    # A batch of games

    def play(self, params: Params, key: Any) -> Any:
        """The positions after each turn, and with the safe in hand; and how each game ended."""
        games, agents, players = self.games, self.agents, self.players
        k0, k1, k2, k3, key = jax.random.split(key, 5)
        odds = jnp.log(jnp.array(KIND_ODDS))
        alike = jax.random.categorical(k0, odds, shape=(games, 1))
        each = jax.random.categorical(k1, odds, shape=(games, players))
        kinds = jnp.where(jax.random.uniform(k2, (games, 1)) < ALIKE, alike, each)
        hero = jax.random.randint(k3, (games,), 0, players)
        kinds = jnp.where(jnp.arange(players)[None] == hero[:, None], Kind.STRONG, kinds)
        zeros = jnp.zeros((games, agents), jnp.int32)
        blank = jnp.zeros((MOST_TURNS, games, agents), jnp.int8)
        seen = {
            "place": blank,
            "points": blank,
            "safe": jnp.zeros((MOST_TURNS, games), jnp.int8),
            "live": jnp.zeros((MOST_TURNS, games), bool),
            "score": jnp.zeros((MOST_TURNS, games), bool),
        }
        state = {
            "place": zeros,
            "points": zeros,
            "safe": jnp.full(games, self.rules.safe_start, jnp.int32),
            "kinds": kinds,
            "id": jnp.arange(games),
            "over": jnp.zeros(games, bool),
            "reached": jnp.zeros(games, bool),
        }
        ended = jnp.zeros((games, players))

        def going(carry: Any) -> Any:
            turn, state, _, _, _ = carry
            return (turn < MOST_TURNS) & ((~state["over"]).mean() > UNFINISHED)

        def step(carry: Any) -> Any:
            turn, state, seen, ended, key = carry
            key, ko, km, ks = jax.random.split(key, 4)
            order = jax.random.permutation(ko, games)
            state = {name: value[order] for name, value in state.items()}
            seat = turn % players
            last = (seat + 1) % players == 0 if self.rules.play_out_round else jnp.array(True)
            part = games // len(self.rules.die)
            picks = []
            for index, face in enumerate(self.rules.die):
                rows = slice(index * part, (index + 1) * part)
                inputs = [state[name][rows] for name in ("place", "points", "safe", "kinds")]
                inputs.append(jnp.full(part, last))
                picks.append(self.choose_move(params, inputs, face, seat, jax.random.fold_in(km, index)))
            steps = jnp.concatenate([one[0] for one in picks])
            cause = jnp.concatenate([one[1] for one in picks])
            place = (state["place"] + steps) % RING
            score = ((place == state["safe"][:, None]) & (steps > 0)).any(1)
            points = jnp.maximum(state["points"] + self.values[place], self.floor)
            points = jnp.where(score[:, None], points, state["points"])
            spot = self.choose_safe(params, place, points, state["safe"], state["kinds"], seat, cause, ks)
            safe = jnp.where(score, spot, state["safe"])
            live = ~state["over"]
            reached = state["reached"] | (points.max(1) >= self.rules.target)
            over = reached & last
            ended = ended.at[state["id"]].add(
                jnp.where((live & over)[:, None], self.shares(points, points - state["points"]), 0.0)
            )
            now = {
                "place": place,
                "points": jnp.minimum(points, 100),
                "safe": safe,
                "live": live & ~over,
                "score": score & live & ~over,
            }
            seen = {name: seen[name].at[turn, state["id"]].set(now[name].astype(seen[name].dtype)) for name in seen}
            state = {
                "place": place,
                "points": points,
                "safe": safe,
                "kinds": state["kinds"],
                "id": state["id"],
                "over": state["over"] | over,
                "reached": reached,
            }
            return turn + 1, state, seen, ended, key

        turns, state, seen, ended, _ = jax.lax.while_loop(going, step, (0, state, seen, ended, key))
        finished = jnp.zeros(games, bool).at[state["id"]].set(state["over"])
        gu = (jnp.where(jnp.arange(players)[None] == hero[:, None], Kind.GU, kinds) == Kind.GU).all(1)
        mine = jnp.take_along_axis(ended, hero[:, None], 1)[:, 0]
        figure = jnp.stack([(mine * gu).sum(), gu.sum(), (mine * finished).sum(), finished.sum(), turns])
        return seen, kinds, hero, mine, finished, figure
