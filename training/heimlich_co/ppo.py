"""PPO against the league: `python -m training.heimlich_co.ppo rio-grande 4 --out DIR --seconds 300`.

The same games, opponents, files and options as league.py; only the way to learn differs. The actor is a network as
any other, and its policy a softmax of what it gives to the positions that its decisions lead to, over a heat that is
learnt too. The critic is a second network, fitted by TD(λ). With `--value` the actor is fitted likewise at the same
time, so that what it says stays a win probability, which search needs. A decision's advantage is its λ-return less what
the critic expects of the policy with that face of the die. Moves and places for the safe are learnt from; editions that
play out a round are not supported, as turns of a round are not alike there.
"""

import argparse
import sys
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, look_ahead, open_places
from heimlich.sim.heimlich_co.moves import moves_of
from training.heimlich_co.games import UNFINISHED, Array, Match, Played
from training.heimlich_co.league import League, Run, main, options_parser
from training.heimlich_co.league_games import Setting
from training.heimlich_co.network import Params
from training.heimlich_co.value import MEAN_RATE, Training

CLIP = 0.2  # of the ratio between new and old policy
COOLEST = 0.001  # the lowest heat, in win probability
FORBIDDEN = -1e3  # stands for what the rules do not allow
HEAT = "heat"  # the name of the actor's parameter: the logarithm of its heat


class Ppo(NamedTuple):
    """What is carried from one batch of games to the next."""

    params: Params  # of the actor
    moments: Any
    mean: Params
    critic: Training


class Choices(NamedTuple):
    """Decisions that the hero made, one a row; agents are in the order of the seats from the hero on."""

    match: Match  # before the decision, the hero being seat 0
    chosen: Array  # [rows]: the index of what it decided
    target: Array  # [rows]: what it led to
    weight: Array  # [rows]: 0 where there was no such decision


class PpoLeague(League):
    """Plays against the league, and learns from it by PPO."""

    def __init__(self, rules: Ruleset, players: int, options: argparse.Namespace) -> None:
        if rules.play_out_round:
            raise ValueError("PPO: editions that play out a round are not supported")
        super().__init__(rules, players, options)
        self.choices, self.spread, self.actor_rate = options.choices, options.spread, options.actor_rate
        self.warm, self.value = options.heat, options.value
        self.learn_batch = jax.jit(self.improve_both)

    def begin(self, params: Params) -> Any:
        """Before the first batch: actor and critic say the same."""
        actor = params | {HEAT: jnp.log(jnp.array(self.warm))}
        return Ppo(actor, self.adam.init(actor), actor, super().begin(params))

    def improve_both(self, state: Ppo, setting: Setting, played: Played, rate: Array, key: Array) -> tuple[Ppo, Array]:
        """Learn from a batch of games; also the critic's loss."""
        k1, k2 = jax.random.split(key)
        targets = self.targets(state.critic.params, played)
        old, critic_params = state.params, state.critic.params
        places = self._eligible(played)

        def one(carry: Any, key: Array) -> Any:
            params, moments = carry
            *keys, key_positions = jax.random.split(key, len(places) + 1)
            drawn = [self._draw(played, targets[0], *each) for each in zip(places, keys, strict=True)]
            fixed = [self._fixed(old, critic_params, index, one) for index, one in enumerate(drawn)]
            positions = self.sample(played, targets, key_positions)

            def loss(params: Params) -> Array:
                acting = self._actor_loss(params, drawn, fixed)
                return acting + self.value * self.loss(params, positions) if self.value else acting

            slope = jax.grad(loss)(params)
            updates, moments = self.adam.update(slope, moments)
            params = optax.apply_updates(params, jax.tree.map(lambda update: -self.actor_rate * rate * update, updates))
            return (params, moments), 0.0

        (params, moments), _ = jax.lax.scan(one, (state.params, state.moments), jax.random.split(k1, self.steps))
        critic, loss = self.improve(state.critic, setting, played, rate, k2)
        mean = optax.incremental_update(params, state.mean, MEAN_RATE)
        return Ppo(params, moments, mean, critic), loss

    # Decisions

    def _eligible(self, played: Played) -> list[tuple[Array, int | None]]:
        """[turns × games], cumulated: the hero's decisions, by the face of the die; in the end those of the safe."""
        seen, turns = played.seen, jnp.arange(self.most_turns)[:, None]
        alive = jnp.concatenate([jnp.ones((1, self.games), bool), seen.live[:-1]]) & (turns < played.turns)
        known = seen.live | played.finished[None]
        mine = alive & known & (turns % self.players == played.hero[None])
        which = [(mine & (seen.face == face), face) for face in range(len(self.rules.die))]
        return [(jnp.cumsum(one.reshape(-1)), face) for one, face in which] + [
            (jnp.cumsum((mine & seen.scored).reshape(-1)), None)
        ]

    def _draw(self, played: Played, target: Array, place: tuple[Array, int | None], key: Array) -> Choices:
        """Some decisions of one face, or about the safe."""
        before_it, face = place
        seen, most = played.seen, before_it[-1]
        pick = jax.random.randint(key, (self.choices,), 0, 2**30) % jnp.maximum(most, 1)
        spot = jnp.searchsorted(before_it, pick, side="right")
        turn, game = spot // self.games, spot % self.games
        first = (turn == 0)[:, None]
        places, points = (
            jnp.where(first, 0, part[turn - 1, game].astype(jnp.int32)) for part in (seen.places, seen.points)
        )
        safe = jnp.where(first[:, 0], self.rules.safe_start, seen.safe[turn - 1, game].astype(jnp.int32))
        hero = played.hero[game]
        after = seen.places[turn, game].astype(jnp.int32)
        if face is None:
            places, points = after, seen.points[turn, game].astype(jnp.int32)
            chosen = seen.safe[turn, game].astype(jnp.int32)
        else:
            steps = self._from_hero((after - places) % RING, hero)
            chosen = (jnp.array(self._moves(face).steps)[None] == steps[:, None]).all(-1).argmax(1)
        seats = (jnp.arange(self.players)[None] + hero[:, None]) % self.players
        board = Board(self._from_hero(places, hero), self._from_hero(points, hero), safe)
        no = jnp.zeros(self.choices, bool)
        match = Match(board, jnp.take_along_axis(played.kinds[game], seats, 1), game, no, no)
        return Choices(match, chosen, target[turn, game], jnp.full(self.choices, most > 0, jnp.float32))

    def _from_hero(self, parts: Array, hero: Array) -> Array:
        """[rows, agents]: the agents in the order of the seats from the hero on, free ones last."""
        order = (jnp.arange(self.players)[None] + hero[:, None]) % self.players
        free = jnp.broadcast_to(jnp.arange(self.players, self.agents), (len(hero), self.agents - self.players))
        return jnp.take_along_axis(parts, jnp.concatenate([order, free], 1), 1)

    def _moves(self, face: int) -> Any:
        return moves_of(self.rules.die[face], self.agents, 1 if self.rules.one_agent else self.agents)

    # Policies

    def _chances(self, params: Params, index: int, choices: Choices) -> Array:
        """[rows, decisions]: what a network gives to every decision of a kind; FORBIDDEN where the rules do."""
        match, seat = choices.match, jnp.array(0)
        if index == len(self.rules.die):
            return jnp.where(
                open_places(self.on_board, match.board), self._safe_chances(params, match, seat), FORBIDDEN
            )
        moves = self._moves(index)
        ahead = look_ahead(self.on_board, match.board, moves)
        return self.win_probabilities(params, match, ahead, moves, seat)

    def _policy(self, params: Params, index: int, choices: Choices) -> Array:
        """[rows, decisions]: the logarithms of the policy's probabilities."""
        return jax.nn.log_softmax(self._chances(params, index, choices) / heat_of(params))

    def _fixed(self, old: Params, critic: Params, index: int, choices: Choices) -> tuple[Array, Array]:
        """[rows]: the old policy's logarithms of what was decided; and the advantages."""
        logs = self._policy(old, index, choices)
        worth = self._chances(critic, index, choices)
        expected = (jnp.exp(logs) * worth).sum(1)
        return jnp.take_along_axis(logs, choices.chosen[:, None], 1)[:, 0], choices.target - expected

    def _actor_loss(self, params: Params, drawn: list[Choices], fixed: list[tuple[Array, Array]]) -> Array:
        """PPO's clipped objective, less a little for the policy's spread."""
        gain = jnp.concatenate([advantage for _, advantage in fixed])
        weight = jnp.concatenate([choices.weight for choices in drawn])
        scale = jnp.sqrt((weight * gain**2).sum() / jnp.maximum(weight.sum(), 1)) + 1e-6
        total = jnp.array(0.0)
        for index, (choices, (before, advantage)) in enumerate(zip(drawn, fixed, strict=True)):
            logs = self._policy(params, index, choices)
            now = jnp.take_along_axis(logs, choices.chosen[:, None], 1)[:, 0]
            ratio, gained = jnp.exp(now - before), advantage / scale
            clipped = jnp.minimum(ratio * gained, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gained)
            spread = -(jnp.exp(logs) * logs).sum(1)
            total += ((clipped + self.spread * spread) * choices.weight).sum()
        return -total / jnp.maximum(weight.sum(), 1)


def heat_of(params: Params) -> Array:
    """The heat of an actor's policy, in win probability."""
    return jnp.maximum(jnp.exp(params[HEAT]), COOLEST)


class PpoRun(Run):
    """One call, with PPO."""

    program = "ppo"

    @staticmethod
    def parser() -> argparse.ArgumentParser:
        """The options of league.py, and PPO's own."""
        parser = options_parser()
        parser.add_argument("--choices", type=int, default=512, help="decisions of each face in one step")
        parser.add_argument("--spread", type=float, default=0.002, help="weight of the policy's entropy")
        parser.add_argument("--heat", type=float, default=0.01, help="of the policy at first, in win probability")
        parser.add_argument("--value", type=float, default=0.0, help="weight of the actor's own fit to how games end")
        parser.add_argument("--actor-rate", type=float, default=0.1, help="times the rate of learning")
        return parser

    def make_league(self, players: int) -> Any:
        return PpoLeague(self.rules, players, self.options)

    def setting(self, past: Params) -> Setting:
        return super().setting(past)._replace(heat=heat_of(self.state.params), unfinished=jnp.array(UNFINISHED))

    def save(self) -> None:
        """Write state, actor and critic, and log the heat."""
        super().save()
        self.log({"heat": round(float(heat_of(self.state.params)), 5)})


if __name__ == "__main__":
    main(sys.argv[1:], PpoRun)
