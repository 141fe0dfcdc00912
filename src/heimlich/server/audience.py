"""What an audience sees: the picture of a table, built up from what it may know, and what an update tells.

A picture has these parts: `table` (who sits where, stage, terms: the same for all), `game` (the view, by the game's
display), `offer` (what this seat may decide), `me` (what only this seat knows of itself beside the game), `clock`, and
`revealed` after an agreed end.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from heimlich.game import Line
from heimlich.record import Step
from heimlich.server.chat import PLAYERS_ROOM
from heimlich.server.clocks import NoClock, SeatClock
from heimlich.server.lines import names_of, pack_line, pack_offer
from heimlich.server.messages import ChatLine
from heimlich.server.patches import Picture
from heimlich.server.seats import Chair, Person
from heimlich.server.situation import Audience, Situation, Stage
from heimlich.server.table_log import Row, Said

# What becomes of hidden things when a table is given up without an end; said beforehand, in every picture.
ABANDONED = "hidden"


class Told(NamedTuple):
    """What an audience is told of a batch: events, and lines of the log."""

    events: tuple[str, ...]
    lines: tuple[Any, ...]


Seen = tuple[tuple[Any, ...], ...]


def seen_by(now: Situation, steps: Sequence[Step], audience: Audience) -> Seen:
    """The events that an audience sees of each step. Who sees the same is told the same."""
    return tuple(tuple(now.game.seen(*step, audience)) for step in steps)


def tell(now: Situation, steps: Sequence[Step], audience: Audience) -> Told:
    """The game's steps, as an audience sees them."""
    game = now.game
    events: list[str] = []
    lines: list[Line] = []
    for step, seen in zip(steps, seen_by(now, steps, audience), strict=True):
        if not seen:
            continue
        events += map(str, seen)
        lines += game.log(game.view(step.before, audience), seen, game.view(step.after, audience))
    names = names_of(game.id)
    return Told(tuple(events), tuple(pack_line(line, names) for line in lines))


def hear(batch: Sequence[Row], audience: Audience) -> tuple[ChatLine, ...]:
    """What was said in an audience's room."""
    return tuple(
        ChatLine(row.data.who, row.at_ms, row.data.text, row.data.phrase)
        for row in batch
        if isinstance(row.data, Said) and (row.data.room == PLAYERS_ROOM) == (audience is not None)
    )


def picture(now: Situation, audience: Audience, table: Picture) -> Picture:
    """All that an audience may know; `table` is the part that is the same for all."""
    whole: Picture = {"table": table}
    if now.state is not None:
        whole["game"] = now.served.display(now.game.view(now.state, audience))
    return whole | beside_the_game(now, audience)


def public_game(now: Situation) -> Picture:
    """What everyone sees of the game."""
    return {} if now.state is None else now.served.public(now.game.view(now.state, None))


def own_game(now: Situation, audience: Audience) -> Picture:
    """What one seat alone sees of the game."""
    if now.state is None or audience is None:
        return {}
    return {"own": now.served.own(now.game.view(now.state, audience))}


def beside_the_game(now: Situation, audience: Audience) -> Picture:
    """Clocks, what this seat may decide, and what was revealed by agreement."""
    whole: Picture = {}
    if now.state is None:
        return whole
    game = now.game
    if not isinstance(now.terms.clock, NoClock):
        whole["clock"] = _clocks(now, audience)
    if audience is not None:
        whole |= _own(now, audience)
    if now.stage is Stage.ENDED:
        seats = range(len(now.chairs))
        whole["revealed"] = [now.served.display(game.view(now.state, seat)).get("own", {}) for seat in seats]
    return whole


def _own(now: Situation, seat: int) -> Picture:
    own: Picture = {}
    question, held, chair = now.questions[seat], now.held[seat], now.chairs[seat]
    if question is not None and not held:
        own["offer"] = pack_offer(question.offer)
    me = {"held": held} if held else {}
    if chair.unseen:
        me["stand_in"] = chair.stand_in
    return own | {"me": me} if me else own


def _clocks(now: Situation, audience: Audience) -> Picture:
    """Time left and since when it passes; of the others only what does not tell whether they have answered."""
    return {
        str(seat): _clock(now.clocks[seat] if seat == audience else now.shown[seat]) for seat in range(len(now.chairs))
    }


def _clock(clock: SeatClock) -> Picture:
    return {"left": clock.left} if clock.since is None else {"left": clock.left, "since": clock.since}


def table_picture(now: Situation) -> Picture:
    """What everyone may know of the table beside the game."""
    whole: Picture = {
        "id": now.table,
        "stage": now.stage.value,
        "terms": msgspec.to_builtins(now.terms),
        "version": now.rules.version,
        "host": now.host,
        "people": {str(number): _person(person) for number, person in enumerate(now.people, 1)},
        "seats": {str(seat): _chair(chair) for seat, chair in enumerate(now.chairs) if not chair.free},
        "fair": _fair(now),
        "abandoned": ABANDONED,
    }
    wishes = {to: [who for what, who in now.consents if what == to] for to in ("pause", "resume", "end")}
    if any(wishes.values()):
        whole["wishes"] = {to: people for to, people in wishes.items() if people}
    if now.rematch:
        whole["rematch"] = now.rematch
    if now.rematch_of:
        whole["rematch_of"] = now.rematch_of
    return whole


def _person(person: Person) -> Picture:
    return {"name": person.name} if person.here else {"name": person.name, "gone": True}


def _chair(chair: Chair) -> Picture:
    if chair.bot:
        return {"bot": chair.bot}
    return {"who": chair.who, "stand_in": chair.stand_in} if chair.stand_in and not chair.unseen else {"who": chair.who}


def _fair(now: Situation) -> Picture:
    """The commitment from the beginning, the seed when it is no secret any more, and which tables shared it."""
    fair: Picture = {"commitment": now.commitment}
    if now.entropies:
        fair["entropy"] = {str(seat): entropy.hex() for seat, entropy in now.entropies}
    if now.seed_is_public:
        fair["seed"] = now.seed.hex()
        if now.twins:
            fair["twins"] = [table for table, _ in now.twins]
    return fair


def same_table(one: Situation, other: Situation) -> bool:
    """Whether the part that is the same for all is the same, cheaply: of what it is made of, nothing was replaced."""
    return (
        one.people is other.people
        and one.chairs is other.chairs
        and one.stage is other.stage
        and one.host == other.host
        and one.entropies is other.entropies
        and one.consents is other.consents
        and one.rematch == other.rematch
        and one.twins is other.twins
    )
