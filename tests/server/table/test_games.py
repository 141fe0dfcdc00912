"""Whole games at live tables: people, bots, those who go and come back; records, catching up, and how much is sent."""

from random import Random
from statistics import mean

import pytest

from heimlich.fairness import Unfair, read_facts, verify_record
from heimlich.games import GAMES
from heimlich.record import read_record
from heimlich.server.table.audience.messages import Snapshot, decode_server, encode
from heimlich.server.table.audience.patches import apply_patch
from heimlich.server.table.audience.picture import tell
from heimlich.server.table.clocks import LiveClock
from heimlich.server.table.commands import AddBot, AddEntropy, Chat, Claim, ComeBack, Leave, Sit, Start, Watch
from heimlich.server.table.live_table import KEPT_BATCHES
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Stage
from tests.server.tables import ANNA, BOB, CARDS, CARL, DORA, JUMBO, RIO, SEED, Sitting, terms_of
from tests.tables import Case


@pytest.mark.parametrize("terms", [RIO, CARDS, JUMBO], ids=["rio", "cards", "jumbo"])
def test_people_bots_and_those_who_go(terms: Terms) -> None:
    """Anna plays, Bob leaves and comes back, a bot sits there, Carl's time runs out now and then; the game goes on."""
    rng = Random(5)
    terms = Terms(
        terms.game,
        terms.edition,
        4,
        terms.variants,
        (("turn_limit", "60"),),
        clock=LiveClock(30, 2, 5),
    )
    sitting = Sitting(terms)
    for seat, guest in ((0, ANNA), (1, BOB), (2, CARL)):
        sitting.do(Sit(seat), guest)
    sitting.do(AddBot(3, "random"), ANNA)
    sitting.do(AddEntropy(1, "c0ffee"), BOB)
    sitting.do(Start(), ANNA)
    gone = False
    for number in range(3000):
        if sitting.table.now.stage in FINISHED:
            break
        if number % 37 == 20:
            sitting.do(ComeBack(1) if gone else Leave(), BOB)
            gone = not gone
        if number % 41 == 5:
            sitting.at += 60_000
            for due in sitting.table.claims_due(sitting.at):
                sitting.do(Claim(due.seat), SYSTEM)
            if sitting.table.now.chairs[2].stand_in and rng.random() < 0.5:
                sitting.do(ComeBack(2), CARL)
        sitting.play(rng, 1)
        if number % 100 == 0:
            sitting.check()
    assert sitting.table.now.stage is Stage.OVER
    sitting.check()
    _verify(sitting)


def _verify(sitting: Sitting) -> None:
    text = sitting.table.export(None)
    record = read_record(text, GAMES)
    facts = read_facts(text)
    assert facts is not None
    checked = verify_record(record, GAMES[record.game], facts)
    assert checked.finished
    assert checked.chances


def test_every_table_plays_to_its_end_and_verifies(table_index: int, case: Case) -> None:
    sitting = Sitting(terms_of(case)).start().play(Random(table_index))
    assert sitting.table.now.stage is Stage.OVER
    assert sitting.pictures[None]["game"]["result"]["winners"] is not None
    assert sitting.pictures[None]["table"]["fair"]["seed"] == SEED.hex()
    sitting.check()
    _verify(sitting)


def test_updates_are_small() -> None:
    """Under 300 bytes in the mean, for every seat, over whole games of the editions with the most to tell."""
    tables = [
        Terms("heimlich-co", "rio-grande", 4),
        Terms("heimlich-co", "rio-grande", 4, ("top-secret", "dossier")),
        Terms("heimlich-co", "escale", 5, ("top-secret", "advanced")),
        Terms("heimlich-co", "cie", 6),
        Terms("suitcases", "jumbo", 4, house=(("turn_limit", "60"),)),
    ]
    for terms in tables:
        sizes = [
            len(text)
            for seed in range(3)
            for audience, sent in Sitting(terms, bytes([seed]) * 32).start().play(Random(seed)).sent.items()
            if audience is not None
            for text in sent
        ]
        assert mean(sizes) < 300, (terms, mean(sizes))


def test_before_the_end_a_record_is_what_a_seat_has_seen() -> None:
    sitting = Sitting(CARDS).start().play(Random(2), 20)
    text = sitting.table.export(1)
    assert "view seat 2" in text
    assert "identity 1 ?" in text
    assert "identity 2 ?" not in text
    assert SEED.hex() not in text
    facts = read_facts(text)
    assert facts is not None
    assert facts.commitment == sitting.table.now.commitment
    with pytest.raises(Unfair, match="the seed has not been revealed yet"):
        verify_record(sitting.table.record(), GAMES["heimlich-co"], facts)


@pytest.mark.parametrize("terms", [CARDS, JUMBO], ids=["cards", "jumbo"])
def test_who_was_gone_catches_up(terms: Terms) -> None:
    rng = Random(3)
    sitting = Sitting(terms).start()
    sitting.do(Watch(), DORA)
    for _ in range(30):
        sitting.play(rng, 1)
        for audience in sitting.table.audiences:
            number = sitting.table.now.number(audience)
            assert sitting.table.catch_up(audience, number) == []
            for last in (0, -1, number + 1):
                assert isinstance(sitting.table.catch_up(audience, last), Snapshot)
            for last in (1, number // 2, number - 1):
                _check_catch_up(sitting, audience, last)
    again = sitting.replayed()
    for audience in again.audiences:
        missed = again.catch_up(audience, 2)
        assert isinstance(missed, list)
        assert [encode(update) for update in missed] == sitting.sent[audience][2:]


def _check_catch_up(sitting: Sitting, audience: int | None, last: int) -> None:
    """The missed updates, on top of what one had, make the picture; they are the same bytes as those that were sent."""
    missed = sitting.table.catch_up(audience, last)
    assert isinstance(missed, list)
    assert [encode(update) for update in missed] == sitting.sent[audience][last:]


def test_who_was_gone_too_long_gets_the_whole_picture() -> None:
    sitting = Sitting().start()
    for _ in range(KEPT_BATCHES):
        sitting.at += 10_000
        sitting.do(Chat("players", "x"), ANNA)
    snapshot = sitting.table.catch_up(1, 3)
    assert isinstance(snapshot, Snapshot)
    again = decode_server(encode(snapshot))
    assert isinstance(again, Snapshot)
    assert again.p == sitting.pictures[1]
    assert len(snapshot.c) == 60
    assert apply_patch({}, again.p) == sitting.pictures[1]
    assert snapshot.names["safe"] == "place seat"


def test_hot_seat() -> None:
    """Two guests at one device hold all seats, and see with the eyes of each of theirs."""
    sitting = Sitting(CARDS).start((ANNA, ANNA, BOB))
    assert sitting.table.audiences_of(ANNA) == [0, 1, None]
    sitting.play(Random(1))
    assert sitting.table.now.stage is Stage.OVER


@pytest.mark.parametrize("terms", [CARDS, JUMBO], ids=["cards", "jumbo"])
def test_who_sees_the_same_is_told_the_same(terms: Terms) -> None:
    """Lines are made once for all who see the same events: that must be what each would be told by himself."""
    sitting = Sitting(terms).start().play(Random(6), 80)
    for batch in sitting.batches:
        for audience in sitting.table.audiences:
            update = batch.update(audience)
            if update is not None:
                texts = [str(step.event) for step in batch.steps]
                seen = tuple(tuple(batch.after.game.seen(*step, audience)) for step in batch.steps)
                assert (update.e, update.l) == tell(batch.after, batch.steps, seen, audience, texts)
