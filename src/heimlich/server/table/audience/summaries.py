"""The summary of a table for the lobby, and for anyone who opens its link: public facts only."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from heimlich.server.table.setup.terms import Terms
from heimlich.server.table.situation import FINISHED, Situation


class SeatSummary(Struct, frozen=True, omit_defaults=True):
    """A seat: free, a person's, or a bot's."""

    name: str = ""
    bot: str = ""
    taken: bool = False


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """The facts that anyone with the link may know about a table."""

    table: str
    stage: str
    terms: Terms
    host: str
    seats: tuple[SeatSummary, ...]
    people: int
    created_at: int
    commitment: str
    rematch_of: str = ""
    duplicate: bool = False  # the deal and dice are those of a finished table, so anyone can look them up
    lesson: str = ""  # the lesson that is given there
    twin_of: str = ""  # that finished table; sent only once this one is over, too
    deal: int = 0  # of a season, from 1


_decoder = msgspec.json.Decoder(TableSummary)


def summary_of(now: Situation) -> TableSummary:
    """Return the summary of a table."""
    seats = tuple(
        SeatSummary(name, chair.bot, not chair.free) for chair, name in zip(now.chairs, now.names, strict=True)
    )
    return TableSummary(
        table=now.table,
        stage=now.stage.value,
        terms=now.terms,
        host=now.people[now.host - 1].name,
        seats=seats,
        people=sum(person.here and not person.kicked for person in now.people),
        created_at=now.created_at,
        commitment=now.commitment,
        rematch_of=now.rematch_of,
        duplicate=now.plays_again,
        lesson=now.lesson,
        twin_of=now.twin_of if now.seed_is_public else "",
        deal=now.deal + 1 if now.season else 0,
    )


def encode_summary(summary: TableSummary) -> str:
    """Encode a summary for the list of tables."""
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> TableSummary | None:
    """Decode a summary; None if it cannot be read, so that one damaged summary does not hide all other tables."""
    try:
        return decode_summary(text)
    except msgspec.MsgspecError:
        return None


def decode_summary(text: str) -> TableSummary:
    """Decode a summary; drop `twin_of` of a running table, which earlier versions wrote."""
    summary = _decoder.decode(text)
    return replace(summary, twin_of="") if summary.twin_of and summary.stage not in FINISHED else summary
