"""Refusals: why a seat may not take an action now, by which rule, and what it is asked instead.

All of it is worked out from the seat's own view, so it mentions only public things and the seat's own.
"""

from heimlich.errors import IllegalAction, waiting_for
from heimlich.game import Line, Term
from heimlich.games.heimlich_co.actions import (
    Action,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    SayWhether,
    Stop,
)
from heimlich.games.heimlich_co.cards import uses
from heimlich.games.heimlich_co.dossier import dossier_offer
from heimlich.games.heimlich_co.legal import awaited, is_to_act, way_out
from heimlich.games.heimlich_co.movement import move_offer
from heimlich.games.heimlich_co.names import BUILDINGS, CHURCH, RUINS, Agent, Building, Card
from heimlich.games.heimlich_co.ruleset import SafeGoes, write_face
from heimlich.games.heimlich_co.safe import safe_offer
from heimlich.games.heimlich_co.state import BLANK, Phase, Table, View
from heimlich.games.heimlich_co.supply import card_table

# What each phase asks for, as a line's key, and its rule.
_ASKED = {
    Phase.MOVE: ("todo-move", "H9"),
    Phase.SAFE: ("todo-safe", "H12"),
    Phase.ASK: ("todo-ask", "T6"),
    Phase.CARDS: ("todo-cards", "T6"),
    Phase.DOSSIER: ("todo-dossier", "D1"),
}
# An action at the wrong time: when its time comes.
_LATER: dict[type, tuple[str, str]] = {
    MoveAgents: ("cannot-move-later", "H9"),
    MoveSafe: ("cannot-safe-later", "H12"),
    PlayCard: ("cannot-card-later", "T6"),
    SayWhether: ("cannot-answer-later", "T6"),
    Pass: ("cannot-answer-later", "T6"),
    Stop: ("cannot-answer-later", "T6"),
    NameOwner: ("cannot-dossier-later", "D1"),
    KeepAnswers: ("cannot-dossier-later", "D1"),
}
_OF_CARDS = (PlayCard, SayWhether, Pass, Stop)
_OF_DOSSIERS = (NameOwner, KeepAnswers)


def refuse(view: View, action: Action | None) -> IllegalAction:
    """Say why this action is not legal, from what this seat may know; None: what is asked now, and by which rule."""
    table = view.table
    if not is_to_act(view):
        return _must_wait(view, action)
    match table.phase, action:
        case Phase.MOVE, MoveAgents():
            return _wrong_move(table, action)
        case Phase.SAFE, MoveSafe(place):
            return _wrong_place(table, place)
        case Phase.CARDS, PlayCard():
            return _wrong_card(view, action)
        case Phase.CARDS, (Pass() | Stop()):
            return _wrong_pass(view, action)
        case Phase.ASK, SayWhether():
            return IllegalAction("'yes' needs a card that can be played now", "T6", "cannot-no-card")
        case Phase.DOSSIER, KeepAnswers():
            return IllegalAction("'keep' is for a revision, before the first new answer", "D3", "cannot-keep")
        case Phase.DOSSIER, NameOwner():
            return _wrong_answer(view, action)
    text = f"'{action}' must wait; now it is time to {table.phase}"
    if action is not None:
        return IllegalAction(text, *_when(table, action))
    key, rule = _ASKED[table.phase]
    return IllegalAction(f"now it is time to {table.phase}", rule, "cannot-first", what=Line(key, {}))


def _when(table: Table, action: Action) -> tuple[str, str]:
    """Return the rule and the line that say when this action's time comes, or that this table plays without it."""
    if isinstance(action, _OF_CARDS) and not table.rules.top_secret:
        return "T1", "cannot-without-cards"
    if isinstance(action, _OF_DOSSIERS) and not table.rules.dossier:
        return "D1", "cannot-without-dossiers"
    key, rule = _LATER[type(action)]
    return rule, key


def _must_wait(view: View, action: Action | None) -> IllegalAction:
    table = view.table
    over = table.phase is Phase.OVER
    others = [seat for seat in awaited(table) if seat != view.seat]
    text = f"'{action}' must wait; {waiting_for(table.phase, [seat + 1 for seat in others], over=over)}"
    if over:
        return IllegalAction(text, "H14", "cannot-over")
    if not others:
        return IllegalAction(text, "H7", "cannot-wait-all")
    _, rule = _ASKED[table.phase]
    seats = [Term("seat", str(seat)) for seat in others]
    return IllegalAction(text, "H7" if rule.startswith("H") else rule, "cannot-wait", seats=seats)


def building(place: Building) -> str:
    """Name a building as in a sentence: the church, house 7, the ruins."""
    name = BUILDINGS[place]
    return f"house {name}" if name.isdigit() else f"the {name}"


def _place(place: Building) -> Term:
    return Term("place", BUILDINGS[place])


def _agent(agent: Agent) -> Term:
    return Term("agent", agent)


def _wrong_move(table: Table, move: MoveAgents) -> IllegalAction:
    strangers = [agent for agent, _ in move.steps if agent not in table.agents]
    if strangers:
        text = f"'{move}' moves {strangers[0]}, who takes no part; in play: {', '.join(table.agents)}"
        return IllegalAction(text, "H4", "cannot-stranger", agent=_agent(strangers[0]))
    if len(move.steps) > move_offer(table).most:
        text = f"'{move}' moves {len(move.steps)} agents; one agent takes the whole roll"
        return IllegalAction(text, "H9", "cannot-one-agent")
    total = sum(steps for _, steps in move.steps)
    face = write_face(table.roll)
    totals = move_offer(table).totals
    key = "cannot-too-far" if total > max(totals) else "cannot-steps-left"
    stays = not total and table.rules.top_secret and len(totals) > 1  # a house rule of T3: else it would be legal
    text = f"'{move}' walks {total} in all; the roll is {face}"
    return IllegalAction(text, "T3" if stays else "H9", key, n=total, face=face)


def _wrong_place(table: Table, place: Building) -> IllegalAction:
    options = ", ".join(safe_offer(table).options)
    text = f"the safe cannot go to {building(place)}; open: {options}"
    if table.rules.safe_goes is SafeGoes.ELSEWHERE:
        return IllegalAction(text, "H12", "cannot-safe-here", place=_place(place))
    there = [_agent(agent) for agent, at in zip(table.agents, table.places, strict=True) if at == place]
    return IllegalAction(text, "H12", "cannot-safe-occupied", n=len(there), agents=there, place=_place(place))


def _wrong_card(view: View, play: PlayCard) -> IllegalAction:
    table, card = view.table, Term("card", play.card)
    if play.card not in view.hand:
        text = f"'{play}' needs the card {play.card}, which is not in your hand"
        return IllegalAction(text, "T6", "cannot-not-in-hand", card=card)
    if uses(table, play.card) is None:
        text = f"'{play}' would change nothing: {play.card} cannot be played now"
        rule = "T10" if play.card is Card.TWO_MARKERS else "T9"
        return IllegalAction(text, rule, "cannot-idle", card=card, why=_idle(table, play.card))
    text = f"'{play}' does not fit the card {play.card}, or would change nothing"
    why = _wrong_target(table, play)
    if why is not None:
        return IllegalAction(text, "T10" if why.key == "cannot-marker" else "T9", why.key, **why.values)
    return IllegalAction(text, "T10", "cannot-aim", card=card, what=Term("card-text", play.card))


def _idle(table: Table, card: Card) -> Line:
    """Say why a card has no use at all (T9)."""
    match card:
        case Card.LEAVE_SAFE:
            return Line("idle-safe", {})
        case Card.RUINS_TO_CHURCH:
            return Line("idle-ruins", {})
        case Card.TWO_MARKERS:
            return Line("idle-markers", {"mark": table.rules.marker_limit})
        case Card.ALL_TO_CHURCH:
            return Line("idle-all-there", {"place": _place(CHURCH)})
        case Card.TO_RUINS:
            return Line("idle-all-there", {"place": _place(RUINS)})
        case Card.TO_SAFE:
            return Line("idle-all-there", {"place": _place(table.safe)})
    return Line("idle-together", {})


def _wrong_target(table: Table, play: PlayCard) -> Line | None:
    """Say which thing a card cannot be used on, and why; None if the use is only not complete, or names a stranger."""
    if play.place is not None:
        return Line("cannot-safe-here", {"place": _place(play.place)})
    for agent in play.agents:
        if agent not in table.agents:
            return Line("cannot-stranger", {"agent": _agent(agent)})
        place = table.place(agent)
        goal = {Card.TO_RUINS: RUINS, Card.TO_SAFE: table.safe}.get(play.card)
        if place == goal:
            return Line("cannot-there-already", {"agent": _agent(agent), "place": _place(place)})
        source = {Card.RUINS_TO_CHURCH: RUINS, Card.LEAVE_SAFE: table.safe}.get(play.card)
        if source is not None and place != source:
            return Line("cannot-not-there", {"agent": _agent(agent), "place": _place(source)})
        if play.card is Card.TWO_MARKERS and table.marker(agent) >= table.rules.marker_limit:
            return Line("cannot-marker", {"agent": _agent(agent), "mark": table.rules.marker_limit})
    places = {table.place(agent) for agent in play.agents}
    if play.card in {Card.TRADE_PLACES, Card.JOIN_AGENT} and len(play.agents) == 2 and len(places) == 1:
        return Line("cannot-together", {"agents": [_agent(agent) for agent in play.agents]})
    return None


def _wrong_pass(view: View, action: Action) -> IllegalAction:
    if card_table(view.table).must_play:
        text = f"'{action}' must wait: you wanted to play a card, so play one first"
        return IllegalAction(text, "T6", "cannot-must-play")
    word = way_out(view.table).words[0]
    key = "cannot-say-stop" if word == "stop" else "cannot-say-pass"
    return IllegalAction(f"'{action}' is not the word now; it is '{word}'", "T6", key)


def _wrong_answer(view: View, action: NameOwner) -> IllegalAction:
    question, answers = dossier_offer(view).questions[0]
    text = f"'{action}' does not answer what is asked now; answers: {', '.join(answers)}"
    if action.agent != question:
        return IllegalAction(text, "D1", "cannot-other-question", agent=Term("agent", question))
    if action.owner == BLANK:
        blank = "D3" if view.table.rules.edition == "cie" else "D1"  # only a house rule forbids it there
        return IllegalAction(text, blank, "cannot-no-blank")
    return IllegalAction(text, "D1", "cannot-not-you")
