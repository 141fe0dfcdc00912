"""Examples in docstrings are run, and the modules that researchers start from have some."""

import doctest
from importlib import import_module

import pytest

MODULES = ("heimlich", "heimlich.chance", "heimlich.game", "heimlich.games", "heimlich.record", "heimlich.runner")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_tell_the_truth(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.failed == 0
    assert results.attempted > 0
