"""`heimlich replay --all` tells everything that any seat or a spectator is told, and what was hidden from them."""

from collections import Counter
from pathlib import Path

import pytest

from heimlich import GAMES, read_record
from heimlich.cli.main import main
from heimlich.cli.replay import step_lines
from heimlich.record import replay
from heimlich.text import Speaker
from tests.tables import ALL, Case, played

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(GOLDEN.glob("*/*.heimlich"))

# What others are told of something hidden, and the whole of it: the only lines that --all says in other words.
UNMASKED = {"identity-dealt": "identity-own", "card-drawn": "card-own", "double-taken": "double-own"}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_everything_holds_all_that_anybody_was_told(file: Path) -> None:
    record = read_record(file.read_text("utf-8"), GAMES)
    game = GAMES[record.game]
    speaker = Speaker(game.id, record.seats)
    for step in replay(record, game):
        whole = step_lines(game, step, None, everything=True)
        said = Counter(map(speaker.line, whole))
        unmasked = {(line.key, str(line.values["seat"])) for line in whole if line.key in UNMASKED.values()}
        for seat in (None, *range(len(record.seats))):
            for line in step_lines(game, step, seat):
                hidden = UNMASKED.get(line.key)
                found = said[speaker.line(line)] if hidden is None else (hidden, str(line.values["seat"])) in unmasked
                assert found, (step.event, seat, line)


def test_everything_holds_all_that_anybody_was_told_at_every_table(table_index: int, case: Case) -> None:
    assert ALL[table_index] is case
    for step in played(table_index):
        whole = step_lines(case.game, step, None, everything=True)
        for seat in (None, *range(case.players)):
            for line in step_lines(case.game, step, seat):
                assert line in whole or UNMASKED.get(line.key) in {one.key for one in whole}


@pytest.mark.parametrize("name", ["suitcases", "heimlich-co-cards-and-dossiers"])
def test_the_command_tells_more_with_all_than_without(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(GOLDEN / "playthroughs" / f"{name}.heimlich")
    texts = []
    for words in ([], ["--all"]):
        assert main(["replay", file, *words]) == 0
        texts.append(capsys.readouterr().out.splitlines())
    plain, whole = texts
    assert len(whole) > len(plain)
    masked = ("is dealt an agent card", "draws a Top Secret card", "secretly takes over an unowned agent.")
    missing = Counter(line for line in plain if not any(words in line for words in masked)) - Counter(whole)
    assert not missing
