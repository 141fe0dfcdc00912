"""Telling those who follow a table what has happened: each what his eyes may see, made once for all who see the same.

Someone who has asked for what happened gets it together with the answer to that, in one go: `tell` hands his part back.
Chat of those whom a follower has blocked is left out of what he gets, and so is the spectators' chat for whoever has a
seat; the update keeps its number, and nobody else can tell.
"""

from collections import Counter

from heimlich.server.entries import Entry, Follower
from heimlich.server.messages import encode
from heimlich.server.situation import Situation
from heimlich.server.updates import Batch, without_chat_of
from heimlich.server.wires import framed


def tell(entry: Entry, batch: Batch, counters: Counter[str], asker: Follower | None = None) -> bytes:
    """Tell all who follow; what the one who asked is to be sent with his answer, if anything."""
    before, after = batch.before, batch.after
    same = before is not None and same_people(before, after)
    spoken = batch.is_chat
    kept = text = frame = b""
    for audience, group in entry.followers.items():
        own = batch.encoded(audience)
        if own is None:
            continue
        if own is not text:
            text, frame = own, framed(own)
        for follower in group:
            if spoken:
                follower.tell(_without_unheard_chat(entry, batch, follower, frame))
            elif follower is asker and same:
                kept = frame
            else:
                follower.tell(frame)
        counters["updates"] += len(group)
        counters["update_bytes"] += len(group) * len(text)
    if not same:
        _tell_who_they_are(entry)
    return kept


def same_people(before: Situation, after: Situation) -> bool:
    """Whether everyone is at the table what he was."""
    return (
        before.chairs is after.chairs
        and before.people is after.people
        and before.blocks is after.blocks
        and before.host == after.host
    )


def _without_unheard_chat(entry: Entry, batch: Batch, follower: Follower, frame: bytes) -> bytes:
    """What one gets who is not to hear some."""
    unheard = entry.table.unheard_by(follower.guest.id, follower.audience)
    update = batch.update(follower.audience)
    assert update is not None
    heard = without_chat_of(update, unheard)
    return frame if heard is update else framed(encode(heard))


def _tell_who_they_are(entry: Entry) -> None:
    """Seats, host or blocks have changed: each learns what is his, and who may not look on any more is shut out."""
    for follower in entry.everyone():
        if follower.audience in entry.table.audiences_of(follower.guest.id):
            follower.introduce(entry.table.you(follower.guest.id))
        else:
            follower.shut_out()
