"""Games of a learner against a league, with JAX: itself, past selves, and the sorts of the population that train.

Behaviour and what the network is told of it are two things: a seat has a `Member`, which decides how it moves, and a
`Kind`, which is what a belief would take it for. The first part of every batch has opponents with the numbers of a past
network, so that two networks meet without both being asked everywhere.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from heimlich.bots.heimlich_co.population.personas import (
    MARKS,
    TRAINED_TABLES,
    Persona,
    Sort,
    gu_tables,
    heats,
    persona_safe_values,
    persona_values,
)
from heimlich.bots.heimlich_co.search.rollouts import DECOY
from heimlich.bots.heimlich_co.yardstick_values import g1_safe_values, g1_values
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Outlook, look_ahead, open_places
from heimlich.sim.heimlich_co.moves import moves_of
from training.heimlich_co.games import HEAT, P_UNIFORM_TABLE, Array, Games, Match
from training.heimlich_co.network import Params, embed, head, roles


class Member(IntEnum):
    """The way in which a seat moves. Everyone after RANDOM has a persona."""

    SELF = 0
    PAST = 1
    G1 = 2
    RANDOM = 3
    GU = 4
    DECOY = 5
    STRANGER = 6
    SANDBAGGER = 7
    KINGMAKER = 8
    PATRON = 9
    LOCKSMITH = 10
    LIAR = 11  # held out from here on: only measured
    BASHER = 12
    BANDWAGON = 13
    UNKNOWN_GU = 14  # with a held-out table


# What members are taken for: P(kind), in the order of Kind (strong, gu, g1, random, decoy).
_ODD = (0.4, 0.2, 0.0, 0.0, 0.4)
TAKEN_FOR = {
    Member.SELF: (1.0, 0.0, 0.0, 0.0, 0.0),
    Member.PAST: (1.0, 0.0, 0.0, 0.0, 0.0),
    Member.G1: (0.0, 0.0, 1.0, 0.0, 0.0),
    Member.RANDOM: (0.0, 0.0, 0.0, 1.0, 0.0),
    Member.GU: (0.0, 1.0, 0.0, 0.0, 0.0),
    Member.DECOY: (0.0, 0.0, 0.0, 0.0, 1.0),
    Member.STRANGER: (0.4, 0.6, 0.0, 0.0, 0.0),
    Member.LOCKSMITH: (0.4, 0.6, 0.0, 0.0, 0.0),
    Member.UNKNOWN_GU: (0.4, 0.6, 0.0, 0.0, 0.0),
} | dict.fromkeys(
    (Member.SANDBAGGER, Member.KINGMAKER, Member.PATRON, Member.LIAR, Member.BASHER, Member.BANDWAGON), _ODD
)
TRAINING_ODDS = {
    Member.SELF: 0.3,
    Member.G1: 0.08,
    Member.RANDOM: 0.06,
    Member.GU: 0.17,
    Member.DECOY: 0.07,
    Member.STRANGER: 0.15,
    Member.SANDBAGGER: 0.03,
    Member.KINGMAKER: 0.05,
    Member.PATRON: 0.05,
    Member.LOCKSMITH: 0.04,
}
_SORT = {member: Sort[member.name] for member in Member if member.name in Sort.__members__}
SORT_OF = tuple(int(_SORT.get(member, Sort.STRANGER)) for member in Member)


class Setting(NamedTuple):
    """The settings of a batch of games."""

    learner: Params
    past: Params
    odds: Array  # [members]: P(member) of an opponent that is no past self
    pure: Array  # the share of the first part's games in which all opponents are past selves
    heat: Array  # noise in the learner's choices, in win probability
    unfinished: Array  # the batch stops when fewer of its games go on
    past_heat: Array | float = HEAT  # noise in the choices of past selves


class Values(NamedTuple):
    """[games, decisions]: the values of all decisions, by who decides."""

    ours: Array  # the win probability, by a network
    g1: Array
    odd: Array  # by a persona


class Seats(NamedTuple):
    """The players of each game."""

    member: Array  # [games, seats]
    persona: Persona  # of [games, seats]


def odds_of(odds: dict[Member, float]) -> Array:
    """[members]: as an array."""
    return jnp.array([odds.get(member, 0.0) for member in Member], jnp.float32)


def changed_odds(changes: dict[Member, float]) -> dict[Member, float]:
    """TRAINING_ODDS with these changes, of none that is held out; the others share the rest as they did."""
    if not set(changes) <= set(TRAINING_ODDS):
        raise ValueError(f"{', '.join(one.name.lower() for one in set(changes) - set(TRAINING_ODDS))}: held out")
    others = {member: odds for member, odds in TRAINING_ODDS.items() if member not in changes}
    scale = (1 - sum(changes.values())) / sum(others.values())
    return {member: odds * scale for member, odds in others.items()} | changes


class LeagueGames(Games):
    """Games of one edition and number of players against the league; their parameters are a `Setting`."""

    def __init__(
        self, rules: Ruleset, players: int, games: int, past_share: float = 0.5, dtype: Any = jnp.float32
    ) -> None:
        super().__init__(rules, players, games)
        faces = len(rules.die)
        self.first = round(self.games // faces * past_share)  # games of each face with past selves
        self.dtype = dtype
        self.tables = jnp.array(gu_tables())
        self.heats = heats(jnp)

    def unfinished(self, params: Setting) -> Array:
        """The share of the games with which a batch stops."""
        return params.unfinished

    def shuffle(self, key: Array) -> Array:
        """[games]: an order in which the first games of each face have past selves; these stay among themselves."""
        k1, k2 = jax.random.split(key)
        faces = len(self.rules.die)
        part = self.games // faces
        slot = jnp.arange(self.games).reshape(faces, part)
        first, rest = slot[:, : self.first].reshape(-1), slot[:, self.first :].reshape(-1)
        ordered = [jax.random.permutation(k, rows).reshape(faces, -1) for k, rows in ((k1, first), (k2, rest))]
        return jnp.concatenate(ordered, 1).reshape(-1)

    def deal(self, params: Setting, key: Array) -> tuple[Array, Array, Seats]:
        """Draw what kind of player sits where, as the network is told; the hero's seat; and who really sits there."""
        games, players = self.games, self.players
        keys = jax.random.split(key, 12)
        odds = jnp.log(params.odds)
        alike = jax.random.categorical(keys[0], odds, shape=(games, 1))
        each = jax.random.categorical(keys[1], odds, shape=(games, players))
        member = jnp.where(jax.random.uniform(keys[2], (games, 1)) < P_UNIFORM_TABLE, alike, each)
        first = jnp.arange(games)[:, None] % (games // len(self.rules.die)) < self.first
        past = (jax.random.uniform(keys[3], (games, 1)) < params.pure) | (
            jax.random.uniform(keys[4], (games, players)) < 0.5
        )
        # in the first part no opponent is the learner itself: its network is asked there for the hero alone
        member = jnp.where(first & (past | (member == Member.SELF)), Member.PAST, member)
        hero = jax.random.randint(keys[5], (games,), 0, players)
        is_hero = jnp.arange(players)[None] == hero[:, None]
        member = jnp.where(is_hero, Member.SELF, member)
        taken_for = jnp.array([TAKEN_FOR[one] for one in Member])
        kinds = jax.random.categorical(keys[6], jnp.log(taken_for[member]))
        known = jax.random.randint(keys[7], (games, players), 1, TRAINED_TABLES)
        unknown = jax.random.randint(keys[8], (games, players), TRAINED_TABLES, len(self.tables))
        table = jnp.where(member == Member.STRANGER, known, jnp.where(member == Member.UNKNOWN_GU, unknown, 0))
        shift = jax.random.randint(keys[9], (games, players), 1, self.agents)
        other = (jnp.arange(players)[None] + shift) % self.agents
        mark = jax.random.randint(keys[10], (games, players), MARKS[0], MARKS[1] + 1)
        persona = Persona(jnp.array(SORT_OF)[member], table, other, mark)
        return kinds, hero, Seats(member, persona)

    def choose_move(self, params: Setting, match: Match, face: tuple[int, ...], seat: Array, key: Array) -> Any:
        """[games, agents]: the steps that the seat takes with this face; and [games] for which agent it took them."""
        moves = moves_of(face, self.agents, 1 if self.rules.one_agent else self.agents)
        keys = jax.random.split(key, 3)
        cause = self._cause(match, seat, keys[0], keys[1])
        ahead = look_ahead(self.on_board, match.board, moves)

        def ask(net: Params, rows: Array | slice) -> Array:
            return self.win_probabilities(net, match.take(rows), Outlook(*(part[rows] for part in ahead)), moves, seat)

        values = Values(
            self._by_networks(params, match, seat, slice(self.first), ask),
            g1_values(self.on_board, match.board, cause, moves, ahead),
            persona_values(self.on_board, self.tables, match.board, _personas(match, seat), cause, moves, ahead),
        )
        return jnp.array(moves.steps)[self._scores(params, match, seat, values, keys[2]).argmax(1)], cause

    def choose_safe(self, params: Setting, match: Match, seat: Array, cause: Array, key: Array) -> Array:
        """[games]: where the seat puts the safe."""
        board = match.board
        first = jnp.arange(self.games).reshape(len(self.rules.die), -1)[:, : self.first].reshape(-1)
        values = Values(
            self._by_networks(
                params, match, seat, first, lambda net, rows: self._safe_chances(net, match.take(rows), seat)
            ),
            g1_safe_values(jnp, board, cause),
            persona_safe_values(jnp, self.tables, board, _personas(match, seat), cause),
        )
        scores = self._scores(params, match, seat, values, key)
        return jnp.where(open_places(self.on_board, board), scores, -jnp.inf).argmax(1)

    def _safe_chances(self, net: Params, match: Match, seat: Array) -> Array:
        """[games, 12]: the seat's win probability with the safe in each place."""
        me, board = jnp.full(len(match.over), seat), match.board
        role = roles(match.kinds, me, (me + 1) % self.players, self.agents)[:, None, :]
        spots = jnp.arange(RING)[None, :, None]
        total = embed(net, board.places[:, None, :], spots, board.points[:, None, :], role).sum(2)
        total = self.add_left(net, total, jnp.where(match.reached, self.left(seat), 0)[:, None])
        return jax.nn.sigmoid(head(net, total))

    def _by_networks(
        self,
        params: Setting,
        match: Match,
        seat: Array,
        first: Array | slice,
        ask: Callable[[Params, Array | slice], Array],
    ) -> Array:
        """[games, decisions]: win probabilities by the learner, or by the past where the seat is a past self."""
        learner, past = (jax.tree.map(lambda x: x.astype(self.dtype), net) for net in (params.learner, params.past))
        found = ask(learner, slice(None)).astype(jnp.float32)
        if not self.first:
            return found
        is_past = (match.seats.member[first, seat] == Member.PAST)[:, None]
        by_past = ask(past, first).astype(jnp.float32)
        return found.at[first].set(jnp.where(is_past, by_past, found[first]))

    def _scores(self, params: Setting, match: Match, seat: Array, values: Values, key: Array) -> Array:
        """[games, decisions]: what each member goes by; equal decisions are drawn."""
        member = match.seats.member[:, seat]
        noise = jax.random.gumbel(key, values.g1.shape)
        heat = jnp.maximum(self.heats[match.seats.persona.table[:, seat]], 1e-3)
        found = values.odd + heat[:, None] * noise
        found = jnp.where((member == Member.G1)[:, None], values.g1 + 1e-3 * noise, found)
        found = jnp.where((member == Member.RANDOM)[:, None], noise, found)
        warm = jnp.where(member == Member.PAST, params.past_heat, params.heat)
        return jnp.where((member <= Member.PAST)[:, None], values.ours + warm[:, None] * noise, found)

    def _cause(self, match: Match, seat: Array, key1: Array, key2: Array) -> Array:
        """[games]: the agent that the seat decides for: its own, or another if it is a decoy."""
        games = len(match.over)
        strays = (match.seats.member[:, seat] == Member.DECOY) & (jax.random.uniform(key1, (games,)) < DECOY)
        other = (seat + jax.random.randint(key2, (games,), 1, self.agents)) % self.agents
        return jnp.where(strays, other, seat)


def _personas(match: Match, seat: Array) -> Persona:
    """The persona of the seat in each game."""
    return Persona(*(part[:, seat] for part in match.seats.persona))
