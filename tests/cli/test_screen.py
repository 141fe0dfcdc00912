"""What is told in the terminal fits the window, in every language."""

import pytest

from heimlich.terminal.screen import Screen, length
from heimlich.text import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_help_fits_the_window(language: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen(colour=False, language=language)
    text = screen.say("terminal.help-heimlich-co", agents="RED Red, GRE Green") + "\n" + screen.say("terminal.help")
    lines = screen.wrap(text)
    assert all(length(line) < min(columns, 101) for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())


def test_the_second_of_two_columns_stays_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    screen = Screen(colour=True)
    assert screen.wrap("yes, no   say in secret what you want to do") == [
        "yes, no   say in secret what",
        "          you want to do",
    ]
    assert screen.wrap("  TO-RUINS: put any agent there, or two") == ["  TO-RUINS: put any agent", "  there, or two"]
    assert screen.wrap(screen.bold("a bold text is as wide as any")) == [screen.bold("a bold text is as wide as any")]
    assert screen.wrap("a" * 50 + " and more") == ["a" * 50, "and more"]  # a word is never broken
    assert screen.wrap("one\n\nthree") == ["one", "", "three"]
