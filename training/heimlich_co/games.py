"""Thousands of basic games in step, with JAX, for value.py: every kind of player, and what to learn from."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from heimlich.bots.heimlich_co.moves import SPAN, Moves, moves_of
from heimlich.bots.heimlich_co.search.rollouts import DECOY
from heimlich.bots.heimlich_co.value.network import HIDDEN, IN_HAND, Kind
from heimlich.bots.heimlich_co.yardsticks import LEADER, REACH, WON, gu_table
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset, SafeGoes
from training.heimlich_co.network import Params, embed, head, roles

KIND_ODDS = (0.25, 0.5, 0.08, 0.07, 0.1)  # of an opponent, in the order of Kind
ALIKE = 0.6  # of the games have opponents of one kind only
HEAT = 0.002  # of the hero's choice, in chances of winning: so that he tries things
MOST_TURNS = 80  # so many are reckoned …
ONE_AGENT_TURNS = 150  # … and more where one agent takes the whole roll: scorings are rarer
UNFINISHED = 0.05  # of the games may stay so: they count as worth what the last position is


class Sight(NamedTuple):
    """What the moves of a face lead to, for many games."""

    hot: Any  # [moves, agents × steps]
    walks: Any  # [games, agents, steps]: places
    after: Any  # [games, agents, steps]: markers, if there is a scoring
    scores: Any  # [games, moves]
    final: Any  # [games, moves, agents]: markers, if there is a scoring
    reaches: Any  # [games, moves]: and one reaches the target


class Games:
    """Of one edition and number of players."""

    def __init__(self, rules: Ruleset, players: int, games: int, kind_odds: Sequence[float] = KIND_ODDS) -> None:
        self.rules, self.players, self.kind_odds = rules, players, kind_odds
        self.agents = rules.agents_in_play[players - 2]
        self.most_turns = ONE_AGENT_TURNS if rules.one_agent else MOST_TURNS
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
        """[games, agents]: the steps that the seat takes with this face; and for which agent it took them."""
        games, agents = state["place"].shape[0], self.agents
        moves = moves_of(face, agents, 1 if self.rules.one_agent else agents)
        kind = state["kinds"][:, seat]
        keys = jax.random.split(key, 3)
        decoy = (kind == Kind.DECOY) & (jax.random.uniform(keys[0], (games,)) < DECOY)
        other = (seat + jax.random.randint(keys[1], (games,), 1, agents)) % agents
        cause = jnp.where(decoy, other, seat)
        sight = self.look_ahead(state, moves)
        gu = self.gu_values(state, sight, cause)
        g1 = self.g1_values(state, sight, cause, moves)
        chance = self.chances(params, state, sight, seat)
        return jnp.array(moves.steps)[_picks(kind, chance, g1, gu, keys[2]).argmax(1)], cause

    def look_ahead(self, state: Any, moves: Moves) -> Sight:
        """What every move does."""
        place, points, games = state["place"], state["points"], state["place"].shape[0]
        hot = jnp.array(moves.hot.T)
        walks = (place[:, :, None] + jnp.arange(SPAN)) % RING
        after = jnp.maximum(points[:, :, None] + self.values[walks], self.floor)
        arrives = (walks == state["safe"][:, None, None]) & (jnp.arange(SPAN) > 0)
        scores = _total(arrives, hot) > 0.5
        final = after.reshape(games, -1)[:, jnp.array(moves.cells)]
        return Sight(hot, walks, after, scores, final, scores & (final.max(-1) >= self.rules.target))

    def gu_values(self, state: Any, sight: Sight, cause: Any) -> Any:
        """[games, moves]: see `yardsticks.gu_values`."""
        share = self.weights(state["points"], cause)[:, :, None]
        quiet = _total(share * self.table[sight.walks, state["safe"][:, None, None]], sight.hot)
        gains = sight.after - state["points"][:, :, None]
        loud = _total(share * (gains + self.table.mean(1)[sight.walks]), sight.hot)
        own = jnp.take_along_axis(sight.final, cause[:, None, None], 2)[:, :, 0]
        won = jnp.where(own == sight.final.max(-1), WON, -WON)
        return jnp.where(sight.scores, loud, quiet) + sight.reaches * won

    def g1_values(self, state: Any, sight: Sight, cause: Any, moves: Moves) -> Any:
        """[games, moves]: see `yardsticks.g1_values`."""
        mine = jnp.arange(self.agents)[None, None] == cause[:, None, None]
        own = jnp.where(mine, sight.final, 0).sum(-1)
        others = jnp.where(mine, -(10**6), sight.final).max(-1)
        building = self.values[(state["place"][:, None, :] + jnp.array(moves.steps)[None]) % RING]
        standing = jnp.where(sight.scores, own - others, self._gap(state["points"], cause)[:, None])
        return standing + jnp.where(mine, building, 0).sum(-1) / 100

    def _gap(self, points: Any, me: Any) -> Any:
        mine = jnp.arange(self.agents)[None] == me[:, None]
        return jnp.where(mine, points, 0).sum(1) - jnp.where(mine, -(10**6), points).max(1)

    def chances(self, params: Params, state: Any, sight: Sight, seat: Any) -> Any:
        """[games, moves]: the seat's chance of winning, by the network, or as it is where a move ends the game."""
        points, games = state["points"], state["place"].shape[0]
        me = jnp.full(games, seat)
        role = roles(state["kinds"], me, (me + 1) % self.players, self.agents)[:, :, None]
        still = embed(params, sight.walks, state["safe"][:, None, None], points[:, :, None], role)
        moved = embed(params, sight.walks, IN_HAND, sight.after, role)
        flat = (games, self.agents * SPAN, HIDDEN)
        sum_still = jnp.einsum("gch,mc->gmh", still.reshape(flat), sight.hot)
        sum_moved = jnp.einsum("gch,mc->gmh", moved.reshape(flat), sight.hot)
        total = jnp.where(sight.scores[..., None], sum_moved, sum_still)
        reached = sight.reaches
        if self.rules.play_out_round:
            reached = reached | state["reached"][:, None]
            total = total + params["left"][jnp.where(reached, self.left(seat), 0)]
        final = jnp.where(sight.scores[..., None], sight.final, points[:, None, :])
        won = self.shares(final, final - points[:, None, :])[..., seat]
        return jnp.where(reached & self.is_last(seat), won, jax.nn.sigmoid(head(params, total)))

    def left(self, seat: Any) -> Any:
        """How many turns of the round there are after this seat's."""
        return (-seat - 1) % self.players

    def is_last(self, seat: Any) -> Any:
        """Whether the game ends with this seat's turn, if a marker has reached the target (H14)."""
        return self.left(seat) == 0 if self.rules.play_out_round else jnp.array(True)

    def choose_safe(self, params: Params, state: Any, seat: Any, cause: Any, key: Any) -> Any:
        """[games]: where the seat puts the safe."""
        place, points, kinds = state["place"], state["points"], state["kinds"]
        me = jnp.full(place.shape[0], seat)
        spots = jnp.arange(RING)
        gu = jnp.einsum("ga,gas->gs", self.weights(points, cause), self.table[place])
        ahead = (spots[None] - jnp.take_along_axis(place, cause[:, None], 1)) % RING
        g1 = ((ahead >= 1) & (ahead <= REACH)).astype(jnp.float32)
        role = roles(kinds, me, (me + 1) % self.players, self.agents)[:, None, :]
        total = embed(params, place[:, None, :], spots[None, :, None], points[:, None, :], role).sum(2)
        if self.rules.play_out_round:
            total = total + params["left"][jnp.where(state["reached"], self.left(seat), 0)][:, None]
        picked = _picks(kinds[:, seat], jax.nn.sigmoid(head(params, total)), g1, gu, key)
        if self.rules.safe_goes is SafeGoes.ELSEWHERE:
            picked = jnp.where(spots[None] == state["safe"][:, None], -jnp.inf, picked)
        elif self.rules.safe_goes is SafeGoes.UNOCCUPIED:
            picked = jnp.where((place[:, :, None] == spots).any(1), -jnp.inf, picked)
        return picked.argmax(1)

    # A batch of games

    def deal(self, key: Any) -> Any:
        """[games, seats]: what sort of player sits where; and [games]: which seat is the hero's."""
        games, players = self.games, self.players
        k0, k1, k2, k3 = jax.random.split(key, 4)
        odds = jnp.log(jnp.array(self.kind_odds))
        alike = jax.random.categorical(k0, odds, shape=(games, 1))
        each = jax.random.categorical(k1, odds, shape=(games, players))
        kinds = jnp.where(jax.random.uniform(k2, (games, 1)) < ALIKE, alike, each)
        hero = jax.random.randint(k3, (games,), 0, players)
        return jnp.where(jnp.arange(players)[None] == hero[:, None], Kind.STRONG, kinds), hero

    def turn(self, params: Params, state: Any, seat: Any, key: Any) -> Any:
        """The games after a turn of this seat; every face of the die has an equal part of them."""
        km, ks = jax.random.split(key)
        part = self.games // len(self.rules.die)
        picks = []
        for index, face in enumerate(self.rules.die):
            some = {name: value[index * part : (index + 1) * part] for name, value in state.items()}
            picks.append(self.choose_move(params, some, face, seat, jax.random.fold_in(km, index)))
        steps, cause = (jnp.concatenate(parts) for parts in zip(*picks, strict=True))
        place = (state["place"] + steps) % RING
        score = ((place == state["safe"][:, None]) & (steps > 0)).any(1)
        points = jnp.maximum(state["points"] + self.values[place], self.floor)
        points = jnp.where(score[:, None], points, state["points"])
        reached = state["reached"] | (points.max(1) >= self.rules.target)
        after = state | {"place": place, "points": points, "reached": reached}
        spot = self.choose_safe(params, after, seat, cause, ks)
        over = state["over"] | (reached & self.is_last(seat))
        return after | {"safe": jnp.where(score, spot, state["safe"]), "over": over}, score

    def play(self, params: Params, key: Any) -> Any:
        """The positions after each turn, and with the safe in hand; and how each game ended."""
        games, agents, players = self.games, self.agents, self.players
        deal, key = jax.random.split(key)
        kinds, hero = self.deal(deal)
        zeros, no = jnp.zeros((games, agents), jnp.int32), jnp.zeros(games, bool)
        safe = jnp.full(games, self.rules.safe_start, jnp.int32)
        state = {"place": zeros, "points": zeros, "safe": safe, "kinds": kinds, "id": jnp.arange(games)}
        state |= {"over": no, "reached": no}
        numbers = {"place": (agents,), "points": (agents,), "safe": ()}
        seen = {name: jnp.zeros((self.most_turns, games, *shape), jnp.int8) for name, shape in numbers.items()}
        seen |= {name: jnp.zeros((self.most_turns, games), bool) for name in ("live", "score", "reached")}

        def going(carry: Any) -> Any:
            turn, state, _, _, _ = carry
            return (turn < self.most_turns) & ((~state["over"]).mean() > UNFINISHED)

        def step(carry: Any) -> Any:
            turn, state, seen, ended, key = carry
            key, ko, kt = jax.random.split(key, 3)
            order = jax.random.permutation(ko, games)
            before = {name: value[order] for name, value in state.items()}
            state, score = self.turn(params, before, turn % players, kt)
            just = state["over"] & ~before["over"]
            shares = self.shares(state["points"], state["points"] - before["points"])
            ended = ended.at[state["id"]].add(jnp.where(just[:, None], shares, 0.0))
            live = ~state["over"]
            now = state | {"points": jnp.minimum(state["points"], 100), "live": live, "score": score & live}
            seen = {name: seen[name].at[turn, state["id"]].set(now[name].astype(seen[name].dtype)) for name in seen}
            return turn + 1, state, seen, ended, key

        start = (0, state, seen, jnp.zeros((games, players)), key)
        turns, state, seen, ended, _ = jax.lax.while_loop(going, step, start)
        finished = jnp.zeros(games, bool).at[state["id"]].set(state["over"])
        gu = (jnp.where(jnp.arange(players)[None] == hero[:, None], Kind.GU, kinds) == Kind.GU).all(1)
        mine = jnp.take_along_axis(ended, hero[:, None], 1)[:, 0]
        figure = jnp.stack([(mine * gu).sum(), gu.sum(), (mine * finished).sum(), finished.sum(), turns])
        return seen, kinds, hero, mine, finished, figure


def _total(cells: Any, hot: Any) -> Any:
    """[games, moves]: what is known for each agent and number of steps, summed over the agents."""
    return jnp.einsum("gc,mc->gm", cells.reshape(cells.shape[0], -1).astype(jnp.float32), hot)


def _picks(kind: Any, chance: Any, g1: Any, gu: Any, key: Any) -> Any:
    """[games, decisions]: what each sort of player goes by; equal decisions are drawn."""
    noise = jax.random.gumbel(key, chance.shape)
    greedy = jnp.where((kind == Kind.G1)[:, None], g1, gu) + 1e-3 * noise
    others = jnp.where((kind == Kind.RANDOM)[:, None], noise, greedy)
    return jnp.where((kind == Kind.STRONG)[:, None], chance + HEAT * noise, others)
