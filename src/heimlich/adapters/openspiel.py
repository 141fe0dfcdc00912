"""Both games for OpenSpiel, as the Python games `heimlich_co` and `suitcases`; importing this registers them.

Dice, deals and draws are chance nodes. Seats that decide unseen (T6, dossiers, packing, duels) are asked one after the
other. Information-state strings hold everything that the seat has seen so far, its own decisions included, and then its
view: perfect recall. The tensors hold the view alone, in numbers: what a player can see on the table, and not how it
came about.

All parameters are plain, so that a game's string can be loaded again: `variants=top-secret+dossier`, and
`house=target:20;die:1-3%2C4`, where what a string of OpenSpiel cannot hold is written as in web addresses.
"""

from random import Random
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from heimlich.adapters.moment import Moment, first_moment
from heimlich.adapters.seated import SeatedBot
from heimlich.adapters.terms import USUAL_PLAYERS, Agreement, agree
from heimlich.errors import HeimlichError
from heimlich.game import AnyView, RulesetName
from heimlich.games import GAMES

_PLAIN = "+-.:/"  # what a game's string can hold as it is, in addition to letters and digits


def write_house(name: RulesetName) -> str:
    """Write house rules as a parameter."""
    return ";".join(f"{setting}:{quote(value, safe=_PLAIN)}" for setting, value in name.house)


def read_house(text: str) -> list[tuple[str, str]]:
    """Read house rules from a parameter; `name=value` is read as well, where there is no string to load."""
    found = []
    for part in filter(None, text.split(";")):
        end = min((part.index(sign) for sign in ":=" if sign in part), default=None)
        if end is None:
            raise HeimlichError(f"'{part}' is no house rule; it looks like: target:20")
        found.append((part[:end], unquote(part[end + 1 :])))
    return found


def _game_type(short_name: str, game: str, rewards: str) -> Any:
    rulebook = GAMES[game]
    edition = next(iter(rulebook.editions()))
    players = rulebook.players(rulebook.ruleset(RulesetName(edition)))
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name,
        long_name=f"heimlich: {game}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if rewards == "centred" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": USUAL_PLAYERS,
            "edition": edition,
            "variants": "",
            "house": "",
            "rewards": "centred",
        },
    )


def _game_info(terms: Agreement) -> Any:
    mean = 1 / terms.players if terms.rewards == "centred" else 0.0
    return pyspiel.GameInfo(
        num_distinct_actions=terms.code.actions,
        max_chance_outcomes=terms.code.most_outcomes,
        num_players=terms.players,
        min_utility=-mean,
        max_utility=1 - mean,
        utility_sum=0.0 if terms.rewards == "centred" else None,
        max_game_length=terms.code.most_decisions,
    )


class HeimlichGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A table of one of the games; `GAME` and `NAME` say which."""

    GAME = ""
    NAME = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        rewards: Any = given.get("rewards") or "centred"
        self.terms = agree(
            self.GAME,
            given.get("edition") or None,
            [variant for variant in given.get("variants", "").split("+") if variant],
            given.get("players", USUAL_PLAYERS),
            read_house(given.get("house", "")),
            rewards,
        )
        self.start = first_moment(self.terms)
        plain = {**given, "house": write_house(self.terms.name)}
        super().__init__(_game_type(self.NAME, self.GAME, rewards), _game_info(self.terms), plain)

    def new_initial_state(self) -> "HeimlichState":
        """The state before anything is drawn or dealt."""
        return HeimlichState(self)

    def max_chance_nodes_in_history(self) -> int:
        """At most a draw for each decision and a roll for each turn, and those of the deal."""
        return int(self.max_game_length()) * 2 + 100

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "HeimlichObserver":
        """Make the observer that writes observations and information states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return HeimlichObserver(self.terms, kind, params)


class HeimlichState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A moment of a game, as OpenSpiel asks about it."""

    def __init__(self, game: HeimlichGame) -> None:
        super().__init__(game)
        self.start = self.moment = game.start

    def current_player(self) -> int:
        if self.moment.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.moment.asked
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.moment.over

    def returns(self) -> list[float]:
        """The rewards at the end; 0 for each seat before it."""
        return list(self.moment.terms.reward_of(self.moment.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what can happen, by its number among the outcomes, and how likely it is."""
        chance = self.moment.chance
        if chance is None:
            raise HeimlichError("chance decides nothing now")
        total = sum(chance.weights)
        return [(number, weight / total) for number, weight in enumerate(chance.weights) if weight]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moment.terms.code.legal(self.moment.view(player)))

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment = self.moment
        if player == pyspiel.PlayerId.CHANCE:
            return str(moment.chance.outcomes[action]) if moment.chance is not None else f"outcome {action}"
        try:
            return str(moment.terms.code.action(moment.view(player), action))
        except HeimlichError:
            return f"action {action}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "HeimlichState":
        """A state that this player could be in as well; it has no history of its own. For searches such as IS-MCTS."""
        other = self.get_game().new_initial_state()
        other.start = other.moment = self.moment.as_if(player, Random(repr(sampler())))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The whole state as text, secrets included."""
        return self.moment.terms.game.format_state(self.moment.state)


class HeimlichBot(pyspiel.Bot):  # type: ignore[misc]  # untyped
    """A bot for one player, by a word as in the arena: `gu`, `champion:20ms`.

    It learns what its seat has seen from the history of the state that it is asked about.
    """

    def __init__(self, game: HeimlichGame, player: int, word: str, seed: int = 0) -> None:
        super().__init__()
        if not isinstance(game, HeimlichGame):
            raise HeimlichError(f"'{game}' is no game of heimlich; what would do: pyspiel.load_game('heimlich_co')")
        self._game, self._seed = game, seed
        self._bot = SeatedBot(game.terms, player, word, seed)
        self._start = self._moment = game.start
        self._history = list[int]()

    def restart_at(self, state: HeimlichState) -> None:
        """Forget the game so far; the history of the state tells it, from its start on."""
        self._bot.begin(self._seed)
        self._start = self._moment = state.start
        self._history = []

    def step(self, state: HeimlichState) -> int:
        """The bot's decision."""
        asked, own = state.moment.terms, self._game.terms
        if (asked.name, asked.players, asked.game.id) != (own.name, own.players, own.game.id):
            raise HeimlichError(f"this bot plays at another table: {self._game}, not {state.get_game()}")
        history = state.history()
        if state.start.state != self._start.state or history[: len(self._history)] != self._history:
            self.restart_at(state)
        for number in history[len(self._history) :]:
            self._bot.show([self._moment.step(number)])
            self._moment = self._moment.after(number)
        self._history = history
        return self._bot.number(state.moment.state)


class HeimlichObserver:
    """Writes what a player may know: as text, and as a tensor with a piece for each field of the encoded view."""

    def __init__(self, terms: Agreement, kind: Any, params: Any) -> None:
        if params:
            raise HeimlichError(f"observations take no parameters; there are: {', '.join(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise HeimlichError("what can be observed is a seat's view, or without what is private a spectator's")
        self.recalls = kind.perfect_recall
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.terms = terms
        self.tensor = np.zeros(terms.code.size, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for field in terms.code.fields:
            self.dict[field.name] = self.tensor[start : start + field.size]
            start += field.size

    def set_from(self, state: HeimlichState, player: int) -> None:
        """Fill the tensor, and with it its pieces, from this state."""
        self.tensor[:] = self.terms.code.encode(self._view(state.moment, player))

    def string_from(self, state: HeimlichState, player: int) -> str:
        """The view as text; with perfect recall, all events that were seen before it."""
        view = self.terms.game.format_view(self._view(state.moment, player))
        return state.moment.seen[player if self.private else -1] + view if self.recalls else view

    def _view(self, moment: Moment, player: int) -> AnyView:
        return moment.view(player if self.private else None)


class HeimlichCoGame(HeimlichGame):
    """Heimlich & Co."""

    GAME = "heimlich-co"
    NAME = "heimlich_co"


class SuitcasesGame(HeimlichGame):
    """Top Secret, the suitcase game."""

    GAME = "suitcases"
    NAME = "suitcases"


for _kind in (HeimlichCoGame, SuitcasesGame):
    pyspiel.register_game(_game_type(_kind.NAME, _kind.GAME, "centred"), _kind)
