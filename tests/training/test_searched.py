"""Policy iteration by search: what is recorded is what the rules say, calls go on, and a fit follows what was found."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.heimlich_co import searched, searched_tables
from training.heimlich_co.searched_games import (
    GAME,
    Decisions,
    Known,
    Plan,
    draw_kinds,
    look,
    make_gu,
    read_decisions,
    row_of,
    write_decisions,
)

from heimlich import RulesetName, Seeded
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind
from heimlich.bots.heimlich_co.value.network import Network, network, network_of
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.game import Decision
from heimlich.games.heimlich_co.actions import MoveSafe
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from heimlich.games.heimlich_co.state import Phase
from heimlich.runner import draw_until_decision
from tests.tables import HEIMLICH, Case

# A near target, so that games end.
SHORT = Case(HEIMLICH, RulesetName("rio-grande", (), (("target", "14"),)), 2).rules


def _plan(net: Network, gu_tables: float = 0.0) -> Plan:
    return Plan(SHORT, 2, net, rollouts=32, beyond=1, gu_tables=gu_tables, heat=0.004)


def _next_decision(state: Any, source: Seeded) -> Any:
    for step in draw_until_decision(GAME, state, source):
        state = step.after
    return state


def test_what_is_recorded_of_a_candidate_is_what_the_rules_make_of_it() -> None:
    """Moves with and without a scoring, places for the safe, and moves that end the game."""
    plan, rng, source = _plan(network("rio-grande", 2, 3)), np.random.default_rng(1), Seeded(1)
    state, seen = _next_decision(GAME.new(SHORT, 2), source), set()
    while GAME.outcome(state) is None:
        table, seat = state.table, state.table.seat
        owners = [table.agents.index(GAME.view(state, each).agents[0]) for each in range(2)]
        looked = look(plan, table, Known(owners, [Kind.STRONG] * 2), rng)
        row = row_of(5, looked, 0, 0.5)
        assert row.role[0, owners[seat]] == 2, "the own agent, of the seat that moves last of the two"
        for index, action in enumerate(looked.candidates.actions):
            after = GAME.apply(state, Decision(seat, action))
            scores, outcome = after.table.phase is Phase.SAFE, GAME.outcome(after)
            over = outcome is not None
            if scores:
                after = GAME.apply(after, Decision(seat, MoveSafe(int(row.safe[0, index]))))
            assert tuple(row.places[0, index]) == after.table.places
            assert tuple(row.points[0, index]) == after.table.points
            assert over or row.safe[0, index] == after.table.safe
            assert row.live[0, index] != over
            assert outcome is None or row.found[0, index] == outcome.shares[seat]
            seen.add((table.phase, scores, over))
        assert not row.live[0, len(looked.candidates.actions) :].any()
        state = _next_decision(GAME.apply(state, Decision(seat, looked.candidates.actions[0])), source)
    assert len(seen) == 4


def test_at_some_tables_others_are_gus() -> None:
    rng, net = np.random.default_rng(1), network("rio-grande", 2, 3)
    tables = [draw_kinds(_plan(net, 1.0)._replace(players=4), rng) for _ in range(50)]
    assert all(Kind.STRONG in kinds and max(kinds) > Kind.STRONG for kinds in tables)
    assert draw_kinds(_plan(net), rng) == [Kind.STRONG] * 2
    bots = [make_gu(kind) for kind in (Kind.STRONG, Kind.GU, LOOSE_GU + 3)]
    assert [bot and bot.name for bot in bots] == [None, "gu", "gu-3"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder after two calls of a game each."""
    out = tmp_path_factory.mktemp("searched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(EDITIONS[VERSION], "rio-grande", SHORT)
        for _ in range(2):
            words = ["play", "rio-grande", "2", "--out", str(out), "--rollouts", "32", "--gu-tables", "0"]
            searched.main([*words, "--seconds", "0", "--tag=-try", "--seed", "3"])
    return out


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_log_begins_with_the_command_and_a_second_call_goes_on(played: Path) -> None:
    lines = _lines(played / "rio-grande-2-try.jsonl")
    assert lines[0]["command"].startswith("python -m training.heimlich_co.searched play rio-grande 2 --out ")
    assert [line.get("games") for line in lines] == [None, 1, None, 2]
    rows = read_decisions(played, "rio-grande-2")
    assert set(rows.game) == {0, 1}
    assert len(rows.game) == lines[1]["decisions"] + lines[3]["decisions"]
    for game in (0, 1):
        assert set(rows.won[rows.game == game]) in ({0.0, 1.0}, {0.5}, {0.25}, {0.0}), "one result for each seat"
    assert (rows.live.sum(1) <= 16).all()
    assert (rows.chosen < 16).all()


def test_positions_before_a_roll_are_those_that_rollouts_ask_the_network_about(played: Path) -> None:
    """The seat that rolls next finds its own agent first to move, and everything else where the one before left it."""
    rows = read_decisions(played, "rio-grande-2")
    for end, wanted in ((0.0, rows.found), (1.0, None)):
        before, number = searched.before_rolls(rows, 2, end), 0
        for now in range(1, len(rows.game)):
            mine, theirs = (list(rows.role[row]).index(2) for row in (now, now - 1))
            if rows.game[now] != rows.game[now - 1] or mine == theirs:
                continue  # another game, or the safe after a scoring
            left = rows.chosen[now - 1]
            assert (before.places[number] == rows.places[now - 1, left]).all()
            assert (before.points[number] == rows.points[now - 1, left]).all()
            assert before.safe[number] == rows.safe[now - 1, left]
            assert before.role[number, mine] == 1, "the own agent, of the seat that moves next"
            assert before.role[number, theirs] == 1 + 2 + 1, "a strong player's, who moves after that"
            assert np.count_nonzero(before.role[number]) == 2
            assert before.target[number] == (rows.won[now] if wanted is None else wanted[now, rows.chosen[now]])
            number += 1
        assert number == len(before.target) > 10


def test_how_a_game_ended_does_not_change_what_is_best(played: Path) -> None:
    rows = read_decisions(played, "rio-grande-2")
    assert (np.asarray(searched.targets_of(rows, 0.0)) == rows.found).all()
    targets, wide = np.asarray(searched.targets_of(rows, 0.1)), np.abs(rows.won - 0.5) > 0.4
    inside = rows.live & (np.abs(rows.found - 0.5) < 0.3)  # nothing is cut off there
    for row in np.flatnonzero(wide & (inside.sum(1) > 1) & rows.live[np.arange(len(rows.live)), rows.chosen]):
        moved = (targets - rows.found)[row, inside[row]]
        assert moved == pytest.approx(moved[0], abs=1e-6)
        assert (moved[0] > 0) == (rows.won[row] > rows.found[row, rows.chosen[row]])


def test_a_fit_without_such_positions_says_so(played: Path, tmp_path: Path) -> None:
    rows = read_decisions(played, "rio-grande-2")
    own = (rows.role == 2).argmax(1)
    write_decisions(tmp_path, "rio-grande-2", 0, 2, rows.take(own == own[0]))  # as if the others were gus
    with pytest.raises(SystemExit, match="fewer --gu-tables"):
        searched.main(["fit", "rio-grande", "2", "--games", str(tmp_path), "--out", str(tmp_path)])


def _loss(path: Path | str, rows: Decisions) -> float:
    params = dict(read_arrays(path))
    return float(searched.loss_of(params, rows, searched.Weights(0.5, 20.0, 0.3, 1.0)))


def test_a_fit_lowers_the_loss_on_what_it_was_fitted_to(played: Path, tmp_path: Path) -> None:
    """Of the two games, the first is held out."""
    words = ["fit", "rio-grande", "2", "--games", str(played), "--out", str(tmp_path), "--rows", "4"]
    searched.main([*words, "--rate", "0.001", "--epochs", "3"])
    lines, rows = _lines(tmp_path / "rio-grande-2.jsonl"), read_decisions(played, "rio-grande-2")
    assert lines[0]["command"].startswith("python -m training.heimlich_co.searched fit rio-grande 2 ")
    assert [line["epoch"] for line in lines[2:]] == [1, 2, 3]
    assert lines[1]["kept"] == ((rows.game == 0) & (rows.live.sum(1) > 1)).sum()
    assert lines[1]["held_out"]["gained"] == 0
    fitted = rows.take((rows.game == 1) & (rows.live.sum(1) > 1))
    made, start = tmp_path / "rio-grande-2.npz", searched.VERSION_3.format(edition="rio-grande", players=2)
    assert _loss(made, fitted) < _loss(start, fitted) - 0.002
    assert network_of(read_arrays(made)).w1.shape == network("rio-grande", 2, 3).w1.shape


def test_a_network_is_measured_at_tables_of_another_and_of_gus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that says the same of every position is a bad player."""
    monkeypatch.setitem(EDITIONS[VERSION], "rio-grande", SHORT)
    good, bad = Path(searched.VERSION_3.format(edition="rio-grande", players=2)), tmp_path / "bad.npz"
    arrays = read_arrays(good)
    np.savez(bad, **(arrays | {"w3": np.zeros_like(arrays["w3"])}))  # type: ignore[arg-type]
    for hero, other in ((good, bad), (bad, good)):
        searched_tables.main(["rio-grande", "2", str(hero), str(other), "--games", "60", "--batch", "60"])
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    for row in ("network", "gu", "unknown_gu"):
        assert first[row][0] > second[row][0] + 20
        assert first[row][2] == round(60 * (100 - first[row][3]) / 100)


def test_the_fit_asks_the_network_as_the_bots_do(played: Path) -> None:
    """So what it says of a candidate before a fit is what was recorded when the game was played."""
    rows = read_decisions(played, "rio-grande-2")
    params = dict(read_arrays(searched.VERSION_3.format(edition="rio-grande", players=2)))
    params = {name: np.asarray(part, np.float32) for name, part in params.items()}
    values = 1 / (1 + np.exp(-np.asarray(searched.logits_of(params, rows))))
    assert values[rows.live] == pytest.approx(rows.known[rows.live], abs=1e-4)
