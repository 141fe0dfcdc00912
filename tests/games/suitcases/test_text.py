"""Actions, events, positions, records and the log as text."""

from dataclasses import replace
from pathlib import Path

import pytest

from heimlich.errors import BadNotation
from heimlich.game import Decision, RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.record import Record, closed, last_state, new_record, read_record, replay
from heimlich.text import Speaker, catalogue
from tests.games.suitcases.games import HOUSES, played, rules_of, states
from tests.rulebook.suitcases.table import SMALL

PLAYERS = (2, 3, 4)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("house", ["jumbo", "many-suitcases"])
def test_what_is_written_can_be_read_and_means_the_same(house: str, players: int) -> None:
    rules = rules_of(house)
    for state in states(played(house, players)):
        text = SUITCASES.format_state(state)
        assert SUITCASES.parse_state(text, rules) == state, text
        for seat in SUITCASES.actors(state):
            for action in SUITCASES.legal_actions(SUITCASES.view(state, seat)):
                assert SUITCASES.parse_action(str(action)) == action
    for step in played(house, players):
        assert SUITCASES.parse_event(str(step.event)) == step.event
        for viewer in (*range(players), None):
            for event in SUITCASES.seen(*step, viewer):
                assert SUITCASES.parse_event(str(event)) == event


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_replays_to_the_same_end(players: int) -> None:
    name = SUITCASES.limited(RulesetName("jumbo", house=HOUSES["orient-express"]))
    steps = played("orient-express", players)
    record: Record = new_record(SUITCASES, name, tuple(f"Player {seat}" for seat in range(players)))
    record = replace(record, events=tuple(step.event for step in steps))
    record = closed(record, SUITCASES, steps[-1].after)
    again = read_record(str(record), {"suitcases": SUITCASES})
    assert str(again) == str(record)
    assert last_state(again, SUITCASES) == steps[-1].after
    assert len(list(replay(again, SUITCASES))) == len(steps)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_line_of_the_log_has_words(players: int) -> None:
    speaker = Speaker("suitcases", ("Anna", "Bob", "Cleo", "Dan"))
    told = set()
    for step in played("jumbo", players):
        for seat in (0, None):
            before, after = SUITCASES.view(step.before, seat), SUITCASES.view(step.after, seat)
            for line in SUITCASES.log(before, SUITCASES.seen(*step, seat), after):
                assert "{" not in speaker.line(line)
                told.add(line.key)
    assert {"roll", "step", "place", "packed", "pack-own", "duel", "wins", "reveal"} <= told
    assert all(f"suitcases.{key}" in catalogue("en") for key in told)


def test_the_log_speaks_of_a_delivery() -> None:
    rules = rules_of("jumbo")
    city = next(iter(rules.board.gates[0]))
    before = SUITCASES.parse_state(f"red {city}+green-A; roll 1 0", rules)
    event = Decision(0, SUITCASES.parse_action("step 1 hq-red"))
    after = SUITCASES.apply(before, event)
    seen = SUITCASES.seen(before, event, after, None)
    lines = SUITCASES.log(SUITCASES.view(before, None), seen, SUITCASES.view(after, None))
    speaker = Speaker("suitcases", ("Anna", "Bob"))
    assert [speaker.line(line) for line in lines] == [
        "Anna: Red 1 → Red headquarters.",
        "Headquarters opens Green’s suitcase A: 5 state secrets!",
        "Anna has 5 state secrets.",
    ]


def test_the_log_names_whoever_moves_and_whoever_fights() -> None:
    rules = rules_of("jumbo")
    city = next(iter(rules.board.gates[0]))
    other = rules.board.ways[city][0]
    before = SUITCASES.parse_state(f"red {other}; green {city}; roll 1 0", rules)
    event = Decision(0, SUITCASES.parse_action(f"step 1 {city}"))
    after = SUITCASES.apply(before, event)
    seen = SUITCASES.seen(before, event, after, None)
    speaker = Speaker("suitcases", ("Anna", "Bob"))
    lines = SUITCASES.log(SUITCASES.view(before, None), seen, SUITCASES.view(after, None))
    step, duel = (speaker.line(line) for line in lines)
    assert step.startswith("Anna: Red 1 → ")
    assert duel == "Red 1 (Anna) runs into Green 1 (Bob): a duel!"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fly 3 berlin", "'fly 3 berlin' is no action"),
        ("step x berlin", "'x' is not the number of an agent, from 1"),
        ("step 0 berlin", "'0' is not the number of an agent, from 1"),
        ("step 1 Berlin!", "'Berlin!' is not a place"),
        ("take 1 pink-A", "'pink-A' is not a suitcase; suitcases look like: red-A"),
        ("pack Z 5", "'Z' is not the letter of a suitcase; letters: A to H"),
        ("pack A 0", "'0' is not a content; contents look like: 5, bomb"),
        ("duel five", "'five' is not the number of a duel card"),
        ("fight pink-1", "'pink' is not a colour; colours: red, blue, green, yellow"),
    ],
)
def test_bad_actions_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        SUITCASES.parse_action(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["dice", "dice x 1", "start 9", "0: end", "5: end", "opened red-A", "rain", ""])
def test_bad_events_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        SUITCASES.parse_event(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("weather fine", "'weather fine' is no part of a position"),
        ("roll 1; roll 2", "the position says 'roll' twice"),
        ("players 5", "'players 5' cannot be; it takes 2 to 4"),
        ("red atlantis", "red-1 cannot stand on atlantis"),
        ("red start-green", "red-1 cannot stand on start-green"),
        ("red berlin; green berlin", "agents of two colours stand in berlin"),
        ("green berlin berlin berlin", "3 green agents stand in berlin"),
        ("red berlin berlin berlin; roll 0 0", "nobody can leave berlin, which is crowded"),
        ("red berlin+red-A; lying red-A berlin", "red-A is in 2 places"),
        ("lying blue-A berlin", "blue-A is not in play"),
        ("lying red-A start-red", "no suitcase lies in start-red"),
        ("red start-red+red-A", "red-1 carries red-A outside a city"),
        ("cards 1 5 5", "seat 1 holds more duel cards than there are"),
        ("contents 1 5 5 3 1", "seat 1 cannot have packed that"),
        ("delivered 1 red-A=5; contents 1 3 5 1 bomb", "red-A was packed with something else"),
        ("phase duel", "the duel is not told in full"),
        ("phase lose", "seat 1 cannot lose 0 agents"),
        ("extra 1", "extra steps belong to one agent, the mover"),
        ("phase nap", "'nap' is not a phase"),
        ("red" + " out" * 7, "seat 1 has no agents and no turn"),
        ("red" + " berlin" * 8, "'red' lists 8 agents; there are 7"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        SUITCASES.parse_state(text, rules_of("jumbo"))
    assert reason in str(caught.value)


def test_a_record_carries_a_map_of_ones_own(tmp_path: Path) -> None:
    """The file may be gone when the record is replayed."""
    file = tmp_path / "mine.json"
    file.write_text(Path(SMALL).read_text("utf-8"), "utf-8")
    record = new_record(SUITCASES, RulesetName("jumbo", (), (("map", str(file)),)), ("Anna", "Bob"))
    file.unlink()
    again = read_record(str(record), {SUITCASES.id: SUITCASES})
    assert again == record
    assert str(file) not in str(record)
    assert SUITCASES.ruleset(again.rules).board == SUITCASES.ruleset(RulesetName("jumbo", (), (("map", SMALL),))).board
