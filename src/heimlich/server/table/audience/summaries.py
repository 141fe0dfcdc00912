"""How a table is told of in the lobby and to those who follow its link: public things only."""

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from heimlich.server.table.situation import FINISHED, Situation
from heimlich.server.table.terms import Terms


class SeatSummary(Struct, frozen=True, omit_defaults=True):
    """A seat: free, a person's, or a bot's."""

    name: str = ""
    bot: str = ""
    taken: bool = False


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """What anyone may know of a table who has its link."""

    table: str
    stage: str
    terms: Terms
    host: str
    seats: tuple[SeatSummary, ...]
    people: int
    created_at: int
    commitment: str
    rematch_of: str = ""
    duplicate: bool = False  # the deal and dice of a table that was over: whoever looks that up knows them
    twin_of: str = ""  # which one, told when this one is over, too


_decoder = msgspec.json.Decoder(TableSummary)


def summary_of(now: Situation) -> TableSummary:
    """A table as it stands."""
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
        twin_of=now.twin_of if now.seed_is_public else "",
    )


def encode_summary(summary: TableSummary) -> str:
    """As it is kept in the list of tables."""
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> TableSummary | None:
    """From the list of tables; None where that cannot be read, so that one such table does not hide all others."""
    try:
        return decode_summary(text)
    except msgspec.MsgspecError:
        return None


def decode_summary(text: str) -> TableSummary:
    """From the list of tables; earlier versions wrote there of a running table whose deal it shares."""
    summary = _decoder.decode(text)
    return replace(summary, twin_of="") if summary.twin_of and summary.stage not in FINISHED else summary
