"""The texts use the words of the glossary (docs/words.md), and none that it gives up."""

import re
from pathlib import Path

import pytest

from heimlich.text import LANGUAGES, catalogue

GLOSSARY = Path(__file__).parents[2] / "docs" / "words.md"
NAMES = {"English": "en", "German": "de", "French": "fr"}
ENDINGS = r"\w{0,3}\b"  # plurals and cases: Schritte, valises, freien


def rows(columns: int) -> list[list[str]]:
    """The rows of all tables that have this many columns, without their heads."""
    lines = [line for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = {"German", "no longer"}
    return [row for row in cells if len(row) == columns and row[1] not in heads]


def texts(language: str) -> str:
    """Everything that is said in a language, without the {names} that are filled in."""
    said: list[str] = []
    for entry in catalogue(language).values():
        said += entry.values() if isinstance(entry, dict) else [entry]
    return re.sub(r"{\w+}", "", "\n".join(said))


def pattern(words: str) -> str:
    """The words in a row, each with its endings."""
    return r"(?i)\b" + r"\s".join(re.escape(word) + ENDINGS for word in words.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_is_used(language: str) -> None:
    said, column = texts(language), LANGUAGES.index(language)
    terms = [row[column] for row in rows(4)]
    assert len(terms) > 30
    assert [term for term in terms if not re.search(pattern(stem(term)), said)] == []


def stem(term: str) -> str:
    """German ends adjectives by their case: `freier Agent` is also `freie Agenten`."""
    return re.sub(r"\b(frei)e?r?\b", r"\1", term)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_was_given_up_is_used(language: str) -> None:
    given_up = [words for name, words, _ in rows(3) if NAMES[name] == language]
    assert len(given_up) > 5
    used = [
        f"{key}: {words}"
        for key, entry in catalogue(language).items()
        for words in given_up
        if re.search(rf"(?i)\b{re.escape(words)}\b", str(entry))
    ]
    assert used == []


def test_players_are_they() -> None:
    """No text speaks of a player as a man."""
    found = [key for key, entry in catalogue("en").items() if re.search(r"(?i)\b(he|him|his|himself)\b", str(entry))]
    assert found == []


def test_french_says_tu() -> None:
    """To one person; to several it says `on`."""
    found = [key for key, entry in catalogue("fr").items() if re.search(r"(?i)(?<!-)\b(vous|votre|vos)\b", str(entry))]
    assert found == []
