"""Choose when a quiet answer takes effect: a decision whose timing could reveal a hand (yes, no, pass, stop).

A player without a playable card has only one answer, and the server gives it. This must not show. So the delay of a
forced answer is drawn from the times that the same player needed for free answers at this table, and all quiet answers
take effect on a grid: a multiple of the table's pace after the question. Before a player's first free answer, the times
of their other decisions are used. If several seats answer in secret at once, all answers take effect together, with the
last one (decisions.py). docs/decisions/0007-a-forced-answer-takes-a-human-time.md gives the reasons.

The draws are seeded by the table's secret, the seat and the question, so a restart repeats them.
"""

import hashlib
import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from heimlich.game import Seat
from heimlich.offer import Say
from heimlich.server.table import clocks
from heimlich.server.table.situation import Question, Situation

LONGEST_MS = 12_000  # no forced answer takes longer, and no longer free answer is imitated
KEPT = 12  # times of a player's latest free quiet answers …
KEPT_OTHERS = 6  # … and of their latest other decisions
USUAL = 4 / 3  # median time of an unknown player, in paces …
USUAL_SPREAD = 0.8  # … and standard deviation of its logarithm
SMOOTHING = 0.5  # width of the noise, relative to the spread of a player's own times
SMALL_SPREAD = 0.15  # standard deviation of the logarithm if only one time is known


class Answer(NamedTuple):
    """A free decision: its word if it was quiet (else ""), the time it took, and whether a bot made it."""

    word: str
    ms: int
    by_bot: bool


def forced(now: Situation, seat: Seat) -> str:
    """Return the quiet answer that the server gives for a seat; "" if the seat decides for itself.

    It is the only answer that the seat can give, or the one that its player has asked for beforehand: what others can
    see of the two is the same. Quiet answers are plain words, so the offer alone is enough to find out whether there is
    only one; no list of legal actions is needed.
    """
    question = now.questions[seat]
    if question is None:
        return ""
    part = question.offer[0] if len(question.offer) == 1 else None
    if isinstance(part, Say) and len(part.words) == 1 and now.is_held(part.words[0]):
        return part.words[0]
    return now.standing(seat)


def is_quiet(now: Situation, question: Question) -> bool:
    """Tell whether a quiet word is among the possible answers."""
    said = [word for part in question.offer if isinstance(part, Say) for word in part.words]
    return any(map(now.is_held, said))


def answers_itself(now: Situation, seat: Seat) -> bool:
    """Tell whether the server answers for a seat that has no choice.

    It does not answer for people who have days for each decision: an answer within seconds would give itself away.
    """
    by_hand = isinstance(now.terms.clock, clocks.DaysClock) and not now.chairs[seat].by_bot
    return bool(forced(now, seat)) and not by_hand


def effect_of(now: Situation, seat: Seat, at: int) -> int:
    """Return when a quiet answer that a seat gives at this time takes effect, in ms after its question."""
    question, pace = now.questions[seat], now.terms.pace_ms
    if question is None or not pace:
        return 0
    if answers_itself(now, seat):
        return _forced_wait(now, seat, question)
    waited = max(pace, at - question.at)
    if not is_on_grid(now, seat):
        return waited
    return pace * max(-(-waited // pace), _least_steps(now, seat, question))


def is_on_grid(now: Situation, seat: Seat) -> bool:
    """Tell whether a seat's quiet answers keep to the grid: bots do, and people unless they play against bots alone."""
    return now.chairs[seat].by_bot or _has_opponents(now)


def _has_opponents(now: Situation) -> bool:
    return len({chair.who for chair in now.chairs if chair.who}) > 1


def _forced_wait(now: Situation, seat: Seat, question: Question) -> int:
    """Return when a forced answer takes effect, in ms after its question."""
    pace, chair = now.terms.pace_ms, now.chairs[seat]
    if not chair.by_bot and not _has_opponents(now):
        return pace
    known = [answer for answer in now.tempos[seat] if answer.by_bot == chair.by_bot]
    rng = _draws(now, seat, question)
    word = forced(now, seat)
    same = [answer.ms for answer in known if answer.word == word]
    quiet = [answer.ms for answer in known if answer.word]
    if chair.by_bot:
        ms = rng.choice(quiet) if quiet else 0
    elif quiet:
        ms = _like(same if len(same) > 1 else quiet, rng)
    elif thought := [answer.ms for answer in known if answer.ms * 3 >= pace]:  # faster ones took no thought
        ms = _like(thought, rng)
    else:
        ms = round(pace * USUAL * math.exp(rng.gauss(0, USUAL_SPREAD)))
    steps = min(max(1, -(-ms // pace)), _most_steps(now, seat, question))
    return pace * max(steps, _least_steps(now, seat, question))


def _like(times: Sequence[int], rng: Random) -> int:
    """Draw a time like these: one of them plus noise, with the mean and spread of their logarithms kept."""
    logs = [math.log(max(1, ms)) for ms in times]
    chosen, mean = rng.choice(logs), sum(logs) / len(logs)
    if len(logs) == 1:
        return round(math.exp(chosen + SMALL_SPREAD * rng.gauss(0, 1)))
    spread = math.sqrt(sum((one - mean) ** 2 for one in logs) / len(logs))
    moved = (chosen - mean + SMOOTHING * spread * rng.gauss(0, 1)) / math.sqrt(1 + SMOOTHING**2)
    return round(math.exp(mean + moved))


def _least_steps(now: Situation, seat: Seat, question: Question) -> int:
    """Return the first step of the grid at which a quiet answer of this seat may take effect: bots have a pace too."""
    chair = now.chairs[seat]
    if not chair.by_bot:
        return 1
    due = max(question.at, chair.since) + now.terms.bot_pace_ms
    return max(1, -(-(due - question.at) // now.terms.pace_ms))


def _most_steps(now: Situation, seat: Seat, question: Question) -> int:
    """Return the last step of the grid before the seat's time runs out, so that a drawn delay never costs a game."""
    end = None if now.chairs[seat].by_bot else clocks.flag(now.terms.clock, now.clocks[seat])
    left = LONGEST_MS if end is None else min(LONGEST_MS, end - question.at)
    return max(1, left // now.terms.pace_ms)


def _draws(now: Situation, seat: Seat, question: Question) -> Random:
    """Return the random generator for one question; its seed is known to the server alone."""
    key = b"|".join((now.salt or now.seed, f"tempo {now.table} {seat} {question.number}".encode()))
    return Random(int.from_bytes(hashlib.sha256(key).digest()))


def remember(now: Situation, seat: Seat, action: str, at: int) -> tuple[tuple[Answer, ...], ...]:
    """Return the times of all seats after a decision of this one. Forced answers and long absences are not counted."""
    question = now.questions[seat]
    if question is None or forced(now, seat) or at - question.at > LONGEST_MS:
        return now.tempos
    word = action if now.is_held(action) else ""
    others = [answer for answer in now.tempos[seat] if bool(answer.word) != bool(word)]
    alike = [answer for answer in now.tempos[seat] if bool(answer.word) == bool(word)]
    alike.append(Answer(word, max(0, at - question.at), now.chairs[seat].by_bot))
    own = (*others, *alike[-KEPT if word else -KEPT_OTHERS :])
    return (*now.tempos[:seat], own, *now.tempos[seat + 1 :])
