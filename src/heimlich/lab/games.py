"""The games of a study in an array library: how they start, one decision in each, and what is noted at their ends.

All functions are pure, and run in NumPy, in JAX and inside a GPU kernel. Chance and the draws of a policy follow from
seed, game and decision: a game is the same wherever it is played.
"""

from copy import copy
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

from heimlich.lab.study import Study
from heimlich.lab.subjects import Array, Notes, Policy, Subject, subject_of
from heimlich.sim.batch import AnyShape, Tree
from heimlich.sim.threefry import stream_number, threefry_arrays

STREAM = "choice"  # stream of the random words that a policy draws by


class Lanes(NamedTuple):
    """Games in progress."""

    state: Any
    notes: Notes
    decisions: Array  # int32
    live: Array  # bool: the game belongs to the range and has not been counted


class Harvest(NamedTuple):
    """The results of the games in the lanes, and which of them are over."""

    over: Array
    counts: tuple[Array, ...]  # decisions, then what the game's `Subject` counts
    ending: Array
    first: Array
    winners: Array  # a bit for each seat
    numbers: Array  # [kind, batch]
    amounts: Array  # [kind, batch]


@dataclass(frozen=True)
class StudyGames:
    """The rules of a study's games in one array library."""

    study: Study
    subject: Subject
    sim: Any
    choose: Policy

    def within(self, shape: AnyShape, rules: Tree) -> "StudyGames":
        """The same games inside a kernel, whose shape and rules are of its own library."""
        sim = copy(self.sim)
        sim.shape, sim.rules = shape, rules
        return StudyGames(self.study, self.subject, sim, self.choose)

    def start(self, numbers: Array, live: Array | None = None) -> Lanes:
        """Games by their numbers, before the first decision."""
        xp, batch = self.sim.shape.xp, numbers.shape[-1]
        return Lanes(
            state=self.sim.reset(self.study.seed, numbers),
            notes=self.subject.nothing_noted(self.sim, batch),
            decisions=xp.zeros((batch,), xp.int32),
            live=xp.ones((batch,), bool) if live is None else live,
        )

    def step(self, games: Lanes) -> Lanes:
        """One decision in every game; one that is over stays as it is."""
        sim, xp, state = self.sim, self.sim.shape.xp, games.state
        counter = (xp.full((1,), stream_number(STREAM), xp.uint32), games.decisions.astype(xp.uint32))
        word = threefry_arrays(xp, (state.seed, state.game), counter)[0]
        after = sim.step(state, self.choose(sim, state, word))
        decided = (~sim.is_over(state)).astype(xp.int32)
        notes = self.subject.note(sim, games.notes, state, after)
        return Lanes(after, notes, games.decisions + decided, games.live)

    def harvest(self, games: Lanes) -> Harvest:
        """Return what is counted of each game."""
        sim, state, notes = self.sim, games.state, games.notes
        parts = self.subject.parts(sim, state, notes)
        counts = self.subject.counts(sim, state, notes)
        return Harvest(
            over=games.live & sim.is_over(state),
            counts=(games.decisions, *(counts[name] for name in self.subject.counted)),
            ending=self.subject.ending(state),
            first=self.subject.first(state),
            winners=state.winners,
            numbers=parts.numbers,
            amounts=parts.amounts,
        )


def games_of(study: Study, xp: ModuleType) -> StudyGames:
    """The games of a study in an array library."""
    subject = subject_of(study.game.id)
    sim = subject.simulator(study.rules, study.players, xp)
    return StudyGames(study, subject, sim, subject.policies[study.policy])
