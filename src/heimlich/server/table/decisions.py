"""Decisions: check who may decide for a seat and when, draw the chance events that follow, list what is due.

The timing of some answers (yes, no, pass, stop) could reveal a hand. Such a quiet answer takes effect at a time chosen
by tempo.py, whether a person or a bot gives it, and whether or not there was a choice: an answer given earlier is held
until then, a forced answer is given by the server. A bot decides no earlier than `bot_pace_ms` after it was asked, or
after it took over the seat.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from heimlich.chance import Source
from heimlich.fairness import FairSource
from heimlich.game import Decision, Seat
from heimlich.record import AnyStep, Step
from heimlich.runner import draw_until_decision
from heimlich.server.table import clocks
from heimlich.server.table.commands import Decide
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, CameBack, Decided, Happened, Held
from heimlich.server.table.seats import Number
from heimlich.server.table.setup.script import dice_of
from heimlich.server.table.setup.terms import stand_in_bot
from heimlich.server.table.situation import FINISHED, Question, Situation, Stage
from heimlich.server.table.tempo import LONGEST_MS, answers_itself, effect_of, forced, is_on_grid, is_quiet


class Due(NamedTuple):
    """Something the server must do by itself: for which seat, when, and which action (if it is an answer)."""

    seat: Seat
    at: int
    action: str = ""


class BotTurn(NamedTuple):
    """A bot has to decide for a seat: which bot, and when its decision is due."""

    seat: Seat
    bot: str
    number: int  # for the command's `number`
    at: int


class Plan(NamedTuple):
    """The rows that a command adds to the log, and the game steps in them, so that fold need not compute them again."""

    rows: Sequence[AnyData]
    steps: Sequence[AnyStep] = ()


def decide(now: Situation, command: Decide, person: Number, at: int) -> Plan:
    """Return the decision with all chance events that follow; or the answer as held, if it must not take effect yet."""
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
    if person:
        _check_lesson(now, command.seat, text)
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


def _check_lesson(now: Situation, seat: Seat, action: str) -> None:
    """Refuse a pupil's decision that is not the one of the lesson's record: the record could not go on."""
    expected = now.scripted(seat)
    if expected and action != expected:
        raise Refused("lesson", f"this lesson goes on with '{expected}'; nothing has happened")


def _check_number(now: Situation, command: Decide, question: Question) -> None:
    """Refuse a decision that was made for an earlier question of this seat."""
    if command.number < question.number:
        raise Refused("stale", "this was decided for an earlier moment; the table has gone on since then")
    if command.number > now.number(command.seat):
        raise Refused("stale", "this was decided for a moment that has not come yet")


def _must_wait(now: Situation, seat: Seat, question: Question, action: str, at: int) -> bool:
    """Tell whether a quiet answer given now must be held. An illegal answer is never held."""
    if _is_due(now, seat, action, at) or not now.terms.pace_ms:
        return False
    waits = is_on_grid(now, seat) or answers_together(now) or at < question.at + effect_of(now, seat, at)
    return waits and bool(now.game.is_legal(now.game.view(now.state, seat), now.game.parse_action(action)))


def _is_due(now: Situation, seat: Seat, action: str, at: int) -> bool:
    """Tell whether the server is due to apply this answer by itself."""
    return any(due.seat == seat and due.action == action and due.at <= at for due in automatic(now))


def _free_time(now: Situation, seat: Seat, question: Question, at: int) -> int:
    """Return how many ms since the question are not charged to the clock.

    Free are the last `LONGEST_MS` before the answer's effective time, and everything after that time.
    """
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
    """Draw chance events, from the table's seed or a lesson's record, until a seat has to decide or the game ends."""
    if now.script:
        source: Source = dice_of(now.script.events, now.terms.game, now.rules, now.terms.seats, now.seed)
    else:
        source = _dice(now.seed, now.entropies)
    steps = list(draw_until_decision(now.game, state, source))
    return Plan([Happened(str(step.event)) for step in steps], steps)


def automatic(now: Situation) -> list[Due]:
    """Return the held and the forced answers, each with the time at which the server applies it."""
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
    """Tell whether several seats have a quiet question at once. Their answers take effect together, with the last."""
    return is_unseen_question(now) and any(question and is_quiet(now, question) for question in now.questions)


def bot_turns(now: Situation) -> list[BotTurn]:
    """Return the seats for which a bot has to decide, each with the time at which its decision is due."""
    if now.stage is not Stage.PLAYING:
        return []
    return [
        BotTurn(seat, chair.bot or stand_in_bot(now.terms.game), now.number(seat), _bot_due(now, seat, question))
        for seat, (chair, question, held) in enumerate(zip(now.chairs, now.questions, now.held, strict=True))
        if question is not None and not held and chair.by_bot and not forced(now, seat)
    ]


def _bot_due(now: Situation, seat: Seat, question: Question) -> int:
    """Return when a bot's decision is due. It depends on nothing that the bot knows."""
    return max(question.at, now.chairs[seat].since) + now.terms.bot_pace_ms


def claims_due(now: Situation) -> list[Due]:
    """Return when each seat that has to decide runs out of time, grace period included."""
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
    """Tell whether, publicly, several seats have to decide at once: then nobody may see who has not answered yet."""
    return sum(since is not None for since in now.awaited) > 1
