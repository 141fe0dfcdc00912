"""A view as plain JSON, for clients that know no rules: all there is to draw, and nothing that the view does not hold.

Keys that would hold nothing are left out, so that a merge patch can remove them again; without `awaited`, the seat
whose turn it is is asked. Agents and cards are named by the words of the notation, places by their number from the
church (0) to the ruins (11), seats by number from 0. `together` means that all are asked at once, and that the list of
those asked could reveal a hand: where several people share a screen, it must be handed to each of them.
"""

from typing import Any

from heimlich.game import plain_line
from heimlich.games.heimlich_co.actions import write_answer
from heimlich.games.heimlich_co.legal import awaited_in
from heimlich.games.heimlich_co.names import KINDS
from heimlich.games.heimlich_co.reasons import reasons
from heimlich.games.heimlich_co.ruleset import write_face
from heimlich.games.heimlich_co.state import Ballot, CardTable, Multiset, Phase, Result, Table, View

# Decisions whose timing could reveal a hand (S1): a live table lets them all take effect after the same delay.
HELD_WORDS = frozenset({"yes", "no", "pass", "stop"})


def display(view: View) -> dict[str, Any]:
    """Return the picture of one seat's view, or of a spectator's."""
    return public(view) if view.seat is None else public(view) | {"own": own(view)}


def public(view: View) -> dict[str, Any]:
    """Return what everyone sees; it is equal for every audience."""
    table = view.table
    picture: dict[str, Any] = {
        "phase": table.phase.name.lower(),
        "turn": table.turn,
        "seat": table.seat,
        "safe": table.safe,
        "at": dict(zip(table.agents, table.places, strict=False)),
        "points": dict(zip(table.agents, table.points, strict=False)),
        "target": table.rules.target,
        "values": list(table.rules.values),
    }
    if len(table.places) < len(table.agents):  # they are still being drawn
        picture["agents"] = list(table.agents)
    asked = list(awaited_in(view))
    if asked != [table.seat]:
        picture["awaited"] = asked
    if table.phase is Phase.ASK:
        picture["together"] = True
    if table.roll and table.phase is not Phase.ROLL:
        picture["roll"] = write_face(table.roll)
    if table.arrived:
        picture["arrived"] = sorted(table.arrived)
    if table.scorings:
        picture["scorings"] = table.scorings
    if table.reached:
        picture["reached"] = True
    if table.cards is not None:
        picture["cards"] = _cards(table, table.cards)
    if table.dossier is not None:
        picture["dossier"] = {
            "from": table.rules.dossier_from,
            "halts": table.dossier.halts,
            "written": list(map(int, table.dossier.written)),
        }
    if table.result is not None:
        picture["result"] = _result(table, table.result)
    return picture


def _cards(table: Table, cards: CardTable) -> dict[str, Any]:
    picture: dict[str, Any] = {"hands": list(cards.hands), "supply": cards.supply}
    if any(cards.discards):
        picture["discards"] = _counts(cards.discards)
    if cards.removed:
        picture["removed"] = cards.removed
    if any(cards.doubles):
        picture["doubles"] = list(cards.doubles)
    if cards.playing is not None:
        picture["playing"] = cards.playing.value
    if table.phase is Phase.CARDS:
        picture["yes"] = list(cards.yes)
        picture["at"] = cards.at
        if cards.must_play:
            picture["must_play"] = True
    if table.phase is Phase.DRAW:
        picture["drawing"] = cards.drawing
    return picture


def _counts(cards: Multiset) -> dict[str, int]:
    return {kind.value: count for kind, count in zip(KINDS, cards, strict=True) if count}


def own(view: View) -> dict[str, Any]:
    """Return what only this seat sees."""
    picture: dict[str, Any] = {"agents": [agent.value for agent in view.agents]}
    if view.hand:
        picture["hand"] = [card.value for card in view.hand]
    if view.answer is not None:
        picture["answer"] = "yes" if view.answer else "no"
    if view.dossier:
        picture["dossier"] = _answers(view.dossier)
    if view.draft:
        picture["draft"] = _answers(view.draft)
    return picture


def _answers(ballot: Ballot) -> dict[str, str]:
    return {agent.value: write_answer(answer) for agent, answer in ballot}


def _result(table: Table, result: Result) -> dict[str, Any]:
    picture: dict[str, Any] = {
        "winners": list(result.outcome.winners),
        "shares": list(result.outcome.shares),
        "ending": result.outcome.ending,
        "why": [plain_line(line) for line in reasons(table, result)],
        "agents": [[agent.value for agent in agents] for agents in result.identities],
    }
    if result.kept != result.identities:
        picture["kept"] = [[agent.value for agent in agents] for agents in result.kept]
    if any(result.hands):
        picture["hands"] = [[card.value for card in hand] for hand in result.hands]
    if any(result.dossiers):
        picture["dossiers"] = [_answers(ballot) for ballot in result.dossiers]
        picture["dossier_points"] = list(result.dossier_points)
    return picture
