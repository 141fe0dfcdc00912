"""How a game looks in the terminal: what each game has to bring."""

from collections.abc import Sequence
from typing import Protocol

from heimlich.game import AnyGame, AnyView
from heimlich.games import part_of
from heimlich.record import AnyStep
from heimlich.terminal.screen import Screen


class Face(Protocol):
    """The look of one game."""

    def board(self, view: AnyView, names: list[str], screen: Screen) -> str:
        """Everything on the table, as far as this view goes."""
        ...

    def own(self, view: AnyView, names: list[str], screen: Screen) -> str:
        """What is the seat's own: nobody else may read this."""
        ...

    def hint(self, view: AnyView, screen: Screen) -> str:
        """What is to be decided now, and how it is typed."""
        ...

    def complete(self, view: AnyView, text: str) -> str:
        """Lets one leave out what can only be meant: `red 2` for `move red 2`."""
        ...

    def help(self, view: AnyView, screen: Screen) -> str:
        """How everything is typed that can be decided in this game."""
        ...

    def clues(self, game: AnyGame, steps: Sequence[AnyStep], names: list[str], screen: Screen) -> str:
        """What everyone could notice so far; nothing that only one seat may know."""
        ...


def face_of(game: str) -> Face:
    """The look of a game."""
    face: Face = part_of(game, "terminal").FACE
    return face
