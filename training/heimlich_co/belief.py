"""Fits how likely each type of player is to the belief (bots/heimlich_co/belief/settings.py), by games of all sorts.

    python -m training.heimlich_co.belief FOLDER --games 20 --seed 1

One command does all of it: it plays the games that FOLDER does not have yet, fits, and prints the probabilities.

The games are those of tables at which all players are of one sort, and of mixed ones, with 2, 4 and 7 players. Whenever
the marker in front has come a sixth further, the log-likelihoods of all player types are kept. The fit makes what truly
is (who owns whom) as likely as it can, as one seat with its own card sees it, while staying near the probabilities that
are there now. Then liars of each kind are set to half the number of honest players of it: how often people lie is not
known, and with fewer of them what the belief is sure of was too often wrong. `careful` and two liars of this file are
among those who play; `liar`, `hider`, `bluffer`, `basher` and `bandwagon` are held out, and never played here.
"""

import argparse
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from heimlich.arena.calibration import LOOKS
from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.settings import BELIEF_4, MASKS_4
from heimlich.bots.heimlich_co.yardsticks import G1, GU, Yardstick
from heimlich.bots.registry import make_bot
from heimlich.chance import Seeded
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View
from heimlich.runner import bots_ask, bots_watch, play, seat_generators

GAME = GAMES["heimlich-co"]
SIZES = (2, 4, 7)
PLAIN = (
    "random",
    "newcomer",
    "casual",
    "g1",
    "gu",
    "decoy-30",
    "decoy-60",
    "stranger",
    "kingmaker",
    "patron",
    "detective",
)
HIDING = ("careful", "sandbagger", "plain liar", "own liar")
LIES_COUNT = 2.0  # how much more often a table of liars is looked at than another one
NEAR = 0.02  # the pull towards the probabilities that are there now
BATCH, RATE = 48, 0.08
ROUNDS = 15  # liars who stay behind would keep a game from ending …
LONGEST = 60  # … and strong players who wait for each other: games are left after so many rounds
LIARS = {"liar like gu": "gu", "liar like g1": "g1", "loose liar": "loose"}  # and the honest company of each
LIES = 0.5  # liars for every honest player


class OwnLiar(GU):
    """Plays for another agent until its own marker has come to `until`, or many rounds have passed."""

    name, until = "own liar", 10

    def __init__(self) -> None:
        super().__init__()
        self._cover: Agent | None = None
        self._way: Yardstick = GU()

    def choose(self, view: View, actions: Any, budget: Any, rng: Random) -> Any:
        others = [agent for agent in view.table.agents if agent not in view.agents]
        if self._cover not in others:
            self._cover = rng.choice(others)
        if self.mark(view) < self.until and view.table.turn < ROUNDS * view.table.players:
            assert self._cover is not None
            view = view._replace(agents=(self._cover,))
        return self._way.choose(view, actions, budget, rng)

    def mark(self, view: View) -> int:
        """The marker that decides when the mask is dropped."""
        return view.table.marker(view.agents[0])


class PlainLiar(OwnLiar):
    """Plays like G1 for another agent until any marker has come to 25."""

    name, until = "plain liar", 25

    def __init__(self) -> None:
        super().__init__()
        self._way = G1()

    def mark(self, view: View) -> int:
        return max(view.table.points)


OWN = {"own liar": OwnLiar, "plain liar": PlainLiar}


class Look(NamedTuple):
    """A moment of a game: the log-likelihoods [seats, agents, types] so far, and who truly owns whom."""

    table: str
    logs: Any
    owners: tuple[int, ...]


class _Endless(Exception):
    """A game goes on for ever."""


def play_game(sort: str, names: list[str], seed: str) -> Iterator[Look]:
    """Play a game among these, and yield what can be said at some moments of it."""
    bots: list[Any] = [OWN[name]() if name in OWN else make_bot(GAME.id, name) for name in names]
    keeper, show = EvidenceKeeper(BELIEF_4), bots_watch(GAME, bots)
    looks: list[Any] = []

    def watch(before: Any, event: Any, after: Any) -> None:
        if show is not None:
            show(before, event, after)
        keeper.watch(GAME.view(before, None), GAME.seen(before, event, after, None))
        table = after.table
        due = LOOKS + 1 if table.result else int(LOOKS * max(table.points, default=0) / table.rules.target)
        if due > len(looks) and table.turn:
            evidence = keeper.at(table)
            now = np.stack([evidence.by_type(seat) for seat in range(table.players)]).astype(np.float32)
            looks.extend([now] * (due - len(looks)))

    start = GAME.new(GAME.ruleset(RulesetName("rio-grande")), len(names))
    answer, last = bots_ask(GAME, bots, seat_generators(seed, len(names))), start

    def ask(state: Any, awaited: Any) -> Any:
        nonlocal last
        last = state
        if state.table.turn > LONGEST * len(names):
            raise _Endless
        return answer(state, awaited)

    with suppress(_Endless):
        play(GAME, start, Seeded(seed), ask, watch)
    owners = tuple(last.table.agents.index(own[0]) for own in last.secrets.identities)
    return (Look(sort, logs, owners) for logs in looks)


def play_round(number: int, seed: str) -> list[Look]:
    """Play a game of every table and size."""
    everyone, looks = [*PLAIN, *HIDING], list[Look]()
    for players in SIZES:
        for sort in everyone:
            looks += play_game(sort, [sort] * players, f"{seed} {number} {sort} {players}")
        rng = Random(f"{seed} {number} {players}")
        names = [rng.choice(everyone) for _ in range(players)]
        looks += play_game("mixed", names, f"{seed} {number} mixed {players}")
    return looks


def owner_probabilities(priors: Any, logs: Any, deals: Any, same: Any) -> Any:
    """[looks, seats, agents]: what seat 0 believes, who owns agent 0; `same` [companies, types] tells who sit together.

    This is posterior.py for many games at once; a test compares the two.
    """
    company = same * priors
    size = company.sum(1)
    together = MASKS_4.p_conforms * company / size[:, None] + (1 - MASKS_4.p_conforms) * priors
    mixes = jnp.concatenate([priors[None], together])
    weights = jnp.concatenate([jnp.array([1 - MASKS_4.p_uniform_table]), MASKS_4.p_uniform_table * size])
    most = logs.max(-1, keepdims=True)
    each = jnp.log(jnp.einsum("bpak,mk->bpam", jnp.exp(logs - most), mixes)) + most
    total = jnp.log(weights) + sum(each[:, seat][:, deals[:, seat]] for seat in range(1, logs.shape[1]))
    chance = jax.nn.softmax(jax.nn.logsumexp(total, -1), -1)
    return jnp.einsum("bd,dpa->bpa", chance, jax.nn.one_hot(deals, logs.shape[2]))


def deals_of(players: int, agents: int) -> Any:
    """[deals, seats]: all deals in which seat 0 has agent 0."""
    deals = all_deals(players, agents)
    return deals[deals[:, 0] == 0]


def companies() -> Any:
    """[companies, types]: whether a type is of this company."""
    names = [model.company or model.name for model in MASKS_4.models]
    return np.array([[name == company for name in names] for company in dict.fromkeys(names)], np.float32)


def turned(look: Look) -> tuple[Any, Any]:
    """The logs and owners of a look, with the agents in another order: that of seat 0 is the first."""
    mine = look.owners[0]
    order = [mine, *(agent for agent in range(look.logs.shape[1]) if agent != mine)]
    return look.logs[:, order], np.array([order.index(agent) for agent in look.owners])


def fit(looks: list[Look], steps: int) -> Any:
    """The fitted prior probabilities of the types, by Adam."""
    start = jnp.log(jnp.array([model.prior for model in MASKS_4.models]))
    same, rng = companies(), np.random.default_rng(1)
    batches: dict[int, tuple[Any, Any, Any, Callable[..., Any]]] = {}
    for players in sorted({len(look.owners) for look in looks}):
        some = [look for look in looks if len(look.owners) == players]
        logs, owners = (np.stack(part) for part in zip(*map(turned, some), strict=True))
        count = {name: sum(look.table == name for look in some) for name in {look.table for look in some}}
        often = np.array([(LIES_COUNT if "liar" in look.table else 1) / count[look.table] for look in some])
        deals = deals_of(players, logs.shape[2])

        def loss(logits: Any, logs: Any, owners: Any, deals: Any = deals) -> Any:
            found = owner_probabilities(jax.nn.softmax(logits), logs, deals, same)
            hit = jnp.take_along_axis(found[:, 1:], owners[:, 1:, None], 2)
            return -jnp.log(jnp.maximum(hit, 1e-7)).mean() + NEAR * ((logits - start) ** 2).mean()

        batches[players] = logs, owners, often / often.sum(), jax.jit(jax.value_and_grad(loss))
    logits, mean, square = start, jnp.zeros_like(start), jnp.zeros_like(start)
    for step in range(1, steps + 1):
        value, slope = 0.0, jnp.zeros_like(start)
        for logs, owners, often, losses in batches.values():
            rows = rng.choice(len(logs), BATCH, p=often)
            one, other = losses(logits, logs[rows], owners[rows])
            value, slope = value + float(one) / len(batches), slope + other / len(batches)
        mean, square = 0.9 * mean + 0.1 * slope, 0.98 * square + 0.02 * slope**2
        logits -= RATE * mean / (1 - 0.9**step) / (jnp.sqrt(square / (1 - 0.98**step)) + 1e-6)
        if step % 25 == 0:
            print(f"{step}: {value:.3f} nats", flush=True)
    return jax.nn.softmax(logits)


def with_liars(priors: Sequence[float]) -> list[float]:
    """The probabilities, with as many liars of each kind as LIES says."""
    names = [model.name for model in MASKS_4.models]
    found = dict(zip(names, map(float, priors), strict=True))
    for liar, honest in LIARS.items():
        like = [model.name for model in MASKS_4.models if honest in (model.name, model.company)]
        found[liar] = LIES * sum(found[name] for name in like)
    total = sum(found.values())
    return [found[name] / total for name in names]


def main() -> None:
    """Play what is missing, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--steps", type=int, default=150)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    looks: list[Look] = []
    for number in range(options.games):
        file = options.folder / f"{options.seed}-{number}.pickle"
        if not file.exists():
            file.write_bytes(pickle.dumps(play_round(number, options.seed)))
            print(f"{number + 1} of {options.games} rounds of games", flush=True)
        looks += pickle.loads(file.read_bytes())
    for model, prior in zip(MASKS_4.models, with_liars(fit(looks, options.steps)), strict=True):
        print(f"{model.name:18}  {prior:.3f}")


if __name__ == "__main__":
    main()
