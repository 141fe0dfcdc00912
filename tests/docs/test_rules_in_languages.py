"""The rules in German and French are the English ones, block by block: no rule, number, list or edition is missing."""

import re
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "docs" / "rules"
NAMES = sorted(path.name for path in RULES.glob("*.md"))
# What must be the same in every block, whatever the language.
SAME = {
    "beginning": re.compile(r"\A(?:#+ |\*\*[A-Z]\d+\*\*)"),
    "words of the notation": re.compile(r"```[^`]+```|`[^`]+`"),
    "rules": re.compile(r"\b[A-Z]\d{1,2}\b"),
}
LINE = re.compile(r"^\s*(?:- |\d+\. |\|)", re.MULTILINE)  # an item of a list, or a row of a table
OURS = {"de": "(von uns", "fr": "(de nous"}


def blocks(path: Path) -> list[str]:
    return re.split(r"\n\s*\n", path.read_text("utf-8").strip())


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_rules_are_the_same_in_every_language(name: str, language: str) -> None:
    english, translated = blocks(RULES / name), blocks(RULES / language / name)
    assert len(english) == len(translated)
    for one, other in zip(english, translated, strict=True):
        for what, form in SAME.items():
            assert set(form.findall(one)) == set(form.findall(other)), (what, one, other)
        assert len(LINE.findall(one)) == len(LINE.findall(other)), (one, other)
        assert one.count("(ours") == other.count(OURS[language]), (one, other)


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.md")), ids=lambda path: str(path.relative_to(RULES)))
def test_links_of_the_rules_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text("utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target
