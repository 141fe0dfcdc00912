"""Stories of the suitcase game: routes end where the suitcases are, the ledger is complete, chances add up."""

from functools import lru_cache
from typing import Any

import pytest

from heimlich.analysis.story import SuitcaseStory
from heimlich.analysis.tell import tell
from heimlich.bots.random_bot import RandomBot
from heimlich.chance import Seeded
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.record import Record, new_record, read_record, replay
from heimlich.runner import bots_ask, play, seat_generators
from heimlich.server.table.audience.lines import names_of, unpack_line
from heimlich.text import LANGUAGES, Speaker
from tests.golden.test_golden import RECORDS

GAME = GAMES["suitcases"]
TEXTS = {file.stem: file.read_text("utf-8") for file in RECORDS}
NAMES = sorted(name for name, text in TEXTS.items() if "game suitcases\n" in text)


@lru_cache
def record_of(name: str) -> Record:
    return read_record(TEXTS[name], GAMES)


@lru_cache
def story_of(name: str) -> SuitcaseStory:
    story = tell(record_of(name))
    assert isinstance(story, SuitcaseStory)
    return story


@pytest.mark.parametrize("name", NAMES)
def test_every_suitcase_is_told(name: str) -> None:
    story = story_of(name)
    *_, (_, _, last) = replay(record_of(name), GAME)
    lying = dict(last.table.lying)
    opened = {one.suitcase: seat for seat, row in enumerate(last.table.delivered) for one in row}
    contents = last.secrets.contents
    for one in story.suitcases:
        held = contents[one.owner]["ABCDEFGH".index(one.letter)]
        assert one.content == (held or "bomb")
        end = one.route[-1]
        assert end.delivered == opened.get(one.suitcase)
        assert one.suitcase not in lying or (end.place, end.carrier) == (lying[one.suitcase], "")
        assert [stop.moment for stop in one.route] == sorted(stop.moment for stop in one.route)
        learnt = [each.seat for each in one.learnt]
        assert sorted(learnt) == list(range(last.table.players))
        assert one.learnt[0].how == "packed"
        assert one.suitcase not in opened or {each.how for each in one.learnt[1:]} <= {"opened", "deduced"}


@pytest.mark.parametrize("name", NAMES)
def test_the_ledger_has_every_duel(name: str) -> None:
    story = story_of(name)
    *_, (_, _, last) = replay(record_of(name), GAME)
    assert len(story.duels) == last.table.duels
    for duel in story.duels:
        own = duel.seats.index(duel.winner)
        assert duel.shown[own] >= duel.shown[1 - own]
    for seat, hand in enumerate(last.table.hands):
        mine = [duel.left[duel.seats.index(seat)] for duel in story.duels if seat in duel.seats]
        assert not mine or mine[-1] == hand


@pytest.mark.parametrize("name", NAMES)
def test_chances_add_up_and_end_with_the_result(name: str) -> None:
    story = story_of(name)
    players = len(story.seats)
    for row in zip(*story.win.by_seat, strict=True):
        assert abs(sum(row) - 100) <= players
    assert [story.win.by_seat[seat][-1] > 0 for seat in range(players)] == [
        seat in story.winners for seat in range(players)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_decisive_moments_can_be_said(language: str) -> None:
    keys = set()
    for name in NAMES:
        story = story_of(name)
        for one in story.decisive:
            line = unpack_line(one.line, names_of("suitcases"))
            keys.add(line.key)
            text = Speaker("suitcases", story.seats, language).line(line)
            assert "{" not in text
            assert text.endswith(".")
            change = one.after[one.seat] - one.before[one.seat]
            others = [new - old for old, new in zip(one.before, one.after, strict=True)]
            assert change <= -8 if line.key == "story-bomb" else change >= 8 or min(others) <= -8
    assert keys == {"story-delivered", "story-bomb", "story-duel", "story-duel-suitcase"}


@pytest.mark.parametrize(
    "house",
    [
        (("contents", "1,bomb"), ("target", "1")),
        (("agents", "1"), ("duel_cards", "0,1")),
        (("contents", "5,4,3,2,1,bomb,bomb"), ("target", "12"), ("bomb_share", "1")),
        (("retreat_card", "none"), ("foreign_within", "never"), ("extra_steps", "0")),
    ],
)
def test_a_story_of_any_house_rules(house: tuple[tuple[str, str], ...]) -> None:
    for players in (2, 4):
        name = RulesetName("jumbo", house=(*house, ("turn_limit", "200")))
        events: list[object] = []
        ask = bots_ask(GAME, [RandomBot()] * players, seat_generators("story", players))
        start = GAME.new(GAME.ruleset(name), players)

        def watch(_before: Any, event: Any, _after: Any, events: list[object] = events) -> None:
            events.append(event)

        play(GAME, start, Seeded("story"), ask, watch)
        seats = tuple(f"Seat {seat}" for seat in range(players))
        record = read_record(str(new_record(GAME, name, seats)), GAMES)
        story = tell(Record(record.game, record.rules, seats, tuple(events)))
        assert isinstance(story, SuitcaseStory)
        assert story.moments > 10
