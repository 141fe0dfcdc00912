"""Writes to the terminal: colours where it supports them, a clear screen, line widths, the reader's language."""

import os
import re
import shutil
import sys
from typing import Any

from heimlich.text import NOTATION, say

WIDEST = 100  # longer lines are hard to read
_CODE = re.compile(r"\x1b\[[0-9;]*m")
_COLUMN = re.compile(r"^ *\S.*?  +(?=\S)")  # the first of two columns, with the gap after it


class Screen:
    """Knows whether someone is looking at a real terminal, and what they read."""

    def __init__(self, *, colour: bool | None = None, language: str = "en") -> None:
        self.language = language
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        wanted = self.live and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.colour = wanted if colour is None else colour

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    def say(self, key: str, /, **values: Any) -> str:
        """An entry of the catalogue in the reader's language."""
        return say(key, self.language, **values)

    def word(self, word: str, key: str) -> str:
        """A word of the notation, as it is typed; in another language after what it is called there: `Rot (red)`."""
        return word if self.language == NOTATION else f"{self.say(key)} ({word})"

    def paint(self, text: str, ink: int, paper: int | None = None) -> str:
        """Colour text with two of the 256 colours, one for the background."""
        if not self.colour:
            return text
        ground = f";48;5;{paper}" if paper is not None else ""
        return f"\x1b[38;5;{ink}{ground}m{text}\x1b[0m"

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def wrap(self, text: str, indent: int = 0) -> list[str]:
        """Wrap a text to lines that fit the window and are easy to read."""
        width = max(20, min(self.width - 1, WIDEST) - indent)
        return [line for paragraph in text.split("\n") for line in _wrapped(paragraph, width)]

    def tell(self, text: str) -> None:
        """Print a text in lines that fit; what stands in two columns keeps them."""
        print("\n".join(self.wrap(text)))

    def clear(self) -> None:
        """Clear the screen, and the scroll-back too."""
        if self.live:
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)


def length(text: str) -> int:
    """The width of a text on the screen."""
    return len(_CODE.sub("", text))


def _wrapped(line: str, width: int) -> list[str]:
    """Break a line between words; the second of two columns stays a column."""
    if length(line) <= width:
        return [line]
    plain = _CODE.sub("", line)
    column = _COLUMN.match(plain)
    hang = len(column[0]) if column else len(plain) - len(plain.lstrip())
    rows, row = [], ""
    for word in re.findall(r" *[^ ]+", line):
        if row and length(row + word) > width:
            rows.append(row)
            row = " " * min(hang, width // 2) + word.lstrip()
        else:
            row += word
    return [*rows, row]


def fit(text: str, width: int) -> str:
    """Pad the text with blanks up to a width."""
    return text + " " * max(0, width - length(text))
