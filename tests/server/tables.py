"""A live table in a test: guests who ask for things, a log that is stored, and clients that follow by updates."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from heimlich.bots.random_bot import RandomBot
from heimlich.errors import HeimlichError
from heimlich.game import Budget
from heimlich.server.table.audience.messages import Snapshot, Update, decode_server, encode
from heimlich.server.table.audience.patches import Picture, apply_patch
from heimlich.server.table.commands import AnyCommand, Create, Decide, Sit, Start
from heimlich.server.table.live_table import Batch, LiveTable
from heimlich.server.table.refusals import code_of
from heimlich.server.table.rows import Row, decode_row, encode_row
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.setup.opening import open_table
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Audience
from tests.tables import Case

SEED = bytes(range(32))
ANNA, BOB, CARL, DORA = "guest-anna", "guest-bob", "guest-carl", "guest-dora"
GUESTS = (ANNA, BOB, CARL, DORA, "guest-emil", "guest-fred", "guest-gina")
RIO = Terms("heimlich-co", "rio-grande", 3)
CARDS = Terms("heimlich-co", "rio-grande", 3, ("top-secret", "dossier"))
JUMBO = Terms("suitcases", "jumbo", 3)


class Sitting:
    """A table with its stored log, its time, and one client for each audience."""

    def __init__(self, terms: Terms = RIO, seed: bytes = SEED, rows: Sequence[Row] | None = None) -> None:
        self.at = 1_000_000
        self.stored: list[bytes] = []
        self.table = LiveTable()
        self.pictures: dict[Audience, Picture] = {}
        self.sent: dict[Audience, list[bytes]] = {}
        self.batches: list[Batch] = []
        self._commands = 0
        first = open_table(Create(terms), ANNA, self.at, table="t1", seed=seed, name="Anna") if rows is None else rows
        self.take(first)

    def take(self, rows: Sequence[Row]) -> None:
        """Store rows, apply them as those of another process, and hand the updates to the clients."""
        for row in rows:
            self.stored.append(encode_row(row))
            if batch := self.table.apply(row):
                self._send(batch)

    def accept(self, batch: Batch) -> None:
        """Store a batch, accept it, and hand the updates to the clients; `check` compares with its rows read back."""
        self.stored += map(encode_row, batch.rows)
        self.table.accept(batch)
        self._send(batch)

    def _send(self, batch: Batch) -> None:
        self.batches.append(batch)
        for audience in self.table.audiences:
            text = batch.encoded(audience)
            if text is None:
                continue
            self.sent.setdefault(audience, []).append(text)
            update = decode_server(text)
            assert isinstance(update, Update)
            assert update.n == len(self.sent[audience]), "numbered without a gap"
            self.pictures[audience] = apply_patch(self.pictures.get(audience, {}), update.p)

    def do(
        self, command: AnyCommand, who: str, around: Around | None = None, command_id: str | None = None
    ) -> list[Row]:
        """Ask for something as a guest; the rows that were stored, none if it was done already."""
        self._commands += 1
        name = f"c{self._commands}" if command_id is None else command_id
        batch = self.table.handle(command, who, self.at, around or Around(), name)
        if batch is None:
            return []
        self.accept(batch)
        return list(batch.rows)

    def fill(self, guests: Sequence[str] = GUESTS) -> "Sitting":
        """Everyone sits down."""
        for seat in range(len(self.table.now.chairs)):
            self.do(Sit(seat), guests[seat % len(guests)], Around(name=guests[seat % len(guests)][6:].title()))
        return self

    def start(self, guests: Sequence[str] = GUESTS) -> "Sitting":
        """Everyone sits down, and the game begins."""
        self.fill(guests)
        self.do(Start(), ANNA)
        return self

    def decide(self, seat: int, action: str, who: str | None = None) -> list[Row]:
        """A seat's decision, for what it sees now, by the guest who sits there."""
        chair = self.table.now.chairs[seat]
        guest = who if who is not None else self.table.now.people[chair.who - 1].guest
        return self.do(Decide(seat, action, self.table.now.number(seat)), guest)

    def actions(self, seat: int) -> list[str]:
        """What a seat may decide."""
        return list(map(str, self.table.question(seat).actions))

    def actors(self) -> list[int]:
        """Whose answers are missing."""
        return [
            seat for seat, question in enumerate(self.table.now.questions) if question and not self.table.now.held[seat]
        ]

    def run_bots(self, rng: Random) -> bool:
        """Every bot that is to decide does so."""
        turns = self.table.bot_moves_due()
        for turn in turns:
            view, actions, number = self.table.question(turn.seat)
            choice = RandomBot().choose(view, actions, Budget(), rng)
            if turn.seat in [now.seat for now in self.table.bot_moves_due()]:
                self.at = max(self.at, turn.at)
                self.do(Decide(turn.seat, str(choice), number), SYSTEM)
        return bool(turns)

    def run_due(self) -> bool:
        """Time passes until what happens by itself has happened."""
        due = self.table.automatic()
        if due:
            self.at = max(self.at, min(one.at for one in due))
            for one in self.table.automatic(self.at):
                self.decide(one.seat, one.action, SYSTEM)
        return bool(due)

    def play(self, rng: Random, turns: int = 100_000) -> "Sitting":
        """Everyone decides by chance until the end."""
        for _ in range(turns):
            if self.table.now.stage in FINISHED:
                break
            self.at += rng.randrange(10, 400)
            if self.run_bots(rng):
                continue
            people = [seat for seat in self.actors() if not self.table.now.chairs[seat].by_bot]
            if people and rng.random() < 0.9:
                seat = rng.choice(people)
                self.decide(seat, rng.choice(eager(self.actions(seat))))
            elif not self.run_due():
                assert people, "someone can act, or the game is over"
        return self

    def replayed_rows(self) -> list[Row]:
        """The log, as it is read back."""
        return list(map(decode_row, self.stored))

    def replayed(self) -> LiveTable:
        """The table as another process would load it."""
        return LiveTable.from_rows(self.replayed_rows())

    def check(self) -> None:
        """What holds at every moment: the fold is the replay, and every client has the picture."""
        again = self.replayed()
        assert again.now == self.table.now
        for audience in self.table.audiences:
            snapshot = again.snapshot(audience)
            assert encode(snapshot) == encode(self.table.snapshot(audience))
            sent = decode_server(encode(snapshot))
            assert isinstance(sent, Snapshot)
            assert sent.p == self.pictures[audience]
            assert snapshot.n == len(self.sent[audience])


def eager(actions: list[str]) -> list[str]:
    """All actions, or those that deliver a suitcase: so that games come to an end."""
    return [action for action in actions if " hq-" in action] or actions


def game_terms(game: str, edition: str, seats: int, *variants: str, **more: Any) -> Terms:
    """Terms in one line."""
    return Terms(game, edition, seats, variants, **more)


def refused(
    sitting: Sitting, command: AnyCommand, who: str, text: str, code: str, around: Around | None = None
) -> None:
    """The command is refused with this text and code, and nothing has changed."""
    before, stored = sitting.table.now, len(sitting.stored)
    with pytest.raises(HeimlichError) as error:
        sitting.do(command, who, around)
    assert str(error.value) == text
    assert code_of(error.value) == code
    assert sitting.table.now is before
    assert len(sitting.stored) == stored


def terms_of(case: Case, **more: object) -> Terms:
    """A live table for a case, with the limit of turns that random play needs."""
    name = case.game.limited(case.name)
    return Terms(case.game.id, name.edition, case.players, name.variants, name.house, **more)  # type: ignore[arg-type]
