"""The spaces of the environments, as Gymnasium describes them; PettingZoo uses the same ones."""

from typing import Any

import numpy as np
from gymnasium import spaces

from heimlich.adapters.codes import Code
from heimlich.adapters.match import Mask


class LegalActions(spaces.Discrete):
    """Numbers of actions. Without a given mask, `sample` draws from what is legal now; 0 where nothing is.

    So whatever plays by `sample()` alone, as the checks of these libraries do, plays by the rules.
    """

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.legal: Mask = np.ones(actions, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a number that a mask allows, each as likely; or by given probabilities."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


def observations(code: Code) -> spaces.Box:
    """Encoded views: int16, in the order of the code's fields."""
    limits = np.iinfo(np.int16)
    return spaces.Box(limits.min, limits.max, (code.size,), np.int16)


def masked_observations(code: Code) -> spaces.Dict:
    """Encoded views, each with the mask of what is legal."""
    return spaces.Dict({"observation": observations(code), "action_mask": spaces.Box(0, 1, (code.actions,), np.int8)})
