"""Policy iteration by search: `python -m training.heimlich_co.searched play rio-grande 4 --out DIR --seconds 900`.

`play` adds games to DIR whose decisions are searched (searched_games.py) with the network of `--start`; each game
depends on the seed and its number alone, and the next call goes on with the next number. `fit` draws that network
towards what the searches found, after decisions and before rolls, and writes it to DIR; with it as `--start`, in
another folder, the next iteration begins. The log begins with the command of each call. A tenth of the games is held
out: on these the log says how good the network's first choice is by the search, before and after.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from heimlich.bots.heimlich_co.value.network import POINTS, network_of
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.names import RING
from training.heimlich_co.network import Params, head
from training.heimlich_co.network_files import write_network
from training.heimlich_co.searched_games import (
    Decisions,
    Plan,
    joined,
    next_game,
    play_game,
    read_decisions,
    write_decisions,
)

Array = Any  # of JAX
HELD_OUT = 10  # one game in so many is not fitted to
BASIC = [name for name, rules in EDITIONS[VERSION].items() if not rules.play_out_round]  # no turns left to tell of
VERSION_3 = str(files("heimlich.bots.heimlich_co").joinpath("data/value3-{edition}-{players}.npz"))


class Log:
    """The log of a call: what is told is also printed."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._begun = time.monotonic()
        options.out.mkdir(parents=True, exist_ok=True)
        self.name = f"{options.edition}-{options.players}{options.tag}"
        self._path = options.out / f"{self.name}.jsonl"
        self.add({"command": " ".join(["python -m training.heimlich_co.searched", *options.words])})

    @property
    def seconds(self) -> float:
        """Since the call began."""
        return time.monotonic() - self._begun

    def add(self, line: dict[str, Any]) -> None:
        """Add a line."""
        text = json.dumps(line | {"seconds": round(self.seconds, 1)})
        print(text, flush=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(text + "\n")


def play(options: argparse.Namespace) -> None:
    """Play games until the time is over, one at least; files hold those of about a minute."""
    log = Log(options)
    rules = EDITIONS[VERSION][options.edition]
    net = network_of(read_arrays(options.start))
    plan = Plan(rules, options.players, net, options.rollouts, options.beyond, options.gu_tables, options.heat)
    while True:
        first = number = next_game(options.out, log.name)
        until = min(log.seconds + options.save, options.seconds)
        rows: list[Decisions] = []
        while not rows or log.seconds < until:
            rows.append(play_game(plan, options.seed, number))
            number += 1
        found = joined(rows)
        write_decisions(options.out, log.name, first, number, found)
        better = (found.found * found.live).max(1) - found.found[:, 0]
        figures = {"games": number, "decisions": len(found.game), "better": round(float(better.mean()), 4)}
        log.add(figures)
        if log.seconds >= options.seconds:
            break


# The fit


class Weights(NamedTuple):
    """The parts of the loss: cross entropies of values, and squares of differences between values."""

    end: float  # how much of the level of a decision comes from the end of the game; the rest from the search
    spread: float  # of a candidate's distance from the mean of its decision
    anchor: float  # of what the network said when the games were played
    before: float  # of positions before a roll


class Before(NamedTuple):
    """Positions before a seat rolls. Rollouts end there, so what the network says of them counts as much."""

    places: Array  # [rows, agents]
    points: Array  # [rows, agents]
    safe: Array  # [rows]
    role: Array  # [rows, agents]: what each agent is to the seat that rolls next
    target: Array  # [rows]: what its choice was then found to be worth, mixed with its share of the win


def before_rolls(rows: Decisions, players: int, end: float) -> Before:
    """The positions that a seat came to by the decision of the one before it, which was searched, too."""
    now = np.arange(1, len(rows.game))
    own = (rows.role[now] == players).argmax(1)  # moves last of all: the agent of the seat that has just decided
    theirs = rows.role[now - 1, own].astype(np.int64)
    now = now[(rows.game[now] == rows.game[now - 1]) & (theirs > players) & ((theirs - 1) % players == 0)]
    here, left = now - 1, rows.chosen[now - 1]
    group, offset = np.divmod(rows.role[now].astype(np.int64) - 1, players)
    role = np.where(rows.role[now] == 0, 0, 1 + group * players + (offset + 1) % players)
    target = (1 - end) * rows.found[now, rows.chosen[now]] + end * rows.won[now]
    return Before(rows.places[here, left], rows.points[here, left], rows.safe[here, left], role, target)


def logits(params: Params, places: Array, points: Array, safe: Array, role: Array) -> Array:
    """Win probabilities, as logits: [...] for places, points and role [..., agents]."""
    place = places.astype(jnp.int32) * (RING + 1) + safe.astype(jnp.int32)[..., None]
    x = params["place"][place] + params["points"][jnp.clip(points, 0, POINTS - 1)] + params["role"][role]
    return head(params, jax.nn.relu(x).sum(-2) @ params["w1"])


def logits_of(params: Params, rows: Decisions) -> Array:
    """[rows, candidates]: win probabilities, as logits."""
    return logits(params, rows.places, rows.points, rows.safe, rows.role[:, None])


@jax.jit
def loss_before(params: Params, rows: Before) -> Array:
    """The mean over positions before a roll."""
    logit = logits(params, rows.places, rows.points, rows.safe, rows.role)
    return optax.sigmoid_binary_cross_entropy(logit, rows.target).mean()


def targets_of(rows: Decisions, end: float) -> Array:
    """[rows, candidates]: what the search found, moved towards how the game ended, all candidates of a decision alike.

    The one that was played is the best of noisy values: if it alone were moved, it would fall below the others.
    """
    played = (jnp.arange(rows.live.shape[1]) == rows.chosen[:, None]) & rows.live
    surprise = ((rows.won[:, None] - rows.found) * played).sum(1, keepdims=True)
    return jnp.clip(rows.found + end * surprise, 0, 1)


@jax.jit
def loss_of(params: Params, rows: Decisions, weights: Weights) -> Array:
    """The mean over the candidates; those that end the game are left out, as no network is asked about them."""
    live, logit = rows.live.astype(jnp.float32), logits_of(params, rows)
    each = optax.sigmoid_binary_cross_entropy(logit, targets_of(rows, weights.end))
    each += weights.anchor * optax.sigmoid_binary_cross_entropy(logit, rows.known)
    error = (jax.nn.sigmoid(logit) - rows.found) * live
    error -= error.sum(1, keepdims=True) / jnp.maximum(live.sum(1, keepdims=True), 1)
    return ((each + weights.spread * error**2) * live).sum() / live.sum()


@jax.jit
def choices(params: Params, rows: Decisions) -> Array:
    """[rows]: the network's first choices."""
    return jnp.where(rows.live, jax.nn.sigmoid(logits_of(params, rows)), rows.known).argmax(1)


def judge_fit(params: Params, start: Params, rows: Decisions, weights: Weights) -> dict[str, Any]:
    """The loss, how often the first choice is the search's, what it loses by the search, what it gains."""
    number, found = np.arange(len(rows.game)), np.asarray(rows.found)
    ours, before = (np.asarray(choices(net, rows)) for net in (params, start))
    lost, gained = found.max(1) - found[number, ours], found[number, ours] - found[number, before]
    figures = {
        "loss": loss_of(params, rows, weights),
        "agrees": (ours == found.argmax(1)).mean(),
        "lost": lost.mean(),
        "gained": gained.mean(),
        "margin": 1.96 * gained.std() / np.sqrt(len(gained)),
    }
    return {name: round(float(value), 5) for name, value in figures.items()}


def fit(options: argparse.Namespace) -> None:
    """Fit the network of `--start` to all decisions of the folders, and write it."""
    log = Log(options)
    rules = EDITIONS[VERSION][options.edition]
    weights = Weights(options.end, options.spread, options.anchor, options.before)
    params = {name: jnp.asarray(part, jnp.float32) for name, part in read_arrays(options.start).items()}
    rows = joined([read_decisions(folder, f"{options.edition}-{options.players}") for folder in options.games])
    held = rows.game % HELD_OUT == 0
    before, kept_before = (before_rolls(rows.take(part), options.players, options.end) for part in (~held, held))
    if not len(before.target):
        raise SystemExit("nobody who searched moved right after another who did; play with fewer --gu-tables")
    several = rows.live.sum(1) > 1
    fitted, kept = rows.take(several & ~held), jax.tree.map(jnp.asarray, rows.take(several & held))
    held_out = judge_fit(params, params, kept, weights)
    log.add({"decisions": len(fitted.game), "kept": len(kept.game), "held_out": held_out})
    batches = len(fitted.game) // options.rows
    adam = optax.adam(optax.exponential_decay(options.rate, options.epochs * batches, options.last_rate))

    @jax.jit
    def step(params: Params, moments: Any, batch: Decisions, ahead: Before) -> Any:
        def total(params: Params) -> Array:
            return loss_of(params, batch, weights) + weights.before * loss_before(params, ahead)

        loss, slope = jax.value_and_grad(total)(params)
        updates, moments = adam.update(slope, moments)
        return optax.apply_updates(params, updates), moments, loss

    start, moments, rng = params, adam.init(params), np.random.default_rng(options.seed)
    for epoch in range(options.epochs):
        losses = []
        for picked in rng.permutation(len(fitted.game))[: batches * options.rows].reshape(batches, -1):
            drawn = rng.integers(len(before.target), size=4 * options.rows)
            ahead = Before(*(part[drawn] for part in before))
            params, moments, loss = step(params, moments, fitted.take(picked), ahead)
            losses.append(float(loss))
        found = judge_fit(params, start, kept, weights)
        ahead_loss = round(float(loss_before(params, kept_before)), 5)
        log.add({"epoch": epoch + 1, "loss": round(float(np.mean(losses)), 5), "held_out": found, "before": ahead_loss})
    write_network(options.out / f"{log.name}.npz", params, rules)


def read_options(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Improve networks by what searches find.")
    programs = parser.add_subparsers(required=True)
    playing = programs.add_parser("play", help="play games whose decisions are searched")
    playing.set_defaults(run=play)
    playing.add_argument("--seconds", type=float, default=60, help="begin no new game after this time")
    playing.add_argument("--save", type=float, default=60, help="seconds from one file to the next")
    playing.add_argument("--rollouts", type=int, default=192, help="of all candidates of a decision together")
    playing.add_argument("--beyond", type=int, default=1, help="turns from the own next one on, in rollouts")
    playing.add_argument("--gu-tables", type=float, default=0.35, help="the share of tables at which others are gus")
    playing.add_argument("--heat", type=float, default=0.004, help="noise in what is chosen, in win probability")
    fitting = programs.add_parser("fit", help="fit a network to what searches found")
    fitting.set_defaults(run=fit)
    fitting.add_argument("--games", type=Path, nargs="+", required=True, help="the folders of the games")
    fitting.add_argument("--end", type=float, default=0.0, help="share of the game's end in the level of a decision")
    fitting.add_argument("--spread", type=float, default=20.0, help="weight of differences between candidates")
    fitting.add_argument("--anchor", type=float, default=3.0, help="weight of what the network said before")
    fitting.add_argument("--before", type=float, default=1.0, help="weight of positions before a roll")
    fitting.add_argument("--rows", type=int, default=32, help="decisions in a step of gradient descent")
    fitting.add_argument("--epochs", type=int, default=4)
    fitting.add_argument("--rate", type=float, default=3e-4, help="of learning, at first")
    fitting.add_argument("--last-rate", type=float, default=0.05, help="times this in the end")
    for program in (playing, fitting):
        program.add_argument("edition", choices=BASIC)
        program.add_argument("players", type=int)
        program.add_argument(
            "--out", type=Path, required=True, help="a folder for games, or for the network; and the log"
        )
        program.add_argument("--tag", default="", help="is added to the names of files")
        program.add_argument("--start", default=VERSION_3, help="a network; {edition} and {players} are filled in")
        program.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    options.start = options.start.format(edition=options.edition, players=options.players)
    options.words = words
    return options


def main(words: Sequence[str] | None = None) -> None:
    """Play, or fit."""
    options = read_options(sys.argv[1:] if words is None else words)
    options.run(options)


if __name__ == "__main__":
    main()
