"""`heimlich arena`, as it is typed."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heimlich.cli.main import main

QUICK = ("--rules", "rio-grande+target=12", "--players", "2")


def arena(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["arena", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_challenger_against_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capsys, "greedy", "--against", "random", "--deals", "8", "--jobs", "1", "--json", *QUICK)
    found = json.loads(out)
    assert code == 0
    assert (found["deals"], found["games"], found["players"]) == (8, 16, 2)
    assert found["contestants"][0]["bot"] == "greedy"
    assert found["house_rules"] == {"target": "12"}


def test_who_is_found_out_can_be_looked_at_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    words = ("gu", "--against", "decoy-60", "--players", "3", "--deals", "4", "--jobs", "1", "--guesses")
    plain = json.loads(arena(capsys, *words[:-1], "--json")[1])
    first, again = (json.loads(arena(capsys, *words, "--json", "--resume", kept)[1]) for _ in range(2))
    rows = {row["bot"]: row for row in first["contestants"]}
    assert first["contestants"] == again["contestants"]
    assert [row["wins"] for row in first["contestants"]] == [row["wins"] for row in plain["contestants"]]
    assert all(row["found_out"] is None for row in plain["contestants"])
    assert rows["gu"]["found_out"]["value"] > rows["decoy-60"]["found_out"]["value"]
    assert rows["gu"]["guesses_right"]["value"] < 1
    assert "found out" in arena(capsys, *words, "--resume", kept)[1]
    assert "found out" not in arena(capsys, *words[:-1])[1]


def test_how_honest_the_belief_is_can_be_looked_at_and_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("gu", "--against", "liar", "--players", "3", "--deals", "2", "--jobs", "1", "--calibration")
    kept = ("--resume", str(tmp_path / "kept"))
    first, again = (json.loads(arena(capsys, *words, *kept, "--json")[1]) for _ in range(2))
    assert first["claims"] == again["claims"]
    number, right, said, squares, nats = (sum(column) for column in zip(*first["claims"], strict=True))
    assert number >= 6 * 3 * 5, "of each of six games at least one look: three seats, five agents"
    assert right <= number
    assert said <= number
    assert min(squares, nats) > 0
    told = arena(capsys, *words, *kept)[1]
    assert "Brier" in told
    assert "95 %" in told
    assert json.loads(arena(capsys, *words[:-1], "--json")[1])["claims"] is None


def test_processes_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("greedy", "g1", "random", "--deals", "2", "--json", *QUICK)
    alone, several = (json.loads(arena(capsys, *words, "--jobs", jobs)[1]) for jobs in ("1", "2"))
    for found in (alone, several):
        for row in found["contestants"]:
            for name in ("ms_a_decision", "ms_99", "ms_worst"):
                del row[name]
    assert alone == several


def test_it_goes_on_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    words = ("greedy", "--against", "random", "--jobs", "1", "--json", "--resume", str(kept), *QUICK)
    arena(capsys, *words, "--deals", "3")
    assert len(kept.read_text().splitlines()) == 4
    with kept.open("a") as file:
        file.write("0123")  # a power cut
    whole = json.loads(arena(capsys, *words, "--deals", "6")[1])
    fresh = json.loads(arena(capsys, *words[:6], *QUICK, "--deals", "6")[1])
    assert whole["contestants"][0]["wins"] == fresh["contestants"][0]["wins"]
    assert len(kept.read_text().splitlines()) == 7
    code, _, err = arena(capsys, *words, "--deals", "6", "--seed", "2")
    assert code != 0
    assert "of another contest: its seed is 1, not 2" in err
    kept.write_text(kept.read_text().replace('"deal":2', '"deal":9'))
    code, _, err = arena(capsys, *words, "--deals", "6")
    assert "line 4" in err
    assert "damaged" in err


def test_a_name_that_another_bot_bears_now_is_another_contest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    words = ("--deals", "2", "--jobs", "1", "--json", "--resume", str(kept), *QUICK)
    assert arena(capsys, "mine=gu", "random", *words)[0] == 0
    before = kept.read_bytes()
    for others in (("mine=greedy", "random"), ("mine=cmd:./bot", "random")):
        code, out, err = arena(capsys, *others, *words)
        assert (code, out) == (1, "")
        assert "of another contest: its bots" in err
        assert kept.read_bytes() == before
    assert arena(capsys, "mine=gu", "random", *words)[0] == 0


def test_it_stops_when_the_question_is_settled(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("greedy", "--against", "random", "--deals", "400", "--until-settled", "--jobs", "1", "--json", *QUICK)
    found = json.loads(arena(capsys, *words)[1])
    assert found["settled"]
    assert found["deals"] < 100


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("greedy",), "it takes two"),
        (("greedy", "greedy"), "named once"),
        (("greedy", "nobody"), "there is no bot 'nobody'"),
        (("greedy", "random", "--players", "9"), "9 players cannot play"),
        (("greedy", "random", "--deals", "0"), "too few"),
        (("greedy", "random", "--jobs", "0"), "too few"),
        (("greedy", "random", "--bar", "50"), "--bar is a share"),
        (("greedy", "random", "--rules", "nowhere"), "there is no edition"),
        (("greedy:soon", "random"), "is no budget"),
        (("casual", "random", "--rules", "jumbo", "--players", "2", "--guesses"), "--guesses is for heimlich-co"),
        (
            ("casual", "random", "--rules", "jumbo", "--players", "2", "--calibration"),
            "--calibration is for heimlich-co",
        ),
        (("greedy", "random", "--picture", "/no/such/folder/a.png"), "no such folder"),
        (("greedy", "random", "--picture", "."), "'.' is no name of a picture; it ends in one of: "),
        (("greedy", "random", "--picture", "a.chess"), "'a.chess' is no name of a picture; it ends in one of: "),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str) -> None:
    code, out, err = arena(capsys, *words)
    assert code != 0
    assert reason in err
    assert not out


def test_an_interruption_prints_what_there_is(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    words = ("greedy", "--against", "random", "--deals", "100000", "--jobs", "2", "--resume", str(kept), *QUICK)
    running = subprocess.Popen(
        [sys.executable, "-m", "heimlich", "arena", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if kept.exists() and 'deal":0,' in kept.read_text():
            break
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "greedy" in out, err


def test_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "standings.png"
    words = ("greedy", "random", "--deals", "3", "--jobs", "1", "--picture", str(file), *QUICK)
    assert arena(capsys, *words)[0] == 0
    assert file.read_bytes().startswith(b"\x89PNG")
