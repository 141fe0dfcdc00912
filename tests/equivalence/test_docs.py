"""The examples of docs/research.md that use kernels and rollouts run, and come to what they say."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")


def run_example(about: str) -> dict[str, Any]:
    """What the first example that mentions something leaves behind."""
    code = next(block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if about in block)
    names: dict[str, Any] = {}
    exec(compile(code, f"docs/research.md: {about}", "exec"), names)
    return names


def test_the_example_of_kernels() -> None:
    found = run_example("kernels.Stepper")
    assert found["seen"].shape == (found["sim"].fields, found["games"])
    assert found["rewards"].shape == (4, found["games"])
    assert (found["running"].state.game >= found["games"]).any()


def test_the_example_of_rollouts(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_example("evaluate_each")
    assert found["found"].rollouts == 2000
    assert sum(found["found"].shares) < 1
    assert "0." in capsys.readouterr().out
