"""How strong the bots are: `python bench/bots.py match master gu --players 2 3 4 7 --games 400`.

One challenger sits at a table of one kind of opponent; he takes every seat in turn, owners and dice are fresh in every
game. `guesses` tells how often beliefs name the right owner when the first marker has passed 29, `rollouts` how many
the master makes in a second of CPU time.
"""

import argparse
import time
from math import sqrt
from typing import Any

import numpy as np

from heimlich import GAMES, Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.beliefs import Evidence, Watcher
from heimlich.bots.detective import find_candidates, scene_of
from heimlich.bots.registry import make_bot
from heimlich.bots.rollouts import play_on
from heimlich.bots.search import draw_worlds
from heimlich.games.heimlich_co.state import Phase
from heimlich.runner import bots_ask, bots_watch

GAME = GAMES["heimlich-co"]
LINE = 29


class Timed:
    """A bot, and how long it takes for each decision, in CPU time and on the clock."""

    def __init__(self, name: str, times: list[tuple[float, float]]) -> None:
        self._bot, self._times = make_bot(GAME.id, name), times
        self.name = name
        if hasattr(self._bot, "watch"):
            self.watch = self._bot.watch

    def choose(self, view: Any, actions: Any, budget: Budget, rng: Any) -> Any:
        cpu, clock = time.process_time(), time.perf_counter()
        action = self._bot.choose(view, actions, budget, rng)
        if len(actions) > 1:
            self._times.append((time.process_time() - cpu, time.perf_counter() - clock))
        return action


def match(challenger: str, opponent: str, players: int, games: int, options: argparse.Namespace) -> str:
    """The challenger's share of the wins in %, with its 95 % interval, and the time that he took."""
    rules = GAME.ruleset(GAME.limited(RulesetName(options.edition, tuple(options.variants))))
    budget = Budget(rollouts=options.rollouts, seconds=options.seconds)
    shares, times = [], list[tuple[float, float]]()
    for number in range(games):
        seat = number % players
        bots: list[Any] = [make_bot(GAME.id, opponent) for _ in range(players)]
        bots[seat] = Timed(challenger, times)
        seed = f"{options.seed} {number}"
        ask = bots_ask(GAME, bots, seat_generators(seed, players), budget)
        last = play(GAME, GAME.new(rules, players), Seeded(seed), ask, bots_watch(GAME, bots))
        outcome = GAME.outcome(last)
        assert outcome is not None
        shares.append(outcome.shares[seat])
    mean = sum(shares) / games
    spread = 1.96 * sqrt(sum((share - mean) ** 2 for share in shares) / games / max(games - 1, 1))
    cpu, clock = (sorted(column) for column in zip(*times, strict=True))
    return (
        f"{challenger} against {opponent}, {players} players: {100 * mean:.1f} ± {100 * spread:.1f} in {games} games;"
        f" a decision takes {1000 * sum(cpu) / len(cpu):.1f} ms CPU, 99 % within {1000 * cpu[len(cpu) * 99 // 100]:.1f}"
        f" (clock {1000 * clock[len(clock) * 99 // 100]:.1f})"
    )


def guesses(kind: str, players: int, games: int, options: argparse.Namespace) -> str:
    """How often the likeliest owner of an agent is the right one, over all observers and agents not their own."""
    rules = GAME.ruleset(GAME.limited(RulesetName(options.edition)))
    right = asked = 0
    for number in range(games):
        seed = f"{options.seed} {number}"
        bots = [make_bot(GAME.id, kind) for _ in range(players)]
        evidence: list[Evidence] = []
        found: list[bool] = []

        def watch(before: Any, event: Any, after: Any, evidence: Any = evidence, found: Any = found) -> None:
            if isinstance(event, Decision):
                if not evidence:
                    evidence.append(Evidence(players, before.table.agents))
                evidence[0].note(before.table, event.seat, event.action)
            if not found and max(after.table.points, default=0) >= LINE:
                found += _answers(evidence[0], after)

        shown = bots_watch(GAME, bots)

        def both(before: Any, event: Any, after: Any, shown: Any = shown, watch: Any = watch) -> None:
            watch(before, event, after)
            if shown is not None:
                shown(before, event, after)

        budget = Budget(rollouts=options.rollouts, seconds=options.seconds)
        play(
            GAME,
            GAME.new(rules, players),
            Seeded(seed),
            bots_ask(GAME, bots, seat_generators(seed, players), budget),
            both,
        )
        right, asked = right + sum(found), asked + len(found)
    return f"owners of {kind}, {players} players: {100 * right / asked:.1f} % right of {asked} in {games} games"


def _answers(evidence: Evidence, state: Any) -> list[bool]:
    table, identities = state.table, state.secrets.identities
    truth = {agent: seat for seat, agents in enumerate(identities) for agent in agents}
    found = []
    for seat, own in enumerate(identities):
        owners = evidence.belief(seat, own).owners()
        found += [
            int(owners[:, index].argmax()) == truth.get(agent, len(identities))
            for index, agent in enumerate(table.agents)
            if agent not in own
        ]
    return found


def rollouts(players: int, games: int, options: argparse.Namespace) -> str:
    """How many rollouts a second of CPU time brings, in batches of 1,024, and how many turns of others each has."""
    rules = GAME.ruleset(GAME.limited(RulesetName(options.edition)))
    seconds, done = 0.0, 0
    for number in range(games):
        seed = f"{options.seed} {number}"
        watcher = Watcher()

        def watch(before: Any, event: Any, after: Any, watcher: Watcher = watcher) -> None:
            nonlocal seconds, done
            watcher.watch(GAME.view(before, 0), GAME.seen(before, event, after, 0))
            if before.table.seat == 0 and before.table.phase is Phase.MOVE:
                spent, made = _batch(GAME.view(before, 0), watcher)
                seconds, done = seconds + spent, done + made

        bots = [make_bot(GAME.id, options.bots[0] if options.bots else "gu") for _ in range(players)]
        ask = bots_ask(GAME, bots, seat_generators(seed, players))
        play(GAME, GAME.new(rules, players), Seeded(seed), ask, watch)
    return f"{players} players: {done / seconds:.0f} rollouts of {players - 1} turns in a second of CPU time"


def _batch(view: Any, watcher: Watcher) -> tuple[float, int]:
    belief = watcher.at(view.table).belief(0, view.agents)
    rng, scene = np.random.default_rng(1), scene_of(view)
    found = find_candidates(scene, view, GAME.legal_actions(view), belief, rng)
    number = 1024 // len(found.actions)
    start = time.process_time()
    play_on(scene, found.after, draw_worlds(belief, number, rng), rng)
    return time.process_time() - start, number * len(found.actions)


def main() -> None:
    """One line for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("match", "guesses", "rollouts"))
    parser.add_argument("bots", nargs="*", help="a challenger and an opponent; or who is guessed; or who plays")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 7])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--rollouts", type=int)
    parser.add_argument("--edition", default="rio-grande")
    parser.add_argument("--variants", nargs="*", default=[])
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for players in options.players:
        if options.what == "rollouts":
            print(rollouts(players, options.games, options), flush=True)
        elif options.what == "match":
            challenger, opponent = options.bots
            print(match(challenger, opponent, players, options.games, options), flush=True)
        else:
            for kind in options.bots:
                print(guesses(kind, players, options.games, options), flush=True)


if __name__ == "__main__":
    main()
