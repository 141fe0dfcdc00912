"""The commands as people type them: what they print, and what they say when something is wrong."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from heimlich.bench.server import cpu_seconds
from heimlich.bots.random_bot import RandomBot
from heimlich.bots.registry import bots_of
from heimlich.bots.roster import Listed
from heimlich.cli.main import main

GOLDEN = Path(__file__).parents[1] / "golden"


def run(*words: str) -> tuple[int, str]:
    """A command in a process of its own: its exit code, and all that it printed."""
    done = subprocess.run([sys.executable, "-m", "heimlich", *words], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_simulate_counts_games_and_repeats_itself_from_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--games", "30", "--players", "3", "--seed", "7", "--json", "--bots", "random,greedy,random"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    second = json.loads(capsys.readouterr().out)
    for timing in ("seconds", "games_per_second"):
        del first[timing], second[timing]
    assert first == second
    assert first["games"] == 30
    assert first["bots"] == ["random", "greedy", "random"]
    won = sum(seat["share"] for seat in first["wins_by_seat"])
    assert won + first["nobody_wins"] == pytest.approx(1, abs=0.001)
    assert sum(first["endings"].values()) == 30
    assert first["turns"]["least"] >= 1
    assert first["scorings"]["mean"] > 0


def test_simulate_shows_bots_with_a_memory_each_game_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rememberer(RandomBot):
        name = "rememberer"

        def __init__(self) -> None:
            self.seen = 0
            made.append(self)

        def watch(self, before: Any, events: Sequence[Any], after: Any) -> None:
            del before, after
            self.seen += len(events)

    made: list[Rememberer] = []
    monkeypatch.setitem(bots_of("heimlich-co"), "rememberer", Listed(Rememberer, watches=True))
    assert main(["simulate", "--games", "3", "--players", "2", "--seed", "1", "--bots", "rememberer,random"]) == 0
    seen = [bot.seen for bot in made if bot.seen]
    assert len(seen) == 3, "a new one for each game"
    assert min(seen) > 10


def test_simulate_tells_in_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["simulate", "heimlich-co", "--games", "5", "--edition", "cie", "--variant", "dossier", "--seed", "1"])
        == 0
    )
    told = capsys.readouterr().out
    assert told.startswith("5 games of heimlich-co, cie dossier turn_limit=1000\n4 players, seed 1\n")
    assert "turns:" in told
    assert "nobody" in told


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["simulate", "chess"], "there is no game 'chess'; there are: heimlich-co"),
        (["simulate", "--edition", "foo"], "there is no edition 'foo'; there are: rio-grande, escale, cie, engine"),
        (
            ["simulate", "--edition", "cie", "--variant", "top-secret"],
            "'cie' has no variant 'top-secret'; it has: dossier",
        ),
        (
            ["simulate", "--edition", "escale", "--variant", "dossier"],
            "'escale' has the dossier only as part of its variant",
        ),
        (["simulate", "--variant", "chess"], "there is no variant 'chess'; 'rio-grande' has: top-secret, dossier"),
        (["simulate", "--set", "target=x"], "'x' does not fit 'target'; it takes a whole number"),
        (["simulate", "--set", "goal=3"], "there is no setting 'goal'; there are: values, agents_in_play"),
        (["simulate", "--set", "target"], "'--set target' is no house rule; it looks like: --set target=20"),
        (["simulate", "--set", "target=0"], "'target' is 0; a game would be over before it starts"),
        (["simulate", "--players", "8"], "8 players cannot play heimlich-co; it takes 2 to 7"),
        (
            ["simulate", "--bots", "champion:20ms"],
            "'champion:20ms' has a budget; budgets are for the arena: heimlich arena",
        ),
        (["simulate", "--bots", "deep"], "there is no bot 'deep' for heimlich-co; there are: random, greedy"),
        (["simulate", "--bots", "random,greedy"], "2 bots are named for 4 seats; name one for all, or one for each"),
        (["simulate", "--games", "0"], "--games 0 is too few; play at least 1"),
        (["perft", "--depth", "0"], "--depth 0 is too small; count at least 1 event"),
        (["perft", "--position", "red 99"], "'99' is not a building; there are: church, 1"),
        (["editions", "show", "foo"], "there is no edition 'foo'; there are: rio-grande"),
        (["replay", "nowhere.heimlich"], "cannot read 'nowhere.heimlich': No such file or directory"),
        (["traces", "nowhere.gz"], "cannot read 'nowhere.gz': No such file or directory"),
        (["play", "--resume", "nowhere.heimlich"], "cannot read 'nowhere.heimlich': No such file or directory"),
        (["play", "--players", "3", "--humans", "4"], "4 people and 1 bots do not make 3 players"),
        (["play", "--players", "3", "--names", "A,B"], "2 names are given for 1 people; see --humans"),
        (["play", "--players", "3", "--bots", "deep"], "there is no bot 'deep' for heimlich-co"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"heimlich: {error}")
    assert told.err.count("\n") == 1


def test_a_full_disk_is_said_in_a_sentence() -> None:
    words = ["simulate", "--games", "1", "--seed", "1"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "heimlich", *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == "heimlich: cannot write the output: No space left on device\n"


def test_a_name_that_is_too_long_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a" * 300
    words = ["arena", "gu", "random", "--jobs", "1", "--deals", "1", "--resume", name]
    assert main(words) == 1
    assert capsys.readouterr().err == f"heimlich: cannot use '{name}': File name too long\n"


@pytest.mark.parametrize(
    "words", [["fly"], ["simulate", "--gmaes", "3"], ["bench", "tables"], ["simulate", "--games", "x"]]
)
def test_a_wrong_word_says_what_would_do(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "--help)" in capsys.readouterr().err


def test_editions_are_listed_shown_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions"]) == 0
    listed = capsys.readouterr().out
    for edition in ("rio-grande", "escale", "cie", "engine", "engine-1.0.1"):
        assert f"\n  {edition}\n" in listed
    assert main(["editions", "show", "cie", "--variant", "dossier"]) == 0
    shown = capsys.readouterr().out
    assert "H14  target                 41 " in shown
    assert "D1   dossier                yes " in shown
    assert main(["editions", "diff", "engine", "engine-1.0.1"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[1] for row in rows] == [
        *("colours", "floor", "card_round", "pass_aloud", "last_card_passes_turn", "place_cards_score"),
        "idle_church_card",
    ]
    assert main(["editions", "diff", "cie", "cie"]) == 0
    assert capsys.readouterr().out == "no setting differs\n"


def test_replay_tells_a_spectator_a_seat_or_everything(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(GOLDEN / "playthroughs" / "heimlich-co-cards-and-dossiers.heimlich")
    told = {}
    for words in ([], ["--seat", "2"], ["--all"]):
        assert main(["replay", file, *words]) == 0
        told[" ".join(words)] = capsys.readouterr().out
    assert "is dealt agent" not in told[""]
    assert told["--seat 2"].count("is dealt agent") == 1
    assert "Bob is dealt agent" in told["--seat 2"]
    assert told["--all"].count("is dealt agent") == 3
    assert all("The masks come off." in text for text in told.values())
    assert main(["replay", file, "--seat", "4"]) == 1
    assert capsys.readouterr().err == "heimlich: there is no seat 4; the game has 3\n"


def test_replay_refuses_a_broken_record_before_it_tells_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (GOLDEN / "playthroughs" / "heimlich-co-cie.heimlich").read_text()
    broken = tmp_path / "broken.heimlich"
    broken.write_text(text.replace("roll ", "roll 9", 1))
    assert main(["replay", str(broken)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "line " in told.err
    binary = tmp_path / "binary.heimlich"
    binary.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(binary)]) == 1
    assert "it is not text" in capsys.readouterr().err


def test_perft_counts_from_a_deal_or_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--players", "2", "--depth", "2"]) == 0
    assert capsys.readouterr().out == "1 55\n2 330\n"
    position = "red 5, blue 10, green 1, yellow 2, gray 3; roll 2"
    assert main(["perft", "--players", "2", "--position", position, "--depth", "2", "--divide"]) == 0
    told = capsys.readouterr().out
    assert "1: move red 2: 11\n" in told  # the safe is opened: eleven buildings to move it to
    assert "1: move blue 2: 6\n" in told  # the next roll
    assert told.endswith("1 15\n2 95\n")


def test_traces_counts_and_exits_by_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(GOLDEN / "traces" / name) for name in ("p2-basic.jsonl.gz", "p4-cards.jsonl.gz")]
    assert main(["traces", *files]) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 games, ")
    assert told.endswith(" actions, 0 differences\n")
    text = gzip.decompress(Path(files[0]).read_bytes()).decode()
    changed = tmp_path / "changed.jsonl"
    changed.write_text(text.replace('"safe":7', '"safe":8', 1))
    assert main(["traces", str(changed)]) == 1
    told_too = capsys.readouterr()
    assert told_too.out.endswith(" 1 differences\n")
    assert "changed.jsonl line 1: the start: safe is 8 there, 7 here" in told_too.err
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(Path(files[0]).read_bytes()[:300])
    assert main(["traces", str(cut)]) == 1
    assert "it is not a whole gzip or text file" in capsys.readouterr().err


def test_bench_measures_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--seconds", "0.001", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    basic = [row for row in rows if row["edition"] == "rio-grande" and not row["variants"]]
    assert [row["players"] for row in basic] == [2, 4, 7]
    assert all(row["games_per_second"] > 0 for row in rows)


def test_ctrl_c_shows_what_there_is_so_far() -> None:
    command = [sys.executable, "-m", "heimlich", "simulate", "--games", "100000000", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    while cpu_seconds(process.pid) < 2:  # on a busy machine it would not have begun after two seconds by the clock
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert json.loads(out)["games"] > 0
    assert "Traceback" not in err


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    file = GOLDEN / "records" / "rio-grande-7.heimlich"
    done = subprocess.run(
        f"{sys.executable} -m heimlich replay {file} --all | head -2",
        shell=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 2


def test_importing_is_quick_and_brings_nothing_but_the_standard_library() -> None:
    program = (
        "import sys, time; before = set(sys.modules); start = time.process_time(); import heimlich; "
        "print(time.process_time() - start); from heimlich import GAMES; list(GAMES.values()); "
        "import heimlich.cli.main; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names))"
    )
    times = []
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ
        )
        took, others = done.stdout.splitlines()
        times.append(float(took))
        assert others.split() == ["heimlich"]
    assert min(times) < 0.2


def test_help_names_every_command() -> None:
    code, told = run("--help")
    assert code == 0
    for command in ("play", "simulate", "replay", "editions", "perft", "bench", "traces"):
        assert command in told
