"""The network that judges games of a sketch: suitcases are added up for every seat, then seats are compared."""

from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from heimlich.bots.suitcases.sketch.features import PAIR, SEAT, Features
from heimlich.bots.suitcases.sketch.ground import Array

WIDE, DEEP = 40, 64  # numbers that a suitcase adds up to, and numbers about a seat
FINE, COARSE = 127, 15  # levels of the numbers that weights are kept in; those between seats may be coarser
Weights = dict[str, Any]

SHAPES = {
    "pair": (PAIR, WIDE),
    "pair bias": (WIDE,),
    "seat": (WIDE + SEAT, DEEP),
    "seat bias": (DEEP,),
    "own": (DEEP, DEEP),
    "others": (DEEP, DEEP),
    "strongest": (DEEP, DEEP),
    "all bias": (DEEP,),
    "last": (DEEP, 1),
}


def chances(xp: Any, weights: Weights, seen: Features) -> Array:
    """[B, seats]: every seat's win probability, the one that rolls next first."""
    score = scores(xp, weights, seen)
    score = score - score.max(1, keepdims=True)
    share = xp.exp(score)
    return share / share.sum(1, keepdims=True)


def scores(xp: Any, weights: Weights, seen: Features) -> Array:
    """[B, seats]: the logarithms of what `chances` says."""
    pair = xp.maximum(seen.pair @ weights["pair"] + weights["pair bias"], 0.0)
    summed = (pair * seen.pair[..., :1]).sum(2)  # the first number says whether the suitcase is still in play
    seat = xp.maximum(xp.concatenate([summed, seen.seat], -1) @ weights["seat"] + weights["seat bias"], 0.0)
    count = seat.shape[1]
    others = (seat.sum(1, keepdims=True) - seat) / max(1, count - 1)
    strongest = xp.stack(
        [xp.concatenate([seat[:, :index], seat[:, index + 1 :]], 1).max(1) for index in range(count)], 1
    )
    deep = seat @ weights["own"] + others @ weights["others"] + strongest @ weights["strongest"]
    score = (xp.maximum(deep + weights["all bias"], 0.0) @ weights["last"])[..., 0]
    return xp.where(seen.alive, score, -30.0)


def packed(weights: Weights) -> dict[str, Array]:
    """The weights in small whole numbers, each column with a scale of its own; biases stay as they are."""
    found: dict[str, Array] = {}
    for name, shape in SHAPES.items():
        whole = np.asarray(weights[name], np.float32)
        if len(shape) == 1:
            found[name] = whole.astype(np.float16)
            continue
        levels = COARSE if name in ("own", "others", "strongest") else FINE
        scale = np.maximum(np.abs(whole).max(0) / levels, 1e-6).astype(np.float16)
        found[name] = np.clip(np.round(whole / scale.astype(np.float32)), -levels, levels).astype(np.int8)
        found[f"{name} scale"] = scale
    return found


@lru_cache(maxsize=8)
def weights_for(players: int) -> Weights:
    """The weights that `training.suitcases.sketch_value` has found."""
    with as_file(files("heimlich.bots.suitcases") / "data" / f"sketch{players}.npz") as path, np.load(path) as stored:
        scales = {name: stored[f"{name} scale"] if len(shape) > 1 else 1 for name, shape in SHAPES.items()}
        return {name: stored[name].astype(np.float32) * np.float32(scales[name]) for name in SHAPES}
