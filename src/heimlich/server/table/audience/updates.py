"""Make the update of each audience for a batch. Audiences that see the same things share one message.

Most of an update is equal for all audiences: events, lines of the log, changes of the public table. Only what one seat
alone knows (its offer, its hand, its own clock) is added for that seat. So most audiences share one message, down to
its bytes.
"""

from typing import Any

from msgspec.structs import replace

from heimlich.record import AnyStep
from heimlich.server.table.audience.messages import Update, encode
from heimlich.server.table.audience.patches import Picture, patch
from heimlich.server.table.audience.picture import (
    Told,
    clock_changes,
    event_texts,
    hear,
    own_changes,
    own_game,
    public_game,
    same_table,
    seat_extras,
    table_picture,
    tell,
)
from heimlich.server.table.audience.visibility import Seen
from heimlich.server.table.rows import PRIVATE, Row, Said
from heimlich.server.table.seats import Number
from heimlich.server.table.situation import Audience, Situation


class Painter:
    """Makes pictures, and caches the public parts of the latest ones."""

    def __init__(self) -> None:
        self._tables: list[tuple[Situation, Picture]] = []  # the last two: before and after a batch
        self._games: list[tuple[Any, Picture]] = []

    def _table(self, now: Situation) -> Picture:
        for known, painted in self._tables:
            if same_table(known, now):
                return painted
        self._tables = [*self._tables[-1:], (now, table_picture(now))]
        return self._tables[-1][1]

    def _game(self, now: Situation) -> Picture:
        for known, painted in self._games:
            if known is now.state:
                return painted
        self._games = [*self._games[-1:], (now.state, public_game(now))]
        return self._games[-1][1]

    def picture(self, now: Situation, audience: Audience) -> Picture:
        """Return the whole picture for an audience."""
        whole: Picture = {"table": self._table(now)}
        if now.state is not None:
            whole["game"] = self._game(now) | own_game(now, audience)
        return whole | seat_extras(now, audience)

    def changes(self, before: Situation, after: Situation) -> Picture:
        """Return the public changes, while the stage stays the same."""
        changes: Picture = {}
        if not same_table(before, after):
            changes["table"] = patch(self._table(before), self._table(after))
        if before.state is not after.state:
            changes["game"] = patch(self._game(before), self._game(after))
        if before.shown is not after.shown:
            changes["clock"] = clock_changes(before, after, None)
        return {key: part for key, part in changes.items() if part}


class Batch:
    """Rows that are stored together, the table before and after them, and the update of each audience.

    `LiveTable.handle` computes it once, before its rows are stored; `LiveTable.accept` applies it afterwards.
    """

    __slots__ = ("_encoded", "_painter", "_told", "_updates", "after", "before", "rows", "seen", "steps")

    def __init__(
        self,
        before: Situation | None,
        rows: tuple[Row, ...],
        after: Situation,
        steps: tuple[AnyStep, ...],
        seen: tuple[Seen, ...],
        painter: Painter,
    ) -> None:
        self.before = before
        self.rows = rows
        self.after = after
        self.steps = steps
        self.seen = seen
        self._painter = painter
        self._told: dict[int, Told] = {}
        self._updates: list[Update | None] = []  # for each seat, and last for the spectators; empty until made
        self._encoded: dict[int, bytes] = {}

    def forget(self) -> None:
        """Drop the cached updates, which can be made again: they are rarely needed once they have been sent."""
        self._updates = []
        self._encoded = {}

    def is_for(self, audience: Audience) -> bool:
        """Tell whether an audience gets an update for this batch."""
        return self.before is None or self.before.number(audience) < self.after.number(audience)

    def update(self, audience: Audience) -> Update | None:
        """Return an audience's update; None if it sees nothing of this batch."""
        if not self._updates:
            self._updates = self._make()
        return self._updates[-1 if audience is None else audience]

    def encoded(self, audience: Audience) -> bytes | None:
        """Return an audience's update as bytes; audiences that share an update share this object, too."""
        update = self.update(audience)
        if update is None:
            return None
        text = self._encoded.get(id(update))
        if text is None:
            text = self._encoded[id(update)] = encode(update)
        return text

    @property
    def is_private(self) -> bool:
        """Tell whether nobody but one seat's player may notice anything of this batch."""
        return isinstance(self.rows[0].data, PRIVATE)

    @property
    def is_chat(self) -> bool:
        """Tell whether this batch is a chat message."""
        return isinstance(self.rows[0].data, Said)

    def told(self, audience: Audience) -> Told:
        """Return the events and lines of the log that an audience sees."""
        seen = self.seen[-1 if audience is None else audience]
        told = self._told.get(id(seen))
        if told is None:
            told = self._told[id(seen)] = tell(self.after, self.steps, seen, audience, event_texts(self.rows))
        return told

    def _make(self) -> list[Update | None]:
        before, after = self.before, self.after
        audiences: list[Audience] = [*range(len(after.chairs)), None]
        if before is None or before.state is None or before.stage is not after.stage:
            return [self._compare(audience) if self.is_for(audience) else None for audience in audiences]
        public = self._painter.changes(before, after)
        shared: dict[tuple[Any, ...], Update] = {}
        updates: list[Update | None] = []
        for audience, old, number in zip(audiences, before.numbers, after.numbers, strict=True):
            if number == old:
                updates.append(None)
                continue
            told, said = self.told(audience), hear(self.rows, audience)
            own = None if audience is None else own_changes(before, after, audience)
            if own is not None:
                updates.append(Update(number, *told, _with_own(public, own), said))
                continue
            key = number, id(told), said
            update = shared.get(key)
            if update is None:
                update = shared[key] = Update(number, *told, public, said)
            updates.append(update)
        return updates

    def _compare(self, audience: Audience) -> Update:
        """Make an update by comparing whole pictures: when the stage changes, any part may change."""
        before, after, painter = self.before, self.after, self._painter
        old = {} if before is None else painter.picture(before, audience)
        changes = patch(old, painter.picture(after, audience))
        return Update(after.number(audience), *self.told(audience), changes, hear(self.rows, audience))


def _with_own(public: Picture, own: Picture) -> Picture:
    """Merge the public changes with a seat's own: `game` gets both; elsewhere the seat's own replace the public."""
    changes = public | own
    if "game" in public and "game" in own:
        changes["game"] = public["game"] | own["game"]
    return {key: part for key, part in changes.items() if part != {}}


def without_chat_of(update: Update, people: frozenset[Number]) -> Update:
    """Return the update without chat of these people; the given object itself if it has none."""
    heard = tuple(line for line in update.c if line.who not in people)
    return update if len(heard) == len(update.c) else replace(update, c=heard)
