"""The example of docs/research.md runs, what it trains gets better, and it is as short as the page says."""

import ast
from pathlib import Path

import examples.train
from examples.train import train

from tests.soak import count

LINES = 40


def test_the_example_learns() -> None:
    shares = train(count(12, 60))
    assert shares[0] < 0.3  # a seat that plays at random wins 0.145: free agents win often
    assert sum(shares[-4:]) / 4 > count(45, 60) / 100


def test_it_has_forty_lines_of_code() -> None:
    text = Path(examples.train.__file__).read_text("utf-8")
    documented = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Module | ast.FunctionDef)]
    words = [node.body[0] for node in documented if ast.get_docstring(node)]
    told = {number for each in words for number in range(each.lineno, (each.end_lineno or each.lineno) + 1)}
    code = [line for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in told]
    assert len(code) <= LINES
    assert not any(";" in line for line in code)
