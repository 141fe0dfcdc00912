"""The table of results of a group: wins, shares of wins and points of its members, for each game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from heimlich.server.table.afterwards.figures import COUNTED
from heimlich.server.table.afterwards.plays import PEOPLE, SHARED, WON, FinishedGame
from heimlich.server.table.seats import GuestId


class MemberScore(Struct, frozen=True):
    """A member's results in one game. `share` counts a win shared by two as a half; `points` are those of all games."""

    member: int  # the member's number in the group
    played: int
    won: int  # alone
    shared: int
    share: float  # of all wins, from 0 to `played`
    points: int


class GameScores(Struct, frozen=True):
    """The results of a group in one game, the best share of wins first."""

    game: str
    games: int
    scores: tuple[MemberScore, ...]


class MemberPlay(NamedTuple):
    """One play at a table of the group."""

    guest: GuestId
    table: str
    play: FinishedGame


def scores_of(plays: Sequence[MemberPlay], members: Mapping[GuestId, int]) -> tuple[GameScores, ...]:
    """Count the plays of members; `members` has the number of each.

    Only games count that were played to their end between at least two people, each from one seat. A member who left a
    game has lost it.
    """
    counted = [one for one in plays if one.guest in members and counts(one.play)]
    games = sorted({one.play.game for one in counted})
    return tuple(_game(game, [one for one in counted if one.play.game == game], members) for game in games)


def counts(play: FinishedGame) -> bool:
    """Tell whether a play counts for the results of a group."""
    return play.result in COUNTED and play.company == PEOPLE and len(play.own) == 1


def _game(game: str, plays: Sequence[MemberPlay], members: Mapping[GuestId, int]) -> GameScores:
    guests = {one.guest for one in plays}
    scores = [_score(members[guest], [one.play for one in plays if one.guest == guest]) for guest in guests]
    scores.sort(key=lambda one: (-one.share / one.played, -one.played, -one.points, one.member))
    return GameScores(game, len({one.table for one in plays}), tuple(scores))


def _score(member: int, plays: Sequence[FinishedGame]) -> MemberScore:
    return MemberScore(
        member=member,
        played=len(plays),
        won=sum(play.result == WON for play in plays),
        shared=sum(play.result == SHARED for play in plays),
        share=sum(win_share(play) for play in plays),
        points=sum(play.seats[play.own[0]].points or 0 for play in plays),
    )


def win_share(play: FinishedGame) -> float:
    """Return a play's share of the win: 1 for a win alone, a half for one shared by two."""
    if play.result not in {WON, SHARED}:
        return 0.0
    return 1 / max(1, sum(seat.won for seat in play.seats))
