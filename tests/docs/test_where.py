"""CONTRIBUTING.md says where things are, and docs/architecture.md what words mean: both stay complete and true."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("src/", "web/", "tests/", "training/", "docs/")
WORDS = """
    action audience batch belief case chair chance character claim deal decision duplicate edition event evidence
    guess guest lease log moment offer pace pad part person play record room row ruleset season seat setting stand-in
    step story table terms twin variant view yardstick
"""


def _section(page: str, title: str) -> str:
    text = (ROOT / page).read_text("utf-8")
    assert text.count(f"\n## {title}\n") == 1
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_every_path_that_answers_where_is_exists() -> None:
    rows = [row for row in _section("CONTRIBUTING.md", "Where is …?").splitlines() if "`" in row]
    found = [[word for word in re.findall(r"`([^`]+)`", row) if word.startswith(ROOMS)] for row in rows]
    assert len(rows) >= 20
    assert all(found), "every row names a path"
    assert [path for paths in found for path in paths if not (ROOT / path).exists()] == []


def test_the_glossary_has_each_word_once() -> None:
    rows = re.findall(r"^\| (\*\*.*?) \| (.+) \| (.+) \|$", _section("docs/architecture.md", "Glossary"), re.MULTILINE)
    words = [word for first, _, _ in rows for word in re.findall(r"\*\*([^*]+)\*\*", first)]
    assert len(words) == len(set(words))
    assert set(WORDS.split()) | {
        "win probability",
        "player type",
        "quiet answer",
        "held answer",
        "standing answer",
    } == set(words)
