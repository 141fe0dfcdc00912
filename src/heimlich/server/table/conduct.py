"""Turn a command into the rows that it adds to the log, or refuse it. Nothing changes here.

`plan` picks the handler. preparation.py handles coming, sitting and starting, decisions.py handles decisions; consent,
chat, leaving, stand-ins and rematches are handled here.
"""

from collections.abc import Collection, Sequence
from typing import Any

from heimlich.game import Seat
from heimlich.server.table import clocks
from heimlich.server.table.chat import PLAYERS_ROOM, check_rate, check_text, clean_line
from heimlich.server.table.checks import must_be_known, must_not_pause, must_play, own_seat
from heimlich.server.table.commands import (
    AddBot,
    AddEntropy,
    AnyCommand,
    Block,
    Chat,
    Claim,
    Close,
    ComeBack,
    Consent,
    Decide,
    EndSeason,
    GuessAgents,
    Instruct,
    Kick,
    Leave,
    Nickname,
    NoteOver,
    PassHost,
    Reflect,
    Rematch,
    RemoveBot,
    Report,
    Resign,
    ShowPad,
    Sit,
    StandUp,
    Start,
    Watch,
    WritePad,
)
from heimlich.server.table.decisions import Plan, claims_due, decide, is_unseen_question
from heimlich.server.table.notes.guessing import guess
from heimlich.server.table.notes.notebook import instruct, show_pad, write_pad
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import (
    AnyData,
    Blocked,
    Closed,
    Consented,
    Ended,
    HostPassed,
    Left,
    Paused,
    Reflected,
    RematchOpened,
    Reported,
    Resumed,
    Said,
    SeasonOver,
    StoodIn,
    TwinOver,
)
from heimlich.server.table.seats import SYSTEM, GuestId, Number, next_host, seats_of, voters
from heimlich.server.table.setup import preparation
from heimlich.server.table.setup.preparation import Around, come_back
from heimlich.server.table.situation import FINISHED, Situation, Stage

AWAY = 2 * clocks.MINUTE  # without a clock, before a bot may move for a player who is not connected …
PATIENCE = 30 * clocks.MINUTE  # … and for one who is
PAUSE_LIMIT = 30 * clocks.MINUTE  # after this, one player alone may resume the game
FOR_A_BOARD = (Leave, Nickname)  # the commands of a device that only shows the board


def plan(now: Situation, command: AnyCommand, who: GuestId, at: int, around: Around) -> Plan:
    """Return the rows that a command adds; none if the table is already as the command wants it."""
    if who == SYSTEM:
        if isinstance(command, Decide):
            return decide(now, command, 0, at)
        return Plan(_for_the_server(now, command, at))
    person = now.person(who)
    if person and now.people[person - 1].kicked:
        raise Refused("kicked", "the host has removed you from this table")
    match command:
        case Decide() if person and not now.people[person - 1].board:
            return decide(now, command, person, at)
        case Watch(board):
            return Plan(preparation.watch(now, who, around, board=board))
        case Sit(seat):
            return Plan(preparation.sit(now, who, seat, around))
    if not person:
        raise Refused("stranger", "come to the table first: sit down or watch")
    if now.people[person - 1].board and not isinstance(command, FOR_A_BOARD):
        raise Refused("board", "this device only shows the board; sit down to take part")
    return Plan(_for_a_person(now, command, person, at, around))


def _for_a_person(now: Situation, command: AnyCommand, person: Number, at: int, around: Around) -> list[AnyData]:
    match command:
        case Chat():
            return _chat(now, command, person, at)
        case Nickname(name, seat):
            return preparation.nickname(now, name, person, seat)
        case StandUp(seat):
            return preparation.stand_up(now, seat, person)
        case AddBot(seat, bot):
            return preparation.add_bot(now, seat, bot, person)
        case RemoveBot(seat):
            return preparation.remove_bot(now, seat, person)
        case Kick(other):
            return preparation.kick(now, other, person)
        case PassHost(other):
            return preparation.pass_host(now, other, person)
        case AddEntropy(seat, digits):
            return preparation.add_entropy(now, seat, digits, person)
        case Start():
            return preparation.start(now, person)
        case Block(other, off):
            return _block(now, other, person, off=off)
        case Report(other, reason):
            return _report(now, other, reason, person)
        case Consent():
            return _consent(now, command, person, at)
        case Resign(seat):
            return _resign(now, seat, person)
        case ComeBack(seat):
            return _back(now, seat, person)
        case Leave():
            return _leave(now, person)
        case Claim(seat):
            return _claim(now, seat, at, person, around)
        case WritePad():
            return write_pad(now, command, person, at)
        case Instruct():
            return instruct(now, command, person, at)
        case ShowPad():
            return show_pad(now, command, person)
        case GuessAgents():
            return guess(now, command, person, at)
        case Rematch():
            return _rematch(now, person, around)
    raise Refused("server", "only the server itself may ask this of a table")


def _for_the_server(now: Situation, command: AnyCommand, at: int) -> list[AnyData]:
    match command:
        case Claim(seat):
            return _claim_by_clock(now, seat, at)
        case NoteOver(table):
            return [TwinOver(table)] if (table, False) in now.twins else []
        case EndSeason():
            return [SeasonOver()] if now.is_guarded else []
        case Close():
            if now.stage in FINISHED:
                raise Refused("stage", "the table is finished already")
            return [Closed()]
        case Reflect(said):
            return _reflect(now, said)
    raise Refused("server", "the server itself asks nothing like that")


def _reflect(now: Situation, said: Sequence[tuple[Seat, tuple[Any, ...]]]) -> list[AnyData]:
    """Only when nothing is left to be played, and once."""
    if now.stage not in {Stage.OVER, Stage.ENDED}:
        raise Refused("stage", "bots say what they thought when the game is over")
    return [] if now.afterwords else [Reflected(seat, lines) for seat, lines in said if now.chair(seat).bot and lines]


def _chat(now: Situation, command: Chat, person: Number, at: int) -> list[AnyData]:
    seated = bool(seats_of(now.chairs, person))
    if seated != (command.room == PLAYERS_ROOM):
        room = "players" if command.room == PLAYERS_ROOM else "spectators"
        raise Refused("chat", f"this is the room of the {room}; yours is the other one")
    text = check_text(command.text, command.phrase)
    check_rate([when for number, when in now.said if number == person], at)
    return [Said(person, command.room, text, command.phrase)]


def _block(now: Situation, other: Number, person: Number, *, off: bool) -> list[AnyData]:
    must_be_known(now, other)
    if other == person:
        raise Refused("person", "you cannot block yourself")
    return [] if ((person, other) in now.blocks) != off else [Blocked(person, other, off)]


def _report(now: Situation, other: Number, why: str, person: Number) -> list[AnyData]:
    must_be_known(now, other)
    reason = clean_line(why)
    if not reason:
        raise Refused("report", "say what happened")
    return [Reported(person, other, reason)]


def _consent(now: Situation, command: Consent, person: Number, at: int) -> list[AnyData]:
    stages = {"pause": {Stage.PLAYING}, "resume": {Stage.PAUSED}, "end": {Stage.PLAYING, Stage.PAUSED}}
    must_play(now)
    if now.stage not in stages[command.to]:
        raise Refused("paused" if now.stage is Stage.PAUSED else "stage", f"the table is {now.stage} now")
    needed = voters(now.people, now.chairs)
    if person not in needed:
        raise Refused("seat", "only those who play have a say in this")
    wishes = {who for to, who in now.consents if to == command.to}
    if command.to == "end" and now.season:
        raise Refused("season", "a deal of a season is played to its end, or given up; nothing is revealed before")
    if command.no:
        return [Consented(person, command.to, no=True)] if wishes else []
    rows: list[AnyData] = [] if person in wishes else [Consented(person, command.to)]
    alone = command.to == "resume" and at - now.stage_at >= PAUSE_LIMIT
    if needed <= {*wishes, person} or alone:
        return [*rows, _agreed(command.to)]
    return rows


def _agreed(to: str) -> AnyData:
    agreed: dict[str, AnyData] = {"pause": Paused(), "resume": Resumed(), "end": Ended()}
    return agreed[to]


def _resign(now: Situation, seat: Seat, person: Number) -> list[AnyData]:
    """Give a seat up. At a table of a season no bot plays on, as it would show how the deal goes on."""
    must_play(now)
    own_seat(now, seat, person)
    return [Closed()] if now.season else [StoodIn(seat, "resigned")]


def _back(now: Situation, seat: Seat, person: Number) -> list[AnyData]:
    must_play(now)
    own_seat(now, seat, person)
    return come_back(now, seat)


def _leave(now: Situation, person: Number) -> list[AnyData]:
    rows: list[AnyData] = [Left(person)]
    if now.stage in {Stage.PLAYING, Stage.PAUSED} and not now.season:  # there, the player can come back
        seats = seats_of(now.chairs, person)
        rows += [StoodIn(seat, "left") for seat in seats if now.chairs[seat].stand_in != "resigned"]
    heir = next_host(now.people, now.chairs, person) if now.host == person else 0
    return [*rows, HostPassed(heir)] if heir else rows


def _claim(now: Situation, seat: Seat, at: int, person: Number, around: Around) -> list[AnyData]:
    """Let a bot move for a seat, on a player's request.

    Only public facts decide, so that the answer does not reveal who has already answered in secret.
    """
    must_play(now)
    must_not_pause(now)
    if person not in voters(now.people, now.chairs):
        raise Refused("seat", "only those who play can ask a bot to move for someone")
    chair = now.chair(seat)
    if chair.by_bot and not chair.unseen:
        raise Refused("claim", f"a bot moves for seat {seat + 1} already")
    wait = _claim_wait(now, seat, at, around.present)
    if wait is None:
        raise Refused("claim", f"seat {seat + 1} is not asked now")
    if wait > 0:
        raise Refused("claim", f"seat {seat + 1} has {-(-wait // clocks.SECOND)} more seconds")
    return [StoodIn(seat, "time")]


def claim_waits(now: Situation, who: GuestId, at: int, present: Collection[GuestId]) -> dict[Seat, int]:
    """Return the seats for which this guest may ask a bot to move, with the ms until then; made of public facts."""
    person = now.person(who)
    if now.stage is not Stage.PLAYING or person not in voters(now.people, now.chairs):
        return {}
    waits = {
        seat: _claim_wait(now, seat, at, present)
        for seat, chair in enumerate(now.chairs)
        if chair.who not in {0, person} and (chair.unseen or not chair.by_bot)
    }
    return {seat: max(0, wait) for seat, wait in waits.items() if wait is not None}


def _claim_wait(now: Situation, seat: Seat, at: int, present: Collection[GuestId]) -> int | None:
    """Return the ms until a bot may move for a seat; None if the seat does not have to decide, as everyone sees it."""
    since = now.awaited[seat]
    if since is None:
        return None
    end = clocks.flag(now.terms.clock, now.shown[seat])
    if end is None:
        there = now.people[now.chairs[seat].who - 1].guest in present
        end = since + (PATIENCE if there else AWAY)
    return end + now.terms.clock.grace - at


def _claim_by_clock(now: Situation, seat: Seat, at: int) -> list[AnyData]:
    if not any(due.seat == seat and due.at <= at for due in claims_due(now)):
        raise Refused("claim", f"the time of seat {seat + 1} has not run out")
    return [StoodIn(seat, "time", unseen=is_unseen_question(now))]


def _rematch(now: Situation, person: Number, around: Around) -> list[AnyData]:
    if now.stage not in FINISHED:
        raise Refused("stage", "a rematch is for when the game is over")
    if not seats_of(now.chairs, person):
        raise Refused("seat", "only those who played can ask for a rematch")
    if now.rematch:
        return []
    if not around.new_table:
        raise Refused("server", "the server must name the new table")
    return [RematchOpened(around.new_table)]
