"""Awards, each with its reason: given only where somebody has earned it; equals share.

Nothing is said of a person that this person did not do at the table or agree to show: who knew first is judged by
dossiers, by pads that were shown, and, for bots that keep a belief, by that belief.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from heimlich.analysis.course import Course
from heimlich.analysis.heimlich_co.deeds import agent_term, plain_line_of, seat_term
from heimlich.analysis.heimlich_co.reasons import is_named, known_since
from heimlich.analysis.heimlich_co.suspicion import Beliefs, whole
from heimlich.analysis.story import Award, AwardName, Cover, DossierTold, Pushes, Suspicion
from heimlich.bots.characters import kind_of
from heimlich.game import Line, Seat, plain_line

# Bots that keep the belief of bots/heimlich_co/belief for a whole game; levels below the veteran forget.
BELIEVERS = {"careful", "bluffer", "veteran", "detective", "master"}


class Facts(NamedTuple):
    """All that awards are judged by."""

    course: Course
    bots: Sequence[str]  # by seat; "" for a person
    beliefs: Beliefs
    observers: Sequence[Suspicion]
    covers: Sequence[Cover]
    pushes: Sequence[Pushes]
    dossiers: Sequence[DossierTold]

    @property
    def owners(self) -> list[list[int]]:
        """The agents of each seat."""
        agents = self.course.last.table.agents
        return [[agents.index(agent) for agent in own] for own in self.course.last.secrets.identities]

    def agent(self, number: int) -> Any:
        """Return an agent as a word of a line."""
        return agent_term(self.course.last.table.agents[number])


Candidate = tuple[float, Seat, Line]  # how good, who, and why


def told_awards(facts: Facts) -> list[Award]:
    """Return the awards of a game that has a result."""
    if facts.course.last.table.result is None:
        return []
    judges: dict[AwardName, Callable[[Facts], Iterator[Candidate]]] = {
        "best-cover": _best_covers,
        "first-to-know": _first_to_know,
        "best-bluff": _best_bluffs,
        "perfect-dossier": _perfect_dossiers,
        "kingmaker": _kingmakers,
        "most-helpful-stranger": _strangers,
    }
    found = []
    for name, judge in judges.items():
        candidates = list(judge(facts))
        best = max((worth for worth, _, _ in candidates), default=0)
        chosen = {seat: line for worth, seat, line in reversed(candidates) if worth == best}
        if chosen:
            seats = tuple(sorted(chosen))
            found.append(Award(name, seats, tuple(plain_line(chosen[seat]) for seat in seats)))
    return found


def _lasting(moments: Sequence[int], end: int) -> Any:
    """Return how many decisions the belief of each of these moments lasted."""
    return np.diff([*moments, end + 1])


def _best_covers(facts: Facts) -> Iterator[Candidate]:
    """A cover that was never blown: the best is the least suspected one, on average over the game."""
    public = facts.beliefs.public
    weights = _lasting(facts.beliefs.moments, len(facts.course.passages))
    for seat, own in enumerate(facts.owners):
        if all(cover.blown is None for cover in facts.covers if cover.seat == seat):
            mean = round(100 * float(np.average(public[:, seat, own[0]], weights=weights)))
            last = int(whole(public[-1, seat, own[0]]))
            told = {"seat": seat_term(seat), "agent": facts.agent(own[0]), "percent": mean, "last": last}
            yield -mean, seat, Line("story-best-cover", told)


def _first_to_know(facts: Facts) -> Iterator[Candidate]:
    """The first to be right about another seat, and to stay right."""
    turns = facts.course.turns
    for observer in facts.observers:
        seat = observer.seat
        if seat is None or (observer.kind == "seat" and kind_of(facts.bots[seat]) not in BELIEVERS):
            continue
        for other, own in enumerate(facts.owners):
            rows = [belief[other] for belief in observer.beliefs]
            since = [(index, agent) for agent in own if (index := known_since(rows, agent)) is not None]
            if other != seat and since:
                index, agent = min(since)
                moment = observer.moments[index]
                told = {"seat": seat_term(seat), "other": seat_term(other), "agent": facts.agent(agent)}
                yield -moment, seat, _knowing(observer.kind, told | {"turn": turns[max(0, moment - 1)]})


def _knowing(kind: str, told: dict[str, Any]) -> Line:
    """Say how somebody knew: by a belief, a pad or a dossier."""
    match kind:
        case "pad":
            return Line("story-first-pad", told)
        case "dossier":
            return Line("story-first-dossier", told)
    return Line("story-first-belief", told)


def _best_bluffs(facts: Facts) -> Iterator[Candidate]:
    """The seat that the public observer took longest for an agent that it never owned."""
    shown, moments = whole(facts.beliefs.public), facts.beliefs.moments
    lasting = _lasting(moments, len(facts.course.passages))
    for seat, own in enumerate(facts.owners):
        for agent in range(shown.shape[2]):
            fooled = [index for index in range(len(moments)) if is_named(shown[index, seat], agent)]
            if agent in own or not fooled:
                continue
            peak = max(fooled, key=lambda index: int(shown[index, seat, agent]))
            line = _bluff_line(facts, seat, agent, peak, int(sum(lasting[index] for index in fooled)))
            yield float(sum(lasting[index] for index in fooled)), seat, line


def _bluff_line(facts: Facts, seat: Seat, agent: int, peak: int, n: int) -> Line:
    """Say how sure the observer was at most, and quote the seat's decision that did most for it."""
    public, moments = facts.beliefs.public, facts.beliefs.moments
    rises = [
        (float(public[index, seat, agent] - public[index - 1, seat, agent]), moments[index])
        for index in range(1, peak + 1)
        if facts.course.passages[moments[index] - 1].seat == seat
    ]
    told = {"seat": seat_term(seat), "agent": facts.agent(agent), "n": n}
    told["percent"] = int(whole(public[peak, seat, agent]))
    if not rises:
        return Line("story-best-bluff", told)
    passage = facts.course.passages[max(rises)[1] - 1]
    turn = passage.before.table.turn
    return Line("story-best-bluff-by", told | {"turn": turn, "deed": plain_line_of(passage)})


def _perfect_dossiers(facts: Facts) -> Iterator[Candidate]:
    """Every answer of a dossier was right."""
    for dossier in facts.dossiers:
        if dossier.asked and dossier.right == dossier.asked:
            yield 1, dossier.seat, Line("story-perfect-dossier", {"seat": seat_term(dossier.seat), "n": dossier.right})


def _kingmakers(facts: Facts) -> Iterator[Candidate]:
    """A loser who brought a winner's agent more points than this winner did."""
    winners = facts.course.last.table.result.outcome.winners
    for winner in winners:
        for agent in facts.owners[winner]:
            own = facts.pushes[winner].won[agent]
            for pushes in facts.pushes:
                won = pushes.won[agent]
                if pushes.seat not in winners and won > own:
                    told = {"seat": seat_term(pushes.seat), "winner": seat_term(winner), "agent": facts.agent(agent)}
                    yield won, pushes.seat, Line("story-kingmaker", told | {"n": won, "own": own})


def _strangers(facts: Facts) -> Iterator[Candidate]:
    """A seat that walked the agents of other players further than its own."""
    for seat, own in enumerate(facts.owners):
        steps = facts.pushes[seat].steps
        mine = sum(steps[agent] for agent in own)
        others = sum(steps[agent] for other, agents in enumerate(facts.owners) if other != seat for agent in agents)
        if others > mine:
            told = {"seat": seat_term(seat), "n": others, "own": mine}
            yield others, seat, Line("story-stranger", told)
