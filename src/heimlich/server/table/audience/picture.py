"""What an audience sees: the picture of a table, built up from what it may know, and what an update tells.

A picture has these parts; what would be empty is left out.

- `table`, the same for all: `id`, `stage` (waiting, playing, paused, over by the rules, ended by agreement, closed),
  `terms`, `version` of the rules, the number of the `host`; `people` by number (`name`, `gone`, `board`); `seats` that
  are taken (`who`, and the reason of a `stand_in`: time, left or resigned; or a `bot` and its `name`); `fair` (the
  commitment, what each seat added, the seed and the tables that shared it once that is no secret); `wishes` (who wants
  a pause, going on or an end); `rematch` and `rematch_of`; whether it is a `duplicate` (its deal and dice are
  those of a table that was over, so that anyone can know them); what becomes of hidden things if the table is
  `abandoned`; and `afterwords`, by seat, a little after the end: what its bot says of the game, as `lines` of the log,
  and `at` what time
- `game`, once it has started: what this audience sees of it, its own things as `own`
- `offer`: what this seat may decide now
- `me`: the answer of this seat that is `held` until the table's pace has passed; a `stand_in` that the others do not
  know of yet
- `clock`, by seat: the time `left` in ms when it last stood still, and `since` when it runs
- `revealed`, after an agreed end: what was each seat's own
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from heimlich.game import Line, Seat
from heimlich.offer import Offer
from heimlich.record import AnyStep
from heimlich.server.table.audience.lines import names_of, pack_line, pack_offer
from heimlich.server.table.audience.messages import ChatLine
from heimlich.server.table.audience.patches import Picture, patch
from heimlich.server.table.audience.visibility import Seen
from heimlich.server.table.chat import PLAYERS_ROOM
from heimlich.server.table.clocks import NoClock, SeatClock
from heimlich.server.table.rows import Decided, Happened, Row, Said
from heimlich.server.table.seats import Chair, Person
from heimlich.server.table.situation import Audience, Situation, Stage

# What becomes of hidden things when a table is given up without an end; said beforehand, in every picture.
ABANDONED = "hidden"


class Told(NamedTuple):
    """What an audience is told of a batch: events, and lines of the log."""

    events: tuple[str, ...]
    lines: tuple[Any, ...]


def event_texts(batch: Sequence[Row]) -> list[str]:
    """The notation of a batch's steps, as it stands in the log already."""
    return [
        f"{data.seat + 1}: {data.action}" if isinstance(data, Decided) else data.event
        for data in [row.data for row in batch]
        if isinstance(data, Decided | Happened)
    ]


def tell(now: Situation, steps: Sequence[AnyStep], seen: Seen, audience: Audience, texts: Sequence[str]) -> Told:
    """The game's steps, of which an audience has seen these events. Who has seen the same is told the same."""
    game = now.game
    events: list[str] = []
    lines: list[Line] = []
    for step, shown, text in zip(steps, seen, texts, strict=True):
        if shown:
            before, event, after = step
            events += [text if one is event else str(one) for one in shown]
            lines += game.log(game.view(before, audience), shown, game.view(after, audience))
    names = names_of(game.id)
    return Told(tuple(events), tuple([pack_line(line, names) for line in lines]))


def hear(batch: Sequence[Row], audience: Audience) -> tuple[ChatLine, ...]:
    """What was said in an audience's room; a message is a batch of its own."""
    data = batch[0].data
    if not isinstance(data, Said) or (data.room == PLAYERS_ROOM) != (audience is not None):
        return ()
    return (ChatLine(data.who, batch[0].at_ms, data.text, data.phrase),)


def public_game(now: Situation) -> Picture:
    """What everyone sees of the game."""
    return now.game.public_display(now.game.view(now.state, None))


def own_game(now: Situation, audience: Audience) -> Picture:
    """What one seat alone sees of the game."""
    return {} if audience is None else {"own": now.game.own_display(now.game.view(now.state, audience))}


def beside_the_game(now: Situation, audience: Audience) -> Picture:
    """Clocks, what this seat may decide, and what was revealed by agreement."""
    whole: Picture = {}
    if now.state is None:
        return whole
    game = now.game
    clocks = _clocks(now, audience)
    if clocks:
        whole["clock"] = clocks
    if audience is not None:
        offer = _offer(now, audience)
        whole |= {} if offer is None else {"offer": pack_offer(offer)}
        whole |= _me(now, audience)
    if now.stage is Stage.ENDED:
        seats = range(len(now.chairs))
        whole["revealed"] = [game.display(game.view(now.state, seat)).get("own", {}) for seat in seats]
    return whole


def _offer(now: Situation, seat: Seat) -> Offer | None:
    question = now.questions[seat]
    return None if question is None or now.held[seat] else question.offer


def _me(now: Situation, seat: Seat) -> Picture:
    """What only this seat knows of itself beside the game, if there is anything."""
    held, chair = now.held[seat], now.chairs[seat]
    me = {"held": held} if held else {}
    if chair.unseen:
        me["stand_in"] = chair.stand_in
    return {"me": me} if me else {}


def own_changes(before: Situation, after: Situation, seat: Seat) -> Picture | None:
    """What has changed for one seat alone while the game went on; None for nothing.

    Of the game, what is a seat's own is made from the secrets, and of nothing else. The clock is there if this seat's
    own shows it more than the others see of it.
    """
    changes: Picture = {}
    if before.state is not after.state and before.state.secrets is not after.state.secrets:
        game = patch(own_game(before, seat), own_game(after, seat))
        if game:
            changes["game"] = game
    if before.questions[seat] is not after.questions[seat] or before.held is not after.held:
        old, new = _offer(before, seat), _offer(after, seat)
        if old != new:
            changes["offer"] = None if new is None else pack_offer(new)
    if before.held is not after.held or before.chairs is not after.chairs:
        changes |= patch(_me(before, seat), _me(after, seat))
    if any(now.clocks[seat] is not now.shown[seat] and now.clocks[seat] != now.shown[seat] for now in (before, after)):
        changes["clock"] = clock_changes(before, after, seat)
    return changes or None


def clock_changes(before: Situation, after: Situation, audience: Audience) -> Picture:
    """What has changed in the clocks, as far as an audience may know."""
    return patch(_clocks(before, audience), _clocks(after, audience))


def _clocks(now: Situation, audience: Audience) -> Picture:
    """Time left and since when it passes; of the others only what does not tell whether they have answered."""
    if isinstance(now.terms.clock, NoClock):
        return {}
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
        "seats": _seats(now),
        "fair": _fair(now),
        "abandoned": ABANDONED,
    }
    wishes = {to: [who for what, who in now.consents if what == to] for to in ("pause", "resume", "end")}
    if any(wishes.values()):
        whole["wishes"] = {to: people for to, people in wishes.items() if people}
    if now.afterwords:
        whole["afterwords"] = {str(seat): {"at": at, "lines": list(lines)} for seat, at, lines in now.afterwords}
    if now.rematch:
        whole["rematch"] = now.rematch
    if now.rematch_of:
        whole["rematch_of"] = now.rematch_of
    if now.plays_again:
        whole["duplicate"] = True
    return whole


def _person(person: Person) -> Picture:
    told: Picture = {"name": person.name}
    if not person.here:
        told["gone"] = True
    if person.board:
        told["board"] = True
    return told


def _seats(now: Situation) -> Picture:
    """Those that are taken."""
    seats = enumerate(zip(now.chairs, now.names, strict=True))
    return {str(seat): _chair(chair, name) for seat, (chair, name) in seats if not chair.free}


def _chair(chair: Chair, name: str) -> Picture:
    if chair.bot:
        return {"bot": chair.bot, "name": name}
    picture: Picture = {"who": chair.who}
    if chair.name:
        picture["name"] = chair.name
    if chair.stand_in and not chair.unseen:
        picture["stand_in"] = chair.stand_in
    return picture


def _fair(now: Situation) -> Picture:
    """The commitment from the beginning, the seed when it is no secret any more, and which tables shared it."""
    fair: Picture = {"commitment": now.commitment}
    if now.entropies:
        fair["entropy"] = {str(seat): entropy.hex() for seat, entropy in now.entropies}
    if now.seed_is_public:
        fair["seed"] = now.seed.hex()
        twins = [table for table, _ in now.twins] or [now.twin_of] * now.plays_again
        if twins:
            fair["twins"] = twins
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
        and one.afterwords is other.afterwords
        and one.twins is other.twins
    )
