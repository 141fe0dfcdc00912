"""Write a table's record as text: complete once nothing in it is secret, before that as one audience saw it."""

from typing import Any

from heimlich.fairness import FairFacts, with_facts
from heimlich.record import Record, as_seen, closed
from heimlich.server.table.seats import Chair
from heimlich.server.table.situation import Audience, Situation


def record(now: Situation, events: tuple[Any, ...]) -> Record:
    """Return the complete record of the game so far, secrets included."""
    names = tuple(_name(seat, chair, now.names[seat]) for seat, chair in enumerate(now.chairs))
    return closed(Record(now.terms.game, now.rules, names, events), now.game, now.state)


def _name(seat: int, chair: Chair, name: str) -> str:
    if chair.bot:
        return f"{name} ({chair.bot})"
    return " ".join(name.split()) or f"Guest {seat + 1}"


def text(now: Situation, events: tuple[Any, ...], audience: Audience) -> str:
    """Return the record that an audience may have, with the public facts about its dice."""
    whole = record(now, events)
    shown = str(whole if now.is_revealed else as_seen(whole, now.game, audience))
    if now.script:  # its dice follow a record: there is nothing to check
        return shown
    facts = FairFacts(now.table, now.commitment, now.seed if now.seed_is_public else None, dict(now.entropies))
    return with_facts(shown, facts)
