"""Whole games in a kernel are those of the lab: the same tally from what is written in PTX, on a machine of NumPy."""

from collections.abc import Iterator
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.lab import play
from heimlich.lab.kernel import whole_games
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.sim.fused import Build
from tests.equivalence.ptx_machine import call
from tests.soak import count

STUDIES = [
    Study("rio-grande", 4, 7, "random"),
    Study("cie+dossier+target=8", 2, 7, "greedy"),
    Study("jumbo+turn_limit=3", 2, 7, "random"),
]
MORE = [
    Study("escale+top-secret+advanced", 3, 7, "greedy"),
    Study("engine-1.0.1+top-secret", 7, 7, "random"),
    Study("jumbo+map=orient-express+turn_limit=9", 3, 7, "random"),
]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The lab takes JAX for a GPU, and its kernels run on a machine of NumPy."""

    def on_machine(function: Any, **_: Any) -> Any:
        return lambda numbers: call(function, numbers)

    def build(sim: Any, _: int) -> Build:
        return Build(32, in_step=sim.shape.in_words)

    monkeypatch.setattr(play, "machine", lambda backend: play.ON_GPU if backend == "jax" else backend)
    monkeypatch.setattr(play, "build_for", build)
    monkeypatch.setattr("jax.jit", on_machine)
    play._kernel.cache_clear()
    yield
    play._kernel.cache_clear()


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("study", [*STUDIES, *(MORE if count(0, 1) else [])], ids=lambda study: study.label)
def test_whole_games_in_a_kernel_are_those_of_numpy(study: Study) -> None:
    """The range ends within a block: the games beyond it are played and not counted."""
    games, first = 50, 1000
    found = play_chunk(Chunk(study, "jax", first, games))
    assert found == play_chunk(Chunk(study, "numpy", first, games))
    assert found.games == games


@pytest.mark.usefixtures("machine")
def test_several_kernels_in_a_row_play_a_long_range(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study("rio-grande+target=10", 2, 3, "random")
    monkeypatch.setattr(play, "MOST_AT_ONCE", 32)
    assert play_chunk(Chunk(study, "jax", 5, 70)) == play_chunk(Chunk(study, "numpy", 5, 70))


def test_a_kernel_reads_numbers_and_writes_what_is_counted() -> None:
    study = Study("rio-grande", 4, 7, "random")
    found = call(whole_games(study, jnp, Build(32), 32).play, np.arange(32, dtype=np.uint32))
    assert found.over.all()
    assert found.numbers.shape == found.amounts.shape == (12, 32)
    assert {part.dtype.name for part in found.counts} == {"int32", "int16"}
