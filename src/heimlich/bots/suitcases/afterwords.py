"""The suitcase game is over: the characters say where they suspected the bombs.

Those above casual keep count (belief/evidence.py), from what their seat could see; the others just ran.
"""

from collections.abc import Sequence
from typing import Any

from heimlich.bots.characters import kind_of
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.belief.posterior import content_odds
from heimlich.game import Line, Seat, Term
from heimlich.games.suitcases.names import BOMB, SUITCASES, Suitcase, colour_name
from heimlich.games.suitcases.state import View

RUNNERS = ("random", "newcomer", "casual")


class Afterword:
    """Is shown what a seat sees, and speaks in the end; `about` are the seats that it likes to speak of."""

    def __init__(self, bot: str) -> None:
        self._kind = kind_of(bot)
        self._memory = Memory()
        self._suspected: dict[Seat, tuple[float, Suitcase]] = {}

    def watch(self, before: View, events: Sequence[Any], after: View) -> None:  # noqa: ARG002
        """After each turn, look where the bombs may be that nobody has found yet."""
        if self._kind in RUNNERS:
            return
        self._memory.look(after.table)
        if after.table.turn > before.table.turn > 0:
            self._suspect(after)

    def _suspect(self, view: View) -> None:
        table = view.table
        clues = self._memory.clues(table)
        for seat in range(table.players):
            if seat == view.seat or _has_gone_off(view, seat):
                continue
            likely = [
                (dict(content_odds(view, suitcase, clues)).get(BOMB, 0.0), suitcase) for suitcase in _own(view, seat)
            ]
            self._suspected[seat] = max(likely, key=lambda one: one[0])

    def lines(self, view: View, about: Sequence[Seat]) -> list[Line]:
        """One or two sentences."""
        match self._kind:
            case "random":
                return [Line("after-random", {})]
            case "newcomer":
                return [Line("after-newcomer", {})]
            case "casual":
                return [Line("after-casual", {})]
        wanted = [seat for seat in self._suspected if seat in about] or list(self._suspected)
        if not wanted:
            return [Line("after-nothing", {})]
        seat = max(wanted, key=lambda one: self._suspected[one][0])
        suitcase = self._suspected[seat][1]
        said = [Line("after-master", {"seat": Term("seat", str(seat)), "suitcase": _words(suitcase)})]
        result = view.table.result
        if result is not None:
            bombs = [one for one in _own(view, seat) if result.contents[seat][SUITCASES[one][1]] == BOMB]
            right = suitcase in bombs
            told = {} if right else {"suitcases": [_words(bomb) for bomb in bombs]}
            said.append(Line("after-right" if right else "after-wrong", told))
        return said


def _own(view: View, seat: Seat) -> list[Suitcase]:
    """The suitcases that a seat has packed."""
    return [f"{colour_name(view.table.players, seat)}-{letter}" for letter in view.table.rules.letters]


def _has_gone_off(view: View, seat: Seat) -> bool:
    own = set(_own(view, seat))
    opened = [one for row in view.table.delivered for one in row if one.suitcase in own]
    return any(delivery.content == BOMB for delivery in opened)


def _words(suitcase: Suitcase) -> Line:
    colour, _, letter = suitcase.partition("-")
    return Line("suitcase", {"colour": Term("colour", colour), "letter": letter})
