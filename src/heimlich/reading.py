"""Reading and writing text for every game's notation: words, with a clear error, and positions as sections.

A position is a list of sections, each a key and its words: `safe 7; roll 2; owners 1 red, 2 blue`. Which keys there
are, and what stands in them, is defined in a game's position.py.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import TypeVar

from heimlich.errors import BadNotation
from heimlich.game import Seat

Item = TypeVar("Item")
Phase = TypeVar("Phase", bound=Enum)
MOST = 1_000_000  # no number in a position is larger


def careful(read: Callable[[str], Item], word: str, wanted: str, choices: Iterable[str] = ()) -> Item:
    """Read a word; raise an error that says what was wanted, and lists the choices, if it cannot be read."""
    try:
        return read(word)
    except (ValueError, KeyError, IndexError):
        listed = ", ".join(choices)
        raise BadNotation(f"'{word}' is not {wanted}" + (f"; there are: {listed}" if listed else "")) from None


def whole(low: int, high: int, wanted: str) -> Callable[[str], int]:
    """Make a reader of whole numbers from `low` to `high`."""

    def read(word: str) -> int:
        digits = word.removeprefix("-") if low < 0 else word
        number = int(word) if digits.isascii() and digits.isdigit() and len(digits) < 10 else low - 1
        if not low <= number <= high:
            raise BadNotation(f"'{word}' is not {wanted}")
        return number

    return read


def seat_reader(most: int) -> Callable[[str], Seat]:
    """Make a reader of seats, which text counts from 1."""
    read = whole(1, most, f"a seat; seats: 1 to {most}")
    return lambda word: read(word) - 1


def line(key: str, words: Iterable[object]) -> list[str]:
    """Write a section with these words; no section if there are no words."""
    text = " ".join(map(str, words))
    return [f"{key} {text}"] if text else []


def flag_line(key: str, value: bool) -> list[str]:
    """Write a section that is a key alone, if the value is true."""
    return [key] if value else []


def number_line(key: str, value: int, usual: int = 0) -> list[str]:
    """Write a section with a number, unless it is the usual one."""
    return [f"{key} {value}"] if value != usual else []


def seat_lines(key: str, rows: Iterable[Iterable[object]]) -> list[str]:
    """Write a section with words for each seat that has any: `hands 1 to-ruins, 3 two-back`."""
    words = [" ".join(map(str, row)) for row in rows]
    text = ", ".join(f"{seat + 1} {row}" for seat, row in enumerate(words) if row)
    return [f"{key} {text}"] if text else []


class Sections:
    """The sections of a position, by key. One section may have no key in the text: `open_key` names it here."""

    open_key = ""
    open_start = ""  # what such a section starts with, in the words of an error

    def __init__(self, text: str, keys: set[str], seat: Callable[[str], Seat]) -> None:
        self.words: dict[str, str] = {}
        self._seat = seat
        for section in filter(None, map(str.strip, text.split(";"))):
            key, _, words = section.partition(" ")
            if key not in keys:
                key, words = self._key_of_open(section, keys), section
            if key in self.words:
                raise BadNotation(f"the position says {key if key == self.open_key else repr(key)} twice")
            self.words[key] = words.strip()

    def _key_of_open(self, section: str, keys: set[str]) -> str:
        if self.open_key and self.is_open(section):
            return self.open_key
        known = ", ".join([*filter(None, [self.open_start]), *sorted(keys)])
        raise BadNotation(f"'{section}' is no part of a position; parts start with: {known}")

    def is_open(self, section: str) -> bool:  # noqa: ARG002 (for games that have such a section)
        """Tell whether this is the section without a key."""
        return False

    def flag(self, key: str) -> bool:
        return key in self.words

    def number(self, key: str, usual: int = 0) -> int:
        return self.one(key, whole(0, MOST, f"a number for '{key}'"), usual)

    def one(self, key: str, read: Callable[[str], Item], usual: Item) -> Item:
        return self._read(read, self.words[key]) if key in self.words else usual

    def many(self, key: str, read: Callable[[str], Item]) -> tuple[Item, ...]:
        return tuple(self._read(read, word) for word in self.words.get(key, "").split())

    def rows(self, key: str) -> Iterator[list[str]]:
        """List the parts of a section between commas, as words."""
        yield from (row.split() for row in self.words.get(key, "").split(",") if row.strip())

    def by_seat(self, key: str, players: int, read: Callable[[str], Item]) -> tuple[tuple[Item, ...], ...]:
        found: list[tuple[Item, ...]] = [()] * players
        for word, *words in self.rows(key):
            seat = self._seat(word)
            if seat >= players:
                raise BadNotation(f"'{key}' speaks of seat {word}; there are {players} players")
            found[seat] = tuple(self._read(read, one) for one in words)
        return tuple(found)

    def _read(self, read: Callable[[str], Item], word: str) -> Item:
        return careful(read, word, "what a position has there")


def phase_reader(phases: type[Phase]) -> Callable[[str], Phase]:
    """Make a reader of a phase's name in small letters, which lists all names where a word is none."""
    names = ", ".join(phase.name.lower() for phase in phases)
    return lambda word: careful(lambda text: phases[text.upper()], word, f"a phase; phases: {names}")
