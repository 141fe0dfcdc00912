"""Games whose decisions are searched, for searched.py: what each decision chose among, and what that is worth.

Every player knows all owners, as networks are trained. A seat that searches plays its best candidates on, to its own
next turn and one turn beyond, in which everybody who searches replies by the network. At some tables others are gus,
so that a network does not forget how to play against them. The rules decide what is possible and what comes of it.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from heimlich import GAMES, Seeded
from heimlich.bots.heimlich_co.population.personas import TRAINED_TABLES
from heimlich.bots.heimlich_co.population.players import odd
from heimlich.bots.heimlich_co.search.candidates import CANDIDATES, Candidates, move_candidates, safe_candidates
from heimlich.bots.heimlich_co.search.rollouts import play_on
from heimlich.bots.heimlich_co.search.rounds import draw_worlds
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Assumptions, Kind
from heimlich.bots.heimlich_co.value.context import SearchContext, search_context
from heimlich.bots.heimlich_co.value.network import Network
from heimlich.bots.heimlich_co.value.win_probabilities import role_of
from heimlich.bots.registry import make_bot
from heimlich.game import Bot, Budget, Decision
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import Phase, Table
from heimlich.runner import draw_until_decision
from heimlich.sim.heimlich_co.board import board_of
from training.heimlich_co.games import MOST_TURNS
from training.heimlich_co.responses import Told

GAME = GAMES["heimlich-co"]
Array = np.ndarray[Any, Any]
FEWEST = 6  # worlds, however many candidates share the rollouts
GU_SEATS = 0.75  # of the others at a table with gus; there is one at least
OPENING = 8  # turns at the start that are drawn, at most: games differ from there on
STANDOFF = 0.5  # fair shares: what a game is worth that is not over after MOST_TURNS turns


class Plan(NamedTuple):
    """How games are played."""

    rules: Ruleset
    players: int
    net: Network
    rollouts: int  # of all candidates of a decision together
    beyond: int  # turns from the own next one on, in rollouts
    gu_tables: float  # the share of the tables at which others are gus
    heat: float  # noise in what is chosen, in win probability, so that it explores


class Decisions(NamedTuple):
    """Searched decisions, one a row, each with CANDIDATES columns, of which some may be empty."""

    game: Array  # [rows]: its number
    places: Array  # [rows, candidates, agents]
    points: Array  # [rows, candidates, agents]
    safe: Array  # [rows, candidates]
    role: Array  # [rows, agents]: what each agent is to the seat that decides, when the next seat rolls
    live: Array  # [rows, candidates]: the column is used, and the game goes on
    known: Array  # [rows, candidates]: the win probability by the network
    found: Array  # [rows, candidates]: the mean of the rollouts
    worlds: Array  # [rows]: rollouts of each candidate
    chosen: Array  # [rows]: the candidate that was played
    won: Array  # [rows]: the share of the win that the seat had in the end

    def take(self, rows: Array) -> "Decisions":
        """Some of the rows."""
        return Decisions(*(part[rows] for part in self))


class Known(Told):
    """A belief that is certain of the owners, and of what kind of player each seat is."""

    def __init__(self, owners: Sequence[int], kinds: Sequence[int]) -> None:
        super().__init__(owners)
        self._kinds = np.array([kinds])

    def assume(self, number: int, rng: np.random.Generator) -> tuple[Assumptions, Any]:
        """The one assumption that is true."""
        assumed, weights = super().assume(number, rng)
        return assumed._replace(kinds=self._kinds), weights


class Look(NamedTuple):
    """What a search found: the candidates, their role, and the mean of their rollouts."""

    candidates: Candidates
    role: Array  # [agents]
    means: Array  # [candidates]
    worlds: int

    def choose(self, heat: float, rng: np.random.Generator) -> int:
        """The best by network and rollouts together, as a mean of few rollouts is noisy; now and then another."""
        value = (self.candidates.values + self.means) / 2
        return int((value + heat * rng.gumbel(size=len(value))).argmax())


def look(plan: Plan, table: Table, belief: Known, rng: np.random.Generator) -> Look:
    """Search the decision of the seat whose turn it is; all candidates meet the same dice."""
    context: SearchContext = search_context(table, table.seat)
    context = context._replace(net=plan.net, sharp=True, beyond=plan.beyond)
    choose = move_candidates if table.phase is Phase.MOVE else safe_candidates
    found = choose(context, table, belief, rng)
    worlds = draw_worlds(belief, max(FEWEST, plan.rollouts // len(found.actions)), rng)
    wins = play_on(context, found.after, worlds, rng)
    return Look(found, role_of(context, worlds.take(slice(1)), board_of(table))[0], wins.mean(0), len(wins))


def play_game(plan: Plan, seed: int, number: int) -> Decisions:
    """Play a game; its decisions, without those of the opening and of gus."""
    rng, source = np.random.default_rng([seed, number]), Seeded(f"{seed} {number}")
    kinds = draw_kinds(plan, rng)
    bots = [make_gu(kind) for kind in kinds]
    opening, found, luck = rng.integers(OPENING + 1), [], Random(f"{seed} {number}")
    state: Any = GAME.new(plan.rules, plan.players)
    while True:
        for step in draw_until_decision(GAME, state, source):
            state = step.after
        table = state.table
        if table.result is not None or table.turn > MOST_TURNS:
            break
        bot = bots[table.seat]
        if bot or table.turn <= opening:
            view = GAME.view(state, table.seat)
            actions = GAME.legal_actions(view)
            action = bot.choose(view, actions, Budget(), luck) if bot else luck.choice(actions)
        else:
            owners = [table.agents.index(GAME.view(state, each).agents[0]) for each in range(plan.players)]
            looked = look(plan, table, Known(owners, kinds), rng)
            chosen = looked.choose(plan.heat, rng)
            action = looked.candidates.actions[chosen]
            found.append((table.seat, looked, chosen))
        state = GAME.apply(state, Decision(table.seat, action))
    outcome = GAME.outcome(state)
    shares = outcome.shares if outcome else [STANDOFF / plan.players] * plan.players
    agents = len(state.table.agents)
    rows = [row_of(number, looked, chosen, shares[seat]) for seat, looked, chosen in found]
    return joined(rows) if rows else Decisions(*(part[:0] for part in empty_row(number, agents)))


def draw_kinds(plan: Plan, rng: np.random.Generator) -> list[int]:
    """What kind of player sits where: `Kind.STRONG` for those who search, of whom there is one at least."""
    kinds = np.full(plan.players, int(Kind.STRONG))
    if rng.random() < plan.gu_tables:
        others = rng.permutation(plan.players)[1:]
        gus = others[(rng.random(len(others)) < GU_SEATS) | (others == others[0])]
        tables = rng.integers(TRAINED_TABLES, size=len(gus))
        kinds[gus] = np.where(tables, LOOSE_GU + tables, Kind.GU)
    return [int(kind) for kind in kinds]


def make_gu(kind: int) -> Bot[Any, Any] | None:
    """The bot that plays as a kind of gu; None for those who search."""
    if kind == Kind.STRONG:
        return None
    return make_bot(GAME.id, "gu") if kind == Kind.GU else odd(f"gu-{kind - LOOSE_GU}")


# Rows


def empty_row(number: int, agents: int) -> Decisions:
    """A decision without candidates."""
    cells, wide = np.zeros((1, CANDIDATES), np.int8), np.zeros((1, CANDIDATES, agents), np.int8)
    values, one = np.zeros((1, CANDIDATES), np.float32), np.zeros(1, np.int16)
    live, role = np.zeros((1, CANDIDATES), bool), np.zeros((1, agents), np.int8)
    return Decisions(
        np.array([number]), wide, wide, cells, role, live, values, values, one, one, np.zeros(1, np.float32)
    )


def row_of(number: int, looked: Look, chosen: int, won: float) -> Decisions:
    """A decision that was searched."""
    found, board = looked.candidates, looked.candidates.after.board
    size, blank = len(found.actions), empty_row(number, board.places.shape[1])

    def filled(part: Array, values: Any) -> Array:
        full = part.copy()
        full[0, :size] = values
        return full

    return blank._replace(
        places=filled(blank.places, board.places),
        points=filled(blank.points, np.minimum(board.points, 100)),
        safe=filled(blank.safe, board.safe),
        role=looked.role[None].astype(np.int8),
        live=filled(blank.live, ~found.after.reached),
        known=filled(blank.known, found.values),
        found=filled(blank.found, looked.means),
        worlds=np.array([looked.worlds], np.int16),
        chosen=np.array([chosen], np.int16),
        won=np.array([won], np.float32),
    )


def joined(rows: Sequence[Decisions]) -> Decisions:
    """The rows of all of them."""
    return Decisions(*(np.concatenate(parts) for parts in zip(*rows, strict=True)))


# Files


def write_decisions(folder: Path, name: str, first: int, end: int, found: Decisions) -> None:
    """Write the decisions of the games from `first` to just before `end`."""
    fresh = folder / f"{name}.new.npz"
    np.savez_compressed(fresh, **found._asdict())
    fresh.replace(folder / f"{name}-games-{first:06}-{end:06}.npz")


def next_game(folder: Path, name: str) -> int:
    """The number of the first game that is in no file."""
    return max((int(path.stem.rsplit("-", 1)[1]) for path in folder.glob(f"{name}-games-*.npz")), default=0)


def read_decisions(folder: Path, name: str) -> Decisions:
    """The decisions of all games in a folder, whatever their tag."""
    found = []
    for path in sorted(folder.glob(f"{name}*-games-*.npz")):
        with np.load(path) as arrays:
            found.append(Decisions(**arrays))
    return joined(found)
