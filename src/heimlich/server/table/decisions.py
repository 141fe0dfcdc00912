"""Deciding: who may decide for a seat and when, what follows from it, and what the server has to do by itself.

A decision whose moment could tell of a hand (yes, no, pass, stop) takes effect at a moment that tempo.py names, whoever
decides, person or bot, freely or because nothing else is possible: one that is given sooner is held, one that is forced
comes by itself. A bot's decision, of whatever kind, comes no sooner than the table's pace for bots after its question,
or after it took the seat over.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from heimlich.fairness import FairSource
from heimlich.game import Decision, Seat
from heimlich.record import AnyStep, Step
from heimlich.runner import draw_until_decision
from heimlich.server.table import clocks
from heimlich.server.table.commands import Decide
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, CameBack, Decided, Happened, Held
from heimlich.server.table.seats import Number
from heimlich.server.table.situation import FINISHED, Question, Situation, Stage
from heimlich.server.table.tempo import LONGEST_MS, answers_itself, effect_of, forced, is_on_grid, is_quiet
from heimlich.server.table.terms import stand_in_bot


class Due(NamedTuple):
    """Something the server does by itself: for which seat, when, and, where it is settled, what."""

    seat: Seat
    at: int
    action: str = ""


class BotTurn(NamedTuple):
    """A bot is to decide for a seat: which, and when its decision is due."""

    seat: Seat
    bot: str
    number: int  # for the command's `number`
    at: int


class Plan(NamedTuple):
    """What a command adds to the log, and the game's steps in that, which need not be worked out again."""

    rows: Sequence[AnyData]
    steps: Sequence[AnyStep] = ()


def decide(now: Situation, command: Decide, person: Number, at: int) -> Plan:
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
    game, state = now.game, now.state
    action = game.parse_action(command.action)
    text = str(action)
    rows: list[AnyData] = [CameBack(command.seat, chair.unseen)] if person and chair.stand_in else []
    by = "" if person else "bot" if chair.by_bot else "automatic"
    question = now.questions[command.seat]
    free = 0
    if question is not None:
        _check_number(now, command, question)
        quiet = now.is_held(text)
        if now.held[command.seat]:
            _check_held(now, command.seat, text, person, at)
            by = "bot" if chair.by_bot else ""
        elif by == "bot" and at < _bot_due(now, command.seat, question):
            raise Refused("early", f"it is too soon for the bot on seat {command.seat + 1}")
        elif by == "automatic" and not _is_due(now, command.seat, text, at):
            raise Refused("automatic", f"seat {command.seat + 1} decides for itself")
        elif quiet and _must_wait(now, command.seat, question, text, at):
            return Plan([*rows, Held(command.seat, text)])
        if quiet:
            free = _free_time(now, command.seat, question, at)
    decision = Decision(command.seat, action)
    step = Step(state, decision, game.apply(state, decision))
    chance = draw_chance(now, step.after)
    return Plan([*rows, Decided(command.seat, text, by, free), *chance.rows], [step, *chance.steps])


def _check_number(now: Situation, command: Decide, question: Question) -> None:
    """What was decided for an earlier question does not answer this one."""
    if command.number < question.number:
        raise Refused("stale", "this was decided for an earlier moment; the table has gone on since then")
    if command.number > now.number(command.seat):
        raise Refused("stale", "this was decided for a moment that has not come yet")


def _must_wait(now: Situation, seat: Seat, question: Question, action: str, at: int) -> bool:
    """Whether a quiet answer that somebody gives now is held; never one that the rules refuse."""
    if _is_due(now, seat, action, at) or not now.terms.pace_ms:
        return False
    waits = is_on_grid(now, seat) or answers_together(now) or at < question.at + effect_of(now, seat, at)
    return waits and bool(now.game.is_legal(now.game.view(now.state, seat), now.game.parse_action(action)))


def _is_due(now: Situation, seat: Seat, action: str, at: int) -> bool:
    """Whether this answer takes effect by itself by now."""
    return any(due.seat == seat and due.action == action and due.at <= at for due in automatic(now))


def _free_time(now: Situation, seat: Seat, question: Question, at: int) -> int:
    """How much of the time since the question costs nothing: some for the answer, and all after its own moment."""
    wait = now.waits[seat] if now.held[seat] else effect_of(now, seat, at)
    return max(0, at - question.at - max(0, wait - LONGEST_MS))


def _check_held(now: Situation, seat: Seat, action: str, person: Number, at: int) -> None:
    if person or (action == now.held[seat] and not _is_due(now, seat, action, at)):
        raise Refused("answered", f"you have answered '{now.held[seat]}' already")
    if action != now.held[seat]:
        raise Refused("answered", f"seat {seat + 1} has answered already")


@lru_cache(maxsize=4096)
def _dice(seed: bytes, entropies: tuple[tuple[Seat, bytes], ...]) -> FairSource:
    return FairSource(seed, dict(entropies))


def draw_chance(now: Situation, state: Any) -> Plan:
    """Let chance decide from the table's seed until a seat is asked, or the game is over."""
    steps = list(draw_until_decision(now.game, state, _dice(now.seed, now.entropies)))
    return Plan([Happened(str(step.event)) for step in steps], steps)


def automatic(now: Situation) -> list[Due]:
    """Answers that take effect by themselves, and when: those held, and those that are forced."""
    if now.stage is not Stage.PLAYING:
        return []
    due = []
    for seat, question in enumerate(now.questions):
        if question is None:
            continue
        if now.held[seat]:
            due.append(Due(seat, question.at + now.waits[seat], now.held[seat]))
        elif answers_itself(now, seat):
            due.append(Due(seat, question.at + effect_of(now, seat, question.at), forced(now, seat)))
    if not answers_together(now):
        return due
    if len(due) < sum(question is not None for question in now.questions):
        return []
    return [one._replace(at=max(other.at for other in due)) for one in due]


def answers_together(now: Situation) -> bool:
    """Several seats are asked something quiet at once: their answers take effect together, when the last one does."""
    return is_unseen_question(now) and any(question and is_quiet(now, question) for question in now.questions)


def bot_turns(now: Situation) -> list[BotTurn]:
    """The seats for which a bot is to decide, each with the moment at which its decision is due."""
    if now.stage is not Stage.PLAYING:
        return []
    return [
        BotTurn(seat, chair.bot or stand_in_bot(now.terms.game), now.number(seat), _bot_due(now, seat, question))
        for seat, (chair, question, held) in enumerate(zip(now.chairs, now.questions, now.held, strict=True))
        if question is not None and not held and chair.by_bot and not forced(now, seat)
    ]


def _bot_due(now: Situation, seat: Seat, question: Question) -> int:
    """The same for each decision, whatever the bot knows or could do."""
    return max(question.at, now.chairs[seat].since) + now.terms.bot_pace_ms


def claims_due(now: Situation) -> list[Due]:
    """When each seat that is asked will be out of time, grace included."""
    if now.stage is not Stage.PLAYING or isinstance(now.terms.clock, clocks.NoClock):
        return []
    due = []
    for seat, (chair, question) in enumerate(zip(now.chairs, now.questions, strict=True)):
        end = clocks.flag(now.terms.clock, now.clocks[seat])
        waits = now.held[seat] or answers_itself(now, seat)
        if end is not None and question is not None and not chair.by_bot and not waits:
            due.append(Due(seat, end + now.terms.clock.grace))
    return due


def is_unseen_question(now: Situation) -> bool:
    """Several seats are asked at once, as far as everyone knows: who has not answered yet must not show."""
    return sum(since is not None for since in now.awaited) > 1
