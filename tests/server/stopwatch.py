"""An opponent with a stopwatch: people are simulated, quiet answers are timed, and the times are asked who was forced.

Everything runs on a clock of its own, without waiting: people need a random time for each decision, and the server does
what is due when it is due. What is measured is what an opponent sees: how long after its question a quiet answer (no,
pass, stop) took effect, and after which time an unseen question was over. What is asked is whether that seat had a
choice.
"""

import contextlib
import math
import sys
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from heimlich.server.table.commands import Decide, Instruct
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Question
from heimlich.server.table.tempo import forced
from tests.server.tables import GUESTS, Sitting

SPREAD = 0.5  # of the logarithm of a person's times
LONGEST_GAME = 400  # decisions
SPY, VICTIM = 0, 1


class Timed(NamedTuple):
    """A quiet answer of the victim: in which game, whether it was forced, and how long it took, as the spy saw it."""

    game: int
    forced: bool
    ms: int


class People:
    """Two people at a table: one answers at once and measures, the other takes a human time."""

    def __init__(self, terms: Terms, median_ms: float, game: int, *, standing: str = "") -> None:
        self.rng = Random(f"{terms.edition} {median_ms} {game}")
        self.sitting = Sitting(terms, self.rng.randbytes(32)).start(GUESTS[: terms.seats])
        self.game, self.median, self.standing = game, median_ms, standing
        self.answers: dict[int, tuple[Question, int]] = {}  # when each seat will answer its question
        self.asked: dict[str, tuple[bool, int]] = {}  # the victim's question: forced?, since when

    def play(self) -> list[Timed]:
        """A game, or its first part; the victim's quiet answers in it."""
        found: list[Timed] = []
        sitting = self.sitting
        for _ in range(LONGEST_GAME):
            now = sitting.table.now
            if now.stage in FINISHED:
                break
            question, unseen = now.questions[VICTIM], is_unseen(sitting)
            self._instruct()
            was = None if question is None else (bool(forced(now, VICTIM)), question.at)
            if was and unseen:
                self.asked["ask"] = was
            said = self._next()
            if unseen and not is_unseen(sitting):  # the answers show
                if "ask" in self.asked and not self._said_yes:
                    forced_then, since = self.asked["ask"]
                    found.append(Timed(self.game, forced_then, sitting.at - since))
                self.asked.clear()
            elif was and not unseen and said in {"pass", "stop"}:
                found.append(Timed(self.game, was[0], sitting.at - was[1]))
        return found

    _said_yes = False

    def _instruct(self) -> None:
        """Now and then the victim lets the server answer, or no longer."""
        if self.standing and self.rng.random() < 0.15:
            with contextlib.suppress(Refused):
                self.sitting.do(Instruct(VICTIM, self.rng.choice(["", self.standing])), GUESTS[VICTIM])

    def _next(self) -> str:
        """The next thing that happens; what the victim has said by that, if it took effect."""
        sitting, now = self.sitting, self.sitting.table.now
        for seat, question in enumerate(now.questions):
            if question is not None and not now.held[seat] and not forced(now, seat):
                known = self.answers.get(seat)
                if known is None or known[0] != question:
                    self.answers[seat] = question, question.at + self._time(seat)
        coming = [
            (when, 1, seat, "")
            for seat, (question, when) in self.answers.items()
            if now.questions[seat] == question and not now.held[seat]
        ]
        coming += [(due.at, 0, due.seat, due.action) for due in sitting.table.automatic()]
        coming += [(turn.at, 1, turn.seat, "") for turn in sitting.table.bot_moves_due()]
        at, by_itself, seat, action = min(coming)
        sitting.at = max(sitting.at, at)
        if by_itself == 0:
            sitting.do(Decide(seat, action, now.number(seat)), SYSTEM)
            return action if seat == VICTIM else ""
        action = self._choose(seat)
        if seat == VICTIM and action in {"yes", "no"}:
            self._said_yes = action == "yes"
        held = sitting.decide(seat, action, SYSTEM if now.chairs[seat].by_bot else None)
        took_effect = any(row.type == "decided" for row in held)
        return action if seat == VICTIM and took_effect else ""

    def _time(self, seat: int) -> int:
        return 100 if seat == SPY else max(100, round(self.median * math.exp(self.rng.gauss(0, SPREAD))))

    def _choose(self, seat: int) -> str:
        actions = self.sitting.actions(seat)
        quiet = [action for action in actions if action in {"no", "pass", "stop"}]
        return quiet[0] if quiet and self.rng.random() < 0.6 else self.rng.choice(actions)


def is_unseen(sitting: Sitting) -> bool:
    """Everyone who holds a card is asked at once."""
    return bool(sitting.pictures[None]["game"]["phase"] == "ask")


def time_people(terms: Terms, median_ms: float, games: int, *, standing: str = "") -> list[Timed]:
    """The victim's quiet answers in these games; with `standing`, the server gives some as asked for before."""
    people = (People(terms, median_ms, game, standing=standing) for game in range(games))
    return [timed for one in people for timed in one.play()]


def area(forced_scores: Sequence[float], free_scores: Sequence[float]) -> float:
    """The chance that a forced answer scores higher than a free one, ties counted half: the AUC."""
    ranked = sorted([(score, True) for score in forced_scores] + [(score, False) for score in free_scores])
    total, index = 0.0, 0
    below = 0
    while index < len(ranked):
        end = index
        while end < len(ranked) and ranked[end][0] == ranked[index][0]:
            end += 1
        group = [is_forced for _, is_forced in ranked[index:end]]
        frees = group.count(False)
        total += group.count(True) * (below + frees / 2)
        below += frees
        index = end
    return total / (len(forced_scores) * len(free_scores))


def area_of(times: Sequence[Timed]) -> float:
    """How well the shortest times tell who was forced."""
    return area([-one.ms for one in times if one.forced], [-one.ms for one in times if not one.forced])


def interval(times: Sequence[Timed], rounds: int = 300, share: float = 0.99) -> tuple[float, float]:
    """A bootstrap interval of `area_of`, games drawn with their answers together."""
    rng = Random(1)
    by_game: dict[int, list[Timed]] = {}
    for one in times:
        by_game.setdefault(one.game, []).append(one)
    games = list(by_game.values())
    found = []
    for _ in range(rounds):
        drawn = [one for _ in games for one in rng.choice(games)]
        if len({one.forced for one in drawn}) == 2:
            found.append(area_of(drawn))
    found.sort()
    cut = round(len(found) * (1 - share) / 2)
    return found[cut], found[-1 - cut]


ASKED = Terms("heimlich-co", "rio-grande", 2, ("top-secret",))  # asked at once and unseen, then in turn
IN_TURN = Terms("heimlich-co", "engine", 2, ("top-secret",))  # in turn only
MEDIANS = (700, 2000, 3500)

if __name__ == "__main__":
    for terms in (ASKED, IN_TURN):
        for median in MEDIANS:
            times = time_people(terms, median, int(sys.argv[1]))
            low, high = interval(times)
            waits = [sum(one.ms for one in times if one.forced is is_forced) for is_forced in (True, False)]
            numbers = [sum(one.forced is is_forced for one in times) for is_forced in (True, False)]
            print(
                f"{terms.edition}, median {median} ms: {area_of(times):.3f} ({low:.3f} to {high:.3f});",
                f"forced {numbers[0]}, mean {waits[0] / numbers[0]:.0f} ms; free {numbers[1]},",
                f"mean {waits[1] / numbers[1]:.0f} ms",
                flush=True,
            )
