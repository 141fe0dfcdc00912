"""Collect what one table holds about one guest, for a file that the guest may download.

It has the guest's own words and notes, and of the game what the guest may see anyway: the record where the game is
over, else the record as the guest's own seats have seen it.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.notes.pads import pad_of
from heimlich.server.table.rows import Reported, Row, Said
from heimlich.server.table.seats import GuestId, Number, numbers_of, seats_of
from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import Audience


class OwnRecord(Struct, frozen=True, omit_defaults=True):
    """The record that one of the guest's seats may have; without a seat: everyone's, of a game that is over."""

    record: str
    seat: int | None = None


class OwnPad(Struct, frozen=True):
    """The pad of one of the guest's seats: marks (row, column, mark), the text, and the standing answer."""

    seat: int
    marks: tuple[tuple[str, str, str], ...]
    text: str
    standing: str


class OwnWords(Struct, frozen=True, omit_defaults=True):
    """Something that the guest wrote: in a room of the chat (a text or a phrase), or as a report of a person."""

    at_ms: int
    room: str = ""
    text: str = ""
    phrase: str = ""
    reported: int = 0


class PersonalTable(Struct, frozen=True, omit_defaults=True):
    """All that a table holds about the guest."""

    table: str
    stage: str
    terms: Terms
    created_at: int
    name: str  # by which the guest is known there
    seats: tuple[int, ...] = ()
    records: tuple[OwnRecord, ...] = ()
    pads: tuple[OwnPad, ...] = ()
    words: tuple[OwnWords, ...] = ()
    guesses: dict[str, str] = {}  # as a spectator: by seat, the agent
    blocked: tuple[int, ...] = ()  # numbers of the people whose chat the guest does not want to see


def personal_table(live: LiveTable, rows: Sequence[Row], guest: GuestId) -> PersonalTable | None:
    """Collect what a table holds about a guest; None if the guest never came there."""
    now = live.now
    person = now.person(guest)
    if not person:
        return None
    seats, numbers = tuple(seats_of(now.chairs, person)), numbers_of(now.people, person)
    pads = [(seat, pad_of(now.pads, seat)) for seat in seats]
    return PersonalTable(
        table=now.table,
        stage=now.stage.value,
        terms=now.terms,
        created_at=now.created_at,
        name=now.people[person - 1].name,
        seats=seats,
        records=_records(live, seats),
        pads=tuple(OwnPad(seat, tuple(pad.rows()), pad.text, pad.standing) for seat, pad in pads if pad.changes),
        words=tuple(words for row in rows if (words := _words(row, numbers))),
        guesses=guessed.agents if (guessed := live.guesses(guest, None)) else {},
        blocked=live.you(guest).blocked,
    )


def _records(live: LiveTable, seats: Sequence[int]) -> tuple[OwnRecord, ...]:
    if live.now.state is None or not seats:
        return ()
    whose: Sequence[Audience] = [None] if live.now.is_revealed else seats
    return tuple(OwnRecord(live.export(seat), seat) for seat in whose)


def _words(row: Row, numbers: Collection[Number]) -> OwnWords | None:
    match row.data:
        case Said(who, room, text, phrase) if who in numbers:
            return OwnWords(row.at_ms, room, text, phrase)
        case Reported(who, other, reason) if who in numbers:
            return OwnWords(row.at_ms, text=reason, reported=other)
    return None
