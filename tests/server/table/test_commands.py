"""Everything that can be asked of a table, what comes of it, and every refusal with its text."""

import pytest

from heimlich.errors import HeimlichError
from heimlich.server.table.audience.messages import You
from heimlich.server.table.clocks import LiveClock
from heimlich.server.table.commands import (
    AddBot,
    AddEntropy,
    Block,
    Chat,
    Claim,
    Close,
    ComeBack,
    Consent,
    Create,
    Decide,
    Kick,
    Leave,
    Nickname,
    NoteOver,
    PassHost,
    Rematch,
    RemoveBot,
    Report,
    Resign,
    Sit,
    StandUp,
    Start,
    Watch,
)
from heimlich.server.table.conduct import PAUSE_LIMIT
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import open_rematch, open_table
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARL, DORA, RIO, SEED, Sitting, refused


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (Terms("chess", "fide", 2), "there is no game 'chess'; there are: heimlich-co, suitcases"),
        (Terms("heimlich-co", "rio-grande", 8), "8 cannot play heimlich-co; it takes 2 to 7"),
        (Terms("suitcases", "jumbo", 5), "5 cannot play suitcases; it takes 2 to 4"),
        (
            Terms("suitcases", "jumbo", 2, house=(("map", "/etc/passwd"),)),
            "there is no map '/etc/passwd' here; there are: europe-2, orient-express-2, europe, orient-express",
        ),
        (
            Terms("heimlich-co", "rio-grande", 3, house=(("target", "9" * 201),)),
            "a house rule has at most 200 characters",
        ),
        (Terms("heimlich-co", "rio-grande", 3, house=(("target", "9"),) * 31), "at most 30 house rules and variants"),
        (
            Terms("heimlich-co", "rio-grande", 3, pace_ms=10_001),
            "a pace of 10001 ms is not possible; it takes 0 to 10000",
        ),
        (
            Terms("heimlich-co", "rio-grande", 3, clock=LiveClock(1)),
            "a bank of 1 seconds is not possible; it takes 10 to 86400",
        ),
    ],
)
def test_tables_that_cannot_be_played_are_not_opened(terms: Terms, text: str) -> None:
    with pytest.raises(Refused) as error:
        open_table(Create(terms), ANNA, 0, table="t", seed=SEED)
    assert str(error.value) == text


def test_the_rules_say_what_is_wrong_with_rules() -> None:
    with pytest.raises(HeimlichError, match="there is no edition 'first'"):
        open_table(Create(Terms("heimlich-co", "first", 3)), ANNA, 0, table="t", seed=SEED)
    with pytest.raises(HeimlichError, match="'target'"):
        open_table(
            Create(Terms("heimlich-co", "rio-grande", 3, house=(("target", "0"),))), ANNA, 0, table="t", seed=SEED
        )
    with pytest.raises(Refused, match="a seed has 32 bytes"):
        open_table(Create(RIO), ANNA, 0, table="t", seed=b"")
    with pytest.raises(Refused, match="a table is opened by a guest"):
        open_table(Create(RIO), SYSTEM, 0, table="t", seed=SEED)


def test_sitting_down_and_standing_up() -> None:
    sitting = Sitting()
    assert sitting.pictures[None]["table"]["seats"] == {}
    sitting.do(Sit(1), BOB, Around(name="Bob"))
    sitting.do(Sit(2), BOB)  # one guest may hold several seats
    assert sitting.pictures[0]["table"]["seats"] == {"1": {"who": 2}, "2": {"who": 2}}
    assert sitting.pictures[0]["table"]["people"] == {"1": {"name": "Anna"}, "2": {"name": "Bob"}}
    assert sitting.do(Sit(1), BOB) == []
    refused(sitting, Sit(1), CARL, "seat 2 is taken", "seat")
    refused(sitting, Sit(3), CARL, "there is no seat 4; there are 3", "seat")
    refused(sitting, StandUp(1), ANNA, "seat 2 is not yours", "seat")
    refused(sitting, StandUp(1), CARL, "come to the table first: sit down or watch", "stranger")
    sitting.do(Sit(0), ANNA)
    refused(sitting, Sit(0), CARL, "the table is full", "full")
    sitting.do(StandUp(1), BOB)
    sitting.do(Sit(1), CARL)
    assert sitting.table.you(CARL) == You(3, (1,))
    assert sitting.table.audiences_of(BOB) == [2, None]
    assert sitting.table.audiences_of(DORA) == []
    sitting.check()


def test_the_host_adds_and_removes_bots() -> None:
    sitting = Sitting()
    sitting.do(Sit(1), BOB)
    sitting.do(AddBot(0, "random"), ANNA)
    sitting.do(AddBot(0, "casual"), ANNA)
    assert sitting.pictures[None]["table"]["seats"]["0"] == {"bot": "casual", "name": "Otto"}
    refused(sitting, AddBot(0, "random"), BOB, "only the host can do that", "host")
    refused(sitting, AddBot(1, "random"), ANNA, "seat 2 is taken", "seat")
    refused(sitting, RemoveBot(1), ANNA, "there is no bot on seat 2", "seat")
    with pytest.raises(
        HeimlichError, match="there is no bot 'clever' for heimlich-co; there are: random, newcomer, casual"
    ):
        sitting.do(AddBot(2, "clever"), ANNA)
    sitting.do(RemoveBot(0), ANNA)
    assert "0" not in sitting.pictures[None]["table"]["seats"]
    sitting.check()


def test_the_host_kicks_passes_on_and_leaves() -> None:
    sitting = Sitting()
    sitting.do(Sit(1), BOB)
    sitting.do(Sit(2), CARL)
    refused(sitting, Kick(2), CARL, "only the host can do that", "host")
    refused(sitting, Kick(9), ANNA, "there is nobody with number 9 at this table", "person")
    refused(sitting, Kick(1), ANNA, "to go yourself, leave", "person")
    sitting.do(Kick(2), ANNA)
    assert sitting.pictures[None]["table"]["seats"] == {"2": {"who": 3}}
    refused(sitting, Sit(1), BOB, "the host has removed you from this table", "kicked")
    assert sitting.table.audiences_of(BOB) == []
    refused(sitting, PassHost(2), ANNA, "who is not at the table cannot be its host", "person")
    sitting.do(PassHost(3), ANNA)
    assert sitting.pictures[None]["table"]["host"] == 3
    sitting.do(Leave(), CARL)
    assert sitting.pictures[None]["table"]["host"] == 1
    assert sitting.pictures[None]["table"]["seats"] == {}
    sitting.check()


def test_watching() -> None:
    sitting = Sitting()
    sitting.do(Watch(), DORA, Around(name="Dora"))
    assert sitting.do(Watch(), DORA) == []
    assert sitting.table.audiences_of(DORA) == [None]
    closed = Sitting(Terms("heimlich-co", "rio-grande", 2, watch=False))
    refused(closed, Watch(), DORA, "nobody may look on at this table", "watch")
    closed.do(Watch(), ANNA)


def test_entropy_and_start() -> None:
    sitting = Sitting().fill()
    sitting.do(AddEntropy(1, "00FF"), BOB)
    sitting.do(AddEntropy(1, "00fe"), BOB)
    assert sitting.pictures[0]["table"]["fair"]["entropy"] == {"1": "00fe"}
    refused(sitting, AddEntropy(1, "00"), ANNA, "seat 2 is not yours", "seat")
    refused(sitting, AddEntropy(1, "0"), BOB, "entropy is written in hexadecimal digits, two for each byte", "entropy")
    refused(sitting, AddEntropy(1, ""), BOB, "entropy has 1 to 64 bytes; this has 0", "entropy")
    sitting.do(StandUp(1), BOB)
    assert "entropy" not in sitting.pictures[0]["table"]["fair"]
    refused(sitting, Start(), BOB, "only the host can do that", "host")
    refused(sitting, Start(), ANNA, "seat 2 is still free; sit down, invite someone or add a bot", "seat")
    refused(sitting, Decide(0, "pass", 0), ANNA, "the game has not started yet", "stage")
    refused(sitting, Consent("pause"), ANNA, "the game has not started yet", "stage")
    with pytest.raises(Refused, match="the game has not started yet"):
        sitting.table.export(0)
    sitting.do(Sit(1), BOB)
    sitting.do(Start(), ANNA)
    assert sitting.pictures[1]["game"]["own"]["agents"]
    for command in (Start(), Sit(1), StandUp(0), AddBot(1, "random"), Kick(2), AddEntropy(0, "00")):
        who = DORA if command == Sit(1) else ANNA
        refused(sitting, command, who, "the game has already started", "stage")
    sitting.check()


def test_seats_that_are_free_are_named() -> None:
    sitting = Sitting()
    refused(sitting, Start(), ANNA, "seats 1, 2, 3 are still free; sit down, invite someone or add a bot", "seat")


def test_deciding() -> None:
    sitting = Sitting().start()
    seat = sitting.actors()[0]
    guest, other = (ANNA, BOB, CARL)[seat], (BOB, CARL, ANNA)[seat]
    number = sitting.table.now.number(seat)
    action = sitting.actions(seat)[0]
    refused(sitting, Decide(seat, action, number), other, f"seat {seat + 1} is not yours", "seat")
    refused(sitting, Decide(9, action, number), other, "there is no seat 10; there are 3", "seat")
    stale = "this was decided for an earlier moment; the table has gone on since then"
    refused(sitting, Decide(seat, action, number - 1), guest, stale, "stale")
    early = "this was decided for a moment that has not come yet"
    refused(sitting, Decide(seat, action, number + 1), guest, early, "stale")
    with pytest.raises(HeimlichError, match="dance"):
        sitting.do(Decide(seat, "dance", number), guest)
    with pytest.raises(HeimlichError, match="must wait"):
        sitting.do(Decide(seat, "safe church", number), guest)
    waiting = (seat + 1) % 3
    with pytest.raises(HeimlichError, match="must wait; now it is time for seat"):
        sitting.do(Decide(waiting, action, 0), other)
    sitting.do(Chat("players", "hm"), other)  # talk does not make a decision stale
    rows = sitting.do(Decide(seat, action, number), guest)
    assert [row.type for row in rows] == ["decided", "happened"]
    assert [row.more for row in rows] == [True, False]
    sitting.check()


def test_the_same_command_is_not_done_twice() -> None:
    sitting = Sitting().start()
    seat = sitting.actors()[0]
    guest = (ANNA, BOB, CARL)[seat]
    command = Decide(seat, sitting.actions(seat)[0], sitting.table.now.number(seat))
    assert sitting.do(command, guest, command_id="mine")
    before = sitting.table.now
    assert sitting.do(command, guest, command_id="mine") == []
    assert sitting.table.now is before
    again = sitting.replayed()
    assert again.handle(command, guest, sitting.at, command_id="mine") is None
    with pytest.raises(HeimlichError):  # another guest's "mine" is another command
        sitting.do(command, (BOB, CARL, ANNA)[seat], command_id="mine")


def test_chat() -> None:
    sitting = Sitting().fill()
    sitting.do(Watch(), DORA)
    sitting.do(Chat("players", " hello\n\tthere \u200b"), ANNA)
    assert b'"c":[{"who":1,"at":1000000,"text":"hello there"}]' in sitting.sent[1][-1]
    spectators = len(sitting.sent[None])
    sitting.do(Chat("spectators", phrase="hello"), DORA)
    assert b'"phrase":"hello"' in sitting.sent[None][-1]
    assert len(sitting.sent[None]) == spectators + 1
    assert b"phrase" not in sitting.sent[0][-1]
    refused(
        sitting, Chat("spectators", "x"), ANNA, "this is the room of the spectators; yours is the other one", "chat"
    )
    refused(sitting, Chat("players", "x"), DORA, "this is the room of the players; yours is the other one", "chat")
    refused(sitting, Chat("players"), ANNA, "say something: a text, or one of the phrases", "chat")
    refused(sitting, Chat("players", " \n"), ANNA, "say something: a text, or one of the phrases", "chat")
    refused(sitting, Chat("players", "x" * 301), ANNA, "a message has at most 300 characters; this one has 301", "chat")
    with pytest.raises(Refused, match="there is no phrase 'boo'; there are: hello, "):
        sitting.do(Chat("players", phrase="boo"), ANNA)
    for _ in range(4):
        sitting.do(Chat("players", "x"), ANNA)
    refused(sitting, Chat("players", "x"), ANNA, "at most 5 messages in 10 seconds; wait a little", "rate")
    sitting.do(Chat("players", "x"), BOB)
    sitting.at += 10_000
    sitting.do(Chat("players", "x"), ANNA)
    sitting.check()


def test_block_and_report_are_seen_by_nobody() -> None:
    sitting = Sitting().fill()
    before = {audience: list(sent) for audience, sent in sitting.sent.items()}
    assert [row.type for row in sitting.do(Block(2), ANNA)] == ["blocked"]
    assert sitting.do(Block(2), ANNA) == []
    assert sitting.table.you(ANNA) == You(1, (0,), True, (2,))
    assert [row.type for row in sitting.do(Report(2, "rude"), ANNA)] == ["reported"]
    sitting.do(Block(2, off=True), ANNA)
    assert sitting.table.you(ANNA).blocked == ()
    assert sitting.sent == before
    refused(sitting, Block(1), ANNA, "you cannot block yourself", "person")
    refused(sitting, Report(2, " "), ANNA, "say what happened", "report")
    refused(sitting, Report(7, "x"), ANNA, "there is nobody with number 7 at this table", "person")
    sitting.check()


def test_pause_and_resume_by_consent() -> None:
    sitting = Sitting().start()
    sitting.do(Watch(), DORA)
    sitting.do(Consent("pause"), ANNA)
    assert sitting.pictures[1]["table"]["wishes"] == {"pause": [1]}
    assert sitting.do(Consent("pause"), ANNA) == []
    sitting.do(Consent("pause", no=True), BOB)
    assert "wishes" not in sitting.pictures[1]["table"]
    refused(sitting, Consent("pause"), DORA, "only those who play have a say in this", "seat")
    refused(sitting, Consent("resume"), ANNA, "the table is playing now", "stage")
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("pause"), guest)
    assert sitting.pictures[None]["table"]["stage"] == "paused"
    seat = next(seat for seat, question in enumerate(sitting.table.now.questions) if question)
    guest = (ANNA, BOB, CARL)[seat]
    refused(sitting, Decide(seat, "move red 1", 99), guest, "the game is paused", "paused")
    refused(sitting, Claim(seat), guest, "the game is paused", "paused")
    refused(sitting, Consent("pause"), ANNA, "the table is paused now", "paused")
    sitting.do(Consent("resume"), BOB)
    assert sitting.table.now.stage == "paused"
    sitting.at += PAUSE_LIMIT
    sitting.do(Consent("resume"), BOB)  # nobody can keep the others waiting for ever
    assert sitting.table.now.stage == "playing"
    assert sitting.actors() == [seat]
    sitting.check()


def test_an_agreed_end_reveals_everything() -> None:
    sitting = Sitting().start()
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    assert "revealed" not in sitting.pictures[None]
    sitting.do(Consent("end"), CARL)
    picture = sitting.pictures[None]
    assert picture["table"]["stage"] == "ended"
    assert [own["agents"] for own in picture["revealed"]] == [
        sitting.pictures[s]["game"]["own"]["agents"] for s in range(3)
    ]
    assert picture["table"]["fair"]["seed"] == SEED.hex()
    assert "result" not in picture["game"]
    assert "identity 1 ?" not in sitting.table.export(None)
    for command in (Decide(0, "pass", 0), Consent("end"), Resign(0), Sit(1), Claim(0)):
        refused(sitting, command, ANNA if command != Sit(1) else DORA, "the table is finished", "stage")
    sitting.check()


def test_resigning_leaving_and_coming_back() -> None:
    sitting = Sitting().start()
    sitting.do(Resign(0), ANNA)
    assert sitting.pictures[None]["table"]["seats"]["0"] == {"who": 1, "stand_in": "resigned"}
    gone = "you have resigned seat 1: a bot plays on"
    refused(sitting, ComeBack(0), ANNA, gone, "seat")
    refused(sitting, Resign(0), ANNA, gone, "seat")
    refused(sitting, Decide(0, "pass", 0), ANNA, "seat 1 is not yours", "seat")
    refused(sitting, Resign(1), ANNA, "seat 2 is not yours", "seat")
    sitting.do(Leave(), BOB)
    assert sitting.pictures[None]["table"]["seats"]["1"] == {"who": 2, "stand_in": "left"}
    assert sitting.pictures[None]["table"]["people"]["2"]["gone"]
    sitting.do(Consent("pause"), CARL)  # the only one left who has a say
    assert sitting.table.now.stage == "paused"
    sitting.do(Consent("resume"), CARL)
    sitting.do(ComeBack(1), BOB)
    assert sitting.pictures[None]["table"]["seats"]["1"] == {"who": 2}
    assert sitting.do(ComeBack(1), BOB) == []
    sitting.do(Leave(), BOB)
    sitting.do(Sit(1), BOB)
    assert not sitting.table.now.chairs[1].stand_in
    sitting.do(Leave(), ANNA)
    assert sitting.pictures[None]["table"]["host"] == 2
    sitting.check()


def test_a_rematch_for_the_same_people() -> None:
    sitting = Sitting(Terms("heimlich-co", "rio-grande", 3, house=(("turn_limit", "1"),)))
    sitting.do(AddBot(2, "casual"), ANNA)
    sitting.do(Sit(0), ANNA)
    sitting.do(Sit(1), BOB)
    refused(sitting, Rematch(), ANNA, "a rematch is for when the game is over", "stage")
    with pytest.raises(Refused, match="a rematch is for when the game is over"):
        open_rematch(sitting.table.now, ANNA, 0, table="t2", seed=SEED)
    sitting.do(Start(), ANNA)
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    sitting.do(Watch(), DORA)
    refused(sitting, Rematch(), DORA, "only those who played can ask for a rematch", "seat")
    refused(sitting, Rematch(), BOB, "the server must name the new table", "server")
    sitting.do(Rematch(), BOB, Around(new_table="t2"))
    assert sitting.pictures[None]["table"]["rematch"] == "t2"
    assert sitting.do(Rematch(), ANNA, Around(new_table="t3")) == []
    rows = open_rematch(sitting.table.now, BOB, sitting.at, table="t2", seed=SEED)
    following = Sitting(rows=rows)
    table = following.pictures[None]["table"]
    assert table["rematch_of"] == "t1"
    assert table["seats"] == {"0": {"bot": "casual", "name": "Otto"}, "1": {"who": 2}, "2": {"who": 1}}
    assert following.table.now.people[0].guest == BOB
    following.do(Start(), BOB)
    following.check()


def test_a_rematch_keeps_the_names_of_those_who_share_a_device() -> None:
    sitting = Sitting(Terms("heimlich-co", "rio-grande", 3))
    for seat, name in enumerate(("Mia", "Grandpa")):
        sitting.do(Sit(seat), ANNA)
        sitting.do(Nickname(name, seat), ANNA)
    sitting.do(Sit(2), BOB, Around(name="Bob"))
    sitting.do(Start(), ANNA)
    for guest in (ANNA, BOB):
        sitting.do(Consent("end"), guest)
    following = Sitting(rows=open_rematch(sitting.table.now, BOB, sitting.at, table="t2", seed=SEED))
    assert following.table.now.names == ["Bob", "Mia", "Grandpa"]
    following.check()


def test_what_only_the_server_may_ask() -> None:
    sitting = Sitting().start()
    refused(sitting, Close(), ANNA, "only the server itself may ask this of a table", "server")
    refused(sitting, NoteOver("t2"), ANNA, "only the server itself may ask this of a table", "server")
    refused(sitting, Sit(0), SYSTEM, "the server itself asks nothing like that", "server")
    assert sitting.do(NoteOver("t2"), SYSTEM) == []
    sitting.do(Close(), SYSTEM)
    picture = sitting.pictures[None]["table"]
    assert picture["stage"] == "closed"
    assert picture["abandoned"] == "hidden"  # as said from the beginning
    assert "seed" not in picture["fair"]
    assert "identity 1 ?" in sitting.table.export(None)
    refused(sitting, Close(), SYSTEM, "the table is finished already", "stage")
    sitting.check()
