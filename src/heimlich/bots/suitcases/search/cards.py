"""Duels by what they lead to: every pair of cards is tried out in sketches, and that small game is solved."""

from random import Random

import numpy as np

from heimlich.bots.suitcases.belief.posterior import sample_contents
from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.matrix import solve
from heimlich.bots.suitcases.search.duellists import odds_by_sort
from heimlich.bots.suitcases.sketch.drawing import sketch
from heimlich.bots.suitcases.sketch.events import settled
from heimlich.bots.suitcases.sketch.features import features
from heimlich.bots.suitcases.sketch.ground import Array, Sketches, ground_of
from heimlich.bots.suitcases.sketch.moving import begun
from heimlich.bots.suitcases.sketch.network import Weights, chances
from heimlich.bots.suitcases.sketch.turns import MOMENTS, turn_of
from heimlich.bots.suitcases.sketch.worth import Manner, worths
from heimlich.bots.suitcases.value import Knowledge
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.state import Table

SPITE = 0.5  # of what the opponent loses, where there are more than two players
MIND = Manner(STYLE, 1.0)
NEITHER = np.array([0.0, 0.0, 1.0])  # of an opponent about whom nothing is known


def card_odds_by_trial(
    table: Table, know: Knowledge, weights: Weights, count: int, rng: Random, sorts: Array = NEITHER
) -> tuple[list[int], list[float]]:
    """The own cards, and the probability to play each, in the duel that is being fought.

    The opponent is a courier or a believer with the first two probabilities, and draws its card as such; otherwise it
    may play anything (a restricted Nash response: Johanson, Zinkevich and Bowling 2007).
    """
    duel = duel_of(table)
    attacks, defences = (sorted(set(table.hands[seat])) for seat in (table.seat, duel.defence))
    shares = _shares(table, know, weights, count, rng, attacks, defences)
    spite = 1.0 if table.players == 2 else SPITE
    rival = duel.defence if know.me == table.seat else table.seat
    usual = sorts[:2] @ odds_by_sort(table, know, rival, count, rng)
    if know.me == table.seat:
        gains = shares[..., table.seat] - spite * shares[..., duel.defence]
        return attacks, solve(sorts[2] * gains + (gains @ usual)[:, None]).rows.tolist()
    gains = spite * shares[..., table.seat] - shares[..., duel.defence]
    return defences, solve(sorts[2] * gains + usual @ gains).columns.tolist()


def _shares(
    table: Table, know: Knowledge, weights: Weights, count: int, rng: Random, attacks: list[int], defences: list[int]
) -> Array:
    """[attacks, defences, seats]: everyone's win probability at the end of the turn."""
    duel, seat = duel_of(table), table.seat
    assert duel.defender is not None
    ground = ground_of(table.rules, table.players)
    worlds = [sample_contents(table, *know, rng) for _ in range(count)]
    pairs = len(attacks) * len(defences)
    games = sketch([table] * pairs, worlds, know.clues)
    many = pairs * count
    cards = ground.cards.astype(int).tolist()

    def column(value: int) -> Array:
        return np.full(many, value)

    attack = np.repeat([cards.index(one) for one in attacks for _ in defences], count)
    defence = np.repeat([cards.index(one) for _ in attacks for one in defences], count)
    moving = begun(ground, games, seat, MIND, worths(ground, games, seat, MIND, table.turn), column(table.steps))
    moving = moving._replace(extra=column(table.extra), exact=np.full(many, duel.exact))
    after = settled(
        ground,
        moving,
        seat,
        column(duel.attacker - 1),
        column(duel.defence),
        column(duel.defender - 1),
        attack,
        defence,
    )
    draw = np.random.default_rng(rng.getrandbits(64))
    luck = np.tile(draw.random((count, MOMENTS, 2)), (pairs, 1, 1))
    lost = after.mover < 0  # then the turn is over
    done = after.games._replace(over=after.games.over | lost)
    done = turn_of(ground, done, seat, MIND, table.turn, after.steps, luck, None, (after.extra, after.mover))
    games = Sketches(*done)._replace(over=np.where(lost, after.games.over, done.over))
    rolls = (seat + 1) % table.players
    share = np.roll(chances(np, weights, features(ground, games, rolls)), rolls, 1)
    share = np.where(games.over[:, None], games.share, share)
    found: Array = share.reshape(len(attacks), len(defences), count, -1).mean(2)
    return found
