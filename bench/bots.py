"""How fast the master or the champion of Heimlich & Co. searches: `python bench/bots.py gu detective --games 1`.

How strong bots are, how long they take and who is found out, `heimlich arena` tells.
"""

import argparse
import time
from typing import Any

import numpy as np

from heimlich import GAMES, RulesetName, Seeded, play, seat_generators
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.players.detective import find_candidates
from heimlich.bots.heimlich_co.players.versions import CHAMPION, LATEST
from heimlich.bots.heimlich_co.search.rollouts import play_on
from heimlich.bots.heimlich_co.search.rounds import draw_worlds
from heimlich.bots.heimlich_co.value.context import search_context
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.state import Phase
from heimlich.runner import bots_ask

GAME = GAMES["heimlich-co"]


def rollouts(bot: str, players: int, options: argparse.Namespace) -> str:
    """How many rollouts a second of CPU time brings, in batches of 1,024, and how many turns of others each has."""
    rules = GAME.ruleset(GAME.limited(RulesetName(options.edition)))
    seconds, done = 0.0, 0
    for number in range(options.games):
        seed = f"{options.seed} {number}"
        watcher = EvidenceKeeper((CHAMPION if options.champion else LATEST).belief)

        def watch(before: Any, event: Any, after: Any, watcher: EvidenceKeeper = watcher) -> None:
            nonlocal seconds, done
            watcher.watch(GAME.view(before, 0), GAME.seen(before, event, after, 0))
            if before.table.seat == 0 and before.table.phase is Phase.MOVE:
                spent, made = _batch(GAME.view(before, 0), watcher, champion=options.champion)
                seconds, done = seconds + spent, done + made

        bots = [make_bot(GAME.id, bot) for _ in range(players)]
        ask = bots_ask(GAME, bots, seat_generators(seed, players))
        play(GAME, GAME.new(rules, players), Seeded(seed), ask, watch)
    return f"{players} players, {bot}: {done / seconds:.0f} rollouts of {players - 1} turns in a second of CPU time"


def _batch(view: Any, watcher: EvidenceKeeper, *, champion: bool) -> tuple[float, int]:
    belief = belief_of(watcher.at(view.table), 0, view.agents)
    rng, version = np.random.default_rng(1), CHAMPION if champion else LATEST
    context = search_context(view.table, view.seat, version.networks)._replace(sharp=champion)
    found = find_candidates(context, view, GAME.legal_actions(view), belief, rng)
    number = 1024 // len(found.actions)
    start = time.process_time()
    play_on(context, found.after, draw_worlds(belief, number, rng), rng)
    return time.process_time() - start, number * len(found.actions)


def main() -> None:
    """One line for each number of players."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bots", nargs="+", help="who plays, while the master looks ahead")
    parser.add_argument("--champion", action="store_true", help="search as the champion does, not as the master")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 7])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--edition", default="rio-grande")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for bot in options.bots:
        for players in options.players:
            print(rollouts(bot, players, options), flush=True)


if __name__ == "__main__":
    main()
