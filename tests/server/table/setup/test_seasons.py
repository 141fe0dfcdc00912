"""Tables of a season: equal deals, dice and bots; what stays secret until the season is over, and what is refused."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from heimlich.bots.registry import partners, remembers
from heimlich.fairness import deal_seed, read_facts, season_commitment, verify_record
from heimlich.game import Decision
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.table.asking import gives_hints
from heimlich.server.table.audience.summaries import summary_of
from heimlich.server.table.commands import (
    AddBot,
    AddEntropy,
    AnyCommand,
    Close,
    Consent,
    Decide,
    EndSeason,
    Leave,
    Resign,
    Sit,
    StandUp,
)
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import open_duplicate
from heimlich.server.table.setup.seasons import Deal, bot_draws, open_deal, season_bots, season_terms
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Stage
from heimlich.server.thinking.answering import think
from heimlich.server.thinking.questions import TablePast
from tests.server.tables import ANNA, BOB, SEED, Sitting

SHORT = Terms("heimlich-co", "rio-grande", 3, house=(("target", "12"),), pace_ms=0)
CARDS = Terms("heimlich-co", "rio-grande", 3, ("top-secret", "dossier"), (("target", "12"),), pace_ms=0)
BOXES = Terms("suitcases", "jumbo", 3, house=(("turn_limit", "4"),), pace_ms=0)
EACH = pytest.mark.parametrize("terms", [SHORT, CARDS, BOXES], ids=["rio", "cards", "suitcases"])


def deal_of(terms: Terms, number: int = 0, bot: str = "random") -> Deal:
    wanted = season_terms(terms)
    version = GAMES[terms.game].rules_version(GAMES[terms.game].ruleset(wanted.rules))
    return Deal("s1", number, deal_seed(SEED, number), wanted, season_bots(wanted, [bot]), version)


def opened(terms: Terms, table: str = "t1", who: str = ANNA, number: int = 0) -> Sitting:
    rows = open_deal(deal_of(terms, number), who, 1_000_000, table=table, salt=table.encode().ljust(32), name="Anna")
    return Sitting(terms, rows=rows)


def play(sitting: Sitting, who: str, choose: Callable[[Sequence[Any]], Any], seat: int = 0) -> None:
    """Play to the end: the player by `choose`, the bots by the draws of their deal."""
    live = sitting.table
    while live.now.stage not in FINISHED:
        for due in live.automatic(sitting.at):
            sitting.do(Decide(due.seat, due.action, live.now.number(due.seat)), SYSTEM)
        asked = [number for number, question in enumerate(live.now.questions) if question is not None]
        if live.now.stage in FINISHED:
            return
        if seat in asked and not live.now.held[seat]:
            action = choose(live.question(seat).actions)
            sitting.do(Decide(seat, str(action), live.now.number(seat)), who)
            continue
        sitting.at += 1000
        for turn in live.bot_moves_due():
            actions = live.question(turn.seat).actions
            action = Random(bot_draws(live.now.seed, turn.seat, live.past())).choice(actions)
            sitting.do(Decide(turn.seat, str(action), turn.number), SYSTEM)


def by_chance(seed: int) -> Callable[[Sequence[Any]], Any]:
    return Random(seed).choice


@EACH
def test_equal_choices_meet_equal_games(terms: Terms) -> None:
    first, second = opened(terms), opened(terms, "t2", BOB)
    play(first, ANNA, by_chance(1))
    play(second, BOB, by_chance(1))
    assert first.table.past() == second.table.past()
    assert first.table.now.commitment != second.table.now.commitment, "nobody sees that they share a seed"
    other = opened(terms, "t3", BOB)
    play(other, BOB, by_chance(2))
    assert [event for event in other.table.past() if not isinstance(event, Decision)][:3] == [
        event for event in first.table.past() if not isinstance(event, Decision)
    ][:3], "the same deal, whatever one does"


@EACH
def test_the_seed_is_secret_until_the_season_is_over(terms: Terms) -> None:
    sitting = opened(terms)
    play(sitting, ANNA, by_chance(1))
    now, seed = sitting.table.now, deal_seed(SEED, 0).hex()
    assert (now.stage, now.is_revealed, now.seed_is_public) == (Stage.OVER, True, False)
    told = b"".join(text for sent in sitting.sent.values() for text in sent).decode()
    told += sitting.table.export(0) + sitting.table.export(None) + str(summary_of(now))
    assert seed not in told
    assert SEED.hex() not in told
    with pytest.raises(Refused, match="over and shows its seed"):
        open_duplicate(now, now.terms, BOB, sitting.at, table="t9", salt=bytes(32))
    number = now.number(0)
    sitting.do(EndSeason(), SYSTEM)
    assert sitting.do(EndSeason(), SYSTEM) == [], "once"
    assert sitting.table.now.number(0) == number + 1
    assert sitting.pictures[0]["table"]["fair"]["seed"] == seed
    text = sitting.table.export(None)
    facts = read_facts(text)
    assert facts is not None
    assert verify_record(read_record(text, GAMES), GAMES[terms.game], facts).finished
    assert LiveTable.from_rows(sitting.replayed_rows()).now == sitting.table.now


def test_a_season_s_seed_gives_each_deal_its_own() -> None:
    seeds = {deal_seed(SEED, number) for number in range(20)}
    assert len(seeds | {SEED}) == 21
    assert season_commitment(SEED, "s1") != season_commitment(SEED, "s2")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Consent("end"), "season"),
        (AddEntropy(0, "00"), "stage"),
        (AddBot(1, "random"), "stage"),
        (StandUp(0), "stage"),
        (EndSeason(), "server"),
        (Close(), "server"),
        (Sit(1), "stage"),
    ],
)
def test_the_player_cannot_change_what_all_have_in_common(command: AnyCommand, code: str) -> None:
    sitting = opened(SHORT)
    with pytest.raises(Refused) as refused:
        sitting.table.handle(command, ANNA, sitting.at)
    assert refused.value.code == code
    assert not gives_hints(sitting.table.now)


def test_who_leaves_can_come_back_and_who_resigns_cannot() -> None:
    sitting = opened(SHORT)
    sitting.do(Leave(), ANNA)
    assert not sitting.table.now.chairs[0].stand_in, "no bot shows how the deal goes on"
    assert sitting.table.audiences_of(ANNA) == [0, None]
    sitting.do(Resign(0), ANNA)
    now = sitting.table.now
    assert (now.stage, now.is_revealed) == (Stage.CLOSED, False)
    sitting.do(EndSeason(), SYSTEM)
    assert not sitting.table.now.seed_is_public


def test_the_seat_changes_with_the_deal() -> None:
    for number in range(4):
        chairs = opened(SHORT, number=number).table.now.chairs
        assert [bool(chair.who) for chair in chairs] == [seat == number % 3 for seat in range(3)]


def test_terms_of_a_season_let_nobody_look_on() -> None:
    wanted = replace(SHORT, public=True, watch=True, board=True, hints=True, rated=True)
    terms = season_terms(wanted)
    assert not any([terms.public, terms.watch, terms.board, terms.hints, terms.rated])
    assert season_bots(terms, ["random", "casual"]) == ("random", "casual")


@pytest.mark.parametrize(("game", "bot"), [(game, bot) for game in GAMES for bot in partners(game)])
def test_every_bot_decides_alike_with_equal_draws(game: str, bot: str) -> None:
    """Equal draws, past and view give an equal decision, whether the bot was asked before or not."""
    terms = {"heimlich-co": SHORT, "suitcases": BOXES}[game]
    sitting = opened(terms)
    asked: list[tuple[Any, TablePast | None]] = []
    live = sitting.table

    def choose(actions: Sequence[Any]) -> Any:
        if len(actions) > 1:
            past = TablePast("t1", live.now.rules, 3, 0, live.past()) if remembers(game, bot) else None
            asked.append((live.question(0).view, past))
        return actions[0]

    play(sitting, ANNA, choose)
    views = asked[:: max(1, len(asked) // 2)][:2]
    assert views
    first = [think(game, bot, view, past, draws) for draws, (view, past) in enumerate(views)]
    again = [think(game, bot, view, past, draws) for draws, (view, past) in reversed(list(enumerate(views)))]
    assert first == again[::-1]
