"""Nobody waits for the libraries of the adapters who does not ask for them."""

import subprocess
import sys

import pytest

LIBRARIES = "{'numpy', 'jax', 'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'}"


@pytest.mark.parametrize("module", ["heimlich", "heimlich.adapters.terms", "heimlich.games.suitcases.encoding"])
def test_no_library_is_imported_before_it_is_needed(module: str) -> None:
    code = f"import sys, {module}; print(sorted({LIBRARIES} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("module", "others"),
    [
        ("gymnasium", "{'pettingzoo', 'pyspiel', 'jax'}"),
        ("pettingzoo", "{'pyspiel', 'jax'}"),
        ("vector", "{'pettingzoo', 'pyspiel', 'jax'}"),
        ("openspiel", "{'gymnasium', 'pettingzoo', 'jax'}"),
    ],
)
def test_each_adapter_needs_its_own_library_alone(module: str, others: str) -> None:
    code = f"import sys, heimlich.adapters.{module}; print(sorted({others} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
