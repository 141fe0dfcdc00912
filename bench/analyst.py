"""How well the analyst's belief is calibrated: when it says 70 %, how often is it right?

    python -m bench.analyst play FILE --games 10000 --processes 2    plays games; goes on where FILE ends
    python -m bench.analyst show FILE                                prints the figures as JSON
    python -m bench.analyst draw FILE docs/pictures/analyst-calibration.svg

Games of mixed bots, in all editions and with 2 to 7 players, are fixed by their numbers. After some decisions of each,
the public observer's belief is compared with the truth, for several heats (see analysis/heimlich_co/suspicion.py). FILE
has a line of JSON for each chunk of games; tallies add up.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from heimlich.bots.heimlich_co.belief import evidence as evidence_module
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.registry import make_bot
from heimlich.chance import Seeded
from heimlich.game import Budget, Decision, RulesetName
from heimlich.games import GAMES
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard
from heimlich.games.heimlich_co.state import State
from heimlich.runner import bots_ask, bots_watch, play, seat_generators
from heimlich.spread import Processes, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAME = GAMES["heimlich-co"]
CHUNK = 20  # games
SAMPLED = 0.15  # share of telling decisions after which the belief is compared
HEATS = (1.0, 1.15, 1.3, 1.45, 1.6, 1.8, 2.0, 2.5)
BINS = 20
P_UNIFORM = 0.3  # share of tables at which all bots are of one kind
ROLLOUTS = Budget(rollouts=64)
BOTS = {  # how often each is drawn; those that search take most of the time
    "random": 4,
    "newcomer": 8,
    "casual": 8,
    "careful": 8,
    "bluffer": 8,
    "g1": 4,
    "gu": 4,
    "decoy-30": 4,
    "decoy-60": 4,
    "hider": 4,
    "detective": 3,
    "master": 1,
}
Tally = dict[str, Any]


def game_of(number: int) -> tuple[RulesetName, list[str]]:
    """Draw the rules and the bots of a game."""
    rng = Random(f"calibration {number}")
    edition = rng.choice(list(GAME.editions()))
    variants = tuple(one for one in GAME.editions()[edition] if rng.random() < 0.5)
    name = GAME.limited(RulesetName(edition, variants))
    players = rng.choice(list(GAME.players(GAME.ruleset(name))))
    bots = rng.choices(list(BOTS), list(BOTS.values()), k=players)
    return name, bots[:1] * players if rng.random() < P_UNIFORM else bots


class Listener:
    """Keeps the evidence of a game, and compares the belief with the truth after some decisions."""

    def __init__(self, number: int, rules: RulesetName, bots: list[str], tallies: dict[str, Tally]) -> None:
        self._rng = Random(f"samples {number}")
        self._rules, self._bots, self._tallies = rules, bots, tallies
        self._evidence: Evidence | None = None

    def watch(self, before: State, event: Any, after: State) -> None:
        """Note an event; after some of them, compare."""
        if not (isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe | PlayCard)):
            return
        table = before.table
        if self._evidence is None:
            self._evidence = Evidence(table.players, table.agents)
        self._evidence.note(table, event.seat, event.action)
        self._evidence.look(after.table)
        if self._rng.random() < SAMPLED:
            self._compare(self._evidence, after)

    def _compare(self, evidence: Evidence, state: State) -> None:
        agents, table = state.table.agents, state.table
        truth = np.zeros((len(self._bots), len(agents)), int)
        for seat, own in enumerate(state.secrets.identities):
            truth[seat, [agents.index(agent) for agent in own]] = 1
        if truth.sum() != len(self._bots) + len(evidence.holders):
            return  # a second agent is about to be taken
        belief = belief_of(evidence, None, ())
        late = max(table.points) >= table.rules.target / 2
        groups = ("all", f"edition {self._rules.edition}", f"{len(self._bots)} players", "late" if late else "early")
        for heat in HEATS:
            found = belief.owners(heat)[:-1]
            for group in groups:
                _add(self._tallies, f"{group}|{heat}", found, truth)
            for bot in set(self._bots):
                rows = [seat for seat, name in enumerate(self._bots) if name == bot]
                _add(self._tallies, f"bot {bot}|{heat}", found[rows], truth[rows])


def _add(tallies: dict[str, Tally], key: str, found: Any, truth: Any) -> None:
    """Add rows of seats: pairs of seat and agent by what was said, and the surprise at the truth."""
    tally = tallies.setdefault(key, empty_tally())
    bins = np.minimum(BINS - 1, (found * BINS).astype(int)).ravel()
    for column, values in enumerate((None, truth.ravel(), found.ravel())):
        for row, value in zip(tally["pairs"], np.bincount(bins, values, BINS).tolist(), strict=True):
            row[column] += value
    tally["seats"] += len(found)
    tally["nats"] -= float(np.log(np.maximum(1e-12, np.where(truth, found, 0).max(1))).sum())
    tally["top"] += int(np.take_along_axis(truth, found.argmax(1)[:, None], 1).sum())


def empty_tally() -> Tally:
    """Make a tally: in each bin of what was said the pairs, those that were so, and the sum of what was said."""
    return {"pairs": [[0, 0, 0.0] for _ in range(BINS)], "seats": 0, "nats": 0.0, "top": 0}


class SharedLikelihoods:
    """The likelihoods of the last decision: all who watch a game ask for them, of one and the same table."""

    def __init__(self, work_out: Any) -> None:
        self._work_out = work_out
        self._last: tuple[Any, Any, Any, Any] | None = None

    def __call__(self, table: Any, action: Any, settings: Any) -> Any:
        asked = table, action, settings
        if self._last is None or self._last[0] is not table or self._last[1:3] != asked[1:]:
            self._last = *asked, self._work_out(*asked)
        return self._last[3]


def play_chunk(chunk: int) -> dict[str, Tally]:
    """Play some games, and return their tallies."""
    tallies: dict[str, Tally] = {}
    inside = vars(evidence_module)
    if not isinstance(inside["chances_of"], SharedLikelihoods):
        inside["chances_of"] = SharedLikelihoods(inside["chances_of"])
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        name, names = game_of(number)
        bots = [make_bot(GAME.id, bot) for bot in names]
        listener, show = Listener(number, name, names, tallies), bots_watch(GAME, bots)

        def watch(before: State, event: Any, after: State, listener: Listener = listener, show: Any = show) -> None:
            listener.watch(before, event, after)
            if show is not None:
                show(before, event, after)

        start = GAME.new(GAME.ruleset(name), len(names))
        ask = bots_ask(GAME, bots, seat_generators(number, len(names)), ROLLOUTS)
        play(GAME, start, Seeded(f"calibration {number}"), ask, watch)
    return tallies


def read(file: Path) -> dict[int, dict[str, Tally]]:
    """Read the chunks of a file."""
    rows = [json.loads(row) for row in file.read_text("utf-8").splitlines()] if file.exists() else []
    return {row["chunk"]: row["tallies"] for row in rows}


def play_games(file: Path, games: int, processes: int) -> None:
    """Play what is missing, and append it."""
    done_before = read(file)
    todo = [chunk for chunk in range(games // CHUNK) if chunk not in done_before]
    with spread(play_chunk, todo, Processes(processes)) as results:
        for done, (chunk, tallies) in enumerate(results, 1):
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"chunk": chunk, "tallies": tallies}) + "\n")
            print(f"{done * CHUNK} of {len(todo) * CHUNK} games", flush=True)


def summed(chunks: Mapping[int, dict[str, Tally]]) -> dict[str, Tally]:
    """Add up all chunks."""
    whole: dict[str, Tally] = {}
    for tallies in chunks.values():
        for key, tally in tallies.items():
            kept = whole.setdefault(key, empty_tally())
            for mine, more in zip(kept["pairs"], tally["pairs"], strict=True):
                mine[:] = [one + other for one, other in zip(mine, more, strict=True)]
            for name in ("seats", "nats", "top"):
                kept[name] += tally[name]
    return whole


def error_of(tally: Tally) -> float:
    """Return the mean distance between what is said and what is true, over all pairs, in percentage points."""
    total = sum(count for count, _, _ in tally["pairs"])
    return float(100 * sum(abs(said - true) for _, true, said in tally["pairs"]) / total)


def excess(tally: Tally) -> float:
    """Return by how much more is said than is true, in percentage points, where at least 50 % are said."""
    rows = tally["pairs"][BINS // 2 :]
    count = sum(row[0] for row in rows)
    return float(100 * sum(said - true for _, true, said in rows) / count) if count else 0.0


def figures(file: Path) -> dict[str, Any]:
    """Work out the figures: by group, for the plain belief, the tempered one, and the best heat of this group."""
    from heimlich.analysis.heimlich_co.suspicion import HEAT

    chunks = read(file)
    whole = summed(chunks)
    groups = list(dict.fromkeys(key.partition("|")[0] for key in whole))
    rows: dict[str, Any] = {"games": len(chunks) * CHUNK, "heat": HEAT, "groups": {}}
    for group in sorted(groups):
        by_heat = {heat: whole[f"{group}|{heat}"] for heat in HEATS}
        best = min(HEATS, key=lambda heat: by_heat[heat]["nats"])
        rows["groups"][group] = {
            "seats": by_heat[1.0]["seats"],
            "best_heat": best,
            **{f"heat {heat}": _figures_of(by_heat[heat]) for heat in dict.fromkeys((1.0, HEAT, best))},
        }
    return rows


def _figures_of(tally: Tally) -> dict[str, Any]:
    return {
        "nats": round(tally["nats"] / tally["seats"], 3),
        "top_right": round(100 * tally["top"] / tally["seats"], 1),
        "error": round(error_of(tally), 2),
        "too_sure_by": round(excess(tally), 1),
        "pairs": [
            [round(100 * said / count, 1), round(100 * true / count, 1), count]
            for count, true, said in tally["pairs"]
            if count
        ],
    }


def _points(tally: Tally) -> Iterator[tuple[float, float]]:
    for count, true, said in tally["pairs"]:
        if count >= 50:
            yield 100 * said / count, 100 * true / count


def draw(file: Path, picture: Path) -> None:
    """Draw what is said against what is true: plain, tempered, and for bots that hide."""
    from matplotlib import rc_context

    from heimlich.analysis.heimlich_co.suspicion import HEAT
    from heimlich.lab.pictures import save_panels

    chunks = read(file)
    whole = summed(chunks)
    hiders = ("careful", "bluffer", "hider", "decoy-30", "decoy-60")
    panels = {
        "all games": {"tempered": f"all|{HEAT}", "plain": "all|1.0"},
        "tempered, players that hide or lie": {bot: f"bot {bot}|{HEAT}" for bot in hiders},
        "tempered, other players": {
            bot: f"bot {bot}|{HEAT}" for bot in ("random", "newcomer", "casual", "g1", "gu", "detective", "master")
        },
    }

    def panel(axes: "Axes", curves: dict[str, str]) -> None:
        axes.plot([0, 100], [0, 100], color="#999999", linewidth=0.8)
        for number, (name, key) in enumerate(curves.items()):
            said, true = zip(*_points(whole[key]), strict=True)
            axes.plot(said, true, label=name, **style(number))
        axes.set_xlabel("the observer says, in %")
        axes.set_ylabel("it is so, in %")
        if "plain" not in curves:  # those are below the picture
            axes.legend(fontsize=7, frameon=False)

    title = f"When the observer says 70 %, how often is it right? ({len(chunks) * CHUNK:,} games of mixed bots)"
    with rc_context({"svg.fonttype": "none"}):  # letters as letters: a third of the size
        save_panels(picture, title, panels, panel)


def style(number: int) -> dict[str, Any]:
    """Return a look for the curve with this number."""
    from heimlich.lab import pictures

    return pictures.style(number) | {"markersize": 3}


def main() -> None:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "show", "draw"))
    parser.add_argument("file", type=Path)
    parser.add_argument("picture", type=Path, nargs="?")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    match options.what:
        case "play":
            play_games(options.file, options.games, options.processes)
        case "show":
            print(json.dumps(figures(options.file), indent=1))
        case _:
            draw(options.file, options.picture)


if __name__ == "__main__":
    main()
