"""One live table as a plain object. Start reading here.

It turns commands into rows of the log, and rows into updates for each audience:

    batch = table.handle(command, who, now_ms, command_id="…")   # checks everything, changes nothing; may refuse
    …the caller stores batch.rows, all or none; if their numbers are taken, it applies the newer rows and tries again…
    table.accept(batch)
    for audience in table.audiences:
        update = batch.update(audience)                         # None: this audience sees nothing of the batch

Rows that another process has stored come in through `apply`, which returns a batch once its last row is there.

`automatic`, `bot_moves_due` and `claims_due` list what the server must do by itself, through commands of SYSTEM.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import Seat
from heimlich.record import Record
from heimlich.server.table import asking, decisions, export
from heimlich.server.table.audience.lines import names_in_words
from heimlich.server.table.audience.messages import (
    Because,
    ChatLine,
    Hints,
    OwnGuesses,
    Pad,
    PadGrid,
    PadNotes,
    Snapshot,
    Update,
    You,
)
from heimlich.server.table.audience.picture import hear
from heimlich.server.table.audience.updates import Batch, Painter, without_chat_of
from heimlich.server.table.commands import AnyCommand
from heimlich.server.table.conduct import claim_waits, plan
from heimlich.server.table.decisions import BotTurn, Due
from heimlich.server.table.fold import fold
from heimlich.server.table.notes.guessing import agents_to_guess
from heimlich.server.table.notes.pads import pad_of
from heimlich.server.table.people.forgetting import names_person
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import GuestForgotten, GuestJoined, Row, Said
from heimlich.server.table.seats import SYSTEM, GuestId, Number, numbers_of, seats_of
from heimlich.server.table.setup.opening import number_rows
from heimlich.server.table.setup.preparation import Around
from heimlich.server.table.situation import FINISHED, Audience, Situation, Stage

KEPT_BATCHES = 60  # an audience that missed more than this gets a snapshot
KEPT_COMMANDS = 500  # ids of finished commands, so that a repeated one is not carried out twice
TAIL = 60  # lines of log and chat in a snapshot

NOTHING_AROUND = Around()
NOBODY: frozenset[Number] = frozenset()


class BotQuestion(NamedTuple):
    """A question for a bot: its seat's view, the legal actions, and the number for its command."""

    view: Any
    actions: Sequence[Any]
    number: int


class Turn(NamedTuple):
    """The seats whose decision is missing: those of one guest, and those of others."""

    own: tuple[Seat, ...]
    others: tuple[Seat, ...]


class LiveTable:
    """The state of one table, computed from its log: handles commands, and answers questions about the table."""

    def __init__(self) -> None:
        self._now: Situation | None = None
        self._incoming: list[Row] = []  # rows of a batch whose last row has not come yet
        self._batches: deque[Batch] = deque(maxlen=KEPT_BATCHES)
        self._done: dict[tuple[GuestId, str], int] = {}
        self._events: list[Any] = []
        self._said: dict[bool, deque[ChatLine]] = {room: deque(maxlen=TAIL) for room in (True, False)}
        self._joined = False  # a guest of this table became part of another
        self._painter = Painter()
        self._next = 0

    @classmethod
    def from_rows(cls, rows: Iterable[Row]) -> "LiveTable":
        """Build a table from its log."""
        table = cls()
        for row in rows:
            table.apply(row)
        return table

    # The log

    @property
    def now(self) -> Situation:
        """The current situation."""
        if self._now is None:
            raise HeimlichError("this table has not been opened")
        return self._now

    @property
    def next_seq(self) -> int:
        """The number of the next row."""
        return self._next + len(self._incoming)

    def apply(self, row: Row) -> Batch | None:
        """Apply a stored row; return its batch once that is complete."""
        if row.seq != self.next_seq:
            raise HeimlichError(f"row {row.seq} cannot follow here; the next is {self.next_seq}")
        self._incoming.append(row)
        if row.more:
            return None
        rows, self._incoming = tuple(self._incoming), []
        batch = Batch(self._now, rows, *fold(self._now, rows), self._painter)
        self.accept(batch)
        return batch

    def accept(self, batch: Batch) -> None:
        """Make a stored batch the current state; it must follow directly on the last accepted one."""
        first, last = batch.rows[0], batch.rows[-1]
        if batch.before is not self._now or first.seq != self._next:
            raise HeimlichError(f"a batch from row {first.seq} cannot follow here; the next is {self._next}")
        self._now, self._next = batch.after, last.seq + 1
        if batch.is_private:  # it must not shorten what others can catch up on, or how long their commands are known
            return
        self._events += [step.event for step in batch.steps]
        if first.command:
            self._done[first.guest, first.command] = first.seq
            while len(self._done) > KEPT_COMMANDS:
                del self._done[next(iter(self._done))]
        if isinstance(first.data, Said):
            for is_players, kept in self._said.items():
                kept += hear(batch.rows, 0 if is_players else None)
        if self._batches:
            self._batches[-1].forget()
        self._batches.append(batch)
        for row in batch.rows:
            if isinstance(row.data, GuestForgotten) and batch.before is not None:
                self._forget(row.data.who, batch.before)
            self._joined |= isinstance(row.data, GuestJoined)

    def _forget(self, who: Number, before: Situation) -> None:
        """Drop what is kept in memory of a person's names and chat; a client that missed some of it gets a snapshot."""
        numbers, guest = numbers_of(before.people, who), before.people[who - 1].guest
        for kept in self._said.values():
            lines = [line for line in kept if line.who not in numbers]
            kept.clear()
            kept += lines
        left = [batch for batch in self._batches if not any(names_person(row, who, guest) for row in batch.rows)]
        self._batches.clear()
        if not self._joined:  # else earlier ids of the person may be in any of them
            self._batches += left
        known = {person.guest for person in self.now.people}
        self._done = {key: seq for key, seq in self._done.items() if key[0] in known}

    def handle(
        self, command: AnyCommand, who: GuestId, now_ms: int, around: Around = NOTHING_AROUND, command_id: str = ""
    ) -> Batch | None:
        """Make the batch for a command; None if there is nothing to do. Refuses by raising; changes nothing."""
        if self._incoming:
            raise HeimlichError("the last batch of this table is not complete")
        if command_id and (who, command_id) in self._done:
            return None
        now = self.now
        at = max(now_ms, now.at)
        data, steps = plan(now, command, who, at, around)
        if not data:
            return None
        rows = number_rows(data, self._next, at, who, command_id)
        return Batch(now, rows, *fold(now, rows, steps), self._painter)

    # What the server does by itself, by commands of SYSTEM

    def automatic(self, now_ms: int | None = None) -> list[Due]:
        """Return the answers that the server must give: send each as `Decide` when due. With a time: those due then."""
        return _until(decisions.automatic(self.now), now_ms)

    def claims_due(self, now_ms: int | None = None) -> list[Due]:
        """Return when seats run out of time: send `Claim` when due. With a time: those due then."""
        return _until(decisions.claims_due(self.now), now_ms)

    def bot_moves_due(self) -> list[BotTurn]:
        """Return the seats whose bot has to decide: run it on `question(seat)`, and send its `Decide` when due."""
        return decisions.bot_turns(self.now)

    def wake_at(self) -> int | None:
        """Return when the server must next act for this table, if nothing happens before; bots are asked at once."""
        return min((due.at for due in (*self.automatic(), *self.claims_due())), default=None)

    def question(self, seat: Seat) -> BotQuestion:
        """Return the question that a bot answers for a seat."""
        game = self.now.game
        view = game.view(self.now.state, seat)
        return BotQuestion(view, game.legal_actions(view), self.now.number(seat))

    # Audiences

    @property
    def audiences(self) -> list[Audience]:
        """Every seat, and the spectators."""
        return [*range(len(self.now.chairs)), None]

    def audiences_of(self, guest: GuestId) -> list[Audience]:
        """Audiences this guest may follow: those of their seats, and the spectators if they may watch."""
        person = self.now.person(guest)
        if not person or self.now.people[person - 1].kicked:
            return []
        now = self.now
        seats: list[Audience] = list(seats_of(now.chairs, person))
        board = now.terms.board and now.people[person - 1].board
        may_watch = now.terms.watch or board or person == now.host or now.stage in FINISHED or bool(seats)
        return [*seats, None] if may_watch else []

    def catch_up(self, audience: Audience, last: int, deaf_to: frozenset[Number] = NOBODY) -> list[Update] | Snapshot:
        """Return the updates that an audience has missed since `last`, or a snapshot if that is too long ago.

        Chat of the people in `deaf_to` is left out.
        """
        current = self.now.number(audience)
        if last == current:
            return []
        missed = [batch for batch in self._batches if batch.is_for(audience) and batch.after.number(audience) > last]
        if 0 < last < current and len(missed) == current - last and len(missed) <= TAIL:
            return [without_chat_of(update, deaf_to) for batch in missed if (update := batch.update(audience))]
        return self.snapshot(audience, deaf_to)

    def snapshot(self, audience: Audience, deaf_to: frozenset[Number] = NOBODY) -> Snapshot:
        """Return all that an audience may know now, with the latest lines of its log and chat."""
        lines: list[Any] = []
        for batch in reversed(self._batches):
            if len(lines) < TAIL:
                lines[:0] = batch.told(audience).lines
        said = [line for line in self._said[audience is not None] if line.who not in deaf_to]
        whole = self._painter.picture(self.now, audience)
        names = names_in_words(self.now.terms.game)
        return Snapshot(self.now.number(audience), whole, names, tuple(lines[-TAIL:]), tuple(said))

    def you(self, guest: GuestId) -> You:
        """Return what the server sends to this guest alone: their number, their seats, and the people they block."""
        now, person = self.now, self.now.person(guest)
        blocked = tuple(other for who, other in now.blocks if who == person)
        return You(person, tuple(seats_of(now.chairs, person)), person == now.host, blocked)

    def turn_of(self, guest: GuestId) -> Turn:
        """Return whose decision is missing, as this guest may know: their own seats, and others as everyone sees it."""
        now = self.now
        if now.stage is not Stage.PLAYING:
            return Turn((), ())
        own = seats_of(now.chairs, now.person(guest))
        asked = tuple(
            seat for seat in own if now.questions[seat] is not None and not (now.held[seat] or now.standing(seat))
        )
        others = tuple(seat for seat, since in enumerate(now.awaited) if since is not None and seat not in own)
        return Turn(asked, others)

    def claim_waits(self, guest: GuestId, now_ms: int, present: Collection[GuestId]) -> dict[Seat, int]:
        """Return the seats for which this guest may ask a bot to move, with the ms until then."""
        return claim_waits(self.now, guest, max(now_ms, self.now.at), present)

    def pad(self, since: int = 0) -> Pad:
        """Return the public part of the pad: its grids, and what everyone can count, from that turn on."""
        now = self.now
        if now.state is None:
            return Pad()
        grids = [
            PadGrid(grid.rows, dict(grid.columns), dict(grid.known))
            for grid in now.game.grids(now.game.view(now.state, None))
        ]
        turns = {turn: text for turn, text in now.counts.get("turns", {}).items() if int(turn) >= since}
        return Pad(
            tuple(grids),
            turns,
            now.counts.get("before", {}),
            agents_to_guess(now),
        )

    def why(self, seat: Audience, action: str, question: str = "") -> Because:
        """Say why a seat may not take an action now, or for "" what it is asked; from what this seat may know alone."""
        return asking.why(self.now, seat, action, question)

    def hint(self, seat: Audience, question: str = "") -> Hints:
        """Say what a careful player on this seat would look at; only where one person plays against bots."""
        return asking.hint(self.now, seat, question)

    def notes(self, seat: Audience) -> PadNotes | None:
        """Return the private part of a seat's pad, for this seat alone; None if nothing was ever written there."""
        pad = pad_of(self.now.pads, seat) if seat is not None else None
        if seat is None or pad is None or not pad.changes:
            return None
        return PadNotes(seat, tuple(pad.rows()), pad.text, pad.standing, pad.turn)

    def guesses(self, guest: GuestId, audience: Audience) -> OwnGuesses | None:
        """Return what a guest has guessed as a spectator, for this guest alone; None if that is nothing."""
        guess = self.now.guesses.get(self.now.person(guest)) if audience is None else None
        if guess is None:
            return None
        return OwnGuesses({str(seat): one.agent for seat, one in sorted(guess.agents.items())}, guess.named)

    def blocked_by(self, guest: GuestId) -> frozenset[Number]:
        """Return the people whom this guest has blocked."""
        return frozenset(self.you(guest).blocked) if self.now.blocks else NOBODY

    def unheard_by(self, guest: GuestId, audience: Audience) -> frozenset[Number]:
        """Return the people whose chat this guest does not get as this audience.

        These are the people whom the guest has blocked; for a player who follows as a spectator, everyone. A player who
        has left or resigned still counts as a player.
        """
        if audience is None and seats_of(self.now.chairs, self.now.person(guest)):
            return frozenset(range(1, len(self.now.people) + 1))
        return self.blocked_by(guest)

    # Export

    def past(self) -> tuple[Any, ...]:
        """Return all events of the game so far. For the server, and for workers that show a bot what its seat saw."""
        return tuple(self._events)

    def record(self) -> Record:
        """Return the complete record; for the server only."""
        return export.record(self.now, tuple(self._events))

    def export(self, audience: Audience) -> str:
        """Return the record that an audience may have: complete once nothing is secret, else as the audience saw it."""
        if self.now.state is None:
            raise Refused("stage", "the game has not started yet")
        return export.text(self.now, tuple(self._events), audience)


def _until(due: list[Due], now_ms: int | None) -> list[Due]:
    return due if now_ms is None else [one for one in due if one.at <= now_ms]


__all__ = ["SYSTEM", "Batch", "BotQuestion", "LiveTable"]
