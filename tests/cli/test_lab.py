"""`heimlich lab` as people type it: tables, JSON, pictures, interruptions, and what it says when something is wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heimlich.cli.main import main

QUICK = ["--games", "60", "--players", "2", "--backend", "numpy"]


def lab(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The figures of a study, without what differs from run to run."""
    assert main(["lab", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for timing in ("seconds", "played"):
        del told[timing]
    return told


def test_a_study_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "rio-grande", "cie+target=10", *QUICK, "--players", "3,2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "heimlich-co, random play, seed 1; ± is the 95 % interval"
    assert told[1].startswith("240 games played in ")
    assert [line.split() for line in told if " players " in line] == [
        [str(number), "players", "rio-grande", "cie+target=10"] for number in (3, 2)
    ]
    names = [line[:40].strip() for line in told]
    for name in ("decisions", "turns", "scorings", "lead changes", "third to move wins", "a free agent wins"):
        assert names.count(name) == (1 if name.startswith("third") else 2)
    assert len({len(line) for line in told[3:20]}) == 1  # columns are straight


def test_chunks_processes_and_interruptions_change_no_figure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = lab(capsys, "rio-grande+target=20", *QUICK)
    assert whole["studies"][0]["games"] == 60
    assert lab(capsys, "rio-grande+target=20", *QUICK, "--chunk", "17") == whole
    assert lab(capsys, "rio-grande+target=20", *QUICK, "--chunk", "17", "--jobs", "2") == whole
    file = str(tmp_path / "results")
    for games in ("11", "32", "60"):
        found = lab(capsys, "rio-grande+target=20", *QUICK, "--games", games, "--chunk", "9", "--resume", file)
    assert found == whole
    before = Path(file).read_text()
    assert lab(capsys, "rio-grande+target=20", *QUICK, "--resume", file) == whole
    assert Path(file).read_text() == before  # nothing was played again


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("where", [[], ["--jobs", "2"]])
def test_ctrl_c_shows_what_there_is_and_the_file_goes_on_from_there(
    where: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results"
    words = ["rio-grande", "--players", "2", "--backend", "numpy", "--chunk", "40", "--resume", str(file)]
    command = [sys.executable, "-m", "heimlich", "lab", *words, *where, "--games", "1000000", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    while not file.exists() or file.read_text().count("\n") < 8:
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    told = json.loads(out)
    games = told["studies"][0]["games"]
    assert told["interrupted"]
    assert games % 40 == 0
    assert games >= (40 if where else 80)  # of two processes, the one that plays game 80 may be ahead
    again = lab(capsys, *words, "--games", str(games + 40))
    assert again == lab(capsys, *words[:-2], "--games", str(games + 40))


def test_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    assert main(["lab", "rio-grande", "cie", *QUICK, "--pictures", str(folder), "--format", "svg"]) == 0
    told = capsys.readouterr().err.split()
    assert [Path(word).name for word in told] == ["lab-turns.svg", "lab-wins.svg", "lab-scorings.svg"]
    for word in told:
        text = Path(word).read_text()
        assert "<svg" in text
        assert len(text) > 5_000
    assert main(["lab", "rio-grande", *QUICK, "--pictures", str(folder)]) == 0
    assert (folder / "lab-wins.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "there is no edition 'chess'; there are: rio-grande, escale"),
        (["cie+top-secret"], "'cie' has no variant 'top-secret'; it has: dossier"),
        (["rio-grande+goal=3"], "there is no setting 'goal'; there are: values"),
        (["rio-grande+target="], "'' does not fit 'target'; it takes a whole number"),
        (["rio-grande", "jumbo"], "one study is of one game; these are rulesets of heimlich-co and suitcases"),
        (["--games", "0"], "--games 0 does not do; play 1 to 2,147,483,648"),
        (["--games", "3000000000"], "--games 3000000000 does not do; play 1 to 2,147,483,648"),
        (["--players", "8"], "8 players cannot play heimlich-co; it takes 2 to 7"),
        (["--players", "2,x"], "'--players 2,x' is no number of players; it looks like: 4, or 2,4,7"),
        (["--seed", "-1"], "the seed -1 does not fit; it goes from 0 to 4294967295"),
        (["--policy", "clever"], "there is no policy 'clever'; there are: random, greedy"),
        (["--backend", "abacus"], "there is no backend 'abacus'; there are: auto, numpy, jax"),
        (["--chunk", "0"], "--chunk 0 is too few; it takes at least 1"),
        (["--jobs", "-2"], "--jobs -2 is too few; it takes at least 1"),
        (["--resume", "."], "cannot read '.': Is a directory"),
        (["--pictures", "pyproject.toml/x"], "cannot make the folder 'pyproject.toml/x': Not a directory"),
        (["--all", "--policy", "greedy"], "--policy is for single studies; with --all: it plays by all of them"),
        (["--all", "--pictures", "x"], "--pictures is for single studies; with --all: --page"),
        (["--all", "--page", "pyproject.toml/x.md"], "cannot write 'pyproject.toml': File exists"),
        (["--all", "--page", "src"], "cannot write 'src': Is a directory"),
        (["--all", "--page", "lab.json"], "'lab.json' is where the figures of the page go; what would do: lab.md"),
        (["--ray", "127.0.0.1:9"], "Ray cannot be reached at '127.0.0.1:9': "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *words]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"heimlich: {error}")
    assert told.err.count("\n") == 1


def test_results_that_are_damaged_or_of_another_study_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "results"
    words = ["rio-grande", *QUICK, "--resume", str(file)]
    assert main(["lab", *words]) == 0
    capsys.readouterr()
    assert main(["lab", *words, "--seed", "2"]) == 1
    assert "is of another study: its seed is 1, not 2; name another file" in capsys.readouterr().err
    file.write_text(file.read_text().replace('"games":60', '"games":61'))
    assert main(["lab", *words]) == 1
    assert "is damaged; cut it off there, or begin a new file" in capsys.readouterr().err


def test_what_jax_compiles_is_kept_for_the_next_study(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    monkeypatch.setattr("heimlich.lab.play.keep_compiled", lambda: kept.append("kept"))
    monkeypatch.setattr("heimlich.cli.lab._play_missing", lambda *_: (0, False))
    for backend in ("numpy", "jax"):
        assert main(["lab", "rio-grande", "--backend", backend]) == 0
    assert kept == ["kept"]
