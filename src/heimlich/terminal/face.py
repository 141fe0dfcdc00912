"""The interface that each game implements for the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from heimlich.game import AnyGame, AnyView
from heimlich.games import part_of
from heimlich.record import AnyStep
from heimlich.terminal.screen import Screen


class Face(Protocol):
    """The look of one game."""

    def board(self, view: AnyView, names: list[str], screen: Screen) -> str:
        """Draw everything on the table that this view shows."""
        ...

    def own(self, view: AnyView, names: list[str], screen: Screen) -> str:
        """Draw the seat's secrets: nobody else may read this."""
        ...

    def hint(self, view: AnyView, screen: Screen) -> str:
        """Say what is to be decided now, and how it is typed."""
        ...

    def complete(self, view: AnyView, text: str, screen: Screen) -> str:
        """Add what a player may leave out, `red 2` becomes `move red 2`, and read words of the player's language."""
        ...

    def help(self, view: AnyView, screen: Screen) -> str:
        """Say how every decision of this game is typed."""
        ...

    def clues(self, game: AnyGame, steps: Sequence[AnyStep], names: list[str], screen: Screen) -> str:
        """List what everyone could notice so far; nothing that only one seat may know."""
        ...

    def pad(self, game: AnyGame, steps: Sequence[AnyStep], view: AnyView, names: list[str], screen: Screen) -> str:
        """Show what everyone can count so far (Game.note), and what follows for the reader of this view."""
        ...


def counted(game: AnyGame, steps: Sequence[AnyStep]) -> Mapping[str, Any]:
    """Return the public part of the pad after these steps."""
    pad: Mapping[str, Any] = {}
    for before, event, after in steps:
        pad = game.note(pad, game.view(before, None), game.seen(before, event, after, None), game.view(after, None))
    return pad


def face_of(game: str) -> Face:
    """The look of a game."""
    face: Face = part_of(game, "terminal").FACE
    return face
