"""Problems of the day: real decisions, legal moves, and answers that hold when they are worked out anew."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from training.heimlich_co import moves as making

from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1
from heimlich.bots.heimlich_co.greedy import value_of
from heimlich.cases.calendar import MOVE, CaseName, read_name
from heimlich.cases.moves import (
    FILES,
    LEAST_ERRORS,
    LEAST_GAP,
    Position,
    PositionFile,
    Problem,
    facts_of,
    make_problem,
    play_until,
    position_of,
    read_file,
)
from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.games import GAMES
from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.notation import parse_action, read_building
from heimlich.games.heimlich_co.state import Phase
from heimlich.record import read_record, replay
from heimlich.server.table.afterwards.moves import MoveAnswer, check_answer, shown, solution
from tests.soak import count

GAME = GAMES["heimlich-co"]
LARGEST_FILE = 150 * 1024
POSITIONS = read_file(FILES[1]).positions


def test_the_file_is_small_and_its_positions_keep_their_bars() -> None:
    path = Path(making.__file__).parents[2] / "src" / "heimlich" / "cases" / "data" / FILES[1]
    assert path.stat().st_size <= LARGEST_FILE
    assert len(json.loads(path.read_text(encoding="utf-8"))["positions"]) == len(POSITIONS) == 60
    assert len({position.game for position in POSITIONS}) == len(POSITIONS)
    for position in POSITIONS:
        wins = [one.win for one in position.moves]
        offered = [one.move for one in position.moves]
        assert 4 <= len(set(offered)) == len(offered) <= 6
        assert offered == sorted(offered)  # the order tells nothing
        assert wins.index(max(wins)) == position.best != position.looks
        assert position.gap >= max(LEAST_GAP, LEAST_ERRORS * position.gap_error)
        assert abs(position.gap - (wins[position.best] - wins[position.looks])) <= 1
        assert 100 * (position.played[0] - position.played[1]) >= LEAST_GAP


@pytest.mark.parametrize("index", range(len(POSITIONS)))
def test_a_position_is_a_real_decision_and_the_greedy_move_is_the_greedy_one(index: int) -> None:
    position = POSITIONS[index]
    _, state = play_until(position)
    table, view = state.table, GAME.view(state, position.seat)
    assert (table.phase, table.seat, GAME.chance(state)) == (Phase.MOVE, position.seat, None)
    assert view.agents == (position.agent,)
    values = {str(action): value_of(view, action) for action in GAME.legal_actions(view)}
    assert values.keys() >= {one.move for one in position.moves}
    assert values[position.moves[position.looks].move] == max(values.values())
    for one in position.moves:
        facts = facts_of(table, position.agent, one)
        assert (one.safe is not None) == (facts.scores and not facts.ends)
        assert facts.scores or not facts.points
        if one.safe is not None:
            after = GAME.apply(state, Decision(position.seat, parse_action(one.move)))
            places = {str(action) for action in GAME.legal_actions(GAME.view(after, position.seat))}
            assert f"safe {one.safe}" in places
            gained = zip(table.agents, after.table.points, table.points, strict=True)
            assert facts.points == tuple((agent, new - old) for agent, new, old in gained if new != old)
            assert facts.ahead == (read_building(one.safe) - after.table.place(position.agent)) % 12


@pytest.mark.parametrize("index", range(count(2, 20)))
def test_the_best_move_is_the_better_one_when_it_is_worked_out_anew(index: int) -> None:
    """By other dice, and a tenth of the rollouts."""
    position = POSITIONS[index]
    spot = spot_at(position)
    rng = np.random.default_rng(index)
    both = [parse_action(position.moves[one].move) for one in (position.best, position.looks)]
    actions = [action for action in both if isinstance(action, MoveAgents)]
    start, _ = making.outcomes(spot, actions, rng)
    best, looks = making.play(spot, start, making.ROLLOUTS // 10, rng).wins.mean(0)
    assert best > looks
    assert abs(10_000 * (best - looks) - position.gap) < 200


def spot_at(position: Position) -> making.Spot:
    """The position as its player sees it."""
    record, state = play_until(position)
    keeper = EvidenceKeeper(BELIEF_1)
    for step in replay(record, GAME):
        keeper.watch(GAME.view(step.before, None), GAME.seen(step.before, step.event, step.after, None))
    return making.spot_of(state, keeper)


def test_each_day_has_its_position_and_they_come_again() -> None:
    first = [position_of(number) for number in range(1, len(POSITIONS) + 1)]
    assert first == list(POSITIONS)
    assert position_of(len(POSITIONS) + 1) == POSITIONS[0]
    assert read_name("2026-01-02", MOVE) == CaseName(2, MOVE)


def test_a_problem_shows_nothing_that_its_player_may_not_know() -> None:
    """Two games that differ in nothing but who else owns whom are the same problem, to the last byte."""
    for number in range(1, 4):
        problem = make_problem(CaseName(number, MOVE))
        other = problem._replace(record=read_record(deal_otherwise(problem), GAMES))
        assert other.record != problem.record
        text = msgspec.json.encode(shown(problem))
        assert msgspec.json.encode(shown(other)) == text
        mine = problem._replace(record=read_record(deal_otherwise(problem, own=True), GAMES))
        assert msgspec.json.encode(shown(mine)) != text


def deal_otherwise(problem: Problem, *, own: bool = False) -> str:
    """The record with other owners: of all other seats, or of this one."""
    table, seat, text = problem.state.table, problem.position.seat, str(problem.record)
    dealt = re.findall(r"\nidentity (\d+) (\w+)(?=\n)", text)
    taken = [agent for _, agent in dealt]
    free = [agent for agent in map(str, table.agents) if agent not in taken]
    for who, agent in dealt:
        if (int(who) - 1 == seat) == own and free:
            text = text.replace(f"\nidentity {who} {agent}\n", f"\nidentity {who} {free.pop()}\n", 1)
    return text


def test_the_solution_is_of_the_position_and_nonsense_is_refused() -> None:
    problem = make_problem(CaseName(1, MOVE))
    truth = solution(problem)
    assert [one.win for one in truth.moves] == [one.win for one in problem.position.moves]
    check_answer(MoveAnswer(truth.best), truth)
    with pytest.raises(HeimlichError, match="moves to choose from"):
        check_answer(MoveAnswer(len(truth.moves)), truth)


def test_the_making_can_be_interrupted_and_resumes(tmp_path: Path) -> None:
    journal, file = tmp_path / "journal", tmp_path / "moves.json"
    command = [sys.executable, "-m", "training.heimlich_co.moves", str(journal), str(file), "--make"]
    with subprocess.Popen([*command, "9999"], stdout=subprocess.PIPE, text=True) as long:
        assert long.stdout is not None
        first = long.stdout.readline()
        long.send_signal(signal.SIGINT)
        assert long.wait(60) == 130
    assert first.startswith("game ")
    assert not file.exists()
    kept = journal.read_text()
    done = subprocess.run([*command, "1"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == first
    assert journal.read_text() == kept
    (made,) = msgspec.json.decode(file.read_bytes(), type=PositionFile).positions
    assert made.gap >= LEAST_GAP
