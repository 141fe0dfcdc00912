"""Guesses of one spectator about who is who, and their worth when the masks come off.

Guesses are rows of the log like pads: nobody but their writer learns that there are any before the end. A right guess
is worth 3 points if it has stood since the first third of the game's turns, 2 since the second, 1 since the last.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from heimlich.game import Seat
from heimlich.server.table.clocks import SECOND
from heimlich.server.table.refusals import Refused

MOST = 12  # changes of one spectator's guesses …
WITHIN = 30 * SECOND  # … in this time …
MOST_EVER = 60  # … and in a whole game
MOST_GUESSERS = 200  # at one table
THIRDS = 3


class OneGuess(NamedTuple):
    """The agent of a seat, as guessed, and the turn since which the guess stands."""

    agent: str
    turn: int


class SpectatorGuess(Struct, frozen=True):
    """All guesses of one spectator."""

    agents: Mapping[Seat, OneGuess] = {}
    named: bool = False  # the name may be shown after the end
    changes: int = 0
    times: tuple[int, ...] = ()  # of the latest changes


NO_GUESS = SpectatorGuess()


def guessed(
    guess: SpectatorGuess, changes: Iterable[tuple[Seat, str]], turn: int, at: int, *, named: bool
) -> SpectatorGuess:
    """Return the guesses with some changed; one that is repeated keeps its turn."""
    agents = dict(guess.agents)
    for seat, agent in changes:
        if not agent:
            agents.pop(seat, None)
        elif seat not in agents or agents[seat].agent != agent:
            agents[seat] = OneGuess(agent, turn)
    recent = tuple(time for time in guess.times if time > at - WITHIN)
    return SpectatorGuess(agents, named, guess.changes + 1, (*recent, at)[-MOST:])


def check_rate(guess: SpectatorGuess, at: int) -> None:
    """Refuse a change if there were too many lately, or in the whole game: the log must not be flooded."""
    if guess.changes >= MOST_EVER:
        raise Refused("guess", f"you have changed your guesses {MOST_EVER} times; they stand now")
    if sum(time > at - WITHIN for time in guess.times) >= MOST:
        raise Refused("rate", f"at most {MOST} changes in {WITHIN // SECOND} seconds; wait a little")


def judge(guess: SpectatorGuess, truth: Sequence[Sequence[str]], turns: int) -> tuple[int, int]:
    """Return how many guesses are right, and the points for them; `truth` has each seat's agents."""
    right = [one for seat, one in guess.agents.items() if seat < len(truth) and one.agent in truth[seat]]
    return len(right), sum(_worth(one.turn, turns) for one in right)


def _worth(turn: int, turns: int) -> int:
    """Return 3, 2 or 1 points: by the third of the game in which a guess was made."""
    return max(1, THIRDS - THIRDS * max(0, turn - 1) // max(1, turns))
