"""Rated games: which count, what they do to ratings, the fixed ratings of bots, and the ladder against characters."""

from random import Random

import pytest
from msgspec.structs import astuple, replace

from heimlich.bots.ratings import FILE, rating_of_bot
from heimlich.bots.registry import partners
from heimlich.server.table.afterwards.ladder import ladders_of
from heimlich.server.table.afterwards.plays import FinishedGame, SeatResult
from heimlich.server.table.afterwards.rated import rated_game, why_not_rated
from heimlich.server.table.afterwards.ratings import START, Rating, after_game, shown_rating, shown_uncertainty
from heimlich.server.table.asking import gives_hints
from heimlich.server.table.commands import AddBot, Close, Consent, Leave, Sit, Start
from heimlich.server.table.rows import decode_row
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARL, JUMBO, RIO, Sitting

RATED = replace(RIO, rated=True)


def judged(sitting: Sitting) -> tuple[str, bool]:
    """The reason for which a table's game does not count, and whether it counts."""
    rows = [decode_row(row) for row in sitting.stored]
    return why_not_rated(sitting.table.now, rows), rated_game(sitting.table.now, rows) is not None


def played(terms: Terms, seed: int = 1) -> Sitting:
    sitting = Sitting(terms).start()
    sitting.play(Random(seed))
    return sitting


@pytest.mark.parametrize("terms", [RATED, replace(JUMBO, rated=True)], ids=str)
def test_winners_share_the_first_place_and_the_others_the_next(terms: Terms) -> None:
    sitting = played(terms)
    now = sitting.table.now
    rated = rated_game(now, [decode_row(row) for row in sitting.stored])
    outcome = now.game.outcome(now.state)
    assert rated is not None
    assert outcome is not None
    assert (rated.table, rated.game, rated.ended_at) == (now.table, terms.game, now.stage_at)
    assert [seat.guest for seat in rated.seats] == [ANNA, BOB, CARL]
    assert [seat.place for seat in rated.seats] == [1 if seat in outcome.winners else 2 for seat in range(3)]


def test_a_table_that_is_not_rated_counts_for_nothing() -> None:
    assert judged(played(RIO)) == ("not-rated", False)


def test_an_agreed_end_a_closed_table_and_a_running_game_do_not_count() -> None:
    running, agreed, closed = (Sitting(RATED).start() for _ in range(3))
    for guest in (ANNA, BOB, CARL):
        agreed.do(Consent("end"), guest)
    closed.do(Close(), SYSTEM)
    assert judged(running) == judged(agreed) == judged(closed) == ("unfinished", False)
    assert judged(Sitting(RATED)) == ("unfinished", False)


def test_a_game_with_a_seat_that_was_taken_over_does_not_count_even_if_its_player_came_back() -> None:
    left = Sitting(RATED).start()
    left.do(Leave(), BOB)
    left.play(Random(1))
    assert judged(left) == ("taken-over", False)
    back = Sitting(RATED).start()
    back.do(Leave(), BOB)
    back.do(Sit(1), BOB)
    assert not back.table.now.chairs[1].stand_in
    back.play(Random(1))
    assert judged(back) == ("taken-over", False)


def test_one_device_for_several_players_does_not_count() -> None:
    sitting = Sitting(RATED)
    for seat in range(3):
        sitting.do(Sit(seat), ANNA)
    sitting.do(Start(), ANNA)
    sitting.play(Random(1))
    assert judged(sitting) == ("one-device", False)


def against_bots(terms: Terms) -> Sitting:
    sitting = Sitting(terms)
    sitting.do(Sit(0), ANNA)
    for seat in (1, 2):
        sitting.do(AddBot(seat, "greedy"), ANNA)
    sitting.do(Start(), ANNA)
    return sitting


def test_nobody_gets_hints_at_a_rated_table() -> None:
    assert gives_hints(against_bots(RIO).table.now)
    assert not gives_hints(against_bots(RATED).table.now)


def test_a_bot_counts_by_its_present_name() -> None:
    sitting = against_bots(RATED)
    sitting.play(Random(1))
    rated = rated_game(sitting.table.now, [decode_row(row) for row in sitting.stored])
    assert rated is not None
    assert [seat.bot for seat in rated.seats] == ["", "casual", "casual"]


def test_every_character_has_a_rating_for_every_number_of_players() -> None:
    for name, sizes in (("heimlich-co", range(2, 8)), ("suitcases", range(2, 5))):
        for players in sizes:
            for bot in partners(name):
                rating = rating_of_bot(name, players, bot)
                assert rating is not None, (name, players, bot)
                assert 0 < rating.sigma < START.sigma
            casual, beginner = rating_of_bot(name, players, "casual"), rating_of_bot(name, players, "random")
            assert casual is not None
            assert beginner is not None
            assert casual.mu > beginner.mu
    assert rating_of_bot("heimlich-co", 4, "gu") is None
    assert all(line.rpartition(",")[2] for line in FILE.read_text("utf-8").splitlines()), "each figure has its source"


def test_the_winner_gains_the_others_lose_and_ties_are_even() -> None:
    first, second, third = after_game([START] * 3, [1, 2, 2])
    assert first.mu > START.mu > second.mu == third.mu
    assert first.sigma < START.sigma
    assert len(set(after_game([START] * 3, [1, 1, 1]))) == 1
    assert (shown_rating(START), shown_uncertainty(START)) == (1500, 333)
    assert (shown_rating(Rating(30, 2)), shown_uncertainty(Rating(30, 2))) == (1600, 80)


def game_of(result: str, *bots: str, game: str = "heimlich-co", own: tuple[int, ...] = (0,)) -> FinishedGame:
    seats = (SeatResult(won=result == "won"), *(SeatResult(bot) for bot in bots))
    return FinishedGame(game, "rio-grande", result, "mixed", own, seats)


def test_the_ladder_names_the_lowest_character_that_is_not_beaten() -> None:
    assert ladders_of([]) == ()
    assert ladders_of([game_of("won", "random")]) == (), "who plays for nothing is no rung"
    plays = [
        game_of("won", "newcomer", "greedy"),
        game_of("won", "careful"),
        game_of("lost", "bluffer"),
        game_of("shared", "bluffer"),
        game_of("ended", "bluffer"),
        game_of("won", "bluffer", own=(0, 1)),
        game_of("won", "newcomer", game="suitcases"),
    ]
    spies, cases = ladders_of(plays)
    levels = ["regular", "snoop", "inspector", "profiler", "veteran"]
    assert [rung.bot for rung in spies.rungs] == ["newcomer", "casual", *levels, "master"]
    assert [(rung.played, rung.beaten) for rung in spies.rungs] == [(1, 1)] * 2 + [(0, 0)] * 6
    assert [astuple(rung) for rung in spies.beside] == [("careful", 1, 1), ("bluffer", 2, 0)]
    assert (spies.next, cases.next) == ("regular", "casual")
    (former,) = ladders_of([game_of("won", "detective")])
    assert [rung.bot for rung in former.rungs if rung.beaten] == ["veteran"], "of former tables"
    (all_beaten,) = ladders_of([game_of("won", "newcomer", "casual", *levels, "master", game="suitcases")])
    assert all_beaten.next == ""
