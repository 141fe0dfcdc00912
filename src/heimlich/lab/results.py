"""Keeps the tallies so far, by study and range of game numbers; in a file, if they are to outlast the program."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from heimlich.journal import Journal
from heimlich.lab.play import Chunk
from heimlich.lab.study import Study
from heimlich.lab.tally import Tally, from_plain

FORMAT = "heimlich-lab 1"


class Range(NamedTuple):
    """A range of finished games."""

    first: int
    end: int
    tally: Tally


class FinishedGames:
    """Tallies of ranges. All are of one game, seed and policy."""

    def __init__(self, game: str, seed: int, policy: str, path: Path | None = None) -> None:
        self._journal = Journal(path, {"format": FORMAT, "game": game, "seed": seed, "policy": policy}, "study")
        self._ranges: dict[tuple[str, int, str], list[Range]] = {}
        for line, piece in enumerate(self._journal.pieces, 2):
            try:
                key = (piece["rules"], piece["players"], piece["settings"])
                found = Range(piece["first"], piece["first"] + piece["count"], from_plain(piece["tally"]))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise self._journal.damaged(line) from None
            if found.tally.games != piece["count"]:
                raise self._journal.damaged(line)
            self._ranges.setdefault(key, []).append(found)

    def add(self, study: Study, first: int, count: int, tally: Tally) -> None:
        """Add a finished range; it is on disk when this returns."""
        rules, players, settings = _key(study)
        self._ranges.setdefault(_key(study), []).append(Range(first, first + count, tally))
        about = {"rules": rules, "players": players, "settings": settings, "first": first, "count": count}
        self._journal.add({**about, "tally": tally.as_plain()})

    def missing(self, study: Study, games: int, chunk: int) -> Iterator[tuple[int, int]]:
        """The ranges still to be played of the games below a number, each as its first game and its size."""
        start = 0
        for first, end, _ in [*self._cover(study, games), Range(games, games, Tally())]:
            for at in range(start, first, chunk):
                yield at, min(chunk, first - at)
            start = end

    def tally(self, study: Study, games: int) -> Tally:
        """Tally the games from 0 up to the number, or to the first that is missing.

        After an interruption, ranges beyond a gap are left out: which of them were finished may depend on how long
        their games were.
        """
        found, end = Tally(), 0
        for each in self._cover(study, games):
            if each.first != end:
                break
            found.add(each.tally)
            end = each.end
        return found

    def _cover(self, study: Study, games: int) -> list[Range]:
        """Choose ranges below the number that do not overlap; others exist if --games or the chunks differed."""
        found: list[Range] = []
        for each in sorted(self._ranges.get(_key(study), []), key=lambda each: (each.first, -each.end)):
            if each.end <= games and each.first >= (found[-1].end if found else 0):
                found.append(each)
        return found


def missing_chunks(asked: Sequence[tuple[Study, FinishedGames]], games: int, size: int, backend: str) -> list[Chunk]:
    """The pieces of work that are missing of some studies, study by study."""
    return [
        Chunk(study, backend, first, count)
        for study, results in asked
        for first, count in results.missing(study, games, size)
    ]


def _key(study: Study) -> tuple[str, int, str]:
    return study.label, study.players, study.print
