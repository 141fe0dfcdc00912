"""Results in a file: what was finished is found again, and what cannot be right is refused."""

from pathlib import Path

import pytest

from heimlich.errors import HeimlichError
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.results import FinishedGames
from heimlich.lab.study import Study, studies
from heimlich.lab.tally import Tally
from heimlich.rulesets import read_ruleset, write_ruleset

STUDY = Study("rio-grande+target=5", 2, 1, "random")


def play(results: FinishedGames, games: int, chunk: int, most: int = 100) -> None:
    """Play what is missing, at most so many pieces of it."""
    for first, count in list(results.missing(STUDY, games, chunk))[:most]:
        results.add(STUDY, first, count, play_chunk(Chunk(STUDY, "numpy", first, count)))


def open_file(path: Path | None = None, *, seed: int = 1, policy: str = "random") -> FinishedGames:
    return FinishedGames("heimlich-co", seed, policy, path)


@pytest.fixture(scope="module")
def whole() -> Tally:
    return play_chunk(Chunk(STUDY, "numpy", 0, 40))


def test_however_often_it_is_interrupted_the_figures_are_the_same(tmp_path: Path, whole: Tally) -> None:
    path = tmp_path / "results"
    for chunk in (7, 3, 11, 6, 40):
        play(open_file(path), 40, chunk, most=2)
    results = open_file(path)
    assert list(results.missing(STUDY, 40, 100)) == []
    assert results.tally(STUDY, 40) == whole


def test_more_games_are_added_and_fewer_are_not_cut_out_of_a_range(tmp_path: Path, whole: Tally) -> None:
    path = tmp_path / "results"
    play(open_file(path), 15, 10)
    results = open_file(path)
    assert list(results.missing(STUDY, 40, 20)) == [(15, 20), (35, 5)]
    play(results, 40, 20)
    assert results.tally(STUDY, 40) == whole
    assert list(results.missing(STUDY, 12, 5)) == [(10, 2)]


def test_after_an_interruption_only_what_is_complete_from_the_start_counts() -> None:
    results = open_file()
    for first in (0, 20):
        results.add(STUDY, first, 10, play_chunk(Chunk(STUDY, "numpy", first, 10)))
    assert results.tally(STUDY, 40).games == 10
    assert list(results.missing(STUDY, 40, 100)) == [(10, 10), (30, 10)]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path, whole: Tally) -> None:
    path = tmp_path / "results"
    play(open_file(path), 40, 10)
    path.write_bytes(path.read_bytes()[:-20])
    results = open_file(path)
    assert list(results.missing(STUDY, 40, 10)) == [(30, 10)]
    play(results, 40, 10)
    assert open_file(path).tally(STUDY, 40) == whole


def test_other_rulesets_and_players_have_rows_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "results"
    play(open_file(path), 10, 10)
    other = Study("cie", 2, 1, "random")
    assert open_file(path).tally(other, 10).games == 0
    assert open_file(path).tally(Study(STUDY.label, 3, 1, "random"), 10).games == 0


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.touch()
    play(open_file(path), 10, 10)
    assert open_file(path).tally(STUDY, 10).games == 10


def test_what_is_damaged_or_of_another_study_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    play(open_file(path), 20, 10)
    good = path.read_text()
    with pytest.raises(HeimlichError, match="is of another study: its seed is 1, not 2; name another file"):
        open_file(path, seed=2)
    with pytest.raises(HeimlichError, match="is of another study: its policy is random, not greedy"):
        open_file(path, policy="greedy")
    path.write_text(good.replace('"count":10', '"count":11', 1))
    with pytest.raises(HeimlichError, match=r"line 2 of .* is damaged; cut it off there, or begin a new file"):
        open_file(path)
    path.write_text("a letter to a friend\n")
    with pytest.raises(HeimlichError, match="is no file of results; name one that is, or a new one"):
        open_file(path)
    path.write_bytes(b"\x00\xff no line at all")
    with pytest.raises(HeimlichError, match="is no file of results"):
        open_file(path)
    with pytest.raises(HeimlichError, match=r"cannot read .*: Is a directory"):
        open_file(tmp_path)
    with pytest.raises(HeimlichError, match=r"cannot write .*: No such file or directory"):
        open_file(tmp_path / "nowhere" / "results")


def test_a_ruleset_in_one_word() -> None:
    game, name = read_ruleset("rio-grande+top-secret+dossier+target=20+die=1-3,4")
    assert game.id == "heimlich-co"
    assert name.variants == ("top-secret", "dossier")
    assert name.house == (("target", "20"), ("die", "1-3,4"))
    assert write_ruleset(name) == "rio-grande+top-secret+dossier+target=20+die=1-3,4"


def test_the_same_ruleset_is_studied_once() -> None:
    found = studies(["cie", "rio-grande", "cie"], [4, 2, 4], 1, "random")
    assert [(study.label, study.players) for study in found] == [
        *(("cie", 4), ("rio-grande", 4)),
        *(("cie", 2), ("rio-grande", 2)),
    ]
    assert Study("cie", 2, 1, "random").print != Study("rio-grande", 2, 1, "random").print
