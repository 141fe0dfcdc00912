"""An append-only file with the finished pieces of long work, so that the work can resume after any interruption.

It is text: a first line that says what the work is, then a line for each finished piece, each with a checksum in
front. A last line that a power cut left incomplete is removed, and its piece is done again.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from heimlich.errors import HeimlichError


class Journal:
    """Finished pieces of work in a file; without a path, nothing is written."""

    def __init__(self, path: Path | None, about: Mapping[str, Any], what: str) -> None:
        self._path, self._about, self._what = path, dict(about), what
        self.pieces: list[Any] = []  # as they were read, in the order in which they were added
        if path is not None and path.exists() and path.stat().st_size:
            self._read(path)
        elif path is not None:
            self._append(self._about)

    def add(self, piece: Any) -> None:
        """Append a finished piece; it is on disk when this returns."""
        if self._path is not None:
            self._append(piece)

    def _append(self, content: Any) -> None:
        assert self._path is not None
        text = json.dumps(content, separators=(",", ":"))
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{crc32(text.encode()):08x} {text}\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise HeimlichError(f"cannot write '{self._path}': {error.strerror}") from None

    def _read(self, path: Path) -> None:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise HeimlichError(f"cannot read '{path}': {error.strerror}") from None
        *lines, rest = content.split(b"\n")
        first = _content(lines[0]) if lines else None
        if not isinstance(first, dict) or first.get("format") != self._about["format"]:
            raise HeimlichError(f"'{path}' is no file of results; name one that is, or a new one")
        for name, wanted in self._about.items():
            if first.get(name) != wanted:
                raise HeimlichError(
                    f"'{path}' is of another {self._what}: its {name} is {first.get(name)}, not {wanted};"
                    " name another file"
                )
        for number, line in enumerate(lines[1:], 2):
            piece = _content(line)
            if piece is None:
                raise self.damaged(number)
            self.pieces.append(piece)
        if rest:  # cut off while it was written
            with path.open("r+b") as file:
                file.truncate(len(content) - len(rest))

    def damaged(self, number: int) -> HeimlichError:
        """Make the error for a line that cannot be read."""
        return HeimlichError(f"line {number} of '{self._path}' is damaged; cut it off there, or begin a new file")


def _content(line: bytes) -> Any:
    """Read a line; None if its checksum is wrong."""
    check, _, text = line.partition(b" ")
    return json.loads(text) if check == b"%08x" % crc32(text) else None
