"""Makes positions for "What would you do?": `python -m training.heimlich_co.moves --make 60 moves.journal moves.json`.

Games among yardsticks are played, and at each turn the master's network compares the move that looks best (a greedy
player's) with its own first choice. Where they differ much, rollouts decide: few of all moves that somebody may think
of, then many of those that are offered. As rollouts end with the network's opinion, games are also played to the end
from there, which must agree. Of each game, one position is kept at most. The journal keeps every game that is finished,
so the work can be interrupted and resumed. Printed: a line for each position.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.hiding import suspicions
from heimlich.bots.heimlich_co.belief.posterior import Belief, belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1
from heimlich.bots.heimlich_co.greedy import value_of
from heimlich.bots.heimlich_co.options import options_of
from heimlich.bots.heimlich_co.search.candidates import assume, move_candidates, place_safe
from heimlich.bots.heimlich_co.search.rollouts import play_on
from heimlich.bots.heimlich_co.search.rounds import draw_worlds
from heimlich.bots.heimlich_co.value.context import Positions, SearchContext, search_context
from heimlich.bots.heimlich_co.value.win_probabilities import MoveOutcomes, role_of
from heimlich.bots.heimlich_co.yardsticks import GU
from heimlich.bots.registry import make_bot
from heimlich.cases.moves import LEAST_ERRORS, LEAST_GAP, Candidate, Position, PositionFile, company, play_game
from heimlich.chance import Seeded
from heimlich.cli.progress import INTERRUPTED, Progress
from heimlich.game import Budget, Decision
from heimlich.games import GAMES
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import BUILDINGS
from heimlich.games.heimlich_co.notation import read_building
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.journal import Journal
from heimlich.runner import bots_ask, seat_generators
from heimlich.runner import play as play_game_on
from heimlich.sim.heimlich_co.board import board_of, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import Array, moves_of

FORMAT = "heimlich moves 1"
GAME = GAMES["heimlich-co"]
ROLLOUTS = 20_000  # for each candidate that is offered …
FEW = 600  # … and for each that is thought of
BATCH = 1_000  # worlds at once
OFFERED, FEWEST = 5, 4  # moves, at most and at least
ROUNDS = (2, 3, 4, 5, 6, 7, 8)  # that are over at least, of one game after the other
HINT = 0.04  # by which the network prefers its own choice, where rollouts are worth their time
WORSE = 0.01  # than the best one is every other move that is offered
HOPELESS, DECIDED = 0.08, 0.95  # positions in which the best move wins less often, or more often, are no problem
LARGEST_GAP = 0.25  # a larger one is no problem either
SIMPLE = 3  # agents that a move has walk, at most …
ENDS = 200  # games played to the end after the best move, and as many after the one that looks best
PLAIN = 2  # … and the one that looks best


class Spot(NamedTuple):
    """A turn that has begun, as its player sees it."""

    state: Any
    view: View
    keeper: EvidenceKeeper
    context: SearchContext
    belief: Belief

    @property
    def table(self) -> Table:
        """The public part."""
        return self.view.table


class Findings(NamedTuple):
    """The findings of rollouts about some moves: [worlds, moves]; markers are those at the own next turn."""

    wins: Array
    own: Array  # the marker of the own agent
    rival: Array  # the best marker of all agents that others own in this world


def make_position(number: int, rollouts: int = ROLLOUTS) -> Position | None:
    """Find a position in the game of this number; None if it has none."""
    keeper, moment, rounds = EvidenceKeeper(BELIEF_1), 0, ROUNDS[number % len(ROUNDS)]
    for step in play_game(number):
        keeper.watch(GAME.view(step.before, None), GAME.seen(step.before, step.event, step.after, None))
        moment += isinstance(step.event, Decision)
        table = step.after.table
        if table.result is not None:
            return None
        if table.phase is not Phase.MOVE or table.turn <= rounds * table.players or GAME.chance(step.after):
            continue
        found = judge_spot(number, moment, spot_of(step.after, keeper), rollouts)
        if found is not None:
            return found
    return None


def spot_of(state: Any, keeper: EvidenceKeeper) -> Spot:
    """Look at a state with the eyes of the seat that has to move."""
    seat = state.table.seat
    view = GAME.view(state, seat)
    belief = belief_of(keeper.at(state.table), seat, view.agents)
    return Spot(state, view, keeper, search_context(state.table, seat), belief)


def judge_spot(number: int, moment: int, spot: Spot, rollouts: int) -> Position | None:
    """Turn a spot into a position, if it keeps the bars."""
    rng = np.random.default_rng([number, moment])
    best = move_candidates(spot.context, spot.table, spot.belief, rng)
    looks, value = looks_best(spot, rng)
    if not HINT <= best.values[0] - value <= LARGEST_GAP or not HOPELESS < best.values[0] < DECIDED:
        return None
    if len(looks.steps) > PLAIN:
        return None
    thought = _unique([looks, *best.actions, *_plain_moves(spot)])
    start, _ = outcomes(spot, thought, rng)
    few = play(spot, start, FEW, rng).wins.mean(0)
    if few.max() - few[0] < WORSE + LEAST_GAP / 10_000:
        return None
    actions = sorted((thought[index] for index in _offered(thought, few)), key=str)
    if len(actions) < FEWEST or len(thought[int(np.argmax(few))].steps) > SIMPLE:
        return None
    start, safes = outcomes(spot, actions, rng)
    found = play(spot, start, rollouts, rng)
    blank = Position(number, moment, spot.table.seat, spot.view.agents[0], 0, 0, 0, (0, 0), 0, 0, ())
    return _put_together(blank, spot, actions, looks, safes, found)


def looks_best(spot: Spot, rng: np.random.Generator) -> tuple[MoveAgents, float]:
    """The move that a greedy player takes; of several, the one that wins most often by the network. And how often."""
    actions = [action for action in GAME.legal_actions(spot.view) if isinstance(action, MoveAgents)]
    values = [value_of(spot.view, action) for action in actions]
    equal = [action for action, value in zip(actions, values, strict=True) if value == max(values)]
    wins = network_values(spot, equal, rng)
    first = int(np.argmax(wins))
    return equal[first], float(wins[first])


class Outcomes(NamedTuple):
    """The outcomes of all moves, and where some of them stand in that."""

    all: MoveOutcomes
    rows: Array
    scores: Array  # [rows]


def _outcomes(spot: Spot, actions: Sequence[MoveAgents]) -> Outcomes:
    table = spot.table
    totals, agents, most = move_terms(table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(board_rules(table.rules), board_of(table), moves)
    options = options_of(table, actions[0])
    assert options is not None
    rows = np.array([options.index(action) for action in actions])
    return Outcomes(MoveOutcomes(spot.context, table, moves, ahead), rows, ahead.scores[0][rows])


def network_values(spot: Spot, actions: Sequence[MoveAgents], rng: np.random.Generator) -> Array:
    """[moves]: win probabilities by the network."""
    found = _outcomes(spot, actions)
    assumed, weights, _ = assume(spot.context, board_of(spot.table), spot.belief, rng)
    values: Array = weights @ found.all.under(assumed, found.rows)
    return values


def outcomes(spot: Spot, actions: Sequence[MoveAgents], rng: np.random.Generator) -> tuple[Positions, list[str | None]]:
    """The positions after these moves; after a scoring with the safe in its best place. And that place."""
    found = _outcomes(spot, actions)
    assumed, weights, _ = assume(spot.context, board_of(spot.table), spot.belief, rng)
    after = found.all.after(found.rows)
    moved = found.scores & ~found.all.ends[found.rows]
    role = role_of(spot.context, assumed, board_of(spot.table))
    place_safe(spot.context, after, np.flatnonzero(moved), role, weights)
    places = [BUILDINGS[int(place)] for place in after.board.safe]
    return after, [place if goes else None for place, goes in zip(places, moved, strict=True)]


def play(spot: Spot, start: Positions, rollouts: int, rng: np.random.Generator) -> Findings:
    """Play on from each of these positions, in the same worlds."""
    me, mine = spot.context.me, spot.table.agents.index(spot.view.agents[0])
    found = []
    for done in range(0, rollouts, BATCH):
        worlds = draw_worlds(spot.belief, min(BATCH, rollouts - done), rng).played_for(me, mine)
        shape = (len(worlds.owners), len(start.reached))
        marks = np.zeros((shape[0] * shape[1], len(spot.table.agents)))
        wins = play_on(spot.context, start, worlds, rng, marks)
        each = marks.reshape(*shape, -1)
        rivals = np.take_along_axis(each, np.delete(worlds.owners, me, 1)[:, None], 2).max(2)
        found.append(Findings(wins, each[..., mine], rivals))
    return Findings(*map(np.concatenate, zip(*found, strict=True)))


def _plain_moves(spot: Spot) -> list[MoveAgents]:
    """Moves that people think of: GU's, and the whole roll for one agent."""
    actions = [action for action in GAME.legal_actions(spot.view) if isinstance(action, MoveAgents)]
    chosen = GU().choose(spot.view, actions, Budget(), Random(0))
    assert isinstance(chosen, MoveAgents)
    return [chosen, *(action for action in actions if len(action.steps) == 1)]


def _unique(actions: Sequence[Any]) -> list[MoveAgents]:
    return list(dict.fromkeys(action for action in actions if isinstance(action, MoveAgents)))


def _offered(actions: Sequence[MoveAgents], wins: Array) -> list[int]:
    """The best move, the one that looks best (the first), and the best of the others that are simple, worse and new."""
    best = int(np.argmax(wins))
    kept = [best, 0]
    for index in map(int, np.argsort(-wins, kind="stable")):
        move, clear = actions[index], wins[index] <= wins[best] - 1.5 * WORSE
        if clear and len(move.steps) <= SIMPLE and all(_is_new(move, actions[other]) for other in kept):
            kept.append(index)
    return kept[:OFFERED]


def _is_new(move: MoveAgents, other: MoveAgents) -> bool:
    """Tell whether at least half of the steps go elsewhere."""
    mine, theirs = dict(move.steps), dict(other.steps)
    same = sum(min(count, theirs.get(agent, 0)) for agent, count in mine.items())
    return 2 * same <= sum(mine.values())


def _put_together(
    blank: Position,
    spot: Spot,
    actions: Sequence[MoveAgents],
    looks: MoveAgents,
    safes: Sequence[str | None],
    found: Findings,
) -> Position | None:
    """Fill a position in; None if it does not keep the bars."""
    wins = found.wins.mean(0)
    best, seems = int(np.argmax(wins)), actions.index(looks)
    gap, error = _mean(found.wins[:, best] - found.wins[:, seems])
    close = np.delete(wins, best).max() > wins[best] - WORSE
    fits = max(LEAST_GAP, LEAST_ERRORS * error) <= gap <= 10_000 * LARGEST_GAP
    if not fits or close or not HOPELESS < wins[best] < DECIDED:
        return None
    played = tuple(play_to_the_end(blank.game, spot.state, actions[one], safes[one]) for one in (best, seems))
    if 100 * (played[0] - played[1]) < LEAST_GAP:
        return None
    moves = tuple(_candidates(spot, actions, safes, found))
    own = spot.table.agents.index(blank.agent)
    before = belief_of(spot.keeper.at(spot.table), None, ()).owners()[blank.seat, own]
    return msgspec.structs.replace(
        blank,
        suspicion=round(100 * before),
        gap=gap,
        gap_error=error,
        played=played,
        best=best,
        looks=seems,
        moves=moves,
    )


def play_to_the_end(number: int, state: Any, action: MoveAgents, safe: str | None) -> int:
    """The percentage of games that the seat wins after a move, if it plays on as GU, and the others as they are."""
    seat, (bots, _), won = state.table.seat, company(number), 0.0
    bots[seat] = "gu"
    start = GAME.apply(state, Decision(seat, action))
    if safe is not None:
        start = GAME.apply(start, Decision(seat, MoveSafe(read_building(safe))))
    for dice in range(ENDS):
        ask = bots_ask(GAME, [make_bot(GAME.id, bot) for bot in bots], seat_generators(f"{number} {dice}", len(bots)))
        final = play_game_on(GAME, start, Seeded(f"{number} {dice}"), ask)
        outcome = GAME.outcome(final)
        assert outcome is not None
        won += (seat in outcome.winners) / max(1, len(outcome.winners))
    return round(100 * won / ENDS)


def _mean(wins: Array) -> tuple[int, int]:
    """The mean of some probabilities and its standard error, in hundredths of a percent."""
    return round(10_000 * wins.mean()), round(10_000 * wins.std() / np.sqrt(len(wins)))


def _candidates(
    spot: Spot, actions: Sequence[MoveAgents], safes: Sequence[str | None], found: Findings
) -> Iterator[Candidate]:
    """Write down what was found about each move."""
    table = spot.table
    own = table.agents.index(spot.view.agents[0])
    options = options_of(table, actions[0])
    assert options is not None
    seen = suspicions(spot.keeper.at(table), options, table.seat)[:, own]
    leads = (found.own - found.rival).mean(0)
    gains = found.own.mean(0) - table.points[own]
    for index, (action, safe) in enumerate(zip(actions, safes, strict=True)):
        win, error = _mean(found.wins[:, index])
        told = round(100 * seen[options.index(action)])
        yield Candidate(str(action), safe, win, error, round(10 * gains[index]), round(10 * leads[index]), told)


def main(words: Sequence[str]) -> int:
    """Make positions."""
    parser = argparse.ArgumentParser(description="Make positions for 'What would you do?'.")
    parser.add_argument("journal", type=Path, help="keeps finished games, and resumes from there")
    parser.add_argument("file", type=Path, help="the data file to write")
    parser.add_argument("--make", type=int, default=60, metavar="N", help="positions (default 60)")
    parser.add_argument("--first", type=int, default=0, metavar="GAME", help="the number of the first game (default 0)")
    options = parser.parse_args(words)
    journal = Journal(options.journal, {"format": FORMAT, "rollouts": ROLLOUTS}, "making of positions")
    known: dict[int, Position | None] = {
        number: None if made is None else msgspec.convert(made, Position) for number, made in journal.pieces
    }
    kept: list[Position] = []
    number = options.first
    try:
        with Progress(options.make, "positions") as progress:
            while len(kept) < options.make:
                if number not in known:
                    known[number] = make_position(number)
                    journal.add([number, msgspec.to_builtins(known[number])])
                made = known[number]
                number += 1
                if made is not None:
                    kept.append(made)
                    progress.add()
                    print(_line(made), flush=True)
    except KeyboardInterrupt:
        return INTERRUPTED
    write_file(options.file, PositionFile(FORMAT, ROLLOUTS, tuple(kept)))
    return 0


def _line(made: Position) -> str:
    best, looks = made.moves[made.best], made.moves[made.looks]
    return (
        f"game {made.game} at {made.moment}: {best.move} {best.win / 100:.1f} %, {looks.move} {looks.win / 100:.1f} %"
    )


def write_file(path: Path, made: PositionFile) -> None:
    """Write a data file, a position a line."""
    lines = ",\n".join(msgspec.json.encode(one).decode() for one in made.positions)
    head = msgspec.json.encode({"format": made.format, "rollouts": made.rollouts}).decode()[:-1]
    path.write_text(f'{head},"positions":[\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
