"""Rules page, tests and code speak of the same rules: every rule has a test, and no number is invented.

A page docs/rules/<game>.md goes with tests/rulebook/<game> and src/heimlich/games/<game>. Pages of single editions, as
engine-1.0.1.md, have no rules of their own; they too may name only rules that exist.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
RULEBOOK = ROOT / "tests" / "rulebook"
SOURCE = ROOT / "src" / "heimlich" / "games"

NUMBER = re.compile(r"(?<![\w.-])([A-Z]\d{1,2})(?![\w.-]*\w)")
HEADING = re.compile(r"^(?:- )?\*\*([A-Z]\d{1,2})\*\*", re.MULTILINE)
RANGE = re.compile(r"\b([A-Z])(\d{1,2})(?:–| to )\1?(\d{1,2})\b")

# A game is complete here once it has both; until then its authors are still writing.
GAMES = sorted(page.stem for page in PAGES.glob("*.md") if (RULEBOOK / page.stem).is_dir())


def rules_of(game: str) -> list[str]:
    """The rule numbers that a page explains."""
    return HEADING.findall((PAGES / f"{game}.md").read_text("utf-8"))


def marks_of(game: str) -> dict[str, list[str]]:
    """The tests of a game's rulebook, by the rule numbers that they or their modules are marked with."""
    found: dict[str, list[str]] = {}
    for path in sorted((RULEBOOK / game).rglob("test_*.py")):
        module = ast.parse(path.read_text("utf-8"))
        for test in _tests_in(module):
            for number in (*_module_marks(module), *_marks(*test.decorator_list)):
                found.setdefault(number, []).append(f"{path.name}::{test.name}")
    return found


def examples_of(game: str) -> list[str]:
    """All tests of a game's rulebook."""
    return [
        f"{path.name}::{test.name}"
        for path in sorted((RULEBOOK / game).rglob("test_*.py"))
        for test in _tests_in(ast.parse(path.read_text("utf-8")))
    ]


def _tests_in(module: ast.Module) -> list[ast.FunctionDef]:
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if function.name.startswith("test_")]


def _module_marks(module: ast.Module) -> list[str]:
    """What stands behind `pytestmark =`, a mark or a list of them."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            return _marks(*(node.value.elts if isinstance(node.value, ast.List) else [node.value]))
    return []


def _marks(*expressions: ast.expr) -> list[str]:
    return [
        ast.literal_eval(number)
        for mark in expressions
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule"
        for number in mark.args
    ]


def remarks(path: Path) -> Iterator[str]:
    """The docstrings and comments of a module, and the rule numbers of its settings."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("setting") and node.args:
            yield ast.unparse(node.args[0]).strip("'")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def numbers_in(text: str) -> set[str]:
    """The rule numbers that a text names; `H1 to H7` names all of them."""
    named = set(NUMBER.findall(text))
    for letter, first, last in RANGE.findall(text):
        named |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return named


def test_at_least_one_game_is_checked() -> None:
    assert "heimlich_co" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_explained_once(game: str) -> None:
    rules = rules_of(game)
    assert sorted(set(rules)) == sorted(rules)


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_numbered_without_a_gap(game: str) -> None:
    rules = rules_of(game)
    for letter in dict.fromkeys(rule[0] for rule in rules):
        numbers = [int(rule[1:]) for rule in rules if rule[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    marks = marks_of(game)
    assert [rule for rule in rules_of(game) if rule not in marks] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_mark_names_a_rule_that_exists(game: str) -> None:
    rules = set(rules_of(game))
    assert {number: tests for number, tests in marks_of(game).items() if number not in rules} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_test_of_the_rulebook_names_its_rule(game: str) -> None:
    marked = {test for tests in marks_of(game).values() for test in tests}
    assert [test for test in examples_of(game) if test not in marked] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_code_names_only_rules_that_exist(game: str) -> None:
    rules = set(rules_of(game))
    strangers = {
        f"{path.name}: {number}"
        for path in sorted((SOURCE / game).rglob("*.py"))
        for text in remarks(path)
        for number in numbers_in(text) - rules
    }
    assert strangers == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_page_refers_only_to_rules_that_exist(game: str) -> None:
    page = (PAGES / f"{game}.md").read_text("utf-8")
    assert numbers_in(page) - set(rules_of(game)) == set()


@pytest.mark.parametrize("page", ["engine-1.0.1.md"])
def test_the_page_of_an_edition_names_only_rules_that_exist(page: str) -> None:
    text = (PAGES / page).read_text("utf-8")
    assert numbers_in(text) - set(rules_of("heimlich_co")) == set()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("who starts (H7).", {"H7"}),
        ("(H1 to H3, T10)", {"H1", "H2", "H3", "T10"}),
        ("H1–H3 and D5:", {"H1", "H2", "H3", "D5"}),
        ("an H200, UTF8, A4-sized paper, x=T5x", set()),
    ],
)
def test_how_numbers_are_found(text: str, numbers: set[str]) -> None:
    assert numbers_in(text) == numbers


# The rules in which something is our own reading: a source is silent there, or can be read otherwise.
OURS = {
    "heimlich_co": "H4 H7 H8 H11 H13 H14 H15 H16 H18 T1 T4 T5 T6 T8 T9 T11 D1 D2 D3 S4 X2",
    "suitcases": "C1 C2 C4 C5 C6 C8 C9 C10 C13 C15 C16 C17 C18 C20 C21 C22 C23",
}


@pytest.mark.parametrize("game", GAMES)
def test_our_own_readings_are_marked(game: str) -> None:
    """A paragraph belongs to the rule that its heading, or the last heading before it, names."""
    marked: dict[str, None] = {}
    rule = ""
    for paragraph in (PAGES / f"{game}.md").read_text("utf-8").split("\n\n"):
        heading = HEADING.match(paragraph)
        rule = heading[1] if heading else "" if paragraph.startswith("#") else rule
        if rule and re.search(r"\bours\b", paragraph):
            marked[rule] = None
    assert " ".join(marked) == OURS[game]
