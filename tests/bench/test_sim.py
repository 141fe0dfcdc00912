"""`heimlich bench sim`: rows as text, JSON and pictures, and what it needs to be imported."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from heimlich.bench import sim as bench_sim
from heimlich.bench.loops import BenchRow
from heimlich.cli.main import main

SMALL = [
    BenchRow("numpy", "heimlich-co", "basic", 3, 64),
    BenchRow("numpy", "heimlich-co", "basic", 3, 256),
    BenchRow("numpy", "heimlich-co", "basic", 4, 64, observed=True),
    BenchRow("numpy", "heimlich-co", "basic", 5, 64),
    BenchRow("jax", "heimlich-co", "basic", 3, 64),
    BenchRow("numpy", "heimlich-co", "basic", 9, 64),  # cannot be played
]


@pytest.fixture
def _few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def few(device: str | None, *, quick: bool) -> Iterator[BenchRow]:
        assert quick
        yield from SMALL if device else []

    monkeypatch.setattr(bench_sim, "rows", few)
    monkeypatch.setattr(bench_sim, "QUICK_ROUNDS", 1)


@pytest.mark.usefixtures("_few_rows")
def test_every_row_is_measured_and_a_row_that_fails_costs_no_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["bench", "sim", "--quick", "--json", "--pictures", str(tmp_path), "--format", "svg"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert found["device"]
    assert [(row["players"], row["batch"]) for row in found["rows"]] == [(row.players, row.batch) for row in SMALL]
    for row in found["rows"][:-1]:
        assert row["decisions_per_s"] > 20 * row["games_per_s"] > 0
    assert "error" in found["rows"][-1]
    assert told.err.count(" decisions/s ") == len(SMALL) - 1
    kept = tmp_path / "figures.json"
    kept.write_text(told.out)
    assert main(["bench", "sim", "--figures", str(kept), "--pictures", str(tmp_path / "again"), "--format", "svg"]) == 0
    for folder in (tmp_path, tmp_path / "again"):
        batch, players = ((folder / f"bench-sim-{name}.svg").read_text() for name in ("batch", "players"))
        assert "numpy, heimlich-co basic, 3 players" in batch
        assert "numpy, heimlich-co basic, 2^6" in players


def test_processes_on_cores_are_measured_together(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures of two processes are summed; each has a core and a thread of its own."""
    small = [BenchRow("jax", "heimlich-co", "basic", 3, 64), BenchRow("jax", "heimlich-co", "basic", 9, 64)]
    monkeypatch.setattr(bench_sim, "_core_rows", lambda *, quick: small if quick else [])
    threads = os.environ.get("NPROC")
    assert main(["bench", "sim", "--quick", "--json", "--jobs", "2"]) == 0
    measured, failed = json.loads(capsys.readouterr().out)["rows"]
    assert measured["jobs"] == len(measured["by_job"]) == 2
    assert measured["decisions_per_s"] == sum(measured["by_job"]) > 0
    assert measured["decisions_per_cpu_s"] > 0
    assert "players" in failed["error"]
    assert os.environ.get("NPROC") == threads
    assert main(["bench", "sim", "--jobs", "-1"]) == 1
    assert "--jobs -1 is too few" in capsys.readouterr().err


@pytest.mark.parametrize(("pictures", "said"), [(True, "holds no figures"), (False, "--figures needs --pictures")])
def test_only_figures_of_its_own_are_drawn_again(
    *, pictures: bool, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text("[1, 2]")
    options = ["--pictures", str(tmp_path)] if pictures else []
    assert main(["bench", "sim", "--figures", str(other), *options]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("_few_rows")
def test_no_row_is_started_when_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "sim", "--quick", "--seconds", "-1"]) == 0
    assert capsys.readouterr().out == ""


def test_the_rows_have_all_that_is_asked_of_them() -> None:
    for device in (None, "cpu", "NVIDIA H200"):
        full, quick = list(bench_sim.rows(device, quick=False)), list(bench_sim.rows(device, quick=True))
        assert full[: len(quick)] == quick
        assert len(set(full)) == len(full)
        assert {row.library for row in full} == ({"numpy", "jax"} if device else {"numpy"})
        assert {row.variant for row in full} >= {"basic", "cards", "cards+dossier"}
        basic = [row for row in full if row.variant == "basic" and row.game == "heimlich-co"]
        assert len({row.batch for row in basic}) > 2
        assert len({row.players for row in basic}) > 2
        assert any(row.observed for row in full)
        assert any(row.game == "suitcases" for row in full) == (find_spec("heimlich.sim.suitcases") is not None)


def test_it_needs_numpy_and_jax_alone() -> None:
    program = (
        "import sys; before = set(sys.modules); import heimlich.cli.main, heimlich.bench.sim; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"heimlich", "numpy", "jax", "jaxlib"}
