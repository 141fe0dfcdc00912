"""Measures best responses against players who search.

    OPENBLAS_NUM_THREADS=1 python -m training.heimlich_co.responses champion:20ms 2 FILE

A best response was fitted against networks that do not search, with all owners known (`league.py`). Here it takes each
seat in turn at a table of another bot, and decides by its network alone. It is told who owns which agent, which no
player may know: so what it wins is more than any player can win by going by this network. With `--honest` it concludes
the owners from play, as the detective does. One line of JSON: its win share in %, the 95 % interval by deal, the games,
and a fair share.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heimlich import GAMES, Seeded
from heimlich.arena.standings import mean_of
from heimlich.bots.heimlich_co.belief.posterior import Belief, belief_of
from heimlich.bots.heimlich_co.players.detective import Detective, find_candidates
from heimlich.bots.heimlich_co.players.versions import VERSION_1
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind
from heimlich.bots.heimlich_co.value.context import search_context
from heimlich.bots.heimlich_co.value.network import Network, network_of
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.bots.registry import make_bot
from heimlich.bots.words import read_bot
from heimlich.game import Bot, Budget, Decision, RulesetName, Seat
from heimlich.games.heimlich_co.state import View
from heimlich.runner import NO_BUDGET, bots_watch, play, seat_generators

GAME = GAMES["heimlich-co"]
Owners = Callable[[], Sequence[int]]  # the agent of each seat, by its index


class Told(Belief):
    """A belief that is certain: every seat owns the agent that it was told, and is a strong player."""

    def __init__(self, owners: Sequence[int]) -> None:
        self._owners = np.array([owners])

    def assume(self, number: int, rng: np.random.Generator) -> tuple[Assumptions, Any]:  # noqa: ARG002
        """The one assumption that is true."""
        kinds = np.full_like(self._owners, Kind.STRONG)
        return Assumptions(self._owners, kinds, np.zeros((1, 0), np.int64), ()), np.ones(1)


class Response(Detective):
    """Decides by the network of a best response; told the owners, or concluding them from play."""

    name = "response"
    version = VERSION_1

    def __init__(self, net: Network, owners: Owners | None = None) -> None:
        super().__init__()
        self._net, self._owners = net, owners

    def choose(self, view: View, actions: Sequence[Any], budget: Budget, rng: Any) -> Any:  # noqa: ARG002
        """The decision with the best win probability by the network."""
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None
        belief: Belief
        if self._owners:
            belief = Told(self._owners())
        else:
            belief = belief_of(self._keeper.at(view.table), view.seat, view.agents)
        context = search_context(view.table, view.seat)._replace(net=self._net)
        return find_candidates(context, view, actions, belief, np.random.default_rng(rng.getrandbits(63))).actions[0]


def read_response(path: Path) -> Network:
    """The network in a file."""
    with path.open("rb") as stream:
        return network_of(read_arrays(stream))


def share_of(net: Network, opponent: str, players: int, seat: Seat, seed: str, *, honest: bool) -> float:
    """Play one game; return the response's share of the win."""
    name, budget = read_bot(opponent, NO_BUDGET)
    state: Any = GAME.new(GAME.ruleset(RulesetName("rio-grande")), players)
    latest = [state]

    def owners() -> list[int]:
        now = latest[0]
        return [now.table.agents.index(GAME.view(now, each).agents[0]) for each in range(players)]

    response: Bot[Any, Any] = Response(net, None if honest else owners)
    bots = [response if each == seat else make_bot(GAME.id, name) for each in range(players)]
    rngs, show = seat_generators(f"{seed} {seat}", players), bots_watch(GAME, bots)

    def ask(now: Any, seats: Sequence[Seat]) -> Decision[Any]:
        latest[0], (who, *_) = now, seats
        view = GAME.view(now, who)
        return Decision(who, bots[who].choose(view, GAME.legal_actions(view), budget, rngs[who]))

    outcome = GAME.outcome(play(GAME, state, Seeded(seed), ask, show))
    assert outcome is not None
    return float(outcome.shares[seat])


def main(words: Sequence[str] | None = None) -> None:
    """Play, and print what the response wins."""
    parser = argparse.ArgumentParser(description="Measure a best response against players who search.")
    parser.add_argument("opponent", help="a bot and its budget: champion:20ms")
    parser.add_argument("players", type=int)
    parser.add_argument("file", type=Path, help="the network; {players} is filled in")
    parser.add_argument("--honest", action="store_true", help="it is not told the owners")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0, help="begin no new deal after this time")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(words)
    net = read_response(Path(str(options.file).format(players=options.players)))
    until, deals = time.monotonic() + (options.seconds or 1e9), []
    for deal in range(options.deals):
        if time.monotonic() > until:
            break
        won = [
            share_of(net, options.opponent, options.players, seat, f"{options.seed} {deal}", honest=options.honest)
            for seat in range(options.players)
        ]
        deals.append(sum(won) / options.players)
    found = mean_of(deals)
    line = {"opponent": options.opponent, "players": options.players, "honest": options.honest}
    line |= {"wins": round(100 * found.value, 1), "margin": round(100 * found.margin, 1)}
    line |= {"games": len(deals) * options.players, "fair": round(100 / options.players, 1)}
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
