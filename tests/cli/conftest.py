"""What all tests of commands share: English words, wherever they run, and terminals that are closed afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from heimlich.cli.options import LANGUAGE
from tests.cli.terminal import Open, Terminal


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LANGUAGE, "en")


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def start(*words: str, colour: bool = True) -> Terminal:
        opened.append(Terminal(tmp_path, *words, colour=colour))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()
