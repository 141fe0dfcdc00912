"""Legal decisions of a seat: its offer, and the actions that follow from it. Why another one is refused: refusal.py.

All of it is worked out from the seat's view, so it cannot tell more than the seat may know.
"""

from collections.abc import Callable, Sequence

from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import (
    Action,
    MoveAgents,
    PlayCard,
)
from heimlich.games.heimlich_co.card_round import holders
from heimlich.games.heimlich_co.cards import can_play, playable, uses
from heimlich.games.heimlich_co.dossier import can_keep, dossier_offer, dossier_table, yet_to_write
from heimlich.games.heimlich_co.movement import MoveTerms, move_offer, move_terms
from heimlich.games.heimlich_co.notation import AGENT_ORDER, action_from_words
from heimlich.games.heimlich_co.ruleset import CardRound
from heimlich.games.heimlich_co.safe import safe_offer
from heimlich.games.heimlich_co.state import Phase, Table, View
from heimlich.games.heimlich_co.supply import card_table
from heimlich.memo import Memo
from heimlich.offer import Distribute, Offer, Part, Say, spell

_MOVE = Phase.MOVE
ROOM = 100_000  # actions in all cached lists together: tens of megabytes, whatever the rules
_YES_OR_NO = Say(("yes", "no"))
_NO = Say(("no",))
_PASS = Say(("pass",))
_STOP = Say(("stop",))
_KEEP = Say(("keep",))


def awaited(table: Table) -> tuple[Seat, ...]:
    """List the seats that are asked, as everyone may know it: an answer in T6 is hidden until the last one."""
    asked = _ASKED.get(table.phase)
    return asked(table) if asked is not None else ()


_ASKED: dict[Phase, Callable[[Table], tuple[Seat, ...]]] = {
    Phase.MOVE: lambda table: (table.seat,),
    Phase.SAFE: lambda table: (table.seat,),
    Phase.ASK: lambda table: holders(card_table(table)),
    Phase.CARDS: lambda table: (card_table(table).at,),
    Phase.DOSSIER: lambda table: yet_to_write(dossier_table(table)),
}


def awaited_in(view: View) -> tuple[Seat, ...]:
    """List the seats that are asked, as far as this view shows."""
    return awaited(view.table)


def is_to_act(view: View) -> bool:
    """Tell whether this seat's decision is missing."""
    return view.seat is not None and view.answer is None and view.seat in awaited(view.table)


_OFFERS: dict[Phase, Callable[[View], Offer]] = {
    Phase.SAFE: lambda view: (safe_offer(view.table),),
    Phase.ASK: lambda view: (_YES_OR_NO if can_play(view.table, view.hand) else _NO,),
    Phase.CARDS: lambda view: _card_offer(view),
    Phase.DOSSIER: lambda view: (dossier_offer(view), *((_KEEP,) if can_keep(view) else ())),
}


def offer(view: View) -> Offer:
    """Return what this seat may decide now; an empty offer if it is not to act."""
    table = view.table
    if table.phase is _MOVE:
        return (move_offer(table),) if view.seat == table.seat else ()
    global _known
    known, latest = _known
    if view == known:
        return latest
    offers = _OFFERS.get(table.phase)
    latest = offers(view) if offers is not None and is_to_act(view) else ()
    _known = view, latest
    return latest


# The latest offer is cached, since every decision needs it twice: to choose, and to check in `apply`.
_known: tuple[View | None, Offer] = (None, ())


def _card_offer(view: View) -> Offer:
    cards = card_table(view.table)
    plays = playable(view.table, view.hand)
    if cards.must_play:
        return tuple(plays)
    return (way_out(view.table), *plays)


def way_out(table: Table) -> Say:
    """Offer the way to play no card, or no further card (T6)."""
    stops = card_table(table).has_played and table.rules.card_round is CardRound.ASKED
    return _STOP if stops else _PASS


def _spelt(part: Part) -> tuple[Action, ...]:
    return tuple(map(action_from_words, spell(part)))


_actions: Memo[Part, tuple[Action, ...]] = Memo(_spelt, ROOM)
_allowed: Memo[Part, frozenset[Action]] = Memo(lambda part: frozenset(_actions(part)), ROOM)
_moves: Memo[MoveTerms, tuple[Action, ...]] = Memo(lambda terms: _spelt(Distribute("move", *terms)), ROOM)


def legal_actions(view: View) -> Sequence[Action]:
    """List every action that this seat may take now: the offer, spelt out."""
    table = view.table
    if table.phase is _MOVE:  # by far the most frequent
        return _moves(move_terms(table)) if view.seat == table.seat else ()
    parts = offer(view)
    if len(parts) == 1:
        return _actions(parts[0])
    return tuple(action for part in parts for action in _actions(part))


def is_legal(view: View, action: Action) -> bool:
    """Tell whether this seat may take this action now."""
    if isinstance(action, PlayCard):  # no need to work out what other cards could do
        return _may_play(view, action)
    if isinstance(action, MoveAgents):
        return view.seat == view.table.seat and is_legal_move(view.table, action)
    for part in offer(view):
        if not isinstance(part, Distribute) and action in _allowed(part):
            return True
    return False


def _may_play(view: View, play: PlayCard) -> bool:
    if view.table.phase is not Phase.CARDS or play.card not in view.hand or not is_to_act(view):
        return False
    targets = uses(view.table, play.card)
    return targets is not None and play in _allowed(targets)


def is_legal_move(table: Table, move: MoveAgents) -> bool:
    """Tell whether a move by the seat whose turn it is is legal, without a view or a list of all moves."""
    if table.phase is not _MOVE:
        return False
    totals, agents, most = move_terms(table)
    total, last = 0, -1
    for agent, points in move.steps:
        order = AGENT_ORDER[agent]
        if points < 1 or order <= last or agent not in agents:
            return False
        total, last = total + points, order
    return total in totals and len(move.steps) <= most


def card_plays(view: View) -> list[PlayCard]:
    """List every use of every card in this seat's hand, whether or not the seat is to act now."""
    actions = (action for part in playable(view.table, view.hand) for action in _actions(part))
    return [action for action in actions if isinstance(action, PlayCard)]
