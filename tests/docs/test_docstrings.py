"""Examples in docstrings are run, and the modules that researchers start from have some."""

import ast
import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import heimlich

MODULES = ("heimlich", "heimlich.chance", "heimlich.game", "heimlich.games", "heimlich.record", "heimlich.runner")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_tell_the_truth(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.failed == 0
    assert results.attempted > 0


SOURCE = Path(heimlich.__file__).parent
HEADLESS = re.compile(r"(Who|Whom|Whose|What|Which|Where|When|Whether|Why|How)\b")


def docstrings() -> Iterator[tuple[str, str]]:
    """The place and the docstring of every module, class and function."""
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node)
                if text:
                    yield f"{place}:{getattr(node, 'lineno', 1)}", text


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    """`What a seat may know` says neither what a function does nor what a class is."""
    found = [f"{place}: {text.splitlines()[0]}" for place, text in docstrings() if HEADLESS.match(text)]
    assert found == [], "say what it does (`Return what …`, `Tell whether …`), or name the thing"
