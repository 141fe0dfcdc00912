"""One live table as a plain object: commands in, rows out; rows in, updates for each audience out. Start reading here.

    rows = table.handle(command, who, now_ms, command_id="…")   # checks everything, changes nothing; may refuse
    …the outside stores the rows, all or none; on a conflict of numbers it loads the newer ones and asks again…
    for row in rows:
        moment = table.apply(row)                               # a moment when a batch is complete
    for audience in table.audiences:
        update = moment.update(audience)                        # None: nothing for these eyes

What the server has to do by itself, `automatic`, `bot_turns` and `claims_due` say; it does it by commands of SYSTEM.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import Seat
from heimlich.record import Record, Step
from heimlich.server import decisions, export
from heimlich.server.audience import (
    Seen,
    Told,
    beside_the_game,
    hear,
    own_game,
    picture,
    public_game,
    same_table,
    seen_by,
    table_picture,
    tell,
)
from heimlich.server.commands import AnyCommand
from heimlich.server.conduct import rows_for
from heimlich.server.decisions import BotTurn, Due
from heimlich.server.fold import fold
from heimlich.server.lines import names_of
from heimlich.server.messages import ChatLine, Snapshot, Update, encode
from heimlich.server.opening import as_batch
from heimlich.server.patches import Picture, patch
from heimlich.server.preparation import Around
from heimlich.server.refusals import Refused
from heimlich.server.seats import SYSTEM, GuestId, Number, seats_of
from heimlich.server.situation import FINISHED, Audience, Situation
from heimlich.server.table_log import Row

KEPT_MOMENTS = 200  # so many batches can be caught up with; who missed more gets a snapshot
KEPT_COMMANDS = 500  # ids of commands that are known to be done
TAIL = 60  # lines of log and chat in a snapshot

NOTHING_AROUND = Around()


class Question(NamedTuple):
    """What a bot gets to decide: its seat's view, the legal actions, and the number for its command."""

    view: Any
    actions: Sequence[Any]
    number: int


class Moment:
    """A batch that has been applied: the table before and after it, and what each audience gets of it."""

    __slots__ = ("_encoded", "_painter", "_told", "_updates", "after", "batch", "before", "steps")

    def __init__(
        self,
        before: Situation | None,
        batch: tuple[Row, ...],
        after: Situation,
        steps: tuple[Step, ...],
        painter: "_Painter",
    ) -> None:
        self.before = before
        self.batch = batch
        self.after = after
        self.steps = steps
        self._painter = painter
        self._updates: dict[Audience, Update] = {}
        self._encoded: dict[Audience, bytes] = {}
        self._told: dict[Seen, Told] = {}

    def is_for(self, audience: Audience) -> bool:
        """Whether these eyes see anything of it."""
        return self.before is None or self.before.number(audience) < self.after.number(audience)

    def update(self, audience: Audience) -> Update | None:
        """What an audience gets; None if it sees nothing of this."""
        if not self.is_for(audience):
            return None
        made = self._updates.get(audience)
        if made is None:
            told = self._told_to(audience)
            changes = self._painter.changes(self.before, self.after, audience)
            number, said = self.after.number(audience), hear(self.batch, audience)
            made = self._updates[audience] = Update(number, told.events, told.lines, changes, said)
        return made

    def _told_to(self, audience: Audience) -> Told:
        seen = seen_by(self.after, self.steps, audience)
        if seen not in self._told:
            self._told[seen] = tell(self.after, self.steps, audience)
        return self._told[seen]

    def encoded(self, audience: Audience) -> bytes | None:
        """The same as it is sent; made once, however many look on."""
        update = self.update(audience)
        if update is None:
            return None
        if audience not in self._encoded:
            self._encoded[audience] = encode(update)
        return self._encoded[audience]


class _Painter:
    """Makes pictures and what changes in them, and remembers the parts that are the same for all."""

    def __init__(self) -> None:
        self._tables: list[tuple[Situation, Picture]] = []
        self._public: tuple[Situation, Situation, Picture] | None = None

    def table(self, now: Situation) -> Picture:
        """The part about the table."""
        for known, painted in self._tables:
            if known is now or same_table(known, now):
                return painted
        painted = table_picture(now)
        self._tables = [*self._tables[-1:], (now, painted)]
        return painted

    def picture(self, now: Situation, audience: Audience) -> Picture:
        """The whole picture."""
        return picture(now, audience, self.table(now))

    def changes(self, before: Situation | None, after: Situation, audience: Audience) -> Picture:
        """What has changed in an audience's picture; what is the same for all is compared once."""
        if before is None:
            return patch({}, self.picture(after, audience))
        beside = patch(beside_the_game(before, audience), beside_the_game(after, audience))
        game = self._game(before, after) | patch(own_game(before, audience), own_game(after, audience))
        table = patch(self.table(before), self.table(after))
        return {key: part for key, part in (("table", table), ("game", game)) if part} | beside

    def _game(self, before: Situation, after: Situation) -> Picture:
        if self._public is None or self._public[0] is not before or self._public[1] is not after:
            self._public = before, after, patch(public_game(before), public_game(after))
        return self._public[2]


class LiveTable:
    """The fold of a table's log, and all that can be asked of it."""

    def __init__(self) -> None:
        self._now: Situation | None = None
        self._batch: list[Row] = []
        self._moments: deque[Moment] = deque(maxlen=KEPT_MOMENTS)
        self._done: dict[tuple[GuestId, str], int] = {}
        self._events: list[Any] = []
        self._painter = _Painter()
        self._next = 0

    @classmethod
    def from_rows(cls, rows: Iterable[Row]) -> "LiveTable":
        """The table that a log has made."""
        table = cls()
        for row in rows:
            table.apply(row)
        return table

    # The log

    @property
    def now(self) -> Situation:
        """The table as it is."""
        if self._now is None:
            raise HeimlichError("this table has not been opened")
        return self._now

    @property
    def next_seq(self) -> int:
        """The number of the next row."""
        return self._next

    def apply(self, row: Row) -> Moment | None:
        """Take in a stored row; the moment that its batch makes, once that is complete."""
        if row.seq != self._next:
            raise HeimlichError(f"row {row.seq} cannot follow here; the next is {self._next}")
        self._next += 1
        self._batch.append(row)
        if row.more:
            return None
        batch, self._batch = tuple(self._batch), []
        return self._close(batch)

    def _close(self, batch: tuple[Row, ...]) -> Moment:
        before = self._now
        self._now, steps = fold(before, batch)
        self._events += [step.event for step in steps]
        first = batch[0]
        if first.command:
            self._done[first.guest, first.command] = first.seq
            while len(self._done) > KEPT_COMMANDS:
                del self._done[next(iter(self._done))]
        moment = Moment(before, batch, self._now, steps, self._painter)
        self._moments.append(moment)
        return moment

    def handle(
        self, command: AnyCommand, who: GuestId, now_ms: int, around: Around = NOTHING_AROUND, command_id: str = ""
    ) -> list[Row]:
        """The rows to append for a command; none if it is done already. Refuses by raising; changes nothing."""
        if self._batch:
            raise HeimlichError("the last batch of this table is not complete")
        if command_id and (who, command_id) in self._done:
            return []
        at = max(now_ms, self.now.at)
        return as_batch(rows_for(self.now, command, who, at, around), self._next, at, who, command_id)

    # What the server does by itself, by commands of SYSTEM

    def automatic(self, now_ms: int | None = None) -> list[Due]:
        """Answers that take effect by themselves: send each as `Decide` when it is due. With a time: those due then."""
        return _until(decisions.automatic(self.now), now_ms)

    def claims_due(self, now_ms: int | None = None) -> list[Due]:
        """Seats whose time will have run out: send `Claim` when it is due. With a time: those due then."""
        return _until(decisions.claims_due(self.now), now_ms)

    def bot_moves_due(self) -> list[BotTurn]:
        """Seats whose bot is to decide: run it on `question(seat)` and send its `Decide`."""
        return decisions.bot_turns(self.now)

    def wake_at(self) -> int | None:
        """When the server has to look at this table again, if nothing happens before; bots wait for no time."""
        return min((due.at for due in (*self.automatic(), *self.claims_due())), default=None)

    def question(self, seat: Seat) -> Question:
        """What a bot gets to decide for a seat."""
        game = self.now.game
        view = game.view(self.now.state, seat)
        return Question(view, game.legal_actions(view), self.now.number(seat))

    # Audiences

    @property
    def audiences(self) -> list[Audience]:
        """Every seat, and the spectators."""
        return [*range(len(self.now.chairs)), None]

    def audiences_of(self, guest: GuestId) -> list[Audience]:
        """With whose eyes a guest may look: of his seats, or of a spectator who has come to the table."""
        person = self.now.person(guest)
        if not person or self.now.people[person - 1].kicked:
            return []
        seats: list[Audience] = list(seats_of(self.now.chairs, person))
        if self.now.terms.watch or person == self.now.host or self.now.stage in FINISHED or seats:
            return [*seats, None]
        return []

    def updates(self, row: Row, audience: Audience) -> Update | None:
        """What an audience gets of the batch that a row closes; None for nothing, or if it was too long ago."""
        for moment in reversed(self._moments):
            if moment.batch[-1].seq == row.seq:
                return moment.update(audience)
        return None

    def catch_up(self, audience: Audience, last: int) -> list[Update] | Snapshot:
        """What an audience has missed since an update, or the whole picture if that was too long ago."""
        current = self.now.number(audience)
        if last == current:
            return []
        missed = [
            moment for moment in self._moments if moment.is_for(audience) and moment.after.number(audience) > last
        ]
        if 0 < last < current and len(missed) == current - last and len(missed) <= TAIL:
            return [update for moment in missed if (update := moment.update(audience))]
        return self.snapshot(audience)

    def snapshot(self, audience: Audience) -> Snapshot:
        """All that an audience may know now, with the end of its log and chat."""
        lines: list[Any] = []
        said: list[ChatLine] = []
        for moment in reversed(self._moments):
            if len(lines) < TAIL:
                lines[:0] = tell(moment.after, moment.steps, audience).lines
            said[:0] = hear(moment.batch, audience)
        whole = picture(self.now, audience, table_picture(self.now))
        names = {key: " ".join(order) for key, order in names_of(self.now.terms.game).items()}
        return Snapshot(self.now.number(audience), whole, names, tuple(lines[-TAIL:]), tuple(said[-TAIL:]))

    def personal(self, guest: GuestId) -> dict[str, Any]:
        """What only this guest is told: who he is here, his seats, and whom he has blocked."""
        person: Number = self.now.person(guest)
        blocked = [other for who, other in self.now.blocks if who == person]
        return {"number": person, "seats": seats_of(self.now.chairs, person), "blocked": blocked}

    # Export

    def record(self) -> Record:
        """The whole record; for the server only."""
        return export.record(self.now, tuple(self._events))

    def export(self, audience: Audience) -> str:
        """The record as an audience may have it: whole when nothing is secret any more, else as it was seen."""
        if self.now.state is None:
            raise Refused("stage", "the game has not started yet")
        return export.text(self.now, tuple(self._events), audience)


def _until(due: list[Due], now_ms: int | None) -> list[Due]:
    return due if now_ms is None else [one for one in due if one.at <= now_ms]


__all__ = ["SYSTEM", "LiveTable", "Moment", "Question"]
