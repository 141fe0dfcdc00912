"""The table of results of a group, counted from plays."""

import pytest

from heimlich.server.table.afterwards.group_results import MemberPlay, MemberScore, scores_of
from heimlich.server.table.afterwards.plays import FinishedGame, SeatResult

MEMBERS = {"anna": 1, "bob": 4}


def play(
    own: int, result: str, winners: tuple[int, ...] = (), *, game: str = "heimlich-co", company: str = "people"
) -> FinishedGame:
    seats = tuple(SeatResult(points=10 * (seat + 1), won=seat in winners) for seat in range(3))
    return FinishedGame(game, "rio-grande", result, company, (own,), seats)


def test_shares_of_a_win_and_points_are_added_up_by_game() -> None:
    found = scores_of(
        [
            MemberPlay("anna", "a", play(0, "won", (0,))),
            MemberPlay("bob", "a", play(1, "lost", (0,))),
            MemberPlay("anna", "b", play(0, "shared", (0, 2))),
            MemberPlay("bob", "b", play(1, "left", (0, 2))),
            MemberPlay("bob", "c", play(2, "won", (2,), game="suitcases")),
            MemberPlay("carl", "c", play(0, "lost", (2,), game="suitcases")),  # is not (or no longer) a member
        ],
        MEMBERS,
    )
    assert [(one.game, one.games) for one in found] == [("heimlich-co", 2), ("suitcases", 1)]
    assert found[0].scores == (MemberScore(1, 2, 1, 1, 1.5, 20), MemberScore(4, 2, 0, 0, 0.0, 40))
    assert found[1].scores == (MemberScore(4, 1, 1, 0, 1.0, 30),)


@pytest.mark.parametrize(
    "other",
    [
        play(0, "ended"),
        play(0, "closed"),
        play(0, "won", (0,), company="casual"),
        play(0, "won", (0,), company="alone"),
    ],
)
def test_games_that_were_not_played_to_their_end_between_people_do_not_count(other: FinishedGame) -> None:
    assert scores_of([MemberPlay("anna", "a", other)], MEMBERS) == ()


def test_several_seats_of_one_guest_do_not_count() -> None:
    twice = FinishedGame("heimlich-co", "rio-grande", "won", "people", (0, 1), play(0, "won", (0,)).seats)
    assert scores_of([MemberPlay("anna", "a", twice)], MEMBERS) == ()


def test_the_better_share_comes_first_and_more_games_after_it() -> None:
    plays = [MemberPlay("anna", f"a{number}", play(0, "lost", (1,))) for number in range(3)]
    plays += [MemberPlay("bob", f"a{number}", play(1, "won", (1,))) for number in range(1)]
    (found,) = scores_of(plays, MEMBERS)
    assert [score.member for score in found.scores] == [4, 1]
