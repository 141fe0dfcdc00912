"""`pad` in the terminal shows the counts that everyone at a live table can see, for both games, in every language."""

import pytest

from heimlich import RulesetName
from heimlich.games import GAMES
from heimlich.games.heimlich_co.pad import counts
from heimlich.terminal.face import counted, face_of
from heimlich.terminal.screen import Screen
from tests.tables import HEIMLICH, Case, random_game

SUITCASES = GAMES["suitcases"]


def test_the_counts_are_those_of_the_pad() -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 1)
    text = face_of("heimlich-co").pad(HEIMLICH, steps, steps[-1].after, ["Anna", "Bert", "Cleo"], Screen(colour=False))
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    found = counts(counted(HEIMLICH, steps))
    assert found
    for row in found.values():
        for walked, won, lost, opened, near in row.values():
            assert f" {walked}/+{won}/-{lost}/{opened}/{near} " in f"{text} ".replace("\n", " ")
    assert text.splitlines()[0].startswith("Counted so far")
    assert face_of("heimlich-co").pad(HEIMLICH, [], steps[0].before, ["Anna"], Screen(colour=False)) == ""


@pytest.mark.parametrize("columns", [80, 140])
def test_counts_and_clues_fit_the_window(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    names = ["Anna", "Bert", "Cleopatra", "Dora", "Emil", "Fee", "Gerd"]
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 7), 1)
    face, screen = face_of("heimlich-co"), Screen(colour=False)
    for text in (
        face.pad(HEIMLICH, steps, HEIMLICH.view(steps[-1].after, None), names, screen),
        face.clues(HEIMLICH, steps, names, screen),
    ):
        _, *rows = text.splitlines()
        assert len(rows) == 7 + (columns == 140)  # a wide window has a table with a head
        lines = screen.wrap("\n".join(rows)) if columns == 80 else rows
        assert max(map(len, lines)) < columns
        assert all(line.startswith((" ", *names)) for line in lines)
        assert not any(line.rstrip().endswith(("RED", "BLU", "GRA")) for line in lines[1:])


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_reader_sees_what_may_be_in_each_suitcase_and_the_content_of_their_own(language: str) -> None:
    steps = random_game(Case(SUITCASES, RulesetName("jumbo"), 2), 4)[:60]
    state, screen = steps[-1].after, Screen(colour=False, language=language)
    view = SUITCASES.view(state, 0)
    own = face_of("suitcases").pad(SUITCASES, steps, view, ["Anna", "Bert"], screen).splitlines()
    public = face_of("suitcases").pad(SUITCASES, steps, SUITCASES.view(state, None), ["Anna", "Bert"], screen)
    bomb = screen.say("terminal.bomb")
    assert f"5, 3, 1, {bomb}" in public
    assert len(own) == 9
    assert [line.split()[1] for line in own[1:5]] == [str(content or bomb) for content in view.contents]
