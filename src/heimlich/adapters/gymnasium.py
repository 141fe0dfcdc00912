"""Both games for Gymnasium: one seat is the learner's, bots play the others.

Importing this registers `heimlich/HeimlichCo-v0` and `heimlich/Suitcases-v0`; all arguments of `HeimlichEnv` can be
given to `gymnasium.make` and `gymnasium.make_vec`. An observation is the seat's view in int16; what is legal stands in
info["action_mask"]. An action that is not legal is refused; or, by `illegal="draw"`, a legal one is drawn instead, for
learners that know no mask.
"""

from collections.abc import Iterable, Sequence
from operator import index
from random import Random
from typing import Any, Literal, get_args

import gymnasium
import numpy as np

from heimlich.adapters.drawing import picture
from heimlich.adapters.match import Mask, Match, Numbers
from heimlich.adapters.spaces import LegalActions, observations
from heimlich.adapters.terms import House, Rewards, agree, seat_number
from heimlich.bots.registry import make_bot, make_table_of_bots
from heimlich.bots.words import read_bot
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.game import Watcher
from heimlich.runner import seat_generators, show_past

RENDER_MODES = ["ansi"]
IDS = {"heimlich/HeimlichCo-v0": "heimlich-co", "heimlich/Suitcases-v0": "suitcases"}
Illegal = Literal["refuse", "draw"]
_SEEDS = 2**63


class HeimlichEnv(gymnasium.Env[Numbers, Any]):
    """One seat of a table. `seat` counts from 1; without it, each game's is drawn. `bots`: one word for all, or each.

    An episode is a game to its end, even if the learner loses all agents before. The reward comes with the last step.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (as the library declares it)

    def __init__(
        self,
        game: str = "heimlich-co",
        *,
        edition: str | None = None,
        variants: Iterable[str] = (),
        players: int | None = None,
        house: House = (),
        rewards: Rewards = "shares",
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        self.terms = agree(game, edition, variants, players, house, rewards)
        self._fixed_seat = seat_number(seat, self.terms.players)
        if render_mode not in (None, *RENDER_MODES):
            raise HeimlichError(f"there is no render mode '{render_mode}'; there are: {', '.join(RENDER_MODES)}")
        if illegal not in get_args(Illegal):
            raise HeimlichError(f"'illegal' cannot be '{illegal}'; it can be: {', '.join(get_args(Illegal))}")
        self.render_mode = render_mode
        self.illegal = illegal
        self.match = Match(self.terms)
        self.observation_space: Any = observations(self.terms.code)
        self.action_space = self._actions = LegalActions(self.terms.code.actions)
        self._seat = self._fixed_seat or 0
        words = [read_bot(word) for word in ([bots] if isinstance(bots, str) else bots)]
        self._bots = make_table_of_bots(game, [name for name, _ in words], self.terms.players - 1)
        self._budgets = [budget for _, budget in words] * (self.terms.players - 1)
        self._shown = 0
        self._rngs: list[Random] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start a new game, and play up to the learner's first decision."""
        super().reset(seed=seed, options=options)
        game_seed = int(self.np_random.integers(_SEEDS))
        drawn = int(self.np_random.integers(self.terms.players))
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._rngs = seat_generators(game_seed, self.terms.players)
        self._forget()
        self.match.begin(game_seed)
        self._let_bots_play()
        return self.match.observation(self._seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Take the learner's decision, then let bots decide until the learner is asked again or the game is over."""
        if self.match.state is None or self.match.over:
            raise IllegalAction("the game is over, or has not begun; reset begins another")
        self.match.decide(self._seat, action if self.illegal == "refuse" else self._legal(action))
        self._let_bots_play()
        reward = self.match.rewards()[self._seat]
        return self.match.observation(self._seat), reward, self.match.over, False, self._info()

    def action_masks(self) -> Mask:
        """Return what is legal now, for learners that ask the environment itself."""
        return self.match.mask(self._seat)

    def render(self) -> Any:
        """Draw the board and what only the learner may see."""
        if self.render_mode is None:
            return None
        return picture(self.terms.game, self.match.view(self._seat), self.terms.players)

    def _legal(self, action: Any) -> Any:
        """The action if it is legal, or a legal one drawn with equal probability."""
        choices = np.flatnonzero(self._actions.legal)
        try:
            asked = index(action)
        except TypeError:  # not even a whole number
            asked = -1
        return asked if asked in choices else self.np_random.choice(choices)

    def _info(self) -> dict[str, Any]:
        mask = self.match.mask(self._seat)
        self._actions.legal = mask.copy()
        return {"action_mask": mask, "seat": self._seat + 1}

    def _forget(self) -> None:
        """Replace bots with a memory by new ones, as at any table a game begins without one."""
        for number, bot in enumerate(self._bots):
            if isinstance(bot, Watcher):
                self._bots[number] = make_bot(self.terms.game.id, bot.name)
        self._shown = 0

    def _show_bots(self) -> None:
        """Show bots with a memory what their seats have seen since the last time."""
        steps, self._shown = self.match.steps[self._shown :], len(self.match.steps)
        for seat, bot in enumerate([*self._bots[: self._seat], None, *self._bots[self._seat :]]):
            if isinstance(bot, Watcher):
                show_past(self.terms.game, bot, seat, steps)

    def _let_bots_play(self) -> None:
        """Play until the learner is asked; bots asked together with it answer later, without seeing its answer."""
        match, game = self.match, self.terms.game
        while match.asked and self._seat not in match.asked:
            seat = match.asked[0]
            self._show_bots()
            view = match.view(seat)
            number = seat if seat < self._seat else seat - 1
            bot, budget = self._bots[number], self._budgets[number]
            match.take(seat, bot.choose(view, game.legal_actions(view), budget, self._rngs[seat]))


for _name, _game in IDS.items():
    gymnasium.register(_name, "heimlich.adapters.gymnasium:HeimlichEnv", kwargs={"game": _game})
