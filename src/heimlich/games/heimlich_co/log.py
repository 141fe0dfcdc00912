"""The log: what happened, as lines that a text catalogue turns into words.

It is made from what one seat has seen and the tables before and after, so it can tell no more than that seat may know.
"""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from heimlich.game import Decision, Line, Seat, Term
from heimlich.games.heimlich_co.actions import (
    Action,
    AgentDrawn,
    AnswersRevealed,
    CardDrawn,
    DossierWritten,
    DoubleTaken,
    IdentityDealt,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    Rolled,
    SayWhether,
    SeenEvent,
    StartDrawn,
    Stop,
)
from heimlich.games.heimlich_co.names import BUILDINGS, Agent, Building, Card
from heimlich.games.heimlich_co.reasons import agent_at, reasons
from heimlich.games.heimlich_co.ruleset import write_face
from heimlich.games.heimlich_co.state import BLANK, Answer, Result, Table, View


def lines(before: View, events: Sequence[SeenEvent], after: View) -> Sequence[Line]:
    """Write the lines for one seat about an event, and about what followed from it."""
    happened = [line for event in events for line in _event(before.table, event, after.table)]
    return [*happened, *_consequences(before.table, after.table)]


def _seat(seat: Seat) -> Term:
    return Term("seat", str(seat))


def _seats(seats: Sequence[Seat]) -> list[Term]:
    return [_seat(seat) for seat in seats]


def _agent(agent: Agent) -> Term:
    return Term("agent", agent)


def _place(place: Building) -> Term:
    return Term("place", BUILDINGS[place])


def _card(card: Card) -> Term:
    return Term("card", card)


def _event(before: Table, event: SeenEvent, after: Table) -> Iterator[Line]:
    match event:
        case Decision(seat, action):
            yield from _decision(before, seat, action, after)
        case Rolled(face):
            yield Line("roll", {"seat": _seat(before.seat), "face": write_face(face)})
        case AgentDrawn(agent):
            yield Line("agent-takes-part", {"agent": _agent(agent)})
        case IdentityDealt(seat, None):
            yield Line("identity-dealt", {"seat": _seat(seat)})
        case IdentityDealt(seat, Agent() as agent):
            yield Line("identity-own", {"seat": _seat(seat), "agent": _agent(agent)})
        case CardDrawn(seat, None):
            yield Line("card-drawn", {"seat": _seat(seat)})
        case CardDrawn(seat, Card() as card):
            yield Line("card-own", {"seat": _seat(seat), "card": _card(card)})
        case StartDrawn(seat):
            yield Line("start", {"seat": _seat(seat)})
        case DoubleTaken(seat, None):
            yield Line("double-taken", {"seat": _seat(seat)})
        case DoubleTaken(seat, Agent() as agent):
            yield Line("double-own", {"seat": _seat(seat), "agent": _agent(agent)})
        case AnswersRevealed(()):
            yield Line("nobody-plays", {})
        case AnswersRevealed(yes):
            yield Line("wanting-to-play", {"n": len(yes), "seats": _seats(yes)})
        case DossierWritten(seat):
            yield Line("dossier-written", {"seat": _seat(seat)})


def _decision(before: Table, seat: Seat, action: Action, after: Table) -> Iterator[Line]:
    who: dict[str, Any] = {"seat": _seat(seat)}
    match action:
        case MoveAgents(()):
            yield Line("stay", who)
        case MoveAgents(steps):
            walks = [
                Line("walk", {"agent": _agent(agent), "n": count, "place": _place(after.place(agent))})
                for agent, count in steps
            ]
            yield Line("move", who | {"walks": walks})
        case MoveSafe(place):
            yield Line("safe", who | {"place": _place(place)})
        case SayWhether(yes):
            yield Line("answer-own-yes" if yes else "answer-own-no", who)
        case PlayCard(card):
            yield Line("play", who | {"card": _card(card), "effects": _effects(before, after, card)})
        case Pass():
            yield Line("pass", who)
        case Stop():
            yield Line("stop", who)
        case NameOwner(agent, owner) if owner == BLANK:
            yield Line("blank-own", who | {"agent": _agent(agent)})
        case NameOwner(agent, owner):
            yield Line("name-own", who | {"agent": _agent(agent), "owner": answer_term(owner)})
        case KeepAnswers():
            yield Line("keep-own", who)
        case _:
            assert_never(action)


def answer_term(answer: Answer) -> Term:
    """Return a dossier's answer as a word of the log."""
    if answer is None or answer == BLANK:
        return Term("answer", "free" if answer is None else "blank")
    return _seat(answer)


def _effects(before: Table, after: Table, card: Card) -> list[Line]:
    """Tell what a card did: which agents stand elsewhere now, which markers moved, where the safe is."""
    if card is Card.DOUBLE_AGENT:
        return [Line("changes-sides" if before.free else "nobody-free", {})]
    moved = [
        Line("to-place", {"agent": _agent(agent), "place": _place(new)})
        for agent, old, new in zip(after.agents, before.places, after.places, strict=True)
        if old != new
    ]
    if card is Card.TWO_MARKERS:
        moved += [
            Line("marker-to", {"agent": _agent(agent), "mark": new})
            for agent, old, new in zip(after.agents, before.points, after.points, strict=True)
            if old != new
        ]
    if before.safe != after.safe:
        moved.append(Line("safe-to", {"place": _place(after.safe)}))
    return moved or [Line("no-effect", {})]


def _consequences(before: Table, after: Table) -> Iterator[Line]:
    if before.cards and after.cards and after.cards.supply > before.cards.supply:
        yield Line("supply-anew", {"n": after.cards.supply})
    if after.scorings > before.scorings:
        gains = [
            Line("gain" if gain > 0 else "loss", {"agent": _agent(agent), "n": abs(gain), "mark": old + gain})
            for agent, gain, old in zip(after.agents, after.gains, before.points, strict=True)
            if gain
        ]
        yield Line("scoring", {"gains": gains or [Line("nobody-gains", {})]})
    if before.dossier and after.dossier and after.dossier.halts > before.dossier.halts:
        yield Line("halt" if after.dossier.halts == 1 else "halt-again", {})
    if after.reached and not before.reached and not after.result and after.rules.play_out_round:
        yield Line("last-round", {})
    if after.result and not before.result:
        yield from _end(after, after.result)


def _end(table: Table, result: Result) -> Iterator[Line]:
    yield Line("over-limit" if result.outcome.ending == "turn-limit" else "over", {})
    for seat, agents in enumerate(result.identities):
        yield Line("reveal", {"seat": _seat(seat), "agents": [agent_at(table, agent) for agent in agents]})
    owned = {agent for agents in result.identities for agent in agents}
    free = [agent for agent in table.agents if agent not in owned]
    if free:
        yield Line("reveal-free", {"agents": [agent_at(table, agent) for agent in free]})
    for seat, (dealt, kept) in enumerate(zip(result.identities, result.kept, strict=True)):
        if len(dealt) > len(kept):
            back = [_agent(agent) for agent in dealt if agent not in kept]
            yield Line("give-back", {"seat": _seat(seat), "agents": back})
    for seat, extra in enumerate(result.dossier_points):
        if extra:
            yield Line("dossier-points", {"seat": _seat(seat), "n": extra})
    yield from reasons(table, result)
    winners = result.outcome.winners
    if winners:
        yield Line("wins", {"n": len(winners), "seats": _seats(winners)})
