"""Places for suitcases (C5): many ways to place them are judged by the network, with the others' as they may come."""

from random import Random

import numpy as np

from heimlich.bots.suitcases.belief.evidence import MOST, TRUST
from heimlich.bots.suitcases.distances import distance_table
from heimlich.bots.suitcases.sketch.features import features
from heimlich.bots.suitcases.sketch.ground import Sketches, ground_of
from heimlich.bots.suitcases.sketch.network import Weights, chances
from heimlich.bots.suitcases.sketch.setup import new_games, placed
from heimlich.games.suitcases.actions import PutSuitcase
from heimlich.games.suitcases.setup import letters_to_place
from heimlich.games.suitcases.state import View

WAYS = 64  # to place the own suitcases that are compared
WHIMS = (0.5, 10.0)  # how far from the rule of thumb the own ways are …
OTHERS = 3.0  # … and the others', at most


def best_place(view: View, weights: Weights, samples: int, rng: Random) -> PutSuitcase:
    """The next suitcase to place, in the order of their letters, which tells nothing, and its city."""
    table, me = view.table, view.seat
    assert me is not None
    ground, numbers = ground_of(table.rules, table.players), distance_table(table.rules, table.players)
    draw = np.random.default_rng(rng.getrandbits(64))
    others = new_games(ground, draw.random, samples, draw.uniform(0.5, OTHERS, (samples, table.players)))
    lying = {numbers.suitcase_number[suitcase]: numbers.place_number[city] for suitcase, city in table.lying}
    for suitcase, city in lying.items():
        others.spot[:, suitcase] = city
    mine = slice(me * ground.letters, (me + 1) * ground.letters)
    contents = np.tile(np.array(view.contents), (WAYS, 1))
    done = [lying.get(number) for number in range(mine.start, mine.stop)]
    ways = placed(ground, draw.random, me, contents, draw.uniform(*WHIMS, WAYS), done)
    letter = letters_to_place(table, me)[0]
    many = len(ways)
    games = Sketches(*(np.tile(one, (many, *([1] * (one.ndim - 1)))) for one in others))
    games.spot[:, mine] = np.repeat(ways, samples, 0)
    games.content[:, mine] = view.contents
    lead = np.stack([ground.lead[owner][games.spot[:, case]] for case, owner in enumerate(ground.owner)], 1)
    games = games._replace(clue=np.exp(-TRUST * np.clip(lead, -MOST, MOST)).astype(np.float32))
    share = chances(np, weights, features(ground, games, table.first))[:, (me - table.first) % table.players]
    best = int(share.reshape(many, samples).mean(1).argmax())
    city = int(ways[best, table.rules.letters.index(letter)])
    return PutSuitcase(letter, table.rules.board.city_words[city])
