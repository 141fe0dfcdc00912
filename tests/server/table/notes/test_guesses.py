"""Spectators guess in secret who is who: nobody else learns of it, and it is judged when the masks come off."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from heimlich.server.storage.store import addition_of
from heimlich.server.table.audience.messages import OwnGuesses, encode
from heimlich.server.table.audience.summaries import summary_of
from heimlich.server.table.commands import GuessAgents, Leave, Watch
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.notes.guesses import MOST, MOST_EVER, WITHIN, OneGuess, SpectatorGuess, judge
from heimlich.server.table.people.forgetting import forget_guest
from heimlich.server.table.rows import Guessed
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, BOB, CARDS, DORA, JUMBO, RIO, Sitting, refused

EVE = "guest-eve"


def watched(terms: Terms = RIO) -> Sitting:
    sitting = Sitting(terms).start()
    for guest in (DORA, EVE):
        sitting.do(Watch(), guest, Around(name=guest[6:].title()))
    return sitting


def names(sitting: Sitting) -> tuple[str, ...]:
    return sitting.table.pad().guess


def test_guesses_are_kept_for_their_spectator_alone_and_survive_a_restart() -> None:
    sitting = watched()
    one, other = names(sitting)[:2]
    sitting.do(GuessAgents(((0, one), (1, other))), DORA)
    sitting.do(GuessAgents(((1, ""), (2, other)), named=True), DORA)
    for table in (sitting.table, sitting.replayed()):
        assert table.guesses(DORA, None) == OwnGuesses({"0": one, "2": other}, named=True)
        assert table.guesses(EVE, None) is None
        assert table.guesses(DORA, 0) is None
    sitting.check()


def test_a_guess_is_refused_with_clear_words() -> None:
    sitting = watched()
    one = names(sitting)[0]
    refused(sitting, GuessAgents(((0, one),)), ANNA, "those who play cannot guess as spectators", "guess")
    known = ", ".join(names(sitting))
    refused(sitting, GuessAgents(((0, "pink"),)), DORA, f"there is no agent 'pink' here; there are: {known}", "guess")
    refused(sitting, GuessAgents(((7, one),)), DORA, "there is no seat 8; there are 3", "seat")
    refused(sitting, GuessAgents(((0, one),)), "guest-nobody", "come to the table first: sit down or watch", "stranger")
    refused(watched(JUMBO), GuessAgents(((0, "red"),)), DORA, "in this game there is nobody to unmask", "guess")
    assert names(watched(JUMBO)) == ()
    waiting = Sitting(RIO).fill()
    waiting.do(Watch(), DORA)
    refused(waiting, GuessAgents(((0, "red"),)), DORA, "the game has not started yet", "stage")
    sitting.play(Random(1))
    refused(sitting, GuessAgents(((0, one),)), DORA, "the table is finished", "stage")
    board = Sitting(replace(RIO, board=True)).start()
    board.do(Watch(board=True), DORA)
    refused(board, GuessAgents(((0, one),)), DORA, "this device only shows the board; sit down to take part", "board")


def test_who_has_left_a_seat_cannot_guess_either() -> None:
    sitting = watched()
    sitting.do(Leave(), BOB)
    sitting.do(Watch(), BOB)
    refused(sitting, GuessAgents(((0, names(sitting)[0]),)), BOB, "those who play cannot guess as spectators", "guess")


def test_guesses_cannot_flood_the_log() -> None:
    sitting = watched()
    one, other = names(sitting)[:2]
    for number in range(MOST):
        sitting.do(GuessAgents(((0, (one, other)[number % 2]),)), DORA)
    fast = f"at most {MOST} changes in {WITHIN // 1000} seconds; wait a little"
    refused(sitting, GuessAgents(((1, one),)), DORA, fast, "rate")
    assert sitting.do(GuessAgents(((0, other),)), DORA) == [], "nothing changes: no row, and no refusal"
    for number in range(MOST_EVER - MOST):
        sitting.at += WITHIN
        sitting.do(GuessAgents(((0, (one, other)[number % 2]),)), DORA)
    sitting.at += WITHIN
    full = f"you have changed your guesses {MOST_EVER} times; they stand now"
    refused(sitting, GuessAgents(((1, one),)), DORA, full, "guess")


def test_a_right_guess_is_worth_more_the_earlier_it_was_made() -> None:
    truth = (("red",), ("blue", "gray"), ("green",))

    def points(turn: int, turns: int = 30) -> int:
        return judge(SpectatorGuess({0: OneGuess("red", turn)}), truth, turns)[1]

    assert [points(turn) for turn in (0, 1, 10, 11, 20, 21, 30)] == [3, 3, 3, 2, 2, 1, 1]
    assert points(1, 1) == 3
    both = SpectatorGuess({0: OneGuess("blue", 1), 1: OneGuess("gray", 1), 2: OneGuess("green", 30)})
    assert judge(both, truth, 30) == (2, 4)


def test_a_repeated_guess_keeps_its_moment_and_a_changed_one_does_not() -> None:
    sitting = watched()
    one, other = names(sitting)[:2]
    sitting.do(GuessAgents(((0, one),)), DORA)
    sitting.play(Random(1), 12)
    assert sitting.do(GuessAgents(((0, one),)), DORA) == []
    first = sitting.table.now.guesses[sitting.table.now.person(DORA)].agents[0]
    sitting.do(GuessAgents(((0, other),)), DORA)
    second = sitting.table.now.guesses[sitting.table.now.person(DORA)].agents[0]
    assert first.turn < second.turn == sitting.table.now.state.table.turn


def test_after_the_end_all_see_how_spectators_did_and_names_of_those_who_agreed() -> None:
    sitting = watched(CARDS)
    truth = [sitting.table.now.state.secrets.identities[seat][0] for seat in range(3)]
    wrong = next(name for name in names(sitting) if name != truth[0])
    sitting.do(GuessAgents(((0, wrong),)), DORA)
    sitting.do(GuessAgents(tuple((seat, str(agent)) for seat, agent in enumerate(truth)), named=True), EVE)
    for audience in sitting.table.audiences:
        assert "guess" not in str(sitting.pictures[audience])
    sitting.play(Random(1))
    best, last = sitting.pictures[0]["table"]["guesses"]
    assert best == {
        "agents": {str(seat): str(agent) for seat, agent in enumerate(truth)},
        "right": 3,
        "points": 9,
        "who": sitting.table.now.person(EVE),
    }
    assert last == {"agents": {"0": wrong}, "right": 0, "points": 0}
    sitting.check()


# Secrecy


@pytest.mark.parametrize("terms", [RIO, CARDS], ids=str)
def test_nobody_else_is_sent_anything_of_a_guess(terms: Terms) -> None:
    """The same game with and without guesses: bytes, times of forced answers, lists and exports are the same."""
    sittings = [watched(terms), watched(terms)]
    rngs = [Random(5), Random(5)]
    wild = Random(9)
    for _ in range(120):
        for sitting, rng in zip(sittings, rngs, strict=True):
            sitting.play(rng, 1)
        if wild.random() < 0.4 and sittings[1].table.now.stage == "playing":
            seat, agent = wild.randrange(3), wild.choice(names(sittings[1]))
            _guess(sittings[1], GuessAgents(((seat, agent),), named=wild.random() < 0.5))
        plain, guessing = sittings
        if plain.table.now.stage != "playing":
            break
        assert plain.sent == guessing.sent
        assert plain.table.now.tempos == guessing.table.now.tempos
        assert plain.table.now.waits == guessing.table.now.waits
        assert plain.table.wake_at() == guessing.table.wake_at()
        assert plain.table.pad() == guessing.table.pad()
        assert summary_of(plain.table.now) == summary_of(guessing.table.now)
        for audience in plain.table.audiences:
            assert plain.table.export(audience) == guessing.table.export(audience)
            assert encode(plain.table.snapshot(audience)) == encode(guessing.table.snapshot(audience))
            for last in (1, plain.table.now.number(audience) - 3):
                assert plain.table.catch_up(audience, last) == guessing.table.catch_up(audience, last)
    assert any(b'"guessed"' in row for row in sittings[1].stored)


def _guess(sitting: Sitting, command: GuessAgents) -> None:
    person = sitting.table.now.person(DORA)
    if sitting.table.now.guesses.get(person, SpectatorGuess()).changes < MOST:
        batch = sitting.table.handle(command, DORA, sitting.table.now.at)
        if batch is not None:
            assert addition_of(batch).listing is None, "no list of tables changes"
            assert all(batch.update(audience) is None for audience in sitting.table.audiences)
            sitting.accept(batch)


def test_a_forgotten_spectator_leaves_no_guess() -> None:
    sitting = watched()
    sitting.do(GuessAgents(((0, names(sitting)[0]),), named=True), DORA)
    sitting.play(Random(1))
    rows = sitting.replayed_rows()
    gone = forget_guest(rows, DORA, "alias")
    assert gone is not None
    changed = {row.seq: row for row in gone.changed}
    again = LiveTable.from_rows([*(changed.get(row.seq, row) for row in rows), gone.added])
    sitting.take([gone.added])
    assert again.now == sitting.table.now
    assert again.now.guesses == {}
    assert "guesses" not in sitting.pictures[None]["table"]
    guessed: list[Any] = [row.data for row in changed.values() if isinstance(row.data, Guessed)]
    assert [data.guesses for data in guessed] == [()]


def test_an_old_log_has_no_guesses() -> None:
    assert Sitting(RIO).start().table.now.guesses == {}
