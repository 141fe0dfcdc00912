"""What docs/research.md says of the adapters is true: its examples run, and its figures are right."""

import re
from pathlib import Path

import pytest

from heimlich.adapters.terms import agree
from heimlich.games.suitcases.encoding import numbering

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
SECTION = PAGE.split("\n## Adapters")[1].split("\n## ")[0]
EXAMPLES = re.findall(r"### ([^\n]+)\n```python\n(.*?)```", SECTION, re.DOTALL)


def test_there_is_an_example_for_each_library() -> None:
    assert [library for library, _ in EXAMPLES] == [
        *("PettingZoo", "Gymnasium", "Gymnasium, many tables at once", "OpenSpiel", "Bots as players"),
    ]


@pytest.mark.parametrize(("library", "code"), EXAMPLES, ids=[library for library, _ in EXAMPLES])
def test_the_example_runs(library: str, code: str) -> None:
    names: dict[str, object] = {}
    exec(compile(code, f"docs/research.md: {library}", "exec"), names)
    for name in ("table", "many", "tables"):
        close = getattr(names.get(name), "close", None)
        if close is not None:
            close()


def test_the_sizes_of_the_suitcase_game_are_as_written() -> None:
    terms = agree("suitcases")
    plan = numbering(terms.rules)
    sizes = tuple(map(len, (plan.letters, plan.contents, plan.cities, plan.cards)))
    text = f"({', '.join(map(str, (*sizes, plan.agents)))}) there are {terms.code.actions}."
    assert text in " ".join(PAGE.split())
