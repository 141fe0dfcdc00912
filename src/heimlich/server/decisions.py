"""Deciding: who may decide for a seat and when, what follows from it, and what the server has to do by itself.

A decision whose moment could tell of a hand (yes, no, pass, stop) takes effect no sooner than the table's pace after
its question, whoever decides, person or bot, freely or because nothing else is possible. One that is given sooner is
held; one that is forced comes by itself at that same moment.
"""

from typing import Any, NamedTuple

from heimlich.game import Decision, Seat
from heimlich.server import clocks
from heimlich.server.commands import Decide
from heimlich.server.fold import next_chance
from heimlich.server.refusals import Refused
from heimlich.server.seats import Number
from heimlich.server.situation import FINISHED, Question, Situation, Stage
from heimlich.server.table_log import AnyData, CameBack, Decided, Happened, Held
from heimlich.server.terms import stand_in_bot


class Due(NamedTuple):
    """Something the server does by itself: for which seat, when, and, where it is settled, what."""

    seat: Seat
    at: int
    action: str = ""


class BotTurn(NamedTuple):
    """A bot is to decide for a seat."""

    seat: Seat
    bot: str
    number: int  # for the command's `number`


def decide(now: Situation, command: Decide, person: Number, at: int) -> list[AnyData]:
    """The decision and all that chance adds to it; or, too soon for its moment to tell nothing, the answer held."""
    if now.stage is Stage.WAITING:
        raise Refused("stage", "the game has not started yet")
    if now.stage in FINISHED:
        raise Refused("stage", "the table is finished")
    chair = now.chair(command.seat)
    if person and (chair.who != person or chair.stand_in == "resigned"):
        raise Refused("seat", f"seat {command.seat + 1} is not yours")
    if now.stage is Stage.PAUSED:
        raise Refused("paused", "the game is paused")
    action = now.game.parse_action(command.action)
    rows: list[AnyData] = [CameBack(command.seat, chair.unseen)] if person and chair.stand_in else []
    by = "" if person else "bot" if chair.by_bot else "automatic"
    question = now.questions[command.seat]
    if question is not None:
        _check_number(now, command, question)
        early = at < question.at + now.terms.pace_ms and now.served.is_held(str(action))
        if now.held[command.seat]:
            _check_held(now, command.seat, str(action), person, early=early)
            by = "bot" if chair.by_bot else ""
        elif by == "automatic" and not _is_forced(now, command.seat, str(action), early=early):
            raise Refused("automatic", f"seat {command.seat + 1} decides for itself")
        elif early and now.game.is_legal(now.game.view(now.state, command.seat), action):
            return [*rows, Held(command.seat, str(action))]
    after = now.game.apply(now.state, Decision(command.seat, action))
    return [*rows, Decided(command.seat, str(action), by), *chance_rows(now, after)]


def _check_number(now: Situation, command: Decide, question: Question) -> None:
    """What was decided for an earlier question does not answer this one."""
    if command.number < question.number:
        raise Refused("stale", "this was decided for an earlier moment; the table has gone on since then")
    if command.number > now.number(command.seat):
        raise Refused("stale", "this was decided for a moment that has not come yet")


def _check_held(now: Situation, seat: Seat, action: str, person: Number, *, early: bool) -> None:
    if person or early:
        raise Refused("answered", f"you have answered '{now.held[seat]}' already")
    if action != now.held[seat]:
        raise Refused("answered", f"seat {seat + 1} has answered already")


def _is_forced(now: Situation, seat: Seat, action: str, *, early: bool) -> bool:
    return not early and forced(now, seat) == action


def forced(now: Situation, seat: Seat) -> str:
    """The only thing that a seat can decide, if its moment could tell of a hand; else nothing."""
    question = now.questions[seat]
    if question is None or len(question.offer) != 1:
        return ""
    actions = now.game.legal_actions(now.game.view(now.state, seat))
    if len(actions) == 1 and now.served.is_held(str(actions[0])):
        return str(actions[0])
    return ""


def chance_rows(now: Situation, state: Any) -> list[AnyData]:
    """All that chance decides before the next seat is asked, or the end."""
    rows: list[AnyData] = []
    while (event := next_chance(now, state)) is not None:
        rows.append(Happened(str(event)))
        state = now.game.apply(state, event)
    return rows


def automatic(now: Situation) -> list[Due]:
    """Answers that take effect by themselves, and when: those held, and those that are forced."""
    if now.stage is not Stage.PLAYING:
        return []
    due = []
    for seat, question in enumerate(now.questions):
        if question is None:
            continue
        action = now.held[seat] or ("" if now.chairs[seat].by_bot else forced(now, seat))
        if action:
            due.append(Due(seat, question.at + now.terms.pace_ms, action))
    return due


def bot_turns(now: Situation) -> list[BotTurn]:
    """The seats for which a bot is to decide now."""
    if now.stage is not Stage.PLAYING:
        return []
    return [
        BotTurn(seat, chair.bot or stand_in_bot(now.terms.game), now.number(seat))
        for seat, (chair, question, held) in enumerate(zip(now.chairs, now.questions, now.held, strict=True))
        if chair.by_bot and question is not None and not held
    ]


def claims_due(now: Situation) -> list[Due]:
    """When each seat that is asked will be out of time, grace included."""
    if now.stage is not Stage.PLAYING:
        return []
    due = []
    for seat, (chair, question) in enumerate(zip(now.chairs, now.questions, strict=True)):
        end = clocks.flag(now.terms.clock, now.clocks[seat])
        if end is not None and question is not None and not chair.by_bot and not now.held[seat]:
            due.append(Due(seat, end + now.terms.clock.grace))
    return due


def is_unseen_question(now: Situation) -> bool:
    """Several seats are asked at once, as far as everyone knows: who has not answered yet must not show."""
    return sum(since is not None for since in now.awaited) > 1
