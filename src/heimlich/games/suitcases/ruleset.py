"""All settings that editions and tables may change, each with its rule number and its text form.

The printed edition is a value of this type in editions.py. House rules change single settings; `check` refuses what
cannot be played.
"""

from dataclasses import dataclass
from functools import cached_property

from heimlich.games.suitcases.board import Board, board_of
from heimlich.games.suitcases.maps import portable_map
from heimlich.games.suitcases.names import BOMB, LETTERS, Content, content_word
from heimlich.settings import SEAT, WHOLE, YES_NO, Form, numbers, optional, refuse_first, setting
from heimlich.settings import with_house_rules as change_settings

PLAYERS = range(2, 5)
MOST_AGENTS = 20
MOST_STEPS = 6  # on a face of a die
MOST_EXTRA = 3
HIGHEST_CARD = 99


def read_content(text: str) -> Content:
    """Read a content from its text."""
    if text == "bomb":
        return BOMB
    secrets = int(text)
    if secrets < 1:
        raise ValueError(text)
    return secrets


_MAP = Form(portable_map, str, "the name of a map, or the path of a map file")
_CONTENTS = Form(
    lambda text: tuple(map(read_content, text.split(","))),
    lambda value: ",".join(map(content_word, value)),
    "what the suitcases hold, as in 5,3,1,bomb",
)


@dataclass(frozen=True)
class Ruleset:
    """The rules that one table plays by."""

    edition: str
    version: int

    map: str = setting("C2", _MAP, "the map that is played on")
    agents: int = setting("C3", WHOLE, "agents of each player")
    contents: tuple[Content, ...] = setting("C3", _CONTENTS, "what each player has to put into the suitcases")
    duel_cards: tuple[int, ...] = setting("C3", numbers("numbers, as in 0,0,1,2,3,4,5"), "each player's duel cards")
    first: int | None = setting("C6", optional("drawn", SEAT), "who starts")
    die: tuple[int, ...] = setting("C8", numbers("its faces, as in 0,1,1,2,2,3"), "the faces of each of the two dice")
    most_in_city: int = setting("C9", WHOLE, "most agents of one colour in a city at the end of a turn")
    guard_all_luggage: bool = setting(
        "C10", YES_NO, "no luggage action of any agent may close the only way out of a crowd"
    )
    exact_count_wins: bool = setting("C13", YES_NO, "an aggressor who entered by exact count wins a tie")
    retreat_card: int | None = setting(
        "C15", optional("none", WHOLE), "an agent that loses a duel with this card goes back to the start space"
    )
    extra_steps: int = setting("C16", WHOLE, "extra steps for a duel won by the aggressor")
    foreign_within: int | None = setting(
        "C19", optional("never", WHOLE), "of this many first deliveries, one must be an opponent's suitcase"
    )
    bomb_share: int = setting("C20", WHOLE, "a bomb takes one agent in every N, rounded up")
    target: int = setting("C21", WHOLE, "the number of state secrets that wins")
    agents_break_ties: bool = setting("C21", YES_NO, "of those with equally many secrets, most agents left wins")
    turn_limit: int | None = setting("C21", optional("none", WHOLE), "the game ends after this many turns")
    fourth_start: bool = setting("C22", YES_NO, "of three players, two may use the start space that is nobody's")

    @cached_property
    def board(self) -> Board:
        """The map as the rules use it."""
        return board_of(self.map)

    @cached_property
    def letters(self) -> str:
        """The letters of a player's suitcases."""
        return LETTERS[: len(self.contents)]


def with_house_rules(rules: Ruleset, house: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return the rules with single settings changed."""
    return change_settings(rules, house, check)


def check(rules: Ruleset) -> None:
    """Refuse rules that nobody could play, and say why. A map that cannot be used is refused when it is loaded (C2)."""
    letters = len(rules.contents)
    cities = len(rules.board.cities)
    room = cities * rules.most_in_city
    obstacles = [
        (not 1 <= rules.agents <= MOST_AGENTS, f"'agents' must be 1 to {MOST_AGENTS}"),
        (letters > len(LETTERS), f"'contents' fills {letters} suitcases; there are letters for {len(LETTERS)}"),
        (not any(rules.contents), "'contents' has no state secret, so nobody could ever win"),
        (letters > cities, f"'contents' fills {letters} suitcases; the map has only {cities} cities"),
        (
            any(not 0 <= card <= HIGHEST_CARD for card in rules.duel_cards),
            f"'duel_cards' must be numbers from 0 to {HIGHEST_CARD}",
        ),
        (not 0 <= (rules.first or 0) < PLAYERS[-1], f"'first' must be a seat from 1 to {PLAYERS[-1]}"),
        (
            any(not 0 <= face <= MOST_STEPS for face in rules.die) or not any(rules.die),
            f"'die' must show 0 to {MOST_STEPS} steps on each face, and not 0 on all",
        ),
        (rules.most_in_city < 1, "'most_in_city' must be at least 1"),
        (rules.agents >= room, f"'agents' is {rules.agents}; a player's agents could fill all cities of the map"),
        (not 0 <= rules.extra_steps <= MOST_EXTRA, f"'extra_steps' must be 0 to {MOST_EXTRA}"),
        (rules.foreign_within is not None and rules.foreign_within < 1, "'foreign_within' must be at least 1"),
        (rules.bomb_share < 1, "'bomb_share' must be at least 1"),
        (rules.target < 1, f"'target' is {rules.target}; a game would be over before it starts"),
        (
            rules.target > PLAYERS[-1] * sum(rules.contents),
            f"'target' is {rules.target}; four players' suitcases hold {PLAYERS[-1] * sum(rules.contents)}",
        ),
        (rules.turn_limit is not None and rules.turn_limit < 1, "'turn_limit' must allow at least one turn"),
    ]
    refuse_first(obstacles)
