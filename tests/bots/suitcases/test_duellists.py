"""Duellists: the cards that opponents show tell how they draw them, and the champion's answer follows from it."""

from random import Random

import numpy as np
import pytest

from heimlich import Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.bots.registry import make_bot
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.search.cards import card_odds_by_trial
from heimlich.bots.suitcases.search.duellists import PRIOR, Duellists, odds_by_sort
from heimlich.bots.suitcases.sketch.ground import Array
from heimlich.bots.suitcases.sketch.network import weights_for
from heimlich.bots.suitcases.value import Knowledge
from heimlich.games.suitcases.actions import Action, PlayDuelCard, Step
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.state import State
from heimlich.runner import bots_ask, bots_watch
from tests.rulebook.suitcases.table import lay
from tests.soak import count

COURIER, BELIEVER, NEITHER = range(3)
# Green has 8 secrets and stands before home with 3 more.
BEFORE_HOME = "red york; green oslo+green-B; delivered 2 green-A=5 red-B=3; turn 3; roll {}"


def _know(state: State, seat: int = 0) -> Knowledge:
    memory = Memory()
    memory.look(state.table)
    return Knowledge(seat, state.secrets.contents[seat], memory.clues(state.table))


def _sorts_after_a_game(name: str, seed: str) -> tuple[int, Array]:
    """The number of duels in a game of casual against a bot, and the opinion about that bot then."""
    bots = [make_bot("suitcases", "casual"), make_bot("suitcases", name)]
    show, memory, duellists = bots_watch(SUITCASES, bots), Memory(), Duellists()

    def watch(before: State, event: object, after: State) -> None:
        if show is not None:
            show(before, event, after)
        memory.look(before.table)
        know = Knowledge(0, before.secrets.contents[0], memory.clues(before.table))
        duellists.look(before.table, after.table, know)

    rules = SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo")))
    ask = bots_ask(SUITCASES, bots, seat_generators(seed, 2), Budget())
    last = play(SUITCASES, SUITCASES.new(rules, 2), Seeded(seed), ask, watch)
    return last.table.duels, duellists.sorts(1)


@pytest.mark.parametrize(("name", "sort"), [("casual", COURIER), ("master1", BELIEVER), ("newcomer", NEITHER)])
def test_the_cards_of_a_game_tell_what_sort_an_opponent_is(name: str, sort: int) -> None:
    found = [_sorts_after_a_game(name, f"duellists {game}") for game in range(count(4, 40))]
    told = [sorts for duels, sorts in found if duels >= 4]
    assert told
    mean = np.mean(told, 0)
    assert mean[sort] > PRIOR[sort] + (0 if sort == NEITHER else 0.2), mean  # few cards just resemble a courier's
    assert np.allclose(mean.sum(), 1)


def test_nobody_is_ever_taken_for_sure() -> None:
    """Who plays as a courier for long and then otherwise must not find an answer that takes it for nothing else."""
    for game in range(count(3, 30)):
        _, sorts = _sorts_after_a_game("casual", f"sure {game}")
        assert sorts.max() < 0.93
        assert sorts[NEITHER] > 0.05


def test_a_new_game_begins_without_an_opinion() -> None:
    duellists = Duellists()
    state = SUITCASES.apply(lay(BEFORE_HOME.format("1 0")), Decision(0, Step(1, "oslo")))
    know = _know(state)
    for seat, card in ((0, 5), (1, 4)):
        before, state = state, SUITCASES.apply(state, _duel_card(seat, card))
    duellists.look(before.table, state.table, know)
    assert not np.allclose(duellists.sorts(1), PRIOR)
    new = SUITCASES.new(state.table.rules, 2)
    duellists.look(new.table, new.table, know)
    assert np.allclose(duellists.sorts(1), PRIOR)


def _duel_card(seat: int, card: int) -> Decision[Action]:
    return Decision(seat, PlayDuelCard(card))


def test_whoever_plays_its_best_card_is_met_with_the_one_that_beats_it() -> None:
    """By exact count equal cards win: so the 5 is safe, and against a courier, who mostly plays its own, needed."""
    state = SUITCASES.apply(lay(BEFORE_HOME.format("1 0")), Decision(0, Step(1, "oslo")))
    know = _know(state)
    courier, _ = odds_by_sort(state.table, know, 1, 16, Random(1))
    assert courier.argmax() == 5
    sure = np.array([1.0, 0.0, 0.0])
    cards, odds = card_odds_by_trial(state.table, know, weights_for(2), 16, Random(1), sure)
    assert odds[cards.index(5)] > 0.99


def test_what_opponents_hide_does_not_change_what_is_made_of_their_cards() -> None:
    state = SUITCASES.apply(lay(BEFORE_HOME.format("1 0")), Decision(0, Step(1, "oslo")))
    view = SUITCASES.view(state, 0)
    twin = SUITCASES.consistent_state(view, Random(3))
    one, other = (odds_by_sort(each.table, _know(each), 1, 8, Random(2)) for each in (state, twin))
    assert (one == other).all()


def test_it_beats_a_casual_player_who_never_mixes_its_cards() -> None:
    """With solved duels alone the champion had 76 %, for it counted on an opponent who mixes as well as itself."""
    total, games = 0.0, count(3, 100)
    for game in range(games):
        seat = game % 2
        bots = [make_bot("suitcases", "champion" if one == seat else "casual") for one in range(2)]
        ask = bots_ask(SUITCASES, bots, seat_generators(f"beats {game}", 2), Budget(rollouts=150))
        rules = SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo")))
        last = play(SUITCASES, SUITCASES.new(rules, 2), Seeded(f"beats {game}"), ask, bots_watch(SUITCASES, bots))
        outcome = SUITCASES.outcome(last)
        assert outcome is not None
        total += outcome.shares[seat]
    assert total >= (0.9 if games > 50 else 0.6) * games
