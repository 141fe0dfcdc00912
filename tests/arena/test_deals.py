"""Paired deals: who sits where, and that everyone gets the same luck."""

from collections import Counter

import pytest

from heimlich.arena.contestants import Contestant, read_contestant
from heimlich.arena.deals import Contest, play_deal
from heimlich.bots.words import read_budget
from heimlich.errors import HeimlichError
from heimlich.game import Budget, RulesetName

GAME = "heimlich-co"
RANDOM, GREEDY, G1 = (Contestant(name, name, Budget()) for name in ("random", "greedy", "g1"))
SHORT = RulesetName("rio-grande", house=(("target", "12"),))


def contest(*who: Contestant, against: Contestant | None = None, players: int = 3, seed: str = "1") -> Contest:
    return Contest(GAME, SHORT, players, seed, who, against)


def test_a_challenger_takes_every_seat_once_with_the_same_deal() -> None:
    dealt = play_deal(contest(GREEDY, against=RANDOM), 0)
    assert [played.seats for played in dealt.games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert all(abs(sum(played.shares)) in (0.0, 1.0) for played in dealt.games)


def test_all_challengers_get_the_same_deals() -> None:
    asked = contest(GREEDY, G1, against=RANDOM)
    assert [asked.lineup(deal)[0] for deal in range(4)] == [0, 1, 0, 1]
    assert [asked.fresh(deal) for deal in range(4)] == ["1 0", "1 0", "1 1", "1 1"]
    assert asked.tables == 2


def test_everyone_sits_with_everyone() -> None:
    bots = [Contestant(f"b{number}", "random", Budget()) for number in range(5)]
    asked = contest(*bots)
    assert asked.tables == 10
    met = Counter(pair for deal in range(10) for pair in _pairs(asked.lineup(deal)))
    assert set(met.values()) == {3}
    first = Counter(asked.lineup(deal)[0] for deal in range(30))
    assert max(first.values()) - min(first.values()) == 0, "and begins equally often"


def _pairs(seats: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(one, other) for one in seats for other in seats if one < other}


def test_fewer_bots_than_seats_fill_the_table() -> None:
    dealt = play_deal(contest(GREEDY, RANDOM, players=4), 0)
    assert [played.seats for played in dealt.games] == [(0, 1, 0, 1), (1, 0, 1, 0)], "no seating twice"


def test_a_deal_is_the_same_whenever_it_is_played() -> None:
    asked = contest(GREEDY, against=RANDOM)
    assert play_deal(asked, 3).games == play_deal(asked, 3).games
    assert play_deal(asked, 3).games != play_deal(contest(GREEDY, against=RANDOM, seed="2"), 3).games


def test_time_is_taken_of_decisions_with_a_choice() -> None:
    dealt = play_deal(contest(GREEDY, against=RANDOM), 0)
    for thinking in dealt.thinking:
        assert thinking.decisions == sum(thinking.within) > 0
        assert 0 < thinking.worst <= thinking.seconds


def test_contestants_in_a_word() -> None:
    assert read_contestant("random", GAME, Budget(seconds=2)) == Contestant("random", "random", Budget(seconds=2))
    assert read_contestant("greedy:20ms", GAME, Budget()).budget == Budget(seconds=0.02)
    assert read_budget("1.5s") == Budget(seconds=1.5)
    assert read_budget("500r") == Budget(rollouts=500)
    mine = read_contestant("mine=cmd:./bot --deep", GAME, Budget())
    assert (mine.label, mine.bot, mine.is_program) == ("mine", "cmd:./bot --deep", True)


@pytest.mark.parametrize("word", ["nobody", "random:", "random:fast", "random:0ms", "cmd:", "cmd:'open", "tcp:host"])
def test_words_that_name_nobody(word: str) -> None:
    if word == "random:":
        assert read_contestant(word, GAME, Budget()).bot == "random"
        return
    with pytest.raises(HeimlichError):
        read_contestant(word, GAME, Budget())
