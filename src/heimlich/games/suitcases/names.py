"""The words of the game: colours, suitcases and their contents. All other modules use them."""

from heimlich.games.suitcases.maps import COLOURS

Place = str  # a city, `start-red`, `hq-red` …: the words of the map
Number = int  # an agent of a player, from 1
Suitcase = str  # its colour and letter: `red-A`
Content = int  # state secrets …
BOMB: Content = 0  # … or the bomb (C3)

LETTERS = "ABCDEFGH"  # the edition has A to D
COLOURS_IN_PLAY = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # by seat (C7); two sit diagonally opposite each other
OPPOSITE = (2, 3, 0, 1)  # the colour diagonally opposite

# Every suitcase there can be: its colour's name and its letter's number.
SUITCASES = {f"{colour}-{letter}": (colour, index) for colour in COLOURS for index, letter in enumerate(LETTERS)}
SUITCASE_ORDER = {suitcase: index for index, suitcase in enumerate(SUITCASES)}


def colour_name(players: int, seat: int) -> str:
    """Return the colour that a seat plays."""
    return COLOURS[COLOURS_IN_PLAY[players][seat]]


def content_word(content: Content) -> str:
    """Write a content as text: `5`, `bomb`."""
    return str(content) if content else "bomb"
