"""Fits the values that `master` judges positions by: `python -m heimlich.bots.fit_value rio-grande 4 --out FILE`.

Needs JAX (a GPU makes it minutes, not hours). Thousands of basic games are played in step. The hero, and any opponent
of his kind, takes the move whose position has the best value for him, knowing who owns whom and what kind of player
each is; the others are GU, G1, decoys or play at random. After each batch the network (`value.py` tells its shape) is
drawn towards how the games ended for the hero. Nothing here is needed to play.
"""

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.bots.moves import SPAN, moves_of
from heimlich.bots.value import HIDDEN, IN_HAND, INNER, KINDS, OUTER, POINTS, Kind, role_count
from heimlich.bots.yardsticks import LEADER, REACH, gu_table
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset, SafeGoes

Params = dict[str, Any]
DECOY = 0.45  # of a decoy's decisions are made as if for another agent
KIND_ODDS = (0.25, 0.5, 0.08, 0.07, 0.1)  # of an opponent, in the order of Kind
HEAT = 0.002  # of the hero's choice, in chances of winning: so that he tries things
MOST_TURNS = 80
UNFINISHED = 0.05  # of the games may stay so: they count as worth what the last position is
TRUST = 0.85  # how much of a position's target is what became of it, turn by turn, and not the next position's value


def init(key: Any, players: int) -> Params:
    """Small random numbers."""
    shapes = {
        "place": (RING * (RING + 1), INNER),
        "points": (POINTS, INNER),
        "role": (role_count(players), INNER),
        "w1": (INNER, HIDDEN),
        "w2": (HIDDEN, OUTER),
        "w3": (OUTER, 1),
    }
    keys = jax.random.split(key, len(shapes))
    scale = {"place": 0.3, "points": 0.3, "role": 0.3, "w1": 0.06, "w2": 0.18, "w3": 0.25}
    params: Params = {
        name: scale[name] * jax.random.normal(one, shape)
        for one, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    # markers begin as a smooth scale, so that neighbours start alike
    ramp = jnp.arange(POINTS)[:, None] / 20.0
    params["points"] = 0.05 * params["points"] + ramp * 0.5 * jax.random.normal(keys[0], (1, INNER))
    return params | {"b1": jnp.zeros(HIDDEN), "b2": jnp.zeros(OUTER), "b3": jnp.zeros(1)}


def embed(params: Params, place: Any, safe: Any, points: Any, role: Any) -> Any:
    """What each agent adds to the first sum."""
    x = params["place"][place * (RING + 1) + safe] + params["points"][jnp.clip(points, 0, POINTS - 1)]
    return jax.nn.relu(x + params["role"][role]) @ params["w1"]


def head(params: Params, total: Any) -> Any:
    """The chance of winning, as a logit, from the sum over the agents."""
    z = jax.nn.relu(total + params["b1"])
    z = jax.nn.relu(z @ params["w2"] + params["b2"])
    return (z @ params["w3"] + params["b3"])[..., 0]


def roles(kinds: Any, me: Any, following: Any, agents: int) -> Any:
    """[games, agents]: what each agent is, to someone: see `value.py`."""
    players = kinds.shape[1]
    owner = jnp.arange(agents)
    offset = (owner[None, :] - jnp.reshape(following, (-1, 1))) % players
    kind = jnp.pad(kinds, ((0, 0), (0, agents - players)))
    theirs = 1 + players * (1 + kind) + offset
    role = jnp.where(owner[None, :] == jnp.reshape(me, (-1, 1)), 1 + offset, theirs)
    return jnp.where(owner[None, :] < players, role, 0)


class Trainer:
    """One edition and number of players."""

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
        kinds = jnp.where(jax.random.uniform(k2, (games, 1)) < 0.6, alike, each)
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

    def loss(self, params: Params, batch: Any) -> Any:
        place, points, safe, role, target, weight = batch
        total = embed(params, place, safe[:, None], points, role).sum(1)
        logit = head(params, total)
        each = jnp.logaddexp(0.0, logit) - target * logit
        return (each * weight).sum() / jnp.maximum(weight.sum(), 1)

    def targets(self, params: Params, seen: Any, ends: Any) -> Any:
        """[turns, games]: what the position after each turn should be worth, and what it is thought to be worth."""
        kinds, hero, mine, finished = ends

        def worth(turn: Any) -> Any:
            role = roles(kinds, hero, (turn + 1) % self.players, self.agents)
            place, points = (seen[name][turn].astype(jnp.int32) for name in ("place", "points"))
            safe = seen["safe"][turn].astype(jnp.int32)
            return jax.nn.sigmoid(head(params, embed(params, place, safe[:, None], points, role).sum(1)))

        def back(later: Any, turn: Any) -> Any:
            value, live = worth(turn), seen["live"][turn]
            target = jnp.where(jnp.isnan(later), jnp.where(finished, mine, value), later)
            earlier = jnp.where(live, (1 - TRUST) * value + TRUST * target, jnp.nan)
            return earlier, (target, earlier)

        blank = jnp.full(self.games, jnp.nan)
        _, found = jax.lax.scan(back, blank, jnp.arange(MOST_TURNS), reverse=True)
        return found

    def learn(self, params: Params, moments: Any, seen: Any, ends: Any, turns: Any, rate: Any, key: Any) -> Any:
        kinds, hero, _, _ = ends
        size = 16384
        target, earlier = self.targets(params, seen, ends)

        def one(carry: Any, key: Any) -> Any:
            params, (first, second, count) = carry
            k1, k2, k3 = jax.random.split(key, 3)
            turn = jax.random.randint(k1, (size,), 0, turns)
            game = jax.random.randint(k2, (size,), 0, self.games)
            held = (jax.random.uniform(k3, (size,)) < 0.3) & seen["score"][turn, game]
            safe = jnp.where(held, IN_HAND, seen["safe"][turn, game].astype(jnp.int32))
            role = roles(kinds[game], hero[game], (turn + 1) % self.players, self.agents)
            live = seen["live"][turn, game]
            batch = (
                seen["place"][turn, game].astype(jnp.int32),
                seen["points"][turn, game].astype(jnp.int32),
                safe,
                role,
                jnp.where(live, jnp.where(held, earlier[turn, game], target[turn, game]), 0.0),
                live.astype(jnp.float32),
            )
            loss, slope = jax.value_and_grad(self.loss)(params, batch)
            count = count + 1
            first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
            second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
            params = jax.tree.map(
                lambda p, m, v: p - rate * (m / (1 - 0.9**count)) / (jnp.sqrt(v / (1 - 0.999**count)) + 1e-8),
                params,
                first,
                second,
            )
            return (params, (first, second, count)), loss

        (params, moments), losses = jax.lax.scan(one, (params, moments), jax.random.split(key, STEPS))
        return params, moments, losses.mean()

    def iterate(self, params: Params, moments: Any, mean: Params, rate: Any, key: Any) -> Any:
        k1, k2 = jax.random.split(key)
        seen, kinds, hero, mine, finished, figure = self.play(params, k1)
        turns = figure[4].astype(jnp.int32)
        params, moments, loss = self.learn(params, moments, seen, (kinds, hero, mine, finished), turns, rate, k2)
        mean = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * b, mean, params)
        return params, moments, mean, loss, figure


STEPS = 16  # of gradient descent after each batch of games
RATE = 3e-3


def fit(
    rules: Ruleset, players: int, games: int, seconds: float, seed: int, start_from: str | None
) -> dict[str, np.ndarray[Any, Any]]:
    """Train for so long; the rate falls to a fiftieth."""
    assert len(KIND_ODDS) == KINDS
    trainer = Trainer(rules, players, games)
    key = jax.random.key(seed)
    params = init(key, players)
    if start_from:
        with np.load(start_from) as arrays:
            params = {name: jnp.array(arrays[name], jnp.float32) for name in params}
    zeros = jax.tree.map(jnp.zeros_like, params)
    moments, mean = (zeros, zeros, jnp.array(0.0)), params
    iterate = jax.jit(trainer.iterate)
    start, shown, number = None, 0.0, 0
    figures = []
    while True:
        done = 0.0 if start is None else (time.monotonic() - start) / seconds
        if done >= 1:
            break
        rate = RATE * 0.02**done
        params, moments, mean, loss, figure = iterate(params, moments, mean, rate, jax.random.fold_in(key, number))
        figures.append(np.array(figure))
        number += 1
        if start is None:
            start = time.monotonic()
        if done - shown > 0.1:
            shown = done
            last = np.sum(figures[-50:], axis=0)
            print(
                f"{rules.edition} {players}: {number} batches, loss {float(loss):.4f},"
                f" against GU {last[0] / last[1]:.4f}, all {last[2] / last[3]:.4f}, turns {figures[-1][4]:.0f}",
                flush=True,
            )
    return {name: np.asarray(value, np.float16) for name, value in mean.items()}


def main() -> None:
    """Fit, and add the result to a file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("edition", choices=EDITIONS[VERSION])
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--games", type=int, default=6144)
    parser.add_argument("--seconds", type=float, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a file to go on from")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    for players in options.players:
        start = time.monotonic()
        found = fit(
            EDITIONS[VERSION][options.edition], players, options.games, options.seconds, options.seed, options.start
        )
        np.savez(f"{options.out}/{options.edition}-{players}.npz", **found)  # type: ignore[arg-type]
        print(f"{players} players: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
