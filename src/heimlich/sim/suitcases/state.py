"""Many games at one moment, as arrays. The fields are those of the readable `Table` and `Secrets`, mostly by name.

The games lie along the last axis; before it come seats, agents, suitcases or cards. A place is a city's number, or the
number of the cities plus the colour of a start space. A suitcase is its owner's seat × letters + its letter. Between
steps a game always waits for a decision, or is over: all chance has been folded in.
"""

from typing import Any, NamedTuple

from heimlich.games.suitcases import encoding
from heimlich.games.suitcases.encoding import PHASE_NUMBER, PHASES
from heimlich.games.suitcases.state import Phase

Array = Any

PACK, PLACE, STATION, MOVE, FIGHT, DUEL, SPOILS, LOSE, OVER = (
    PHASE_NUMBER[phase]
    for phase in (
        Phase.PACK,
        Phase.PLACE,
        Phase.STATION,
        Phase.MOVE,
        Phase.FIGHT,
        Phase.DUEL,
        Phase.SPOILS,
        Phase.LOSE,
        Phase.OVER,
    )
)
ROLL = len(PHASES)  # within a step only: the dice are about to be rolled
TURN_OVER = len(PHASES) + 1  # within a step only: the turn is to be ended
NONE = encoding.NONE  # no place, no suitcase, no seat …
NOBODY = 0  # agents count from 1


class State(NamedTuple):
    """All there is, game by game."""

    seed: Array  # uint32 [1]
    game: Array  # uint32; with the seed, all that chance will bring
    phase: Array  # int8
    turn: Array  # int16
    seat: Array  # int8
    first: Array  # int8
    places: Array  # [seat, agent] int8; none: out of the game
    loads: Array  # [seat, agent] int8, a suitcase, or none
    lying: Array  # [suitcase] int8: the city where it lies, or none
    delivered: Array  # [suitcase] int8: the seat that has it, or none …
    order: Array  # [suitcase] int8: … and which of that seat's deliveries it was, from 0
    contents: Array  # [suitcase] int16; none: not packed yet
    hands: Array  # [seat, card] int8: how many are left of each different duel card
    roll: Array  # [die] int8; none before the first roll
    steps: Array  # int8
    extra: Array  # int16
    mover: Array  # int8
    handled: Array  # [agent] bool
    attacker: Array  # int8, or nobody: the duel …
    defence: Array  # int8, or none
    defender: Array  # int8, or nobody
    exact: Array  # bool
    spoils: Array  # int8, or none
    chosen: Array  # [seat] int8: the number of a duel card among the different ones, or none
    losing: Array  # int8
    duels: Array  # int16
    ending: Array  # int8, or none
    winners: Array  # int8, a bit for each seat
