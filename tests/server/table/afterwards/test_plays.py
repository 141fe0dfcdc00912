"""Plays: what each guest has of a finished table, made from its log; and the figures over them."""

from random import Random
from typing import Any

import pytest

from heimlich.games import GAMES, part_of
from heimlich.record import Step
from heimlich.server.table.afterwards.figures import Choice, figures_of, kinds_of
from heimlich.server.table.afterwards.plays import (
    MIXED,
    PEOPLE,
    FinishedGame,
    SeatResult,
    decode_play,
    encode_play,
    plays_of,
)
from heimlich.server.table.commands import AddBot, Close, Consent, Leave, Sit, Start, Watch
from heimlich.server.table.seats import SYSTEM
from tests.server.tables import ANNA, BOB, CARDS, CARL, DORA, JUMBO, RIO, Sitting
from tests.tables import ALL, played


def over(sitting: Sitting) -> dict[str, FinishedGame | None]:
    return plays_of(sitting.table.now, sitting.table.past())


def finished(terms: Any = RIO, seed: int = 1) -> Sitting:
    sitting = Sitting(terms)
    sitting.start()
    sitting.do(Watch(), DORA)
    sitting.play(Random(seed))
    return sitting


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=str)
def test_every_player_gets_the_public_result_and_the_own_figures(terms: Any) -> None:
    sitting = finished(terms)
    now, plays = sitting.table.now, over(sitting)
    outcome = now.game.outcome(now.state)
    assert outcome is not None
    assert plays.keys() == {ANNA, BOB, CARL, DORA}
    assert plays[DORA] is None, "who only watched has not played"
    for seat, guest in enumerate((ANNA, BOB, CARL)):
        play = plays[guest]
        assert play is not None
        assert play.own == (seat,)
        assert (play.game, play.edition, play.variants) == (terms.game, terms.edition, terms.variants)
        assert [one.won for one in play.seats] == [other in outcome.winners for other in range(3)]
        assert (play.result in {"won", "shared"}) == (seat in outcome.winners)
        assert play.company == PEOPLE
        assert play.seats[seat].points == play.figures["points"]
        assert decode_play(encode_play(play)) == play
        assert not any(name in encode_play(play) for name in ("Anna", "Bob", ANNA, BOB, CARL)), "it names nobody"


def test_a_running_game_has_no_plays() -> None:
    sitting = Sitting(RIO)
    sitting.start()
    assert over(sitting) == {}


def test_a_closed_table_shows_nothing_that_was_hidden() -> None:
    sitting = Sitting(CARDS)
    sitting.start()
    sitting.do(Close(), SYSTEM)
    for play in over(sitting).values():
        assert play is not None
        assert play.result == "closed"
        assert play.figures == {}
        assert [(seat.points, seat.agents, seat.won) for seat in play.seats] == [(None, (), False)] * 3


def test_an_end_by_agreement_is_nobodys_win() -> None:
    sitting = Sitting(CARDS)
    sitting.start()
    for guest in (ANNA, BOB, CARL):
        sitting.do(Consent("end"), guest)
    for play in over(sitting).values():
        assert play is not None
        assert play.result == "ended"
        assert not any(seat.won for seat in play.seats)
        assert all(len(seat.agents) == 1 for seat in play.seats), "everything was revealed"


def test_who_left_has_not_won() -> None:
    sitting = Sitting(RIO)
    sitting.start()
    sitting.do(Leave(), BOB)
    sitting.play(Random(1))
    plays = over(sitting)
    results = {guest: play.result for guest, play in plays.items() if play}
    assert results[BOB] == "left"
    assert results[ANNA] in {"won", "shared", "lost"}


def test_a_table_that_never_started_was_not_played() -> None:
    sitting = Sitting(RIO)
    sitting.do(Sit(0), ANNA)
    sitting.do(Close(), SYSTEM)
    assert over(sitting) == {ANNA: None}


def test_company_is_the_kind_of_bots() -> None:
    for bots, company in ((("careful", "careful"), "careful"), (("careful", "master"), MIXED)):
        sitting = Sitting(RIO)
        sitting.do(Sit(0), ANNA)
        for seat, bot in enumerate(bots, 1):
            sitting.do(AddBot(seat, bot), ANNA)
        sitting.do(Start(), ANNA)
        sitting.do(Consent("end"), ANNA)
        play = over(sitting)[ANNA]
        assert play is not None
        assert play.company == company


# Achievements


@pytest.mark.parametrize("index", range(0, len(ALL), 5))
def test_achievements_agree_with_the_rules(index: int) -> None:
    case, steps = ALL[index], played(index)
    found = part_of(case.game.id, "games", "achievements").achievements(steps)
    last = steps[-1].after
    assert len(found) == case.players
    if case.game.id == "suitcases":
        assert sum(one["own"] + one["given"] for one in found) == sum(one["points"] for one in found)
        return
    result = last.table.result
    for seat, one in enumerate(found):
        assert one["agents"] == list(result.kept[seat])
        assert one["points"] == last.table.marker(result.kept[seat][0])
        if any(result.dossiers):
            assert 0 <= one["right"] <= one["asked"] <= len(last.table.agents)
            assert one["judges"] == case.players - 1
    if any(result.dossiers):
        assert (sum(one["right"] for one in found) == 0) == (sum(one["found_by"] for one in found) == 0)


def test_points_given_away_are_those_of_scorings_in_ones_turns() -> None:
    case, steps = ALL[0], played(0)
    found = part_of(case.game.id, "games", "achievements").achievements(steps)
    gained = 0
    kept = steps[-1].after.table.result.kept
    owned = {agent for agents in kept for agent in agents}
    for before, _, after in steps:
        if after.table.scorings > before.table.scorings:
            table = after.table
            gained += sum(max(0, gain) for agent, gain in zip(table.agents, table.gains, strict=True) if agent in owned)
    assert sum(one["own"] + one["given"] for one in found) == gained > 0


def test_no_game_at_all_has_no_achievements() -> None:
    none: list[Step[Any]] = []
    for game in GAMES:
        assert part_of(game, "games", "achievements").achievements(none) == []


# Figures


def play(result: str, players: int = 3, company: str = "careful", **figures: int) -> FinishedGame:
    return FinishedGame("heimlich-co", "cie", result, company, (0,), (SeatResult(),) * players, figures=figures)


def test_figures_count_what_was_played_to_its_end_from_one_seat() -> None:
    plays = [
        play("won", judges=2, found_by=0, asked=4, right=3, own=5, given=7),
        play("lost", 4, "people", judges=3, found_by=1, asked=6, right=0, own=1, given=2),
        play("shared", 10, own=0, given=1),
        play("left"),
        play("ended"),
        play("closed"),
        FinishedGame("heimlich-co", "cie", "won", "alone", (0, 1), (SeatResult(),) * 2),
    ]
    figures = figures_of(plays)
    assert (figures.played, figures.won, figures.shared) == (4, 1, 1)
    assert [(rate.key, rate.played, rate.won) for rate in figures.by_players] == [
        ("3", 2, 1),
        ("4", 1, 0),
        ("10", 1, 0),
    ]
    assert [(rate.key, rate.played) for rate in figures.by_company] == [("careful", 3), ("people", 1)]
    assert (figures.covers, figures.covers_kept) == (2, 1)
    assert (figures.asked, figures.found) == (10, 3)
    assert [(one.key, one.played, one.own, one.given) for one in figures.points] == [("heimlich-co", 3, 6, 10)]
    assert figures.form == ("won", "lost", "shared", "left")
    kinds = kinds_of(plays)
    assert kinds.players == (2, 3, 4, 10)
    assert kinds.companies == ("alone", "careful", "people")


def test_a_choice_takes_plays_of_its_kind() -> None:
    one = play("won", 4, "people")
    assert Choice().takes(one)
    assert Choice("heimlich-co", "cie", 4, "people", "won").takes(one)
    for other in (
        Choice(game="suitcases"),
        Choice(edition="jumbo"),
        Choice(players=3),
        Choice(company="careful"),
        Choice(result="lost"),
    ):
        assert not other.takes(one)
