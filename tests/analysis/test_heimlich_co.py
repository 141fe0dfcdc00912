"""Stories of Heimlich & Co.: beliefs are the bots' own, sentences quote the move, and awards are earned."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import pytest

from heimlich.analysis.heimlich_co.reasons import KNOWN
from heimlich.analysis.heimlich_co.suspicion import HEAT, whole
from heimlich.analysis.story import HeimlichStory, Suspicion
from heimlich.analysis.tell import PadMark, tell
from heimlich.bots.heimlich_co.belief.evidence import EvidenceKeeper
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.chance import Seeded, draw
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, Decision, Line, RulesetName
from heimlich.games import GAMES
from heimlich.games.heimlich_co.actions import MoveAgents, SeenEvent
from heimlich.games.heimlich_co.names import RING
from heimlich.games.heimlich_co.state import View
from heimlich.record import Record, read_record, replay
from heimlich.runner import show_past
from heimlich.server.table.afterwards.replay import replay as as_messages
from heimlich.server.table.audience.lines import names_of, unpack_line
from heimlich.text import LANGUAGES, Speaker
from tests.golden.test_golden import RECORDS

GAME = GAMES["heimlich-co"]
TEXTS = {file.stem: file.read_text("utf-8") for file in RECORDS}
NAMES = sorted(name for name, text in TEXTS.items() if "game heimlich-co\n" in text)
MOST_CPU_S = 2.0  # for a game of 150 decisions with 7 players and cards


@lru_cache
def record_of(name: str) -> Record:
    return read_record(TEXTS[name], GAMES)


@lru_cache
def story_of(name: str) -> HeimlichStory:
    story = tell(record_of(name))
    assert isinstance(story, HeimlichStory)
    return story


def said(line: object, names: tuple[str, ...], language: str = "en") -> str:
    return Speaker("heimlich-co", names, language).line(unpacked(line))


def unpacked(line: object) -> Line:
    return unpack_line(line, names_of("heimlich-co"))


def observer(story: HeimlichStory, kind: str, seat: int | None = None) -> Suspicion:
    return next(one for one in story.observers if (one.kind, one.seat) == (kind, seat))


class Watching:
    """Keeps the evidence as a bot does."""

    def __init__(self) -> None:
        self.keeper = EvidenceKeeper()

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:  # noqa: ARG002
        self.keeper.watch(before, events)


@pytest.mark.parametrize("name", ["rio-grande-4", "card-double-agent", "cie-3", "escale-5"])
def test_a_seat_believes_what_a_bot_there_would_have_believed(name: str) -> None:
    """The bot is shown what its seat sees; the story is worked out from the whole record. Both end the same."""
    record, story = record_of(name), story_of(name)
    for seat in (None, *range(len(record.seats))):
        watcher = Watching()
        view = show_past(GAME, watcher, seat, replay(record, GAME))
        assert view is not None
        found = whole(belief_of(watcher.keeper.at(view.table), seat, view.agents).owners(HEAT)[:-1]).tolist()
        told = observer(story, "public" if seat is None else "seat", seat).beliefs[-1]
        assert [list(row) for row in told] == found


@pytest.mark.parametrize("name", ["rio-grande-4", "jumbo-3", "engine-2"])
def test_moments_are_those_of_the_replay(name: str) -> None:
    record = read_record(TEXTS[name], GAMES)
    story = tell(record)
    assert story.moments == as_messages(record).moments == len(story.turns) - 1


@pytest.mark.parametrize("name", NAMES)
def test_every_story_holds_together(name: str) -> None:
    story = story_of(name)
    seats, agents = len(story.owners), len(story.agents)
    for one in story.observers:
        assert len(one.moments) == len(one.beliefs)
        assert list(one.moments) == sorted(set(one.moments))
        assert 0 <= one.moments[0] <= one.moments[-1] <= story.moments
        for table in one.beliefs:
            assert [len(row) for row in table] == [agents] * seats
            assert all(-1 <= percent <= 100 for row in table for percent in row)
    for seat, own in enumerate(story.owners):
        assert observer(story, "seat", seat).beliefs[-1][seat][own[0]] == 100
    assert all(len(row) == len(story.points.moments) for row in story.points.by_agent)
    assert {(cover.seat, cover.agent) for cover in story.covers} == {
        (seat, agent) for seat, own in enumerate(story.owners) for agent in own
    }
    for reason in story.reasons:
        assert abs(reason.after - reason.before) >= 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_line_can_be_said(name: str, language: str) -> None:
    story = story_of(name)
    lines = [reason.line for reason in story.reasons]
    lines += [cover.line for cover in story.covers if cover.line]
    lines += [line for award in story.awards for line in award.lines]
    for line in lines:
        text = said(line, story.seats, language)
        assert "{" not in text
        assert text.endswith((".", "%", "!"))


def test_a_blown_cover_stays_blown() -> None:
    """From that moment on the public observer names the agent with at least 50 %, and not just before."""
    checked = 0
    for name in NAMES:
        story = story_of(name)
        public = observer(story, "public")
        for cover in story.covers:
            if cover.blown:
                rows = [table[cover.seat] for table in public.beliefs]
                since = public.moments.index(cover.blown)
                named = [row[cover.agent] >= KNOWN and row[cover.agent] == max(row) for row in rows]
                assert all(named[since:])
                assert not named[since - 1]
                checked += 1
    assert checked > 50


def test_awards_are_earned() -> None:
    given = set()
    for name in NAMES:
        story = story_of(name)
        if not story.awards:
            continue
        for award in story.awards:
            given.add(award.award)
            assert len(award.seats) == len(award.lines) == len(set(award.seats)) > 0
            for seat in award.seats:
                if award.award == "best-cover":
                    assert all(cover.blown is None for cover in story.covers if cover.seat == seat)
                if award.award == "perfect-dossier":
                    assert all(one.right == one.asked for one in story.dossiers if one.seat == seat)
                if award.award == "kingmaker":
                    assert seat not in story.winners
    assert {"best-cover", "best-bluff", "kingmaker", "most-helpful-stranger"} <= given


def test_who_knew_first_is_who_was_right_first_and_stayed_right() -> None:
    """People are judged by what they wrote down and have shown; equals share, and each has a reason."""
    record = record_of("rio-grande-one-winner")
    story = story_of("rio-grande-one-winner")
    assert [award for award in story.awards if award.award == "first-to-know"] == []  # nobody has shown anything
    mine, yours = (story.agents[own[0]] for own in story.owners)
    wrong = next(agent for agent in story.agents if agent not in {mine, yours})
    early, late = PadMark(0, 3, yours, "1", "sure"), PadMark(1, 5, mine, "0", "suspect")
    for marks, seats in (
        ([early, late], (0,)),
        ([late], (1,)),
        ([early._replace(moment=5), late], (0, 1)),
        ([early, PadMark(0, 9, wrong, "1", "sure"), PadMark(0, 9, yours, "1", ""), late], (1,)),  # changed their mind
    ):
        told = tell(record, sorted(marks, key=lambda mark: mark.moment))
        assert isinstance(told, HeimlichStory)
        (award,) = [award for award in told.awards if award.award == "first-to-know"]
        assert award.seats == seats
        assert all("noted in turn" in said(line, story.seats) for line in award.lines)


def test_a_game_without_a_result_gives_no_awards() -> None:
    record = record_of("rio-grande-4")
    story = tell(replace(record, events=record.events[:-1], final=None))
    assert isinstance(story, HeimlichStory)
    assert story.awards == ()
    assert story.winners == ()


def test_a_game_in_which_nothing_was_decided_has_no_story() -> None:
    record = record_of("rio-grande-4")
    for number in (0, 1, 5):
        with pytest.raises(HeimlichError, match="nothing was decided"):
            tell(replace(record, events=record.events[:number], final=None))


def test_the_record_of_one_seat_has_no_story() -> None:
    with pytest.raises(HeimlichError, match="only the whole record can be replayed"):
        tell(replace(record_of("rio-grande-4"), view="seat 1"))


def test_dossiers_are_told_as_they_were_written() -> None:
    story = story_of("rio-grande-4")
    record = record_of("rio-grande-4")
    *_, last = replay(record, GAME)
    result = last.after.table.result
    for dossier in story.dossiers:
        ballot = dict(result.dossiers[dossier.seat])
        assert dossier.asked == len(ballot)
        for agent, answer in zip(story.agents, dossier.answers, strict=True):
            assert ballot.get(agent, dossier.seat) == answer
        assert (
            result.dossier_points[dossier.seat]
            == dossier.right * last.after.table.rules.dossier_right
            + (dossier.asked - dossier.right) * last.after.table.rules.dossier_wrong
        )
        written = observer(story, "dossier", dossier.seat)
        assert written.moments[-1] == dossier.moment


def test_a_pad_is_told_as_it_was_marked() -> None:
    """A mark counts from its moment on; one that was taken away says nothing again."""
    record = record_of("rio-grande-3")
    agent = story_of("rio-grande-3").agents[0]
    marks = [
        PadMark(1, 0, agent, "0", "suspect"),
        PadMark(1, 4, agent, "0", "sure"),
        PadMark(1, 4, agent, "2", "excluded"),
        PadMark(1, 9, agent, "0", ""),
        PadMark(1, 9, agent, "free", "sure"),
    ]
    story = tell(record, marks)
    assert isinstance(story, HeimlichStory)
    pad = observer(story, "pad", 1)
    assert pad.moments == (0, 4, 9)
    assert [[row[0] for row in table] for table in pad.beliefs] == [[50, -1, -1], [100, -1, 0], [-1, -1, 0]]


def test_telling_takes_less_than_two_seconds() -> None:
    """CPU time, for 150 decisions at a table of seven with cards; the belief is worked out for eight observers."""
    record = record_of("rio-grande-7")
    assert {"top-secret", "dossier"} <= set(record.rules.variants)
    decided = 0
    events = []
    for event in record.events:
        decided += hasattr(event, "action")
        if decided > 150:
            break
        events.append(event)
    shorter = replace(record, events=tuple(events), final=None)
    tell(shorter)
    before = time.process_time()
    tell(shorter)
    assert time.process_time() - before < MOST_CPU_S


def test_a_game_without_end_is_told_in_bounded_time() -> None:
    """A stranger may send a thousand turns of seven players who do nothing in particular."""
    record = read_record(endless_game(), GAMES)
    before = time.process_time()
    story = tell(record)
    assert time.process_time() - before < 8.0
    assert isinstance(story, HeimlichStory)
    public = observer(story, "public")
    assert 200 < len(public.moments) <= 302
    assert public.moments[-1] == story.moments
    assert story.reasons == ()


def endless_game() -> str:
    """Seven players move agents around and leave the safe alone."""
    game: AnyGame = GAME
    events: list[str] = []
    name = RulesetName("rio-grande", house=(("die", "2,2,2,2,2,2"),))
    state = game.new(game.ruleset(name), 7)
    source = Seeded("endless")
    while len(events) < 1300:
        chance = game.chance(state)
        if chance is not None:
            event = draw(chance, source)
        else:
            table = state.table
            past = [one for one in table.agents if (table.place(one) + 2) % RING != table.safe]
            steps = ((past[0], 2),) if past else ((table.agents[0], 1), (table.agents[1], 1))
            event = Decision(table.seat, MoveAgents(steps))
        state = game.apply(state, event)
        events.append(str(event))
    seats = "".join(f"seat {letter}\n" for letter in "ABCDEFG")
    head = f"heimlich record 1\ngame heimlich-co\nedition rio-grande\nrules 1\nset die=2,2,2,2,2,2\n{seats}events\n"
    return head + "\n".join(events) + f"\nunfinished {len(events)}\n"
