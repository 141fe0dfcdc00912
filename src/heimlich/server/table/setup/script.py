"""The script of a lesson's table: the record that its dice and bots follow, and what the pupil decides in it.

A script is kept in the table's log, so a lesson that is rewritten later changes no table. Each seat has its decisions
in order, and so has each stream of chance: seats that decide at the same time may do so in any order. Where the script
ends, real dice and bots go on.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from heimlich.chance import Source
from heimlich.fairness import FairSource
from heimlich.game import Decision, RulesetName, Seat
from heimlich.games import GAMES
from heimlich.record import Record, replay

Answers = tuple[tuple[str, ...], ...]


class Script(NamedTuple):
    """A lesson's record, in notation."""

    lesson: str
    events: tuple[str, ...]
    opening: int  # events that are played at once when the table starts
    answers: Answers  # the decisions of each seat

    def answer(self, seat: Seat, decided: Sequence[int]) -> str:
        """Return a seat's next decision, given how many each seat has made; "" where the script has no more."""
        return self.answers[seat][decided[seat]] if decided[seat] < len(self.answers[seat]) else ""


def make_script(lesson: str, events: Sequence[str], opening: int, seats: int) -> Script | None:
    """Make the script from its stored form; None if there is none."""
    if not lesson:
        return None
    answers: list[list[str]] = [[] for _ in range(seats)]
    for seat, action in filter(None, map(decision_in, events)):
        answers[seat].append(action)
    return Script(lesson, tuple(events), opening, tuple(map(tuple, answers)))


def decision_in(event: str) -> tuple[Seat, str] | None:
    """Split an event into a seat and its action; None for an event of chance."""
    head, colon, action = event.partition(": ")
    return (int(head) - 1, action) if colon and head.isdigit() else None


class ScriptedDice:
    """A source of chance that says what the script says, and where it says nothing, asks another one."""

    def __init__(self, numbers: Mapping[tuple[str, int], tuple[int, int]], otherwise: Source) -> None:
        self._numbers = numbers
        self._otherwise = otherwise

    def below(self, total: int, stream: str, index: int) -> int:
        number, of = self._numbers.get((stream, index), (0, 0))
        return number if of == total else self._otherwise.below(total, stream, index)


@lru_cache(maxsize=256)
def dice_of(events: tuple[str, ...], game: str, rules: RulesetName, seats: int, seed: bytes) -> ScriptedDice:
    """Return dice that follow the events of a script, and the seed after its end."""
    rulebook = GAMES[game]
    record = Record(game, rules, ("",) * seats, tuple(map(rulebook.parse_event, events)))
    numbers = {}
    for before, event, _ in replay(record, rulebook):
        chance = None if isinstance(event, Decision) else rulebook.chance(before)
        if chance is not None:
            at = chance.outcomes.index(event)
            numbers[chance.stream, chance.number] = (sum(chance.weights[:at]), sum(chance.weights))
    return ScriptedDice(numbers, FairSource(seed))
