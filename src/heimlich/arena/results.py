"""Keeps the finished deals, in a file if they are to outlast the program."""

from pathlib import Path
from typing import Any

from heimlich.arena.contestants import Contestant
from heimlich.arena.deals import Contest, Dealt, Played, Thinking
from heimlich.arena.standings import Standings, all_of
from heimlich.journal import Journal
from heimlich.rulesets import write_ruleset

FORMAT = "heimlich-arena 1"


class FinishedDeals:
    """Finished deals by number."""

    def __init__(self, contest: Contest, path: Path | None) -> None:
        self._contest = contest
        about = {
            "format": FORMAT,
            "game": contest.game,
            "rules": write_ruleset(contest.rules),
            "players": contest.players,
            "seed": contest.seed,
            "bots": [_told(each) for each in contest.contestants],
            "against": contest.against and _told(contest.against),
            **({"guesses": True} if contest.guesses else {}),
            **({"calibration": True} if contest.calibration else {}),
        }
        self._journal = Journal(path, about, "contest")
        self._deals: dict[int, Dealt] = {}
        for line, piece in enumerate(self._journal.pieces, 2):
            try:
                self._deals[piece["deal"]] = _read(piece)
            except (KeyError, TypeError, ValueError):
                raise self._journal.damaged(line) from None

    def add(self, deal: int, dealt: Dealt) -> None:
        """Add a finished deal; it is on disk when this returns."""
        self._deals[deal] = dealt
        self._journal.add({"deal": deal, **dealt._asdict()})

    def missing(self, total: int) -> list[int]:
        """The deals below a number that are still to be played."""
        return [deal for deal in range(total) if deal not in self._deals]

    def standings(self, total: int) -> Standings:
        """Standings of the deals from 0 to a number, or to the first missing one: else long deals would be too rare."""
        first = next(iter(self.missing(total)), total)
        return all_of(self._contest, [self._deals[deal] for deal in range(first)])


def _told(who: Contestant) -> list[Any]:
    """A contestant as the first line tells it; one with a name of its own also by the bot that bears it."""
    named = who.label != who.bot and not who.label.startswith(f"{who.bot}:")
    return [who.label, *who.budget, *([who.bot] if named else [])]


def _read(piece: Any) -> Dealt:
    return Dealt(
        tuple(Played(*map(tuple, played)) for played in piece["games"]),
        tuple(
            Thinking(int(decisions), float(seconds), float(worst), tuple(within))
            for decisions, seconds, worst, within in piece["thinking"]
        ),
    )
