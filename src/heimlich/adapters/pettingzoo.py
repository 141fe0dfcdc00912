"""Both games for PettingZoo: every seat is an agent, `seat_1`, `seat_2` …

`env` asks one seat after the other (AEC). Where several decide unseen (T6, dossiers, packing, duels), they are asked in
the order of the seats, in a duel the aggressor first, and none of them sees what another has answered before all have.
`parallel_env` asks them all at once: a step takes the decisions of all seats that are asked, and ignores what it is
given for the others.

An observation is {"observation": int16, "action_mask": int8}; it and everything else that an agent gets is made from
its seat's view. The mask of a seat that is not asked is all 0.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from heimlich.adapters.drawing import picture
from heimlich.adapters.match import Mask, Match
from heimlich.adapters.seated import SeatedBot
from heimlich.adapters.spaces import LegalActions, masked_observations
from heimlich.adapters.terms import Agreement, House, Rewards, agree, seat_name, whole_number
from heimlich.errors import HeimlichError, IllegalAction

RENDER_MODES = ["ansi"]
Observation = dict[str, Any]


def env(
    game: str = "heimlich-co",
    *,
    edition: str | None = None,
    variants: Iterable[str] = (),
    players: int | None = None,
    house: House = (),
    rewards: Rewards = "shares",
    seed: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """Make an AEC environment. A game is cut off after `max_cycles` decisions times the number of seats."""
    terms = agree(game, edition, variants, players, house, rewards)
    return OrderEnforcingWrapper(TurnsEnv(terms, seed, max_cycles, render_mode))


def parallel_env(
    game: str = "heimlich-co",
    *,
    edition: str | None = None,
    variants: Iterable[str] = (),
    players: int | None = None,
    house: House = (),
    rewards: Rewards = "shares",
    seed: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "TogetherEnv":
    """Make a parallel environment. A game is cut off after `max_cycles` steps."""
    return TogetherEnv(agree(game, edition, variants, players, house, rewards), seed, max_cycles, render_mode)


class BotPolicy:
    """A bot for one agent of an environment, by a word as in the arena: `gu`, `champion:20ms`."""

    def __init__(self, table: Any, agent: str, word: str, seed: int = 0) -> None:
        seats: _Seats = table.unwrapped
        if agent not in seats.possible_agents:
            raise HeimlichError(f"there is no agent '{agent}'; there are: {', '.join(seats.possible_agents)}")
        self._match, self._seed = seats.match, seed
        self._bot = SeatedBot(seats.terms, seats.seat(agent), word, seed)
        self._game, self._shown = 0, 0

    def act(self) -> int:
        """The bot's decision, when its agent is asked."""
        match = self._match
        if self._game != match.begun:
            self._game, self._shown = match.begun, 0
            self._bot.begin(f"{self._seed} {self._game}")
        self._bot.show(match.steps[self._shown :])
        self._shown = len(match.steps)
        return self._bot.number(match.state)


class _Seats:
    """The common part of both kinds of environment: the match, its agents, their spaces and what they see."""

    def __init__(self, terms: Agreement, seed: int | None, max_cycles: int | None, render_mode: str | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise HeimlichError(f"there is no render mode '{render_mode}'; there are: {', '.join(RENDER_MODES)}")
        self.terms = terms
        self.match = Match(terms)
        if max_cycles is not None and whole_number("max_cycles", max_cycles) < 1:
            raise HeimlichError(f"'max_cycles' is {max_cycles}; it takes at least 1, or None for games to their end")
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{terms.game.id.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,  # what the wrappers mean: all agents act in each cycle
        }
        self.possible_agents = [seat_name(seat) for seat in range(terms.players)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self.action_spaces = {agent: LegalActions(terms.code.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: masked_observations(terms.code) for agent in self.possible_agents}
        self._rng = _generator(seed)
        self._moves = 0  # decisions, or steps, so far

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Start a new game; without a seed, the next game of the previous seed."""
        if seed is not None:
            self._rng = _generator(seed)
        self.match.begin(int(self._rng.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.infos = {agent: {} for agent in self.agents}
        self._moves = 0
        self.note_legal()

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def note_legal(self) -> None:
        """Set the legal actions that `sample` draws from, until something changes."""
        for seat, agent in enumerate(self.possible_agents):
            self.action_spaces[agent].legal = self.match.mask(seat)

    def observe(self, agent: str) -> Observation:
        """Return what an agent's seat may know, and what it may decide on."""
        mask: Mask = self.action_spaces[agent].legal
        return {"observation": self.match.observation(self.seat(agent)), "action_mask": mask.copy()}

    def render(self) -> str | None:
        """Draw the board as a spectator sees it: nobody's secrets."""
        if self.render_mode is None:
            return None
        return picture(self.terms.game, self.match.view(None), self.terms.players)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _generator(seed: int | None) -> np.random.Generator:
    if seed is not None and whole_number("seed", seed) < 0:
        raise HeimlichError(f"'seed' is {seed}; it takes a whole number from 0")
    return np.random.default_rng(seed)


class TurnsEnv(_Seats, AECEnv):  # type: ignore[misc]  # untyped
    """An AEC environment: one decision after the other."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self.match.asked[0]]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.decide(self.seat(agent), action)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.match.rewards(), strict=True))
        cut = self.max_cycles is not None and self._moves >= self.max_cycles * len(self.possible_agents)
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, cut and not self.match.over)
        asked = self.match.asked
        self.agent_selection = self.possible_agents[asked[0] if asked else 0]
        self.note_legal()
        self._accumulate_rewards()


class TogetherEnv(_Seats, ParallelEnv):  # type: ignore[misc]  # untyped
    """A parallel environment: all missing decisions in one step."""

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self.infos

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take all decisions; one that is illegal refuses them all, and nothing changes."""
        if not self.agents:
            raise IllegalAction("the game is over, or has not begun; reset begins another")
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"the actions are '{actions}'; a step takes one for each agent, as in {{'seat_1': 5}}")
        asked, before, known = self.match.asked, self.match.state, len(self.match.steps)
        try:
            for seat in asked:
                self.match.decide(seat, self._decision(actions, seat))
        except HeimlichError:
            self.match.state = before
            del self.match.steps[known:]  # else bots would remember what never happened
            raise
        self._moves += 1
        self.note_legal()
        agents = self.agents
        over = self.match.over
        cut = not over and self.max_cycles is not None and self._moves >= self.max_cycles
        if over or cut:
            self.agents = []
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self.match.rewards(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _decision(self, actions: Mapping[str, Any], seat: int) -> Any:
        if seat_name(seat) not in actions:
            raise IllegalAction(f"{seat_name(seat)} is asked, and there is no action for it")
        return actions[seat_name(seat)]
