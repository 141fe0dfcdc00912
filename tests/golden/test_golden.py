"""Recorded games, counts and settings stay what they were; and between them they show everything there is."""

from pathlib import Path

import pytest

from heimlich import GAMES, read_record
from heimlich.game import AnyGame
from heimlich.games.heimlich_co.names import Card
from heimlich.record import Record, replay
from tests.golden.fingerprints import editions_text, perft_row, perft_rows_of
from tests.golden.make_golden import cards_played, playthrough
from tests.tables import CASES, Case

HERE = Path(__file__).parent
RECORDS = sorted((HERE / "records").glob("*.heimlich"))
PLAYTHROUGHS = sorted((HERE / "playthroughs").glob("*.heimlich"))
PERFT = dict(line.split(": ") for line in (HERE / "perft.txt").read_text().splitlines())


def _read(file: Path) -> Record:
    return read_record(file.read_text(), GAMES)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_golden_record_replays_to_its_end(file: Path) -> None:
    record = _read(file)
    steps = list(replay(record, GAMES[record.game]))
    assert record.final is not None
    assert GAMES[record.game].format_state(steps[-1].after) == record.final
    assert str(record) == file.read_text()


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_every_seat_sees_what_it_saw(file: Path) -> None:
    record = _read(file)
    assert playthrough(record, GAMES[record.game]) == file.with_suffix(".txt").read_text()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_there_is_a_golden_record_for_every_edition_ending_and_number_of_players(game: AnyGame) -> None:
    records = [record for record in map(_read, RECORDS) if record.game == game.id]
    for edition in game.editions():
        of_edition = [record for record in records if record.rules.edition == edition]
        rules = game.ruleset(of_edition[0].rules)
        assert {len(record.seats) for record in of_edition} == set(game.players(rules)), edition
        assert {_ending(record, game) for record in of_edition} == set(game.endings), edition


def _ending(record: Record, game: AnyGame) -> str:
    outcome = game.outcome(list(replay(record, game))[-1].after)
    assert outcome is not None
    return outcome.ending


def test_every_kind_of_card_is_played_in_a_golden_record() -> None:
    nothing: set[Card] = set()
    played = nothing.union(*(cards_played(record) for record in map(_read, RECORDS)))
    assert played == set(Card)


@pytest.mark.parametrize("case", CASES, ids=list(map(str, CASES)))
def test_perft(case: Case) -> None:
    """The numbers of event sequences at every table are what they were."""
    assert perft_row(case) == f"{case}: {PERFT[str(case)]}"


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_perft_in_the_middle_of_a_game(file: Path) -> None:
    for row in perft_rows_of(file.stem, _read(file)):
        place, counts = row.split(": ")
        assert counts == PERFT[place]


def test_the_settings_of_a_published_rules_version_never_change() -> None:
    """A corrected rule becomes a new setting with the old value here, and a new rules version."""
    assert editions_text() == (HERE / "editions.txt").read_text()
