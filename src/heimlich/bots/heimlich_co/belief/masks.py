"""Players who hide, as a belief of version 3 knows them: the log-likelihoods of all player types, by what was decided.

Three types have a memory, so their likelihoods are not a sum over decisions:

- A hider values a decision as GU does, less a price for being seen through by an observer who takes it for GU.
- A liar plays for another agent, its cover, until it drops the mask and plays for its own. Cover and moment are
  unknown: both are summed out exactly, by a recursion.
- A sandbagger plays for any other agent, drawn anew each time, until it plays for its own.

The moment is taken to be spread evenly over the marker in front, from 0 to `MaskSettings.until`; whoever wears the mask
beyond the end of the game never drops it.
"""

import numpy as np

from heimlich.bots.heimlich_co.belief.likelihoods import Chances, softmax
from heimlich.bots.heimlich_co.belief.settings import MaskSettings
from heimlich.sim.heimlich_co.moves import Array

_SMALL = 1e-9
_NEVER = -1e9  # the logarithm of a probability of nearly 0


class SeatRecord:
    """The log-likelihoods of one seat's decisions so far, by the agents that it may hold."""

    def __init__(self, settings: MaskSettings, agents: int) -> None:
        self._settings = settings
        self._plain = np.zeros((agents, settings.plain_types))  # [dealt agent, second agents …, types without a memory]
        self._lying = np.zeros((3, agents))  # [bases, covers]: of liars who still wear the mask
        self._dropped = np.full((agents, 3), _NEVER)  # [dealt agent, second agents …, bases]: of those who do not
        self._away = np.zeros((agents, 1))  # likewise, of sandbaggers who stay away …
        self._back = np.full((agents, 1), _NEVER)  # … and of those who are back
        self._seen = np.zeros((3, agents))  # [heats, agents]: what an observer thinks who takes it for GU
        self._mark = 0  # the marker in front at its last decision

    def take_second_agent(self, agents: int) -> None:
        """The seat holds one agent more, any one (T11)."""
        for name in ("_plain", "_dropped", "_away", "_back"):
            setattr(self, name, np.repeat(getattr(self, name)[..., None, :], agents, axis=-2))

    def note(self, chances: Chances, points: Array, leaders: Array, more: Array | None = None) -> None:
        """Add a decision; `leaders` [dealt agent, second agents …] is the agent that the seat then plays for.

        `more` [agents, types] has the likelihoods for further types without a memory.
        """
        settings, picked = self._settings, chances.picked
        uniform = 1 / chances.sharp.shape[1]
        sharp, plain, loose = (each[:, picked].astype(float) for each in chances[:3])
        hot = self._hot(chances)
        other = _mean_of_others(sharp)
        hidden = self._hidden(chances, points)
        each = [np.full(len(sharp), uniform), plain, sharp, loose, hot]
        each += [share * sharp + (1 - share) * other for share in (0.7, 0.4)]
        further = [] if more is None else list(more.T)
        likely = np.stack([*each, *hidden, *further, other], 1)  # [agents, types]
        slip = settings.slips * (likely.mean(0) + uniform) / 2  # for anyone, or for anything
        logs = settings.temper * np.log((1 - settings.slips) * likely + slip)
        base, away = logs[:, [2, 1, 3]], logs[:, -1:]
        stays, drops = self._log_hazard(int(points.max()))
        self._dropped = np.logaddexp(self._dropped, drops + self._covered()) + base[leaders]
        self._back = np.logaddexp(self._back, drops + self._away) + logs[:, [2]][leaders]
        self._lying += stays + base.T
        self._away += stays + away[leaders]
        self._plain += logs[leaders][..., : settings.plain_types]

    def logs(self) -> Array:
        """[dealt agent, second agents …, types]: the log-likelihoods of all decisions."""
        liars = np.logaddexp(self._dropped, self._covered())
        return np.concatenate([self._plain, liars, np.logaddexp(self._back, self._away)], -1)

    def _covered(self) -> Array:
        """[dealt agent, 1 …, bases]: the log-likelihood of lying so far, the mean over all covers but the own agent."""
        most = self._lying.max(1, keepdims=True)
        found = np.log(np.maximum(_mean_of_others(np.exp(self._lying - most).T), 1e-300)) + most.T
        covered: Array = found.reshape(len(found), *(1,) * (self._dropped.ndim - 2), 3)
        return covered

    def _log_hazard(self, mark: int) -> tuple[float, float]:
        """The logarithms of the probabilities that a mask is kept, or dropped, since the last decision."""
        until, before = self._settings.until, self._mark
        self._mark = max(before, min(mark, until - 1))  # the ruins may take the marker back
        dropped = (self._mark - before) / (until - before)
        return float(np.log(1 - dropped)), float(np.log(dropped)) if dropped else _NEVER

    def _hot(self, chances: Chances) -> Array:
        """[agents]: the likelihood of the decision for a player of little skill."""
        if chances.gu is None:
            likely: Array = (chances.loose[:, chances.picked] + 1 / chances.loose.shape[1]) / 2
        else:
            likely = softmax(chances.gu / self._settings.hot)[:, chances.picked].astype(float)
        return likely

    def _hidden(self, chances: Chances, points: Array) -> list[Array]:
        """For every price of hiding, [agents]: the likelihood of the decision; of cards, as a loose player's."""
        if chances.gu is None:
            return [chances.loose[:, chances.picked]] * len(self._settings.hiders)
        picked, uniform = chances.picked, np.float32(1 / chances.sharp.shape[1])
        weights = np.exp(self._seen - self._seen.max())[:, :, None].astype(np.float32)
        slips = np.float32(self._settings.slips)
        sharp, loose = ((1 - slips) * each + slips * uniform for each in (chances.sharp, chances.loose))
        odds = weights[0] * sharp + weights[1] * loose + weights[2] * uniform  # [agents, decisions]
        total = odds.sum(0)
        seen = odds / total
        told = np.log((seen + np.float32(_SMALL)) / (1 - seen + np.float32(1e-7)))
        found = []
        for hider in self._settings.hiders:
            values = chances.gu - np.float32(hider.seen) * seen - np.float32(hider.told) * told
            if hider.believed:
                values = values + np.float32(hider.believed) * seen[_covers(seen, points)]
            found.append(softmax(values / np.float32(hider.heat))[:, picked].astype(float))
        self._seen += np.log(np.stack([sharp[:, picked], loose[:, picked], np.full(len(points), uniform)]))
        return found


def _mean_of_others(each: Array) -> Array:
    """For every agent (the first axis), the mean over all others."""
    found: Array = (each.sum(0) - each) / max(len(each) - 1, 1)
    return found


def _covers(seen: Array, points: Array) -> Array:
    """[agents]: for the owner of each agent, the one that it would be taken for, as long as that is not far ahead."""
    liking = np.log(seen.mean(1) + _SMALL) - np.maximum(points - points[:, None], 0) / 4.0
    np.fill_diagonal(liking, -np.inf)
    covers: Array = liking.argmax(1)
    return covers
