"""Every word a player sees, in terminal and browser: one catalogue per language, and how its lines are filled in.

A catalogue is a folder of JSON files; an entry's key is the name of its file, a dot, and its name there. Of a file
`suitcases+story.json`, only the name before the + counts: its words belong to `suitcases`, and pages load them later.

An entry is a template with {names}; where a number decides its form, it is two templates, `one` and `other`, and the
number is the value `n`. English and German take `one` for 1 alone; French takes it for -1, 0 and 1, so that a French
`one` says {n} where an English one may say 1. The page asks its browser for plurals
(web/src/words/language/catalogue.ts); a test compares.

Every language has the same files, the same keys and the same {names} (tests/text holds it). A word of the game is put
into a template as it stands in the catalogue, so templates are worded to need no other form of it: German has "in
{place}", which takes "die Kirche" and "Haus 7" alike. Where a way is told, {to_place} is the same place as its goal,
"zur Kirche" or "zu Haus 7", from an entry of its own.

What players type, the notation, is the same in every language and is not translated: `move red 2`, `yes`, `to-ruins`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from heimlich.errors import HeimlichError
from heimlich.game import Line, Term

LANGUAGES = ("en", "de", "fr")
NOTATION = "en"  # the language that the words of the notation are taken from

ARTICLE = re.compile(r"\b([Aa]) (?=\{(\w+)\})")
SPOKEN_WITH_VOWEL = re.compile(r"8|1[18](?!\d)")  # eight, eighty; eleven, eighteen

Entry = str | dict[str, str]


@lru_cache
def catalogue(language: str) -> dict[str, Entry]:
    """All entries of a language."""
    if language not in LANGUAGES:
        raise HeimlichError(f"there is no language '{language}'; there are: {', '.join(LANGUAGES)}")
    entries: dict[str, Entry] = {}
    for file in files(__name__).joinpath(language).iterdir():
        part = file.name.removesuffix(".json").partition("+")[0]
        entries |= {f"{part}.{name}": entry for name, entry in json.loads(file.read_text("utf-8")).items()}
    return entries


def say(key: str, /, language: str = "en", **values: Any) -> str:
    """Fill in one entry."""
    part, _, name = key.partition(".")
    return Speaker(part, language=language).line(Line(name, values))


def plural_form(language: str, n: int) -> str:
    """Return which of its two forms an entry takes for a number."""
    return "one" if n == 1 or (language == "fr" and abs(n) < 2) else "other"


def with_article(template: str, values: Mapping[str, str]) -> str:
    """Write "an" before a number that English speaks with a vowel: a 7, but an 8, an 11, an 18."""
    return ARTICLE.sub(
        lambda found: f"{found[1]}n " if SPOKEN_WITH_VOWEL.match(values.get(found[2], "")) else found[0], template
    )


class Speaker:
    """Says lines in one language, with the names of those who sit at the table; `part` is where its entries are."""

    def __init__(self, part: str, names: Sequence[str] = (), language: str = "en") -> None:
        self._entries = catalogue(language)
        self._language = language
        self._names = names
        self._part = part

    def line(self, line: Line) -> str:
        """Write a line as a sentence."""
        template = self._entry(line.key)
        if isinstance(template, dict):
            template = template[plural_form(self._language, line.values["n"])]
        values = {name: self._value(value) for name, value in line.values.items()}
        if self._language == "en":
            template = with_article(template, values)
        return template.format(**values, **self._directions(line))

    def _directions(self, line: Line) -> dict[str, str]:
        """Return the forms of words for the way to them, named `to_…`: {place} the church, {to_place} to the church."""
        keys = {
            f"to_{name}": f"{self._part}.to-{value.kind}.{value.name}"
            for name, value in line.values.items()
            if isinstance(value, Term)
        }
        return {name: str(self._entries[key]) for name, key in keys.items() if key in self._entries}

    def _entry(self, key: str) -> Entry:
        return self._entries[f"{self._part}.{key}"]

    def _value(self, value: Any) -> str:
        match value:
            case Term("seat", name):
                return (
                    self._names[int(name)]
                    if int(name) < len(self._names)
                    else f"{self._entries['table.seat']} {int(name) + 1}"
                )
            case Term(kind, name):
                return str(self._entry(f"{kind}.{name}"))
            case Line():
                return self.line(value)
            case list():
                return self._list([self._value(item) for item in value])
            case _:
                return str(value)

    def _list(self, items: list[str]) -> str:
        """Join parts as `a, b and c`; parts that hold commas themselves are set off by semicolons."""
        if len(items) < 2:
            return "".join(items)
        comma = str(self._entries["table.semicolon"]) if any("," in item for item in items) else ", "
        return f"{comma.join(items[:-1])} {self._entries['table.and']} {items[-1]}"
