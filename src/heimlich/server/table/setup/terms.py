"""The terms of a table: game, rules, clock and access, fixed when it is opened; and the check that they are valid."""

from msgspec import Struct

from heimlich.bots.registry import is_partner, partners
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES
from heimlich.server.table.clocks import Clock, NoClock, check_clock
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.bounds import check_bounds

MOST_HOUSE_RULES = 30  # the limit for variants, too
LONGEST_VALUE = 200  # characters
SLOWEST_PACE = 10_000  # ms
STAND_IN = "casual"  # a bot that answers at once and tries to win, in every game


class Terms(Struct, frozen=True, omit_defaults=True):
    """A table's game, rules, clock and access. They are public.

    `house` has the names and values of settings. `public` tables are listed in the lobby, others are found by link
    only. With `watch` anyone may watch; with `board` a device may join that only shows the board. Answers whose timing
    could reveal a hand (yes, no, pass, stop) take effect a multiple of `pace_ms` after the question; answers given in
    secret take effect all together. Bots, and stand-ins for people, decide no sooner than `bot_pace_ms` after they are
    asked. With `counted`, the pad counts for everyone what each player has done with each piece. With `hints`, one
    person who plays against bots may ask what to look at; where two people play, nobody may. The result of a `rated`
    table counts for the ratings of those who play; nobody gets hints there.
    """

    game: str
    edition: str
    seats: int
    variants: tuple[str, ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    public: bool = True
    watch: bool = True
    board: bool = False
    clock: Clock = NoClock()
    pace_ms: int = 1500
    bot_pace_ms: int = 0
    counted: bool = True
    hints: bool = True
    rated: bool = False

    @property
    def rules(self) -> RulesetName:
        """The name of the rules; without a version, which means the newest."""
        return RulesetName(self.edition, self.variants, self.house)


def check_terms(terms: Terms) -> None:
    """Refuse terms that cannot be played here, and say why."""
    game = served_game(terms.game)
    if len(terms.house) > MOST_HOUSE_RULES or len(terms.variants) > MOST_HOUSE_RULES:
        raise Refused("terms", f"at most {MOST_HOUSE_RULES} house rules and variants")
    for name, value in terms.house:
        if len(name) > LONGEST_VALUE or len(value) > LONGEST_VALUE:
            raise Refused("terms", f"a house rule has at most {LONGEST_VALUE} characters")
        check_choice(game, name, value)
    rules = game.ruleset(terms.rules)
    players = game.players(rules)
    if terms.seats not in players:
        raise Refused("terms", f"{terms.seats} cannot play {game.id}; it takes {players[0]} to {players[-1]}")
    check_bounds(terms.game, rules, terms.seats)
    game.new(rules, terms.seats)
    check_clock(terms.clock)
    for name, pace in (("a pace", terms.pace_ms), ("a pace for bots", terms.bot_pace_ms)):
        if not 0 <= pace <= SLOWEST_PACE:
            raise Refused("terms", f"{name} of {pace} ms is not possible; it takes 0 to {SLOWEST_PACE}")


def check_choice(game: AnyGame, name: str, value: str) -> None:
    """Refuse a value that strangers may not give a setting: never a path, for a guest must not make us open files."""
    choices = game.choices(name)
    if choices and value not in choices:
        raise Refused("terms", f"there is no {name} '{value[:40]}' here; there are: {', '.join(choices)}")


def check_pace(terms: Terms, least: int) -> None:
    """Refuse a pace so short that the timing of an answer would reveal who had no choice."""
    if terms.pace_ms < least:
        raise Refused("terms", f"a pace of {terms.pace_ms} ms would show who had no choice; it takes {least} or more")


def served_game(name: str) -> AnyGame:
    """Return the game of that name; refuse a name that does not exist."""
    if name not in GAMES:
        raise Refused("terms", f"there is no game '{name[:40]}'; there are: {', '.join(GAMES)}")
    return GAMES[name]


def bot_names(game: str) -> tuple[str, ...]:
    """Return the bots that can play this game."""
    return partners(game)


def check_bot(game: str, name: str) -> None:
    """Refuse a bot that does not exist."""
    if not is_partner(game, name):
        raise HeimlichError(f"there is no bot '{name[:40]}' for {game}; there are: {', '.join(bot_names(game))}")


def stand_in_bot(game: str) -> str:
    """Return the bot that stands in for a player who is away."""
    names = bot_names(game)
    return STAND_IN if STAND_IN in names else names[0]
