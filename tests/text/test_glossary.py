"""The texts use the words of the glossary (docs/words.md), and none that it gives up."""

import re
from pathlib import Path

import pytest

from heimlich.games import GAMES
from heimlich.text import LANGUAGES, catalogue

GLOSSARY = Path(__file__).parents[2] / "docs" / "words.md"
RULES = [GLOSSARY.parent / "rules" / name for name in ("heimlich_co.md", "suitcases.md")]  # as the tables come
NAMES = {"English": "en", "German": "de", "French": "fr"}
ENDINGS = r"\w{0,3}\b"  # plurals and cases: Schritte, valises, freien


def tables(first: str) -> list[list[list[str]]]:
    """All tables whose first column has this head; each with its head, and without the line below it."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", GLOSSARY.read_text("utf-8"), re.MULTILINE):
        head, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        if head[0] == first:
            found.append([head, *lines])
    return found


def rows(first: str) -> list[list[str]]:
    """The rows of these tables."""
    return [row for table in tables(first) for row in table[1:]]


def texts(language: str) -> str:
    """Everything that is said in a language, without the {names} that are filled in."""
    said: list[str] = []
    for entry in (entry for key, entry in catalogue(language).items() if not key.startswith("word.")):
        said += entry.values() if isinstance(entry, dict) else [entry]
    return re.sub(r"{\w+}", "", "\n".join(said))


def pattern(words: str) -> str:
    """The words in a row, each with its endings."""
    return r"(?i)\b" + r"\s".join(re.escape(word) + ENDINGS for word in words.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_glossary_is_used(language: str) -> None:
    said, column = texts(language), LANGUAGES.index(language)
    terms = [row[column] for row in rows("English")]
    assert len(terms) > 30
    assert [term for term in terms if not re.search(pattern(stem(term)), said)] == []


def stem(term: str) -> str:
    """German ends adjectives by their case: `freier Agent` is also `freie Agenten`."""
    return re.sub(r"\b(frei)e?r?\b", r"\1", term)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "table"), [("heimlich-co", 0), ("suitcases", 1)])
def test_every_word_of_a_game_is_explained_and_can_be_found(language: str, game: str, table: int) -> None:
    """By the forms of the catalogue, the word itself among them; nothing else is explained."""
    texts_of = {key: str(entry) for key, entry in catalogue(language).items() if key.startswith(f"word.{game}.")}
    _, *ours = tables("English")[table]
    keys = [row[0].lower().replace(" ", "-") for row in ours]
    assert texts_of.keys() == {f"word.{game}.{key}{end}" for key in keys for end in ("", ".forms")}
    for key, row in zip(keys, ours, strict=True):
        forms = texts_of[f"word.{game}.{key}.forms"].lower().split("|")
        word = row[LANGUAGES.index(language)].lower()
        assert any(form == word or form.endswith(f" {word}") for form in forms), key
        meaning = texts_of[f"word.{game}.{key}"]
        assert meaning[-1] in ".?", key
        assert len(meaning) < 180, f"{key}: this is to be read beside a finger"
        if language == "en":
            assert row[3] == meaning, f"docs/words.md tells something else of {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_found_in_the_rules_by_these_forms(language: str) -> None:
    for game, page in zip(("heimlich-co", "suitcases"), RULES, strict=True):
        path = page if language == "en" else page.parent / language / page.name
        rules = re.sub(r"\s+", " ", path.read_text("utf-8"))
        for key, entry in catalogue(language).items():
            if key.startswith(f"word.{game}.") and key.endswith(".forms"):
                assert re.search(rf"(?i)\b({entry})\b", rules), key


def test_words_of_rulebooks_belong_to_ours_and_to_a_rule() -> None:
    """The printed books are not here; what can be tested is that each row has a word of ours, a rule and editions."""
    for (_, *ours), (head, *theirs), page in zip(tables("English"), tables("our word"), RULES, strict=False):
        rules = re.findall(r"^\*\*([A-Z]\d+)\*\*", page.read_text("utf-8"), re.MULTILINE)
        assert [row[0] for row in theirs if row[0] not in {mine[0] for mine in ours}] == []
        assert len(theirs) == len(ours)
        assert [row[1] for row in theirs if row[1] not in rules] == []
        editions = {edition for game in GAMES.values() for edition in game.editions()}
        assert {cell.strip("`") for cell in head[2:]} <= editions
        assert all(len(row) == len(head) for row in theirs)
        assert all(len(cell.split()) < 5 for row in theirs for cell in row)  # words, never sentences
    assert len(tables("our word")) == len(RULES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_was_given_up_is_used(language: str) -> None:
    given_up = [words for name, words, _ in rows("language") if NAMES[name] == language]
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
