"""Fits networks against a league: `python -m training.heimlich_co.league rio-grande 4 --out DIR --seconds 300`.

As value.py, but the learner meets past selves and a population (league_games.py), may be wider than where it starts
from, and goes on from where the last call ended: DIR holds the state (`NAME.state.npz`), the network (`NAME.npz`) and
the log (`NAME.jsonl`), which begins with the command. With `--past FILE --past-share 1 --pure 1 --snapshots 0` it is a
best response to FILE: what it wins above a fair share is how exploitable that network is. Files of past networks are
read again when they change, so that a learner and its best response can run side by side and answer each other. ppo.py
and searched_league.py have other ways to learn from the same games, and tables.py measures any networks.
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
from training.heimlich_co.league_games import LeagueGames, Member, Setting, changed_odds, odds_of
from training.heimlich_co.network import Params, embed, embed_by_products, head, init, roles
from training.heimlich_co.network_files import read_network, read_state, write_network, write_state
from training.heimlich_co.value import BATCH, LAST_RATE, MEAN_RATE, RATE, STEPS, Trainer, Training

SNAPSHOTS = 4  # past selves that the learner leaves behind in one call
FIRST_PASTS = 0.6  # of the batches meet the given past networks, the others the snapshots
MEASURED = (
    *(Member.GU, Member.G1, Member.RANDOM, Member.DECOY, Member.STRANGER, Member.SANDBAGGER, Member.KINGMAKER),
    *(Member.PATRON, Member.LOCKSMITH, Member.UNKNOWN_GU, Member.LIAR, Member.BASHER, Member.BANDWAGON),
)


class Tally(NamedTuple):
    """The hero's results, against past selves and against the others."""

    won_past: Array
    past_games: Array  # that were over in the end
    all_past: Array
    won: Array
    games: Array
    all: Array


class League(LeagueGames, Trainer):
    """Plays against the league, and learns from it."""

    def __init__(self, rules: Ruleset, players: int, options: argparse.Namespace) -> None:
        super().__init__(
            rules, players, options.games, options.past_share, jnp.float16 if options.half else jnp.float32
        )
        self.steps, self.trust, self.batch, self.expect = options.steps, options.trust, options.batch, options.expect
        if options.standoff is not None:
            self.standoff = options.standoff / players
        self.play_batch = jax.jit(self.play)
        self.learn_batch = jax.jit(self.improve)
        self.count_batch = jax.jit(self.count)

    def loss(self, params: Params, batch: Any) -> Array:
        """The mean cross entropy of positions and their targets."""
        place, points, safe, role, left, target, weight = batch
        total = embed_by_products(params, place, safe[:, None], points, role).sum(1)
        each = optax.sigmoid_binary_cross_entropy(head(params, self.add_left(params, total, left)), target)
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
                return plain + self.expect * self.further_loss(params, searched) if self.expect else plain

            found, slope = jax.value_and_grad(loss)(params)
            updates, moments = self.adam.update(slope, moments)
            params = optax.apply_updates(params, jax.tree.map(lambda update: -rate * update, updates))
            return (params, moments), found

        start = (state.params, state.moments)
        (params, moments), losses = jax.lax.scan(one, start, jax.random.split(key, self.steps))
        return Training(params, moments, optax.incremental_update(params, state.mean, MEAN_RATE)), losses.mean()

    def further_loss(self, params: Params, searched: Any) -> Array:
        """The loss of what `look_further` found."""
        return self.loss(params, searched)

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
        left = jnp.where(after.reached, self.left(seat), 0)
        value = jax.nn.sigmoid(head(params, self.add_left(params, total, left)))
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
        first = jnp.arange(self.games) % part < self.first
        sums = []
        for which in (first, ~first):
            over = which & played.finished
            sums += [(played.won * over).sum(), over.sum(), which.sum()]
        return Tally(*sums)

    def measure(self, heroes: dict[str, Params], others: dict[str, Params], batches: int, key: Array) -> dict[str, Any]:
        """For each hero its results (see `share`) at tables of the other networks, and of each sort."""
        members = MEASURED if self.first < self.games // len(self.rules.die) else MEASURED[: len(others)]
        found: dict[str, Any] = {}
        for hero, params in heroes.items():
            past, sorts = {name: np.zeros(3) for name in others}, {}
            for index, member in enumerate(members):
                name, sums = list(others)[index % len(others)], np.zeros(6)
                setting = Setting(
                    *(params, others[name], odds_of({member: 1.0})),
                    *(jnp.array(1.0), jnp.array(HEAT), jnp.array(UNFINISHED / 10)),
                )
                for number in range(batches):
                    batch_key = jax.random.fold_in(jax.random.fold_in(key, int(member)), number)
                    sums += np.array(self.count_batch(self.play_batch(setting, batch_key)), float)
                past[name] += sums[:3]
                sorts[member.name.lower()] = share(*sums[3:])
            tables = {f"table of {name}": share(*sums) for name, sums in past.items() if sums[2]}
            found[hero] = tables | (sorts if members is MEASURED else {})
        return found


def share(won: float, over: float, games: float) -> list[float]:
    """A win share in % of the games that were over, their number, and how many were not, in %."""
    return [round(100 * won / max(over, 1), 2), int(over), round(100 - 100 * over / max(games, 1), 2)]


# A run


class Pasts:
    """Networks to play against, of files that may change or still be missing."""

    def __init__(self, files: Sequence[Path], like: Params) -> None:
        self._files, self._like = files, jax.tree.map(jnp.zeros_like, like)
        self._read_at: dict[Path, int] = {}
        self.networks: dict[str, Params] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read the files that are new or have changed."""
        for path in self._files:
            if path.exists() and path.stat().st_mtime_ns != self._read_at.get(path):
                self._read_at[path] = path.stat().st_mtime_ns
                self.networks[path.stem] = read_network(path, self._like)


class Run:
    """One call: goes on from where the last one ended, and stops in time."""

    program = "league"

    @staticmethod
    def parser() -> argparse.ArgumentParser:
        """The options of the command line."""
        return options_parser()

    def __init__(self, edition: str, players: int, options: argparse.Namespace) -> None:
        self.begun, self.options = time.monotonic(), options
        self.rules = EDITIONS[VERSION][edition]
        self.name = f"{edition}-{players}{options.tag}"
        self.league = self.make_league(players)
        self.key = jax.random.key(options.seed)
        fresh = init(self.key, players, tuple(options.widths))
        known = Path(options.start.format(edition=edition, players=players)) if options.start else None
        params = read_network(known, fresh) if known else fresh
        self.state, self.batches = self.league.begin(params), 0
        files = [Path(name.format(edition=edition, players=players)) for name in options.past]
        self.pasts = Pasts(files, fresh)
        if not self.pasts.networks:
            self.pasts.networks["start"] = params
        self.snapshots: list[Params] = []
        self.odds = odds_of(changed_odds(options.odds))
        options.out.mkdir(parents=True, exist_ok=True)
        if (options.out / f"{self.name}.state.npz").exists():
            self.state, self.batches = read_state(options.out / f"{self.name}.state.npz", self.state)
        words = " ".join([f"python -m training.heimlich_co.{self.program}", *sys.argv[1:]])
        self.log({"command": words, "widths": options.widths, "batches": self.batches})

    def make_league(self, players: int) -> Any:
        """The games, and how to learn from them."""
        return League(self.rules, players, self.options)

    def log(self, line: dict[str, Any]) -> None:
        """Add a line to the log."""
        line |= {"seconds": round(time.monotonic() - self.begun, 1)}
        with (self.options.out / f"{self.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def save(self) -> None:
        """Write state and network."""
        write_state(self.options.out / f"{self.name}.state.npz", self.state, self.batches)
        write_network(self.options.out / f"{self.name}.npz", self.state.mean, self.rules)

    def setting(self, past: Params) -> Setting:
        """The settings of the next batch of games."""
        return Setting(
            self.state.params, past, self.odds, jnp.array(self.options.pure), jnp.array(HEAT), jnp.array(UNFINISHED)
        )

    def train(self) -> None:
        """Learn until it is time to measure."""
        options = self.options
        sums, loss, saved, start, done, playing = np.zeros(6), 0.0, 0.0, 0.0, 0.0, 0.0
        rng = np.random.default_rng(self.batches + options.seed)
        while done < 1:
            known = list(self.pasts.networks.values())
            pool = self.snapshots if self.snapshots and rng.random() > FIRST_PASTS else known
            setting = self.setting(pool[int(rng.integers(len(pool)))])
            key_play, key_learn = jax.random.split(jax.random.fold_in(self.key, self.batches))
            before = time.monotonic()
            played = self.league.play_batch(setting, key_play)
            turns = int(played.turns)  # waits until they are played
            playing += time.monotonic() - before
            rate = jnp.array(options.rate * options.last_rate**done)
            self.state, batch_loss = self.league.learn_batch(self.state, setting, played, rate, key_learn)
            if pool is known:
                sums += np.array(self.league.count_batch(played), float)
            loss, self.batches = float(batch_loss), self.batches + 1
            now = time.monotonic()
            start = start or now
            left = self.begun + options.seconds - start
            done = (now - start) / left if left > 0 else 1.0
            if done - saved > 1 / options.lines or done >= 1:
                saved = done
                results = {"past": share(*sums[:3]), "others": share(*sums[3:])}
                figures = {"batches": self.batches, "loss": round(loss, 4), "turns": turns}
                self.log(figures | results | {"played": round(playing, 1)})
                self.save()
                self.pasts.refresh()
                sums = np.zeros(6)
            if options.snapshots and done > (len(self.snapshots) + 1) / (SNAPSHOTS + 1):
                self.snapshots.append(self.state.mean)

    def measure(self) -> None:
        """Measure the network at tables of past ones and of each sort, and past ones likewise."""
        batches, key = self.options.measure, jax.random.fold_in(self.key, 2**30)
        if batches:
            new, pasts = {"new": self.state.mean}, self.pasts.networks
            for heroes, others in ((new, pasts), (dict(list(pasts.items())[:2]), new)):
                self.log({"measured": self.league.measure(heroes, others, batches, key)})


def odds_word(word: str) -> tuple[Member, float]:
    """How likely a member is, from a word of the command line."""
    name, _, odds = word.partition("=")
    return Member[name.upper()], float(odds)


def options_parser() -> argparse.ArgumentParser:
    """The options of the command line."""
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
    parser.add_argument("--odds", type=odds_word, nargs="*", default=[], help="of the other opponents, as gu=0.3")
    parser.add_argument("--standoff", type=float, help="what a game that does not end is worth, in fair shares")
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
    return parser


def read_options(words: Sequence[str] | None = None, parser: argparse.ArgumentParser | None = None) -> Any:
    """Read the command line."""
    options = (parser or options_parser()).parse_args(words)
    options.odds = dict(options.odds)
    return options


def main(words: Sequence[str] | None = None, kind: type[Run] = Run) -> None:
    """Fit the networks of one edition."""
    options = read_options(words, kind.parser())
    for players in options.players:
        run = kind(options.edition, players, options)
        run.train()
        run.measure()


if __name__ == "__main__":
    main()
