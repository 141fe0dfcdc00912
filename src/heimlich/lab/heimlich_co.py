"""Notes of studies in games of Heimlich & Co., the lead and what scorings bring; and how seats can play in them."""

from collections.abc import Mapping
from functools import reduce
from types import ModuleType
from typing import Any, NamedTuple

from heimlich.games.heimlich_co.names import BUILDINGS, RING
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.lab.champion import champion_can_play, choose_as_champion
from heimlich.lab.subjects import Array, CountsByKind, Policy
from heimlich.sim.batch import for_some, repeat
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.heimlich_co.state import NONE, Rows, State
from heimlich.sim.rows import count_of, look_up, most_of
from heimlich.sim.threefry import threefry_arrays

CHOICES = 8  # legal actions that a greedy seat looks at
POINT = 4  # what a point ahead is worth to it, in points of the building it stands on
_FAR = 2**20


class Notes(NamedTuple):
    """Lead and scorings of each game so far."""

    leader: Array  # int8: the agent that was last alone in front, or none
    changes: Array  # int16: how often another one came to be alone in front
    opened: Array  # int16 [building]: scorings while the safe stood there
    earned: Array  # int32 [building]: points in them, of all agents together


def choose_greedily(sim: Simulator, state: State, word: Array) -> Array:
    """Of some legal actions, the one after which the seat's own agent leads by most, and stands on most.

    It judges by what all can see and by which agent is its own; what chance and others bring later counts for nothing.
    """
    xp, seat = sim.shape.xp, sim.to_act(state)
    action = sim.random_action(state, word)

    def look_at_another(best: tuple[Array, Array], number: Array) -> tuple[Array, Array]:
        counter = (xp.zeros(word.shape, xp.int32) + number).astype(xp.uint32)
        words, _ = threefry_arrays(xp, (word, ~word), (counter, word))
        other = sim.random_action(state, words)
        value = _value(sim, state, sim.step(state, other), seat)
        better = value > best[1]
        return xp.where(better, other, best[0]), xp.where(better, value, best[1])

    best = (action, _value(sim, state, sim.step(state, action), seat))
    chosen: Array = repeat(sim.shape, CHOICES - 1, look_at_another, best)[0]
    return chosen


def _value(sim: Simulator, before: State, after: State, seat: Array) -> Array:
    """Value a table for a seat: points ahead of the best other agent, and a bit for the building it stands on."""
    xp = sim.shape.xp
    marks = after.points
    if sim.shape.dossier:  # at the end these hold what the dossiers bring, which nobody knows when deciding
        scored = after.scorings > before.scorings
        known = [
            mark + xp.where(scored, gain, xp.int16(0)) for mark, gain in zip(before.points, after.gains, strict=True)
        ]
        marks = tuple(xp.where(sim.is_over(after), *pair) for pair in zip(known, marks, strict=True))
    mine = [owner == seat for owner in before.owner]
    none = xp.int32(-_FAR)
    own, others, stands = (
        most_of(xp, [xp.where(flag, row.astype(xp.int32), none) for flag, row in zip(flags, rows, strict=True)])
        for flags, rows in (
            (mine, marks),
            ([~flag for flag in mine], marks),
            (mine, [look_up(xp, sim.rules.values, place) for place in after.places]),
        )
    )
    return POINT * (own - others) + stands


class _HeimlichCo:
    counted = ("turns", "scorings", "lead changes")
    nobody = "a free agent wins"
    events = "scorings"
    kinds = BUILDINGS
    place = "where the safe stood"
    amount = "points of all agents"
    policies: Mapping[str, Policy] = {
        "champion": choose_as_champion,
        "random": Simulator.random_action,
        "greedy": choose_greedily,
    }
    slow_policies = frozenset({"champion"})
    surveyed = (  # what differs between the editions, one by one
        "agents_in_play=4,5,6,7,7,7",
        "die=1,2,3,4,5,6",
        "one_agent=yes",
        "safe_goes=unoccupied",
        "play_out_round=yes",
        "last_scoring_wins=yes",
    )

    def simulator(self, rules: Any, players: int, xp: ModuleType) -> Simulator:
        return Simulator(rules, players, xp)

    def can_play(self, policy: str, rules: Ruleset) -> bool:
        return policy != "champion" or champion_can_play(rules)

    def nothing_noted(self, sim: Simulator, batch: int) -> Notes:
        xp = sim.shape.xp
        return Notes(
            leader=xp.full(batch, NONE, xp.int8),
            changes=xp.zeros(batch, xp.int16),
            opened=xp.zeros((RING, batch), xp.int16),
            earned=xp.zeros((RING, batch), xp.int32),
        )

    def note(self, sim: Simulator, notes: Notes, before: State, after: State) -> Notes:
        moved = reduce(
            lambda one, other: one | other, [new != old for new, old in zip(after.points, before.points, strict=True)]
        )
        notes = for_some(sim.shape, moved, _note_lead, (), notes, after.points)
        scored = after.scorings > before.scorings
        noted: Notes = for_some(sim.shape, scored, _note_scoring, (), notes, after.safe, after.gains)
        return noted

    def counts(self, sim: Simulator, state: State, notes: Notes) -> Mapping[str, Array]:
        del sim
        return dict(zip(self.counted, (state.turn, state.scorings, notes.changes), strict=True))

    def parts(self, sim: Simulator, state: State, notes: Notes) -> CountsByKind:
        del sim, state
        return CountsByKind(notes.opened, notes.earned)

    def first(self, state: State) -> Array:
        return state.first

    def ending(self, state: State) -> Array:
        return state.ending


def _note_lead(shape: Any, _: Any, notes: Notes, points: Rows) -> Notes:
    """The lead changes when an agent is alone in front and the last one that was is another."""
    xp = shape.xp
    best = most_of(xp, points)
    in_front = [mark == best for mark in points]
    alone = count_of(xp, in_front) == 1
    leader = notes.leader
    for agent, flag in enumerate(in_front):
        leader = xp.where(alone & flag, xp.int8(agent), leader)
    changed = (leader != notes.leader) & (notes.leader != NONE)
    return notes._replace(leader=leader, changes=notes.changes + changed.astype(xp.int16))


def _note_scoring(shape: Any, _: Any, notes: Notes, safe: Array, gains: Rows) -> Notes:
    """The safe still stands where it was opened: it is moved after the scoring (H12)."""
    xp = shape.xp
    here = shape.array(range(RING), "int8")[:, None] == safe
    total = reduce(lambda one, other: one + other, [gain.astype(xp.int32) for gain in gains])
    return notes._replace(
        opened=notes.opened + here.astype(xp.int16), earned=notes.earned + xp.where(here, total, xp.int32(0))
    )


SUBJECT = _HeimlichCo()
