"""Questions of a player about the game: why not, and what to look at. Answers are worked out from the seat's own view.

Nothing is stored and nothing changes, so nobody else can notice that a question was asked.
"""

from typing import Any

from heimlich.game import Seat, plain_line
from heimlich.games import part_of
from heimlich.server.table.audience.messages import Because, Hints, reason
from heimlich.server.table.refusals import Refused
from heimlich.server.table.situation import Audience, Situation, Stage


def why(now: Situation, seat: Audience, action: str, question: str = "") -> Because:
    """Say why a seat may not take an action now, and by which rule; for "" what it is asked; empty if it is legal."""
    view = _view(now, seat)
    if now.held[view.seat]:
        raise Refused("answered", f"you have answered '{now.held[view.seat]}' already")
    wanted = now.game.parse_action(action) if action else None
    if wanted is not None and now.game.is_legal(view, wanted):
        return Because(question)
    return Because(question, *reason(now.game.refuse(view, wanted)))


def hint(now: Situation, seat: Audience, question: str = "") -> Hints:
    """Say what a careful player on this seat would look at now."""
    view = _view(now, seat)
    if not gives_hints(now):
        raise Refused("hint", "hints are for one person who plays against bots, where the table allows them")
    lines = part_of(now.terms.game, "analysis", "hints").hints(view, now.counts)
    return Hints(question, tuple(plain_line(line) for line in lines))


def gives_hints(now: Situation) -> bool:
    """Tell whether hints may be asked for: the terms allow them, and one seat is a person's, all others are bots'.

    At a rated table nobody gets any.
    """
    people = sum(bool(chair.who) for chair in now.chairs)
    return (
        now.terms.hints and not now.terms.rated and people == 1 and all(chair.who or chair.bot for chair in now.chairs)
    )


def _view(now: Situation, seat: Audience) -> Any:
    """Return the view of the seat that asks; refuse those who do not play, and tables where no game is going on."""
    if seat is None:
        raise Refused("seat", "only a player can ask this")
    if now.stage is Stage.PAUSED:
        raise Refused("paused", "the game is paused")
    if now.stage is not Stage.PLAYING:
        raise Refused("stage", "no game is going on here")
    player: Seat = seat
    return now.game.view(now.state, player)
