"""New games of the sketch: suitcases packed at random and placed as couriers do it (C4, C5, C22)."""

from collections.abc import Sequence
from typing import Any

from heimlich.bots.suitcases.belief.evidence import MOST, TRUST
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, Terrain, is_opposite
from heimlich.bots.suitcases.sketch.worth import LOW


def new_games(ground: Terrain, draw: Any, count: int, whim: Any) -> Sketches:
    """New games, up to the first roll; `draw(shape)` gives random numbers from 0 to 1, `whim` [B, seats] is how far
    from exact each seat places its suitcases."""
    xp = ground.xp
    places, contents, spots, clues = [], [], [], []
    for seat in range(ground.players):
        order = draw((count, ground.letters)).argsort(1)
        content = xp.asarray(ground.contents)[order]
        spot = placed(ground, draw, seat, content, whim[:, seat])
        lead = xp.clip(ground.lead[seat][spot], -MOST, MOST)
        contents.append(content)
        spots.append(spot)
        clues.append(xp.exp(-TRUST * lead))
        row = xp.full((count, ground.agents), ground.starts[seat])
        if is_opposite(ground, seat) and ground.free_start != NONE:
            row = xp.where(xp.arange(ground.agents) == ground.agents - 1, ground.free_start, row)
        places.append(row)
    place = xp.stack(places, 1)
    zeros = xp.zeros((count, ground.players), xp.int32)
    return Sketches(
        place=place.astype(xp.int32),
        load=xp.full(place.shape, NONE, xp.int32),
        spot=xp.concatenate(spots, 1).astype(xp.int32),
        gone=xp.zeros((count, ground.suitcases), bool),
        content=xp.concatenate(contents, 1).astype(xp.int32),
        points=zeros,
        delivered=zeros,
        foreign=zeros,
        hand=xp.broadcast_to(ground.full_hand, (count, ground.players, len(ground.cards))).astype(xp.int32),
        clue=xp.concatenate(clues, 1).astype(xp.float32),
        share=xp.zeros((count, ground.players), xp.float32),
        over=xp.zeros((count,), bool),
    )


def placed(
    ground: Terrain, draw: Any, seat: int, content: Array, whim: Array, done: Sequence[int | None] = ()
) -> Array:
    """[B, letters]: the cities of a seat's suitcases; some of them may be settled already."""
    xp, count = ground.xp, content.shape[0]
    good = xp.where((content == 0)[:, :, None], -1.0, 1.0) * ground.lead[seat]
    value = good + whim[:, None, None] * draw((count, ground.letters, ground.cities))
    spot = xp.zeros(content.shape, xp.int32)
    letters, cities = xp.arange(ground.letters), xp.arange(ground.cities)
    for letter, city in enumerate(done):
        if city is not None:
            value = xp.where((letters == letter)[:, None] & (cities == city), -LOW, value)
    for _ in range(ground.letters):
        best = value.reshape(count, -1).argmax(1)
        letter, city = best // ground.cities, best % ground.cities
        one = letters == letter[:, None]
        spot = xp.where(one, city[:, None], spot)
        value = xp.where(one[:, :, None] | (cities == city[:, None])[:, None, :], LOW, value)
    return spot
