"""What bots decide, as digests of seeded games: `python -m tests.golden.decisions [BOT …] [GAME …]` prints the lines.

Run it before and after a change that must not alter any decision, and compare. The lines of the yardsticks, which never
change, are kept in decisions.txt; so are those of the champion of Heimlich & Co., which changes by intention: then
they are replaced. Budgets are numbers of rollouts: seconds would make decisions depend on the machine. What a network
thinks differs a little with the processor, which decides between equal moves: those who go by one are run by
`portable_lines`, with the arithmetic that all processors have.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import product
from pathlib import Path

from heimlich import GAMES, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.registry import bots_of, make_bot
from heimlich.game import AnyGame, Budget
from heimlich.runner import bots_ask, bots_watch

FILE = Path(__file__).parent / "decisions.txt"
YARDSTICKS = ("g1", "gu", "decoy-30", "decoy-60", "hider")
BY_NETWORK = ("master1",)  # yardsticks that go by a network
BUDGETS = {"heimlich-co": Budget(rollouts=120), "suitcases": Budget(rollouts=8)}
SEARCHERS = ("master", "master1", "champion")
PLAYERS = (2, 3, 7)
MOST_DECISIONS = {
    ("heimlich-co", "master1"): 24,
    ("heimlich-co", "champion"): 6,
    ("suitcases", "master1"): 60,
}  # for those who take long …
DECISIONS = 120  # … and for the others
PORTABLE = {
    "OPENBLAS_NUM_THREADS": "1",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}


def lines(names: Sequence[str], games: Sequence[str] = tuple(GAMES)) -> Iterator[str]:
    """A line for each table at which all seats are one of these bots; with all variants, and without."""
    for game in map(GAMES.__getitem__, games):
        for edition, variants in game.editions().items():
            for chosen, players, bot in product(dict.fromkeys([(), variants]), PLAYERS, names):
                name = RulesetName(edition, chosen)
                if bot in bots_of(game.id) and players in game.players(game.ruleset(name)):
                    yield _line(game, name, players, bot)


def _line(game: AnyGame, name: RulesetName, players: int, bot: str) -> str:
    bots = [make_bot(game.id, bot) for _ in range(players)]
    seed, digest, count = f"{bot} {name.edition} {players}", sha256(), 0
    ask = bots_ask(game, bots, seat_generators(seed, players), BUDGETS[game.id] if bot in SEARCHERS else Budget())
    watch, source = bots_watch(game, bots), Seeded(seed)

    class Enough(Exception):
        pass

    def note(before: object, event: object, after: object) -> None:
        nonlocal count
        if watch is not None:
            watch(before, event, after)
        if isinstance(event, Decision):
            digest.update(f"{event.seat} {event.action}\n".encode())
            count += 1
            if count == MOST_DECISIONS.get((game.id, bot), DECISIONS):
                raise Enough

    with suppress(Enough):
        play(game, game.new(game.ruleset(game.limited(name)), players), source, ask, note)
    return f"{game.id} {'+'.join([name.edition, *name.variants])} {players} {bot} {count} {digest.hexdigest()[:16]}"


def portable_lines(names: Sequence[str], games: Sequence[str] = tuple(GAMES)) -> list[str]:
    """`lines`, by a process of its own with the arithmetic of an ordinary x86-64 processor."""
    command = [sys.executable, "-m", "tests.golden.decisions", *names, *games]
    done = subprocess.run(command, env=os.environ | PORTABLE, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def kept(names: Sequence[str]) -> list[str]:
    """The lines of these bots in decisions.txt."""
    return [line for line in FILE.read_text().splitlines() if line.split()[3] in names]


if __name__ == "__main__":
    games = [word for word in sys.argv[1:] if word in GAMES] or list(GAMES)
    bots = [word for word in sys.argv[1:] if word not in GAMES]
    for line in lines(bots or list(dict.fromkeys(name for game in games for name in bots_of(game))), games):
        print(line, flush=True)
