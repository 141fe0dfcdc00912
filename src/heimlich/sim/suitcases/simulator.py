"""What a learner or a study uses: one object for a table of the game, all of whose methods are pure functions."""

from collections.abc import Sequence
from typing import Any

from heimlich.games.suitcases.encoding import action_count, view_size
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.sim.batch import win_shares
from heimlich.sim.suitcases import choice, legal, turn, view
from heimlich.sim.suitcases.state import OVER, Array, State
from heimlich.sim.suitcases.tables import Rules, rules_arrays, shape_of
from heimlich.sim.words import Layout


class Simulator:
    """Many games by one ruleset; or, by `which`, each game by one of several on the same map, with as many things."""

    def __init__(
        self, rulesets: Ruleset | Sequence[Ruleset], players: int, xp: Any, which: Sequence[int] | None = None
    ) -> None:
        self.rulesets = [rulesets] if isinstance(rulesets, Ruleset) else list(rulesets)
        self.shape = shape_of(self.rulesets, players, xp)
        self.rules: Rules = rules_arrays(self.shape, self.rulesets, which)
        self.actions = action_count(self.rulesets[0])
        self.fields = view_size(self.rulesets[0], players)

    def reset(self, seed: int, games: Array) -> State:
        """New games, by their numbers; a seed and a number always bring the same dice."""
        games = self.shape.xp.asarray(games).astype(self.shape.xp.uint32)
        return turn.reset(self.shape, self.rules, self.shape.array([seed], "uint32"), games)

    def to_act(self, state: State) -> Array:
        """The seat whose decision is next, int8 [batch]; -1 when the game is over."""
        return legal.to_act(self.shape, state)

    def legal_mask(self, state: State) -> Array:
        """Which actions the seat that is to act may take, bool [batch, actions]."""
        return legal.legal_mask(self.shape, self.rules, state)

    def step(self, state: State, action: Array) -> State:
        """A legal action of the seat that is to act, by number, and all chance that follows from it."""
        return turn.step(self.shape, self.rules, state, action)

    def is_over(self, state: State) -> Array:
        """Whether each game is over, bool [batch]."""
        return state.phase == OVER

    def random_action(self, state: State, word: Array) -> Array:
        """One of the legal actions, each as likely, by a random word (uint32 [batch]); int32 [batch]."""
        return choice.random_action(self.shape, self.rules, state, word)

    def observe(self, state: State, seat: int | Array) -> Array:
        """What a seat (one for all games, or int8 [batch]) may know, int16 [batch, fields]; see `view_fields`."""
        xp = self.shape.xp
        seats = xp.broadcast_to(xp.asarray(seat).astype(xp.int8), state.phase.shape)
        return view.observe(self.shape, self.rules, state, seats)

    def rewards(self, state: State) -> Array:
        """Each seat's share of the one win (C21), float32 [batch, players]; 0 before the end."""
        return win_shares(self.shape.xp, self.shape.players, state.winners)

    def advance(self, state: State, action: Array, stride: int) -> tuple[State, Array, Array]:
        """A step, rewards, and which games ended with it; in their place stand new ones, numbered `stride` further."""
        after, decided = turn.advance(self.shape, self.rules, state, action, stride)
        return after, self.rewards(decided), self.is_over(decided)

    def layout(self, state: State) -> Layout:
        """How states like this one lie in a few words for each game; it packs and unpacks them (JAX)."""
        return Layout(self.shape.xp, state)
