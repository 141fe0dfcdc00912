"""Duellists: by which sort of rule an opponent draws its duel cards, as far as the cards that it has shown tell.

Couriers mostly play their best card where much is at stake, believers mix theirs as a solved game asks for. Whoever is
neither may play anything.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np

from heimlich.bots.suitcases.belief.posterior import sample_contents
from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.duels import stakes
from heimlich.bots.suitcases.matrix import solve
from heimlich.bots.suitcases.sight import CASUAL
from heimlich.bots.suitcases.sketch.drawing import sketch
from heimlich.bots.suitcases.sketch.events import card_weights
from heimlich.bots.suitcases.sketch.ground import Array, Sketches, ground_of
from heimlich.bots.suitcases.sketch.worth import Manner, worth_of, worths
from heimlich.bots.suitcases.value import Knowledge
from heimlich.game import Seat
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.state import Phase, Table

PRIOR = (0.5, 0.2, 0.3)  # a courier, a believer, neither
CHANGE = 0.2  # the probability that a seat draws its cards anew, by the odds above, from a duel to the next
SLIP = 0.1  # the share of cards that even a courier or a believer is thought to draw just anyhow
SAMPLES = 12  # of the contents, for what is at stake


class Duellists:
    """Opinions about how each seat draws its duel cards, by those that it has shown."""

    def __init__(self) -> None:
        self._sorts: dict[Seat, Array] = {}

    def look(self, before: Table, after: Table, know: Knowledge) -> None:
        """Take notice of the cards of a duel, if one has just been fought."""
        if not before.turn:
            self._sorts = {}  # a new game, perhaps with others
        if before.phase is not Phase.DUEL or after.duels == before.duels:
            return
        duel = duel_of(before)
        for seat in (before.seat, duel.defence):
            if seat == know.me:
                continue
            cards = sorted(set(before.hands[seat]))
            shown = cards.index(_spent(before.hands[seat], after.hands[seat]))
            odds = odds_by_sort(before, know, seat, SAMPLES, Random(before.duels))[:, shown]
            even = 1 / len(cards)
            likely = np.array([*((1 - SLIP) * odds + SLIP * even), even])
            sorts = self.sorts(seat) * likely
            self._sorts[seat] = (1 - CHANGE) * sorts / sorts.sum() + CHANGE * np.array(PRIOR)

    def sorts(self, seat: Seat) -> Array:
        """The probability that a seat is a courier, a believer, or neither."""
        return self._sorts.get(seat, np.array(PRIOR))


def _spent(before: Sequence[int], after: Sequence[int]) -> int:
    """The card that has left a hand; the last one brings all of them back (C14)."""
    return before[0] if len(before) == 1 else next(iter(Counter(before) - Counter(after)))


def odds_by_sort(table: Table, know: Knowledge, seat: Seat, count: int, rng: Random) -> Array:
    """[2, cards]: the probability that a seat plays each of its cards in this duel, as a courier and as a believer."""
    games = sketch([table], [sample_contents(table, *know, rng) for _ in range(count)], know.clues)
    return np.stack([_courier(table, games, seat), _believer(table, games, seat)])


def _stakes(table: Table, games: Sketches, seat: Seat, mind: Manner) -> tuple[Array, Array]:
    """[B] each: what the attacker and the defender carry is worth to a seat."""
    duel, ground = duel_of(table), ground_of(table.rules, table.players)
    assert duel.defender is not None
    worth = worths(ground, games, seat, mind, table.turn)
    loads = games.load[:, [table.seat, duel.defence], [duel.attacker - 1, duel.defender - 1]]
    attacker, defender = np.maximum(worth_of(np, worth, loads), 0.0).T
    return attacker, defender


def _courier(table: Table, games: Sketches, seat: Seat) -> Array:
    duel, ground = duel_of(table), ground_of(table.rules, table.players)
    attacks = seat == table.seat
    other = duel.defence if attacks else table.seat
    attacker, defender = _stakes(table, games, seat, Manner(CASUAL, 0.0))
    prize, risk = (defender, attacker) if attacks else (attacker, defender)
    ties = np.full(len(prize), (duel.exact and table.rules.exact_count_wins) == attacks)
    odds = card_weights(ground, games.hand[:, seat], games.hand[:, other], ties, prize, risk)
    odds = (odds / odds.sum(1, keepdims=True)).mean(0)
    cards = ground.cards.astype(int).tolist()
    found: Array = odds[[cards.index(card) for card in sorted(set(table.hands[seat]))]]
    return found


def _believer(table: Table, games: Sketches, seat: Seat) -> Array:
    attacks, defences = (sorted(set(table.hands[one])) for one in (table.seat, duel_of(table).defence))
    pairs = zip(*_stakes(table, games, seat, Manner(STYLE, 1.0)), strict=True)
    found = [solve(stakes(table, attacks, defences, float(attacker), float(defender))) for attacker, defender in pairs]
    mean: Array = np.mean([one.rows if seat == table.seat else one.columns for one in found], 0)
    return mean
