"""The terms of a table: the game, its rules and the number of players, as every environment is asked for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any, Literal, get_args

from heimlich.adapters.codes import Code, code_for
from heimlich.errors import BadRuleset, HeimlichError
from heimlich.game import AnyGame, AnyState, RulesetName, Seat
from heimlich.games import game_named

House = Mapping[str, Any] | Iterable[tuple[str, Any]]
Rewards = Literal["shares", "centred"]
USUAL_PLAYERS = 4


@dataclass(frozen=True)
class Agreement:
    """A table to play at, and how its outcome is rewarded."""

    game: AnyGame
    name: RulesetName  # with the limit of turns that simulations need
    rules: Any
    players: int
    code: Code
    rewards: Rewards

    def reward_of(self, state: AnyState) -> tuple[float, ...]:
        """The reward of each seat: nothing before the end, then its share of the one win.

        Shares add up to 1, or to 0 if a free agent has won. Centred, what all get on average is taken off: they always
        add up to 0.
        """
        outcome = self.game.outcome(state)
        if outcome is None:
            return (0.0,) * self.players
        mean = sum(outcome.shares) / self.players if self.rewards == "centred" else 0.0
        return tuple(share - mean for share in outcome.shares)


def agree(
    game: str = "heimlich-co",
    edition: str | None = None,
    variants: Iterable[str] = (),
    players: int | None = None,
    house: House = (),
    rewards: Rewards = "shares",
) -> Agreement:
    """The terms that these words stand for; refuses what is unknown or cannot be played, and says why.

    Without an edition it is the game's first, without a number of players four.
    """
    rulebook = game_named(game)
    if isinstance(variants, str):
        raise BadRuleset(f"'variants' is the text '{variants}'; it takes a list of names, as in ['{variants}']")
    if not isinstance(variants, Iterable):
        raise BadRuleset(f"'variants' is {variants}; it takes a list of names, as in ['dossier'], or [] for none")
    if rewards not in get_args(Rewards):
        raise HeimlichError(f"there are no rewards '{rewards}'; there are: {', '.join(get_args(Rewards))}")
    name = RulesetName(
        edition or next(iter(rulebook.editions())),
        tuple(variants),
        tuple((str(setting), _as_text(value)) for setting, value in _settings(house)),
    )
    seats = USUAL_PLAYERS if players is None else whole_number("players", players)
    return terms_of(game, rulebook.limited(name), seats, rewards)


@lru_cache(maxsize=64)
def terms_of(game: str, name: RulesetName, players: int, rewards: Rewards) -> Agreement:
    """The terms of rules that are named in full."""
    rulebook = game_named(game)
    rules = rulebook.ruleset(name)
    rulebook.new(rules, players)  # refuses a number of players that cannot play
    return Agreement(rulebook, name, rules, players, code_for(game, rules, players), rewards)


def _settings(house: House) -> list[tuple[str, Any]]:
    """House rules as pairs; refuses what has another form."""
    try:
        return [(setting, value) for setting, value in (house.items() if isinstance(house, Mapping) else house)]
    except (TypeError, ValueError):
        raise BadRuleset(f"'house' is {house!r}; it takes settings by name, as in {{'target': 20}}") from None


def whole_number(name: str, value: Any) -> int:
    """A whole number, as Python or NumPy has it; refuses what only looks like one, as '4' or 4.0 do."""
    try:
        if not isinstance(value, bool):
            return index(value)
    except TypeError:
        pass
    raise HeimlichError(f"'{name}' is {value!r}; it takes a whole number")


def seat_number(seat: Any, players: int) -> Seat | None:
    """The seat, counted from 0, that an environment is asked for, counted from 1; None stays None."""
    if seat is None:
        return None
    number = whole_number("seat", seat)
    if not 1 <= number <= players:
        raise HeimlichError(f"there is no seat {number}; there are {players}")
    return number - 1


def _as_text(value: Any) -> str:
    """Write a setting as house rules do, also from Python values."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def seat_name(seat: Seat) -> str:
    """The name of a seat in an environment: `seat_1` is the first."""
    return f"seat_{seat + 1}"
