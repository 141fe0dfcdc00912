"""The catalogues of all languages hold the same: files, keys, values and forms; and none of it is left in English."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

import heimlich.text
from heimlich.errors import HeimlichError
from heimlich.game import Line, Term
from heimlich.text import LANGUAGES, Entry, Speaker, catalogue, plural_form, say

ROOT = Path(heimlich.text.__file__).parent
OTHERS = LANGUAGES[1:]
FORMS = {"one", "other"}

# What is written alike in English and in this language. A word stands here because somebody has looked at it.
CITIES_ALIKE = {
    "de": """Amsterdam Ankara Barcelona Beirut Bergen Berlin Bonn Brest Brindisi Budapest Casablanca Dublin Edinburgh
        Helsinki Istanbul London Madrid Malta Minsk Oslo Paris Riga Sofia Stockholm Tallinn Varna Vilnius""",
    "fr": """Amsterdam Ankara Belgrade Bergen Berlin Bonn Brest Brindisi Budapest Casablanca Cologne Dublin Helsinki
        Iași Istanbul Lviv Madrid Milan Minsk Munich Oslo Paris Prague Riga Rome Sofia Stockholm Tallinn Trieste
        Tripoli Varna Vilnius Yalta""",
}
ALIKE = {
    "de": {
        "Heimlich & Co.",
        "Orange",
        "START",
        "HQ",
        "{content} in {letter}",
        "Auto",
        "Chat",
        "Party",
        "Bluffer",
        "Dossier",
        *("Name", "A4", "US Letter"),
    },
    "fr": {
        *("Heimlich & Co.", "Orange", "Violet", "Points", "Secrets", "dossier", "A4", "US Letter"),
        *("Auto", "Menu", "Dossier", "{n} agents", "bot"),
        *("{n} point", "{n} points", "{n} agents ({colour})"),
        *("agent|agents", "point|points", "dossier|dossiers", "duel|duels"),
    },
}


def forms(entry: Entry) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def names_in(template: str) -> set[str]:
    """What a template has filled in; anything that is no plain {name} is a mistake."""
    found = set()
    for _, name, spec, conversion in Formatter().parse(template):
        if name is not None:
            assert re.fullmatch(r"\w+", name), template
            assert not spec, template
            assert not conversion, template
            found.add(name)
    return found


def test_every_language_has_a_folder_and_every_folder_is_a_language() -> None:
    assert {path.name for path in ROOT.iterdir() if path.is_dir()} - {"__pycache__"} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(language: str) -> None:
    def check(pairs: list[tuple[str, Entry]]) -> dict[str, Entry]:
        assert [key for key, count in Counter(key for key, _ in pairs).items() if count > 1] == []
        return dict(pairs)

    files = list((ROOT / language).iterdir())
    assert all(file.suffix == ".json" for file in files)
    for file in files:
        json.loads(file.read_text("utf-8"), object_pairs_hook=check)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_files_and_keys(language: str) -> None:
    assert {file.name for file in (ROOT / language).iterdir()} == {file.name for file in (ROOT / "en").iterdir()}
    english, other = catalogue("en"), catalogue(language)
    assert sorted(english.keys() - other.keys()) == [], "not translated"
    assert sorted(other.keys() - english.keys()) == [], "not in English"


@pytest.mark.parametrize("language", OTHERS)
def test_every_entry_has_the_same_values(language: str) -> None:
    for key, entry in catalogue("en").items():
        wanted = set().union(*map(names_in, forms(entry))) - {"n"}
        numbered = isinstance(entry, dict) or "n" in names_in(entry)
        for form in forms(catalogue(language)[key]):
            assert names_in(form) - {"n"} == wanted, key
            assert numbered or "n" not in names_in(form), key
        if isinstance(entry, str):
            assert all(("n" in names_in(form)) == numbered for form in forms(catalogue(language)[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_that_have_forms_have_both_and_say_the_number(language: str) -> None:
    for key, entry in catalogue(language).items():
        english = catalogue("en")[key]
        if isinstance(english, dict):
            assert isinstance(entry, dict), key
        if isinstance(entry, dict):
            assert set(entry) == FORMS, key
            assert isinstance(english, dict) or "n" in names_in(english), key  # else there is no number to go by
            assert language != "fr" or not re.search(r"\b1\b", entry["one"]), f"{key}: this is for 0, too; say {{n}}"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    alike = ALIKE[language] | set(CITIES_ALIKE[language].split())
    left = []
    for key, entry in catalogue(language).items():
        for form in set(forms(entry)) & set(forms(catalogue("en")[key])):
            words = re.sub(r"{\w+}", "", form)
            if re.search(r"[^\W\d_]", words) and form not in alike:
                left.append(f"{key}: {form}")
    assert left == [], "translate these, or add them to ALIKE"


def test_french_puts_spaces_that_do_not_break_before_its_high_marks() -> None:
    """The narrow one; a line must not begin with a mark, on a phone or in a narrow terminal."""
    for key, entry in catalogue("fr").items():
        for form in forms(entry):
            assert not re.search(r"[^\u202f!?][:;!?»]|«[^\u202f]", form), f"{key}: '{form}' needs a space (U+202F)"


def test_the_page_joins_words_with_the_marks_of_their_language() -> None:
    """A colon or semicolon between two texts is an entry, as French wants a space before it."""
    page = Path(__file__).parents[2] / "web" / "src"
    joined = re.compile(r"""</?\w[^>]*>[:;] \{|[\w)"'`]\}[:;] \{\w|\.join\("[:;] "\)|`\$\{[^`]*\}[:;] \$\{""")
    found = [
        f"{path.name}: {line.strip()}"
        for path in page.rglob("*")
        if path.suffix in {".svelte", ".ts"} and ".test." not in path.name
        for line in path.read_text("utf-8").splitlines()
        if joined.search(line) and "Error(" not in line
    ]
    assert found == [], "say table.colon or table.semicolon, or use sayHeaded"


@pytest.mark.parametrize(
    ("language", "ones"), [("en", {1}), ("de", {1}), ("fr", {-1, 0, 1})], ids=lambda value: str(value)
)
def test_numbers_take_their_language_s_form(language: str, ones: set[int]) -> None:
    for n in range(-3, 25):
        assert plural_form(language, n) == ("one" if n in ones else "other")


def test_numbers_in_a_sentence() -> None:
    assert [say("terminal.hand", "en", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [say("terminal.hand", "de", n=n) for n in (0, 1, 2)] == ["0 Karten", "1 Karte", "2 Karten"]
    assert [say("terminal.hand", "fr", n=n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Anna moves Red 2 steps to house 7, Blue 1 step to the church and Gray 3 steps to the ruins.",
                "Bob moves the safe to the ruins.",
                "Anna and Seat 3 share the win.",
                "Anna’s dossier is worth -1 points.",
            ],
        ),
        (
            "de",
            [
                "Anna zieht Rot 2 weiter zu Haus 7, Blau 1 weiter zur Kirche und Grau 3 weiter zur Ruine.",
                "Bob stellt den Tresor in die Ruine.",
                "Anna und Platz 3 teilen sich den Sieg.",
                "Das Dossier bringt Anna -1 Punkte.",
            ],
        ),
        (
            "fr",
            [
                "Anna avance Rouge de 2 cases (maison 7), Bleu d’une case (église) et Gris de 3 cases (ruines).",
                "Bob place le coffre-fort dans les ruines.",
                "Anna et Place 3 se partagent la victoire.",
                "Le dossier rapporte -1 point à Anna.",
            ],
        ),
    ],
)
def test_sentences_are_right_with_every_place_in_them(language: str, sentences: list[str]) -> None:
    speaker = Speaker("heimlich-co", ["Anna", "Bob"], language)
    anna, bob, third = (Term("seat", str(seat)) for seat in range(3))
    walked = (("red", 2, "7"), ("blue", 1, "church"), ("gray", 3, "ruins"))
    walks = [
        Line("walk", {"agent": Term("agent", agent), "n": n, "place": Term("place", place)})
        for agent, n, place in walked
    ]
    lines = [
        Line("move", {"seat": anna, "walks": walks}),
        Line("safe", {"seat": bob, "place": Term("place", "ruins")}),
        Line("wins", {"n": 2, "seats": [anna, third]}),
        Line("dossier-points", {"seat": anna, "n": -1}),
    ]
    assert [speaker.line(line) for line in lines] == sentences


@pytest.mark.parametrize(
    ("face", "said"),
    [("7", "a 7"), ("8", "an 8"), ("11", "an 11"), ("18", "an 18"), ("1-3", "a 1-3"), ("110", "a 110")],
)
def test_a_number_has_the_article_that_it_is_spoken_with(face: str, said: str) -> None:
    assert (
        Speaker("heimlich-co", ["Vera"])
        .line(Line("roll", {"seat": Term("seat", "0"), "face": face}))
        .endswith(f"rolls {said}.")
    )


def test_another_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(HeimlichError) as caught:
        say("table.and", "it")
    assert str(caught.value) == "there is no language 'it'; there are: en, de, fr"


def test_catalogues_are_read_only_when_something_is_said() -> None:
    code = "import heimlich.cli.main, heimlich.text; print(heimlich.text.catalogue.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout == "0\n"
