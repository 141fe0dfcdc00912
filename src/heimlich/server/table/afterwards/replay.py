"""Play a record again as a table: the messages that an audience of that game would have received.

Boards need no second way of showing a game: a replay is a snapshot and updates, as on a live connection. Nothing in a
replay asks for a decision. There is a stream for each audience (every seat, and the spectators), and one that shows
everything: the spectators' messages, to which `revealed` adds what each seat alone knew.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from heimlich.bots.registry import is_partner
from heimlich.fairness import SEED_BYTES
from heimlich.game import AnyGame, Decision
from heimlich.games import GAMES
from heimlich.record import AnyStep, Record, read_record
from heimlich.record import replay as play_again
from heimlich.server.table.audience.messages import Snapshot, Update
from heimlich.server.table.audience.patches import Picture
from heimlich.server.table.audience.updates import Batch
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, BotAdded, Came, Created, Decided, Happened, Row, Sat, Started
from heimlich.server.table.setup.bounds import check_bounds
from heimlich.server.table.setup.naming import usable_name
from heimlich.server.table.setup.opening import number_rows
from heimlich.server.table.setup.terms import Terms, check_choice, served_game
from heimlich.server.table.situation import Audience, Situation

LARGEST_RECORD = 48 * 1024  # characters; the longest game among the golden records has 23,000
MOST_EVENTS = 6000
TABLE = "replay"  # the id of the table at which a record is played again
# Parts of a picture that mean something at a live table only: a replay asks nothing and runs no clock, and the
# commitment of its table says nothing about the dice of the record.
LIVE_PARTS = ("offer", "me", "clock")
LIVE_PARTS_OF_TABLE = ("fair", "abandoned")


class Stream(Struct, frozen=True):
    """The messages of one viewpoint: the table after the deal, then updates, each with the number of its moment."""

    first: Snapshot
    updates: tuple[Update, ...]
    moments: tuple[int, ...]  # of each update, from 1; the same numbers in all streams of a replay


class Replay(Struct, frozen=True, omit_defaults=True):
    """A game as messages: a stream for the spectators (`public`), for each seat, and with everything revealed.

    `guarded`: it is a deal of a season that is still on. Most others may not look at it, so nobody can share it.
    """

    seats: tuple[str, ...]
    moments: int
    public: Stream
    by_seat: tuple[Stream, ...]
    everything: Stream
    guarded: bool = False


def read_foreign_record(text: str) -> Record:
    """Read a record that anyone may have sent: of bounded size, with rules that a table here could have."""
    if len(text) > LARGEST_RECORD:
        raise Refused("record", f"a record has at most {LARGEST_RECORD // 1024} kB here")
    record = read_record(text, GAMES, check_choice)
    if len(record.events) > MOST_EVENTS:
        raise Refused("record", f"a record has at most {MOST_EVENTS} events here")
    check_bounds(record.game, GAMES[record.game].ruleset(record.rules), len(record.seats))
    return record


def replay(record: Record, *, guarded: bool = False) -> Replay:
    """Return a record's game as messages for every viewpoint. A record with an illegal event is refused by line."""
    table, batches = _begin(record)
    public = _Stream(table, None)
    seats = [_Stream(table, seat) for seat in range(len(record.seats))]
    everything = _Stream(table, None, reveals=True)
    moment = 0
    for moment, batch in enumerate(batches, 1):
        for stream in (public, *seats, everything):
            stream.add(moment, batch)
    by_seat = tuple(stream.made() for stream in seats)
    return Replay(record.seats, moment, public.made(), by_seat, everything.made(), guarded)


def replay_openly(record: Record) -> tuple[Stream, LiveTable]:
    """Return what spectators saw of a game, and its table after the last event; no other viewpoint is made."""
    return replay_for(record, None)


def replay_for(record: Record, audience: Audience) -> tuple[Stream, LiveTable]:
    """Return what one audience saw of a game, and its table after the last event; no other viewpoint is made."""
    table, batches = _begin(record)
    stream = _Stream(table, audience)
    for moment, batch in enumerate(batches, 1):
        stream.add(moment, batch)
    return stream.made(), table


def _begin(record: Record) -> tuple[LiveTable, Iterator[Batch]]:
    """Return the table after the deal, and the batches that follow: each is applied when it is taken."""
    opening = _opening(record)
    rows = _batches(play_again(record, served_game(record.game)), len(opening))
    table = LiveTable.from_rows((*opening, *next(rows)))
    return table, (next(filter(None, map(table.apply, batch))) for batch in rows)


class _Stream:
    """A stream in the making."""

    def __init__(self, table: LiveTable, audience: Audience, *, reveals: bool = False) -> None:
        self._audience, self._reveals = audience, reveals
        self._own = _own_things(table.now) if reveals else []
        snapshot = table.snapshot(audience)
        revealed = {"revealed": self._own} if reveals else {}
        self._first = replace(snapshot, n=1, p=_without_live_parts(snapshot.p) | revealed)
        self._updates: list[Update] = []
        self._moments: list[int] = []

    def add(self, moment: int, batch: Batch) -> None:
        """Add what the audience sees of a batch, if it sees anything."""
        update = batch.update(self._audience)
        changes = _without_live_parts(update.p) if update else {}
        if self._reveals and (own := _own_things(batch.after)) != self._own:
            self._own = changes["revealed"] = own
        if update is None and not changes:
            return
        self._moments.append(moment)
        self._updates.append(replace(update or Update(1), n=len(self._moments) + 1, p=changes))

    def made(self) -> Stream:
        return Stream(self._first, tuple(self._updates), tuple(self._moments))


def _opening(record: Record) -> tuple[Row, ...]:
    """Return the rows of a table at which the record's players have sat down."""
    terms = Terms(record.game, record.rules.edition, len(record.seats), record.rules.variants, record.rules.house)
    data: list[AnyData] = []
    people = 0
    for seat, name in enumerate(record.seats):
        person, bot = player_of(record.game, name)
        if bot:
            data.append(BotAdded(seat, bot))
            continue
        people += 1
        data += [Came(f"player-{seat}", usable_name(person)), Sat(people + 1, seat)]
    created = Created(TABLE, terms, record.rules.version or 1, "nobody", "", bytes(SEED_BYTES).hex())
    return number_rows([created, *data], 0, 0)


def player_of(game: str, name: str) -> tuple[str, str]:
    """Split `Vera (careful)` into a name and a bot; a person has no bot."""
    person, _, rest = name.rpartition(" (")
    bot = rest.removesuffix(")")
    return (person, bot) if rest.endswith(")") and is_partner(game, bot) else (name, "")


def _batches(steps: Iterator[AnyStep], seq: int) -> Iterator[tuple[Row, ...]]:
    """Yield the rows of each batch, numbered from `seq`: the start with the deal, then decisions with their chance."""
    waiting: list[AnyData] = [Started()]
    for step in steps:
        if isinstance(step.event, Decision):
            yield number_rows(waiting, seq, 0)
            seq += len(waiting)
            waiting = [Decided(step.event.seat, str(step.event.action))]
        else:
            waiting.append(Happened(str(step.event)))
    yield number_rows(waiting, seq, 0)


def _own_things(now: Situation) -> list[Picture]:
    """Return what each seat alone knows."""
    game: AnyGame = now.game
    return [game.own_display(game.view(now.state, seat)) for seat in range(len(now.chairs))]


def _without_live_parts(picture: dict[str, Any]) -> Picture:
    kept = {key: part for key, part in picture.items() if key not in LIVE_PARTS}
    table = kept.get("table")
    if table is not None:
        kept["table"] = {key: part for key, part in table.items() if key not in LIVE_PARTS_OF_TABLE}
    return kept
