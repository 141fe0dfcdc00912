"""The interface for learners and studies: one object for a table of a game, all of whose methods are pure functions."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from heimlich.errors import HeimlichError
from heimlich.sim.batch import Array, is_eager, is_unrolled
from heimlich.sim.rows import win_shares
from heimlich.sim.words import Layout

S = TypeVar("S", bound=Any)  # a game's state
R = TypeVar("R")  # a game's ruleset
SEEDS = 2**32  # there are as many seeds, and as many numbers of games


class Parts(NamedTuple):
    """The parts that each game brings; its functions are given its shape and, most of them, its rules as arrays."""

    shape_of: Callable[..., Any]
    rules_arrays: Callable[..., Any]
    reset: Callable[..., Any]
    step: Callable[..., Any]
    advance: Callable[..., tuple[Any, Any]]
    renew: Callable[..., Any]
    to_act: Callable[..., Array]
    legal_mask: Callable[..., Array]
    random_action: Callable[..., Array]
    observe: Callable[..., Array]
    columns: Callable[..., list[Array]]
    pack: Callable[..., Any]
    over: int  # the phase of a game that is over

    @staticmethod
    def of(
        tables: ModuleType,
        turn: ModuleType,
        legal: ModuleType,
        choice: ModuleType,
        view: ModuleType,
        pack: ModuleType,
    ) -> "Parts":
        """Collect the functions of a game's modules, which have the same names in each game."""
        return Parts(
            tables.shape_of,
            tables.rules_arrays,
            turn.reset,
            turn.step,
            turn.advance,
            turn.renew,
            legal.to_act,
            legal.legal_mask,
            choice.random_action,
            view.observe,
            view.columns,
            pack.pack,
            turn.OVER,
        )


class BatchSimulator(Generic[S, R]):
    """Many games by one ruleset; or, by `which`, each game by one of several that fit into one batch."""

    parts: ClassVar[Parts]
    actions: int  # how many numbers there are for actions
    fields: int  # how many numbers a seat sees

    def __init__(
        self, rulesets: R | Sequence[R], players: int, xp: ModuleType, which: Sequence[int] | None = None
    ) -> None:
        self.rulesets: list[R] = list(rulesets) if isinstance(rulesets, Sequence) else [rulesets]
        if not self.rulesets:
            raise HeimlichError("no ruleset to play by; it takes at least 1")
        self.shape = self.parts.shape_of(self.rulesets, players, xp)
        self.rules = self.parts.rules_arrays(self.shape, self.rulesets, which)

    def reset(self, seed: int, games: Array) -> S:
        """New games, by their numbers; a seed and a number always bring the same dice and cards."""
        xp = self.shape.xp
        games = whole_numbers(xp, games, "games")
        if is_eager(xp) and games.size and not (games.min() >= 0 and games.max() < SEEDS):
            raise HeimlichError(f"games have numbers from 0 to {SEEDS - 1}")
        numbers = games.astype(xp.uint32)
        state: S = self.parts.reset(self.shape, self.rules, self.shape.array([checked_seed(seed)], "uint32"), numbers)
        return state

    def pack(self, states: Sequence[Any], seed: int, games: Sequence[int]) -> S:
        """Readable states, each waiting for a decision, as a batch; seed and number tell what chance will bring."""
        state: S = self.parts.pack(self.shape, states, checked_seed(seed), games)
        return state

    def to_act(self, state: S) -> Array:
        """The seat whose decision is next, int8 [batch]; -1 when the game is over."""
        return self.parts.to_act(self.shape, state)

    def legal_mask(self, state: S) -> Array:
        """Return which actions the seat that is to act may take, bool [batch, actions]."""
        return self.parts.legal_mask(self.shape, self.rules, state)

    def step(self, state: S, action: Array) -> S:
        """A legal action of the seat that is to act, by number, and all chance that follows from it."""
        after: S = self.parts.step(self.shape, self.rules, state, self._actions(state, action))
        return after

    def _actions(self, state: S, action: Array) -> Array:
        return whole_numbers(self.shape.xp, action, "actions", state.phase.shape[-1])

    def is_over(self, state: S) -> Array:
        """Tell whether each game is over, bool [batch]."""
        return state.phase == self.parts.over

    def random_action(self, state: S, word: Array) -> Array:
        """One of the legal actions, each as likely, by a random word (uint32 [batch]); int32 [batch]."""
        return self.parts.random_action(self.shape, self.rules, state, word)

    def observe(self, state: S, seat: int | Array) -> Array:
        """Return a seat's view (one seat for all games, or int8 [batch]), int16 [batch, fields]; see `view_fields`."""
        xp = self.shape.xp
        if isinstance(seat, int) and not 0 <= seat < self.shape.players:
            raise HeimlichError(f"there is no seat {seat}; they go from 0 to {self.shape.players - 1}")
        seats = xp.broadcast_to(xp.asarray(seat).astype(xp.int8), state.phase.shape)
        return self.parts.observe(self.shape, self.rules, state, seats)

    def rewards(self, state: S) -> Array:
        """Each seat's share of the one win (H17, C21), float32 [batch, players]; 0 before the end."""
        return win_shares(self.shape.xp, self.shape.players, state.winners)

    def advance(self, state: S, action: Array, stride: int) -> tuple[S, Array, Array]:
        """A step, rewards, and which games ended with it; in their place stand new ones, numbered `stride` further."""
        actions = self._actions(state, action)
        after, decided = self.parts.advance(self.shape, self.rules, state, actions, stride)
        return after, self.rewards(decided), self.is_over(decided)

    def layout(self, state: S) -> Layout:
        """For long loops on a GPU: how states like this one lie in a few words a game; it packs and unpacks them."""
        return Layout(self.shape.xp, state)


def checked_seed(seed: Any) -> Any:
    """The seed, if it is one; whatever a program traces is left to the program."""
    fits = isinstance(seed, int | np.integer) and not isinstance(seed, bool) and 0 <= seed < SEEDS
    if not fits and isinstance(seed, int | float | str | np.generic | None):
        raise HeimlichError(f"the seed {seed} does not fit; it is a whole number from 0 to {SEEDS - 1}")
    return seed


def whole_numbers(xp: ModuleType, numbers: Any, what: str, size: int | None = None) -> Array:
    """Numbers as an array with one for each game; shapes and kinds are known before anything is computed."""
    if is_unrolled(xp):  # the inside of a kernel, which was made for arrays that fit
        return numbers
    found = xp.asarray(numbers)
    if np.dtype(found.dtype).kind not in "iu" or found.ndim != 1 or size not in (None, found.shape[0]):
        how_many = "whole numbers" if size is None else f"{size} whole numbers"
        raise HeimlichError(f"{what} are {how_many}, one for each game; these are {found.dtype} {list(found.shape)}")
    return found
