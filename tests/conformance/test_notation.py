"""Positions, events, actions and records as text: what is written can be read, and means the same."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heimlich import GAMES, BadNotation, BadRecord, Record, read_record
from heimlich.record import closed, last_state, new_record, replay
from tests.soak import count
from tests.tables import ALL, Case, played


def _record(table_index: int, case: Case) -> Record:
    steps = played(table_index)
    names = tuple(f"Player {seat + 1}" for seat in range(case.players))
    record = new_record(case.game, case.game.limited(case.name), names)
    record = Record(record.game, record.rules, record.seats, tuple(step.event for step in steps))
    return closed(record, case.game, steps[-1].after)


def test_positions(table_index: int, case: Case) -> None:
    for _, _, state in played(table_index):
        text = case.game.format_state(state)
        assert case.game.parse_state(text, case.rules) == state


def test_events(table_index: int, case: Case) -> None:
    for _, event, _ in played(table_index):
        assert case.game.parse_event(str(event)) == event


def test_records_replay_exactly(table_index: int, case: Case) -> None:
    record = _record(table_index, case)
    again = read_record(str(record), GAMES)
    assert again == record
    assert list(replay(again, case.game)) == list(played(table_index))


def test_a_game_saved_anywhere_goes_on_from_there(table_index: int, case: Case) -> None:
    record, steps = _record(table_index, case), played(table_index)
    for length in range(0, len(steps), 17):
        part = Record(record.game, record.rules, record.seats, record.events[:length])
        assert last_state(read_record(str(part), GAMES), case.game) == steps[length].before


@settings(max_examples=count(100, 5000))
@given(st.data())
def test_a_record_with_a_line_missing_or_changed_is_refused_or_replays(data: st.DataObject) -> None:
    """Never anything but a clear error, or a game that is legal all the same."""
    index = data.draw(st.sampled_from(range(0, len(ALL), 7)))
    case = ALL[index]
    lines = str(_record(index, case)).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "garble", "cut"]))
    match change:
        case "drop":
            del lines[place]
        case "double":
            lines.insert(place, lines[place])
        case "garble":
            lines[place] = data.draw(st.text(max_size=20))
        case "cut":
            lines = lines[:place]
    try:
        record = read_record("\n".join(lines), GAMES)
        list(replay(record, GAMES[record.game]))
    except BadRecord as error:
        told = str(error)
    else:
        return
    assert told.startswith("line ")


@settings(max_examples=count(300, 20000))
@given(st.sampled_from(sorted(GAMES)), st.text(max_size=40))
def test_any_text_is_an_action_or_bad_notation(name: str, text: str) -> None:
    game = GAMES[name]
    for parse in (game.parse_action, game.parse_event):
        try:
            found = parse(text)
        except BadNotation:
            continue
        assert parse(str(found)) == found


@settings(max_examples=count(300, 20000))
@given(st.integers(0, len(ALL) - 1), st.data())
def test_any_text_is_a_position_or_bad_notation(index: int, data: st.DataObject) -> None:
    case = ALL[index]
    text = case.game.format_state(case.game.new(case.rules, case.players))
    at = data.draw(st.integers(0, len(text)))
    garbled = text[:at] + data.draw(st.text(max_size=10)) + text[at + data.draw(st.integers(0, 5)) :]
    with contextlib.suppress(BadNotation):
        case.game.parse_state(garbled, case.rules)


GAME = "heimlich record 1\ngame heimlich-co\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: a record starts with 'heimlich record 1'"),
        ("heimlich record 1\ngame chess\nevents\nunfinished 0", "line 2: there is no game 'chess'"),
        ("heimlich record 1\nevents\n", "line 1: a record says 'game' once"),
        (GAME, "line 2: the record breaks off before its events"),
        (GAME + "edition x\nrules 1\nseat A\nseat B\nevents\n", "line 3: there is no edition 'x'"),
        (GAME + "edition cie\nrules 9\nseat A\nseat B\nevents\n", "line 4: there are no rules of"),
        (GAME + "edition cie\nrules x\nseat A\nevents\n", "line 4: 'x' is no rules version"),
        (GAME + "edition cie\nrules 1\nseat A\nevents\n", "line 5: 1 players cannot play"),
        (GAME + "boo\nevents\n", "line 3: 'boo' does not belong into a record's head"),
        (GAME + "edition cie\nrules 1\nset x\nevents\n", "line 5: 'set x' is no house rule"),
    ],
)
def test_a_broken_head_is_named_by_line(text: str, error: str) -> None:
    with pytest.raises(BadRecord) as found:
        read_record(text, GAMES)
    assert str(found.value).startswith(error)


HEAD = "heimlich record 1\ngame heimlich-co\nedition engine\nrules 1\nseat Anna\nseat Bob\nevents\n"


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ("identity 1 red\n", "line 8: the record breaks off: it must close with 'final' or 'unfinished'"),
        ("identity 1 red\nunfinished 2\n", "line 9: the record speaks of 2 events; it has 1"),
        ("identity 1 pink\nunfinished 1\n", "line 8: 'pink' is not an agent"),
        ("unfinished 0\nroll 4\n", "line 9: nothing may follow 'unfinished'"),
        ("roll 4\nunfinished 1\n", "line 8: 'roll 4' cannot happen; now it is time to draw the agents that take part"),
        ("# nothing yet\n\n1: pass\nunfinished 1\n", "line 10: 'pass' must wait"),
        ("final x\n", "line 8: the record says 'final', but the game is not over"),
    ],
)
def test_broken_events_are_named_by_line(events: str, error: str) -> None:
    with pytest.raises(BadRecord) as found:
        list(replay(read_record(HEAD + events, GAMES), GAMES["heimlich-co"]))
    assert str(found.value).startswith(error)


def test_a_seats_view_of_a_game_cannot_be_replayed() -> None:
    text = HEAD.replace("events\n", "view seat 1\nevents\nunfinished 0\n")
    with pytest.raises(BadRecord, match="this is the game as seen by seat 1; only the whole record can be replayed"):
        list(replay(read_record(text, GAMES), GAMES["heimlich-co"]))


def test_names_stay_on_their_line() -> None:
    game = GAMES["heimlich-co"]
    record = new_record(game, ALL[0].name, ("Anna\nseat Mallory", "  Bob "))
    assert record.seats == ("Anna seat Mallory", "Bob")
    assert read_record(str(record), GAMES).seats == record.seats
