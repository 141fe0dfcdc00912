"""A picture of the table as text: the terminal's own board, for `render_mode="ansi"`."""

from heimlich.adapters.terms import seat_name
from heimlich.game import AnyGame, AnyView
from heimlich.terminal.face import face_of
from heimlich.terminal.screen import Screen


def picture(game: AnyGame, view: AnyView, players: int) -> str:
    """The board, and below it what is the seat's own; a spectator's view has nothing of its own."""
    face, screen = face_of(game.id), Screen()
    names = [seat_name(seat) for seat in range(players)]
    own = face.own(view, names, screen) if view.seat is not None else ""
    return "\n\n".join(part for part in (face.board(view, names, screen), own) if part) + "\n"
