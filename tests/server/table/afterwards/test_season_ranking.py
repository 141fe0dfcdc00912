"""The ranking of a season: results of one deal are compared, and nothing is told of a deal one has not finished."""

from heimlich.server.table.afterwards.plays import LOST, SHARED, WON, FinishedGame, SeatResult
from heimlich.server.table.afterwards.season_ranking import DealPlayed, RankedMember, rank


def play(result: str, own: int, *others: int) -> FinishedGame:
    winner = result in {WON, SHARED}
    seats = (SeatResult(points=own, won=winner), *(SeatResult("casual", points) for points in others))
    return FinishedGame("heimlich-co", "rio-grande", result, "casual", (0,), seats)


def done(member: int, deal: int, result: str, own: int, *others: int) -> DealPlayed:
    return DealPlayed(member, deal, f"t{member}{deal}", True, play(result, own, *others))


def scores(ranked: tuple[RankedMember, ...]) -> dict[int, int]:
    return {one.member: one.score for one in ranked}


PLAYED = [
    done(1, 0, WON, 42, 30, 20),
    done(2, 0, WON, 42, 41, 3),
    done(3, 0, LOST, 40, 41, 42),
    done(4, 0, LOST, 44, 46, 2),
    done(1, 1, SHARED, 42, 42, 1),
    done(2, 1, SHARED, 45, 45, 1),
    DealPlayed(3, 1, "t31", True, None),  # given up
    DealPlayed(4, 1, "t41", False, None),  # begun
]


def test_a_deal_gives_the_share_of_the_others_that_were_beaten() -> None:
    ranked = rank(PLAYED, 2, 1, [0, 1], is_over=True)
    assert [[deal.score for deal in one.deals] for one in sorted(ranked, key=lambda one: one.member)] == [
        [100, 50],
        [67, 50],
        [17, 0],
        [17, 0],
    ]
    assert [(one.member, one.place) for one in ranked] == [(1, 1), (2, 2), (3, 3), (4, 3)]
    assert [deal.lead for deal in ranked[1].deals] == [1, 0]


def test_a_win_beats_a_bigger_lead_without_one() -> None:
    ranked = rank([done(1, 0, WON, 42, 42), done(2, 0, LOST, 50, 10)], 1, 1, [0], is_over=True)
    assert scores(ranked) == {1: 100, 2: 0}, "where an agent of nobody's wins, a lead is no win"


def test_nothing_is_told_of_deals_that_the_viewer_has_not_finished() -> None:
    """Two seasons that differ only in the results of such a deal look alike."""
    other = [
        one._replace(play=play(LOST, 1, 2)) if one.play and one.deal else one  # the second deal, lost by everyone
        for one in PLAYED
    ]
    for viewer in (3, 4):
        assert rank(PLAYED, 2, viewer, [0], is_over=False) == rank(other, 2, viewer, [0], is_over=False)
    seen = {one.member: one.deals[1] for one in rank(PLAYED, 2, 4, [0], is_over=False)}
    assert [seen[member].state for member in (1, 2, 3, 4)] == ["done", "done", "done", "begun"]
    assert not any(seen[member].table for member in (1, 2, 3))
    assert rank(PLAYED, 2, 3, [0], is_over=False)[-1].deals[1].state == "", "of others, not even that they have begun"


def test_one_who_plays_alone_gets_half() -> None:
    assert scores(rank([done(1, 0, LOST, 1, 9)], 3, 1, [0], is_over=False)) == {1: 50}
    assert rank([], 3, 1, [], is_over=True) == ()
