"""Actions and events as text: read here, written by their own `str` (actions.py). `parse` and `str` are inverses.

Positions are in position.py.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from heimlich.errors import BadNotation
from heimlich.game import Decision, Seat
from heimlich.games.suitcases.actions import (
    Action,
    Drop,
    DuelRevealed,
    EndTurn,
    Exchange,
    Fight,
    Leave,
    Lose,
    Opened,
    Pack,
    Packed,
    PlayDuelCard,
    PutSuitcase,
    Rolled,
    SeenEvent,
    StartDrawn,
    Station,
    Stay,
    Step,
    Take,
)
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import LETTERS, SUITCASES, Content, Number, Place, Suitcase
from heimlich.games.suitcases.ruleset import HIGHEST_CARD, MOST_AGENTS, PLAYERS, read_content
from heimlich.reading import careful, seat_reader, whole

_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_WORDS: dict[str, Action] = {str(action): action for action in (Station(), Stay(), Leave(), EndTurn())}


def parse_action(text: str) -> Action:
    """Read an action: `step 3 berlin`, `take 3 red-A`, `duel 4` …"""
    return action_from_words(tuple(text.split()))


@lru_cache(maxsize=16384)
def action_from_words(words: tuple[str, ...]) -> Action:
    """Read an action from the words of its notation."""
    match words:
        case ("step", agent, place):
            return Step(read_number(agent), read_place(place))
        case ("take", agent, suitcase):
            return Take(read_number(agent), read_suitcase(suitcase))
        case ("drop", agent):
            return Drop(read_number(agent))
        case ("exchange", agent, suitcase):
            return Exchange(read_number(agent), read_suitcase(suitcase))
        case ("duel", card):
            return PlayDuelCard(read_card(card))
        case ("fight", rival):
            return _fight(rival)
        case ("lose", agent):
            return Lose(read_number(agent))
        case ("pack", letter, content):
            return Pack(read_letter(letter), read_content_word(content))
        case ("place", letter, city):
            return PutSuitcase(read_letter(letter), read_place(city))
        case (word,) if word in _WORDS:
            return _WORDS[word]
    raise BadNotation(
        f"'{' '.join(words)}' is no action; actions look like: pack A 5, place A berlin, station, stay, "
        "step 3 berlin, take 3 red-A, drop 3, exchange 3 red-A, leave, fight blue-2, duel 4, lose 5, end"
    )


def _fight(word: str) -> Fight:
    colour, _, agent = word.partition("-")
    return Fight(read_colour(colour), read_number(agent))


def parse_event(text: str) -> SeenEvent:
    """Read an event: a decision starts with its seat (`2: end`)."""
    seat, colon, rest = text.partition(":")
    if colon:
        return Decision(read_seat(seat.strip()), parse_action(rest))
    match text.split():
        case ["dice", *dice] if dice:
            return Rolled(tuple(map(read_die, dice)))
        case ["start", seat]:
            return StartDrawn(read_seat(seat))
        case ["packed", seat]:
            return Packed(read_seat(seat))
        case ["duel", "revealed", attack, defence]:
            return DuelRevealed(read_card(attack), read_card(defence))
        case ["opened", suitcase, content]:
            return Opened(read_suitcase(suitcase), read_content_word(content))
    raise BadNotation(f"'{text}' is no event; events look like: start 2, dice 2 1, 2: step 3 berlin")


read_number: Callable[[str], Number] = whole(1, MOST_AGENTS, "the number of an agent, from 1")
read_card: Callable[[str], int] = whole(0, HIGHEST_CARD, "the number of a duel card")
read_die: Callable[[str], int] = whole(0, 99, "what a die shows")


def read_place(word: str) -> Place:
    """Read a place of any map; whether it is on the map in play is checked when it is used."""
    if not _SLUG.fullmatch(word):
        raise BadNotation(f"'{word}' is not a place; places look like: berlin, start-red, hq-red")
    return word


def read_suitcase(word: str) -> Suitcase:
    """Read a suitcase by colour and letter."""
    if word not in SUITCASES:
        raise BadNotation(f"'{word}' is not a suitcase; suitcases look like: red-A")
    return word


def read_letter(word: str) -> str:
    """Read the letter of a suitcase."""
    if len(word) != 1 or word not in LETTERS:
        raise BadNotation(f"'{word}' is not the letter of a suitcase; letters: {LETTERS[0]} to {LETTERS[-1]}")
    return word


def read_content_word(word: str) -> Content:
    """Read the content of a suitcase: `5`, `bomb`."""
    return careful(read_content, word, "a content; contents look like: 5, bomb")


def read_colour(word: str) -> str:
    """Read the name of a colour."""
    if word not in COLOURS:
        raise BadNotation(f"'{word}' is not a colour; colours: {', '.join(COLOURS)}")
    return word


read_seat: Callable[[str], Seat] = seat_reader(PLAYERS[-1])
