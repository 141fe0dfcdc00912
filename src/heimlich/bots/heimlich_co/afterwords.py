"""Lets each character speak after a game of Heimlich & Co.: whom it suspected, and why, in its own way.

It speaks from what its seat has seen alone (diary.py). Where identities are revealed it adds whether it was right;
nothing else of the end is used. Who wrote a dossier suspected what stands there, and nothing else. It says lines of the
game's catalogue, so that everyone reads them in their language.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from heimlich.bots.characters import kind_of
from heimlich.bots.heimlich_co.diary import Casebook, Deed, Diary, Guess, named_in
from heimlich.game import Line, Seat, Term
from heimlich.games.heimlich_co.actions import MoveAgents, PlayCard, SeenEvent
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import View

LATELY = 3  # the number of last moves that a newcomer remembers

Speak = Callable[[Any, View, Sequence[Seat]], list[Line]]  # what was noticed, the end, and whom to speak of


class Afterword:
    """Is shown what a seat sees, and speaks in the end; `about` are the seats to speak of, if possible."""

    def __init__(self, bot: str) -> None:
        kind = kind_of(bot)
        self._diary = Diary() if kind in SIMPLE else Casebook()
        self._speak: Speak = (SIMPLE | SHREWD).get(kind, _proof)

    def watch(self, before: View, events: Sequence[SeenEvent], after: View) -> None:
        """Note what was decided."""
        self._diary.watch(before, events, after)

    def lines(self, view: View, about: Sequence[Seat]) -> list[Line]:
        """One or two sentences."""
        seen = {deed.seat for deed in self._diary.deeds} - {view.seat}
        known = seen & named_in(view).keys() if view.dossier else seen
        wanted = sorted(known.intersection(about) or known)
        if wanted:
            return self._speak(self._diary, view, wanted)
        return [Line("after-nobody" if seen and view.dossier else "after-nothing", {})]


def _seat(seat: Seat) -> Term:
    return Term("seat", str(seat))


def _agent(agent: Agent) -> Term:
    return Term("agent", agent)


def _whom(seat: Seat, agent: Agent) -> dict[str, Any]:
    return {"seat": _seat(seat), "agent": _agent(agent)}


def _truth(view: View, seat: Seat) -> dict[str, Any]:
    """The agents of a seat; empty where they were never revealed. Dossiers ask for those that were not given back."""
    result = view.table.result
    if result is None:
        return {}
    agents = result.kept if view.dossier else result.identities
    return {"seat": _seat(seat), "agents": [_agent(one) for one in agents[seat]]}


def _is_right(truth: dict[str, Any], agent: Agent) -> bool:
    return _agent(agent) in truth["agents"]


def _may_say(view: View, seat: Seat, agent: Agent) -> bool:
    """Tell whether a suspicion agrees with the seat's own dossier, if it wrote one."""
    return not view.dossier or agent in named_in(view).get(seat, [])


def _without_reason(view: View, others: Sequence[Seat]) -> list[Line]:
    """Name what stands in the dossier, where nothing that was seen speaks for it."""
    written = [(seat, agent) for seat, agents in sorted(named_in(view).items()) for agent in agents if seat in others]
    if not written:
        return [Line("after-nothing", {})]
    seat, agent = written[0]
    return [Line("after-suspect", _whom(seat, agent)), *_judge(view, seat, agent)]


# Characters without belief


def _random(_diary: Diary, _view: View, _others: Sequence[Seat]) -> list[Line]:
    return [Line("after-random", {})]


def _newcomer(diary: Diary, view: View, others: Sequence[Seat]) -> list[Line]:
    """The agent that was moved furthest in the last few moves."""
    moves = [(deed, deed.action.steps) for deed in diary.deeds if isinstance(deed.action, MoveAgents)]
    lately = [
        (count, agent, deed)
        for deed, steps in moves[-LATELY * view.table.players :]
        for agent, count in steps
        if deed.seat in others and agent not in view.agents and _may_say(view, deed.seat, agent)
    ][-LATELY:]
    if not lately:
        return _without_reason(view, others)
    _, agent, deed = max(lately, key=lambda one: one[0])
    truth = _truth(view, deed.seat)
    said = [Line("after-newcomer", _whom(deed.seat, agent) | {"deed": deed.line})]
    if truth:
        right = _is_right(truth, agent)
        said.append(Line("after-newcomer-right" if right else "after-newcomer-wrong", {} if right else truth))
    return said


def _pushes(diary: Diary, view: View, others: Sequence[Seat], kind: str = "casual") -> list[Line]:
    """The agent that one seat moved furthest in all."""
    pushes = [
        (steps, seat, agent)
        for (seat, agent), steps in sorted(diary.pushes().items())
        if seat in others and agent not in view.agents and _may_say(view, seat, agent)
    ]
    if not pushes:
        return _without_reason(view, others)
    steps, seat, agent = max(pushes, key=lambda one: one[0])
    truth = _truth(view, seat)
    key = "after-regular" if kind == "regular" else "after-casual"
    said = [Line(key, _whom(seat, agent) | {"n": steps})]
    if truth:
        right = _is_right(truth, agent)
        said.append(Line("after-casual-right" if right else "after-casual-wrong", {} if right else truth))
    return said


# Characters with belief


def _judge(view: View, seat: Seat, agent: Agent) -> list[Line]:
    truth = _truth(view, seat)
    if not truth:
        return []
    right = _is_right(truth, agent)
    return [Line("after-right" if right else "after-wrong", {} if right else truth)]


def _count(view: View, guesses: Sequence[Guess]) -> list[Line]:
    """Return how many of the others were guessed right, where there was more than one of them."""
    truths = [(_truth(view, guess.seat), guess) for guess in guesses]
    others = view.table.players - 1
    if others < 2 or not all(truth for truth, _ in truths):
        return []
    right = sum(_is_right(truth, guess.agent) for truth, guess in truths)
    return [Line("after-count", {"n": right, "of": others})]


def _surest(case: Casebook, view: View, others: Sequence[Seat]) -> Guess:
    return max((guess for guess in case.guesses(view) if guess.seat in others), key=lambda guess: guess.probability)


def _mask(case: Casebook, view: View) -> tuple[Agent, Deed | None]:
    """The agent that spectators take this seat for, and its strongest decision that speaks for it."""
    belief = case.openly(view)
    assert view.seat is not None
    agent = view.table.agents[int(belief.owners()[view.seat].argmax())]
    shown = [deed for _, deed in case.clues(belief, view, view.seat, agent) if _is_about(deed, agent)]
    return agent, shown[0] if shown else None


def _is_about(deed: Deed, agent: Agent) -> bool:
    match deed.action:
        case MoveAgents(steps):
            return agent in dict(steps)
        case PlayCard(agents=agents):
            return agent in agents
    return False


def _careful(case: Casebook, view: View, others: Sequence[Seat], kind: str = "careful") -> list[Line]:
    guess, (mask, _) = _surest(case, view, others), _mask(case, view)
    hidden = mask not in view.agents
    key = "after-veteran" if kind == "veteran" else "after-careful"
    return [
        Line(key, _whom(guess.seat, guess.agent) | {"since": guess.since}),
        *_judge(view, guess.seat, guess.agent),
        Line("after-careful-hidden" if hidden else "after-careful-seen", {"agent": _agent(mask)}),
    ]


def _bluffer(case: Casebook, view: View, others: Sequence[Seat]) -> list[Line]:
    guess, (mask, deed) = _surest(case, view, others), _mask(case, view)
    if mask in view.agents:
        said = Line("after-bluffer-seen", {"agent": _agent(mask)})
    elif deed is None:
        said = Line("after-careful-hidden", {"agent": _agent(mask)})
    else:
        said = Line("after-bluffer", {"agent": _agent(mask), "turn": deed.turn, "deed": deed.line})
    return [said, Line("after-bluffer-guess", _whom(guess.seat, guess.agent)), *_judge(view, guess.seat, guess.agent)]


def _proof(case: Casebook, view: View, others: Sequence[Seat], kind: str = "detective") -> list[Line]:
    """The decision that spoke most for a guess; one from before it was sure, where there is one."""
    guesses, belief = case.guesses(view), case.belief(view)
    found = [
        (deed.turn <= guess.since, weight, deed, guess)
        for guess in guesses
        if guess.seat in others
        for weight, deed in case.clues(belief, view, guess.seat, guess.agent)
    ]
    if not found:
        return _suspect(case, view, others)
    _, _, deed, guess = max(found, key=lambda one: one[:2])
    key = "after-snoop" if kind == "snoop" else "after-inspector" if kind == "inspector" else "after-detective"
    told = {"since": guess.since, "turn": deed.turn, "deed": deed.line}
    return [
        Line(key, _whom(guess.seat, guess.agent) | told),
        *_judge(view, guess.seat, guess.agent),
        *_count(view, guesses),
    ]


def _calculation(case: Casebook, view: View, others: Sequence[Seat], kind: str = "master") -> list[Line]:
    """The surest guess, and how sure it is."""
    guess = _surest(case, view, others)
    clues = case.clues(case.belief(view), view, guess.seat, guess.agent)
    if not clues:
        return _suspect(case, view, others)
    deed = clues[0][1]
    key = "after-profiler" if kind == "profiler" else "after-master"
    told = {"percent": min(99, round(100 * guess.probability)), "turn": deed.turn, "deed": deed.line}
    return [
        Line(key, _whom(guess.seat, guess.agent) | told),
        *_judge(view, guess.seat, guess.agent),
        *_count(view, case.guesses(view)),
    ]


def _suspect(case: Casebook, view: View, others: Sequence[Seat]) -> list[Line]:
    """A guess without a decision that speaks for it."""
    guess = _surest(case, view, others)
    return [Line("after-suspect", _whom(guess.seat, guess.agent)), *_judge(view, guess.seat, guess.agent)]


SIMPLE: dict[str, Speak] = {
    "random": _random,
    "newcomer": _newcomer,
    "casual": _pushes,
    "regular": partial(_pushes, kind="regular"),
}
SHREWD: dict[str, Speak] = {
    "snoop": partial(_proof, kind="snoop"),
    "inspector": partial(_proof, kind="inspector"),
    "profiler": partial(_calculation, kind="profiler"),
    "veteran": partial(_careful, kind="veteran"),
    "careful": _careful,
    "bluffer": _bluffer,
    "detective": _proof,
    "master": _calculation,
}
