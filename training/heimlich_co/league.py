"""Fits networks against a league: `python -m training.heimlich_co.league rio-grande 4 --out DIR --seconds 300`.

As value.py, but the learner meets past selves and a population (league_games.py), may be wider than where it starts
from, and goes on from where the last call ended: DIR holds the state (`NAME.state.npz`), the network (`NAME.npz`) and
the log (`NAME.jsonl`), which begins with the command. With `--past FILE --past-share 1 --pure 1 --snapshots 0` it is a
best response to FILE: what it wins above a fair share is how exploitable that network is.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.sim.heimlich_co.board import Board, shares_as_dealt
from training.heimlich_co.games import HEAT, UNFINISHED, Array, Match, Played
from training.heimlich_co.league_games import TRAINING_ODDS, LeagueGames, Member, Setting, odds_of
from training.heimlich_co.network import Params, embed, embed_by_products, head, init, roles, widened
from training.heimlich_co.value import BATCH, LAST_RATE, MEAN_RATE, RATE, STEPS, Trainer, Training

MANTISSA = 7  # binary digits that are kept of each number; win probabilities change by less than 0.001
SNAPSHOTS = 4  # past selves that the learner leaves behind in one call
FIRST_PASTS = 0.6  # of the batches meet the given past networks, the others the snapshots
MEASURED = (
    *(Member.GU, Member.G1, Member.RANDOM, Member.DECOY, Member.STRANGER, Member.SANDBAGGER, Member.KINGMAKER),
    *(Member.PATRON, Member.UNKNOWN_GU, Member.LIAR, Member.BASHER, Member.BANDWAGON),
)


class Tally(NamedTuple):
    """The hero's results, against past selves and against the others."""

    won_past: Array
    past_games: Array
    won: Array
    games: Array


class League(LeagueGames, Trainer):
    """Plays against the league, and learns from it."""

    def __init__(self, rules: Ruleset, players: int, options: argparse.Namespace) -> None:
        super().__init__(
            rules, players, options.games, options.past_share, jnp.float16 if options.half else jnp.float32
        )
        self.steps, self.trust, self.batch, self.expect = options.steps, options.trust, options.batch, options.expect
        self.play_batch = jax.jit(self.play)
        self.learn_batch = jax.jit(self.improve)
        self.count_batch = jax.jit(self.count)

    def loss(self, params: Params, batch: Any) -> Array:
        """The mean cross entropy of positions and their targets."""
        place, points, safe, role, left, target, weight = batch
        total = embed_by_products(params, place, safe[:, None], points, role).sum(1) + params["left"][left]
        each = optax.sigmoid_binary_cross_entropy(head(params, total), target)
        return (each * weight).sum() / jnp.maximum(weight.sum(), 1)

    def improve(
        self, state: Training, setting: Setting, played: Played, rate: Array, key: Array
    ) -> tuple[Training, Array]:
        """Learn from a batch of games; also the loss."""
        targets = self.targets(state.params, played)

        def one(carry: Any, key: Array) -> Any:
            params, moments = carry
            key_sample, key_search = jax.random.split(key)
            batch = self.sample(played, targets, key_sample)
            searched = self.look_further(params, setting, played, key_search) if self.expect else None

            def loss(params: Params) -> Array:
                plain = self.loss(params, batch)
                return plain + self.expect * self.loss(params, searched) if self.expect else plain

            found, slope = jax.value_and_grad(loss)(params)
            updates, moments = self.adam.update(slope, moments)
            params = optax.apply_updates(params, jax.tree.map(lambda update: -rate * update, updates))
            return (params, moments), found

        start = (state.params, state.moments)
        (params, moments), losses = jax.lax.scan(one, start, jax.random.split(key, self.steps))
        return Training(params, moments, optax.incremental_update(params, state.mean, MEAN_RATE)), losses.mean()

    def look_further(self, params: Params, setting: Setting, played: Played, key: Array) -> Any:
        """Positions as `loss` wants them, whose targets are expected over the die and the next seat's reply.

        All faces of the die meet the same positions: each has its part of a batch.
        """
        seen, faces, players = played.seen, len(self.rules.die), self.players
        part = self.games // faces
        k1, k2, k3, k4 = jax.random.split(key, 4)
        turn = jax.random.randint(k1, (), 0, jnp.maximum(played.turns - 1, 1))
        slot, low = jnp.arange(part), jnp.where(jnp.arange(part) < self.first, 0, self.first)
        width = jnp.where(slot < self.first, self.first, part - self.first)
        rows = low + jax.random.randint(k2, (part,), 0, 2**30) % jnp.maximum(width, 1)
        rows = rows + part * jax.random.randint(k3, (part,), 0, faces)
        number = jnp.tile(rows, faces)
        place, points, safe = (part[turn, number].astype(jnp.int32) for part in (seen.places, seen.points, seen.safe))
        reached, live, hero = seen.reached[turn, number], seen.live[turn, number], played.hero[number]
        seats = jax.tree.map(lambda part: part[number], played.seats)
        match = Match(Board(place, points, safe), played.kinds[number], number, reached, ~live, seats)
        seat = (turn + 1) % players
        after, _ = self.turn(setting._replace(learner=params), match, seat, k4)
        board = after.board
        role = roles(match.kinds, hero, (seat + 1) % players, self.agents)
        total = embed(params, board.places, board.safe[:, None], board.points, role).sum(1)
        value = jax.nn.sigmoid(head(params, total + params["left"][jnp.where(after.reached, self.left(seat), 0)]))
        shares = shares_as_dealt(self.on_board, board.points, board.points - points, players)
        worth = jnp.where(after.over, jnp.take_along_axis(shares, hero[:, None], 1)[:, 0], value)
        target = jax.lax.stop_gradient(worth.reshape(faces, part).mean(0))
        here = slice(part)
        role = roles(match.kinds[here], hero[here], seat, self.agents)
        left = jnp.where(reached[here], self.left(turn), 0)
        return place[here], points[here], safe[here], role, left, target, live[here].astype(jnp.float32)

    def count(self, played: Played) -> Tally:
        """Count the hero's wins in finished games."""
        part = self.games // len(self.rules.die)
        first = (jnp.arange(self.games) % part < self.first) & played.finished
        rest = ~(jnp.arange(self.games) % part < self.first) & played.finished
        return Tally((played.won * first).sum(), first.sum(), (played.won * rest).sum(), rest.sum())

    def measure(self, hero: Params, others: Params, batches: int, key: Array) -> dict[str, Any]:
        """The hero's win share in % at tables of the others' network, and of each sort; with the numbers of games."""
        pasts, found = [0.0, 0.0], {}
        for member in MEASURED if self.first < self.games // len(self.rules.die) else MEASURED[:1]:
            sums = np.zeros(4)
            setting = Setting(
                hero, others, odds_of({member: 1.0}), jnp.array(1.0), jnp.array(HEAT), jnp.array(UNFINISHED / 10)
            )
            for number in range(batches):
                batch_key = jax.random.fold_in(jax.random.fold_in(key, int(member)), number)
                sums += np.array(self.count_batch(self.play_batch(setting, batch_key)), float)
            pasts = [pasts[0] + sums[0], pasts[1] + sums[1]]
            found[member.name.lower()] = _share(sums[2], sums[3])
        return {"network": _share(*pasts)} | found


def _share(won: float, games: float) -> list[float]:
    """A win share in %, and the number of games."""
    return [round(100 * won / max(games, 1), 2), int(games)]


# Files


def read_network(path: Path, like: Params) -> Params:
    """A network from a file, in the shape of another one."""
    with np.load(path) as arrays:
        return widened({name: arrays[name] for name in arrays}, like)


def rounded(value: Array) -> np.ndarray[Any, Any]:
    """Numbers of half precision, rounded to MANTISSA binary digits: a sixth less to store."""
    bits, drop = np.asarray(value, np.float16).view(np.uint16).astype(np.uint32), 10 - MANTISSA
    return ((bits + (1 << drop >> 1)) >> drop << drop).astype(np.uint16).view(np.float16)


def write_network(path: Path, params: Params, rules: Ruleset) -> None:
    """Write a network for the bots."""
    kept = {name: rounded(value) for name, value in params.items() if rules.play_out_round or name != "left"}
    np.savez_compressed(path, **kept)  # type: ignore[arg-type]


def write_state(path: Path, state: Training, batches: int) -> None:
    """Write all that is needed to go on."""
    leaves = [np.asarray(leaf) for leaf in jax.tree.leaves(state)]
    np.savez(path, batches=batches, **{f"leaf{index}": leaf for index, leaf in enumerate(leaves)})  # type: ignore[arg-type]


def read_state(path: Path, like: Training) -> tuple[Training, int]:
    """Read what `write_state` wrote."""
    leaves, shape = jax.tree.flatten(like)
    with np.load(path) as arrays:
        found = [jnp.asarray(arrays[f"leaf{index}"]) for index in range(len(leaves))]
        return jax.tree.unflatten(shape, found), int(arrays["batches"])


# A run


class Run:
    """One call: goes on from where the last one ended, and stops in time."""

    def __init__(self, edition: str, players: int, options: argparse.Namespace) -> None:
        self.begun, self.options = time.monotonic(), options
        self.rules = EDITIONS[VERSION][edition]
        self.name = f"{edition}-{players}{options.tag}"
        self.league = League(self.rules, players, options)
        self.key = jax.random.key(options.seed)
        fresh = init(self.key, players, tuple(options.widths))
        known = Path(options.start.format(edition=edition, players=players)) if options.start else None
        params = read_network(known, fresh) if known else fresh
        self.state, self.batches = self.league.begin(params), 0
        self.past_files = [Path(name.format(edition=edition, players=players)) for name in options.past]
        plain = jax.tree.map(jnp.zeros_like, fresh)
        self.pasts = [read_network(path, plain) for path in self.past_files] or [fresh]
        self.snapshots: list[Params] = []
        options.out.mkdir(parents=True, exist_ok=True)
        if (options.out / f"{self.name}.state.npz").exists():
            self.state, self.batches = read_state(options.out / f"{self.name}.state.npz", self.state)
        words = " ".join(["python -m training.heimlich_co.league", *sys.argv[1:]])
        self.log({"command": words, "widths": options.widths, "batches": self.batches})

    def log(self, line: dict[str, Any]) -> None:
        """Add a line to the log."""
        line |= {"seconds": round(time.monotonic() - self.begun, 1)}
        with (self.options.out / f"{self.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def save(self) -> None:
        """Write state and network."""
        write_state(self.options.out / f"{self.name}.state.npz", self.state, self.batches)
        write_network(self.options.out / f"{self.name}.npz", self.state.mean, self.rules)

    def train(self) -> None:
        """Learn until it is time to measure."""
        options = self.options
        sums, loss, saved, start, done = np.zeros(4), 0.0, 0.0, 0.0, 0.0
        rng = np.random.default_rng(self.batches + options.seed)
        odds = odds_of(TRAINING_ODDS)
        while done < 1:
            pool = self.snapshots if self.snapshots and rng.random() > FIRST_PASTS else self.pasts
            setting = Setting(
                self.state.params,
                pool[int(rng.integers(len(pool)))],
                odds,
                jnp.array(options.pure),
                jnp.array(HEAT),
                jnp.array(UNFINISHED),
            )
            key_play, key_learn = jax.random.split(jax.random.fold_in(self.key, self.batches))
            played = self.league.play_batch(setting, key_play)
            rate = jnp.array(options.rate * options.last_rate**done)
            self.state, batch_loss = self.league.learn_batch(self.state, setting, played, rate, key_learn)
            if pool is self.pasts:
                sums += np.array(self.league.count_batch(played), float)
            loss, self.batches = float(batch_loss), self.batches + 1
            now = time.monotonic()
            start = start or now
            left = self.begun + options.seconds - start
            done = (now - start) / left if left > 0 else 1.0
            if done - saved > 1 / options.lines or done >= 1:
                saved = done
                results = {"past": _share(*sums[:2]), "others": _share(*sums[2:])}
                self.log({"batches": self.batches, "loss": round(loss, 4), "turns": int(played.turns)} | results)
                self.save()
                sums = np.zeros(4)
            if options.snapshots and done > (len(self.snapshots) + 1) / (SNAPSHOTS + 1):
                self.snapshots.append(self.state.mean)

    def measure(self) -> None:
        """Measure the network against the first past one, and the other way round."""
        batches, key = self.options.measure, jax.random.fold_in(self.key, 2**30)
        if batches:
            past = self.pasts[0]
            for name, (hero, others) in (("new", (self.state.mean, past)), ("old", (past, self.state.mean))):
                self.log({"measured": name, "wins": self.league.measure(hero, others, batches, key)})


def read_options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Fit networks against a league.")
    parser.add_argument("edition", choices=EDITIONS[VERSION])
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--out", type=Path, required=True, help="a folder for networks, states and logs")
    parser.add_argument("--tag", default="", help="is added to the names of files")
    parser.add_argument("--widths", type=int, nargs=3, default=(128, 96, 32), help="of the layers")
    parser.add_argument("--start", help="a network to start from; {edition} and {players} are filled in")
    parser.add_argument("--past", nargs="*", default=[], help="past networks to play against, likewise")
    parser.add_argument("--past-share", type=float, default=0.5, help="of the games have past selves as opponents")
    parser.add_argument("--pure", type=float, default=0.7, help="of these have no other opponents")
    parser.add_argument("--snapshots", type=int, default=1, help="0: the learner leaves no past selves behind")
    parser.add_argument("--games", type=int, default=6144, help="in a batch")
    parser.add_argument("--steps", type=int, default=STEPS, help="of gradient descent after each batch")
    parser.add_argument("--batch", type=int, default=BATCH, help="positions in one step")
    parser.add_argument("--trust", type=float, default=0.85, help="λ")
    parser.add_argument("--expect", type=float, default=0.0, help="weight of targets by a search of one turn")
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at first")
    parser.add_argument("--last-rate", type=float, default=LAST_RATE, help="times this in the end")
    parser.add_argument("--seconds", type=float, default=60, help="for training, from the start of the program")
    parser.add_argument("--measure", type=int, default=0, help="batches for each sort, in the end")
    parser.add_argument("--lines", type=int, default=12, help="in the log")
    parser.add_argument("--half", type=int, default=0, help="1: play with half precision")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Fit the networks of one edition."""
    options = read_options(words)
    for players in options.players:
        run = Run(options.edition, players, options)
        run.train()
        run.measure()


if __name__ == "__main__":
    main()
