"""The picture of a table for one audience, made only of what that audience may know; and the contents of updates.

A picture has these parts; empty ones are left out.

- `table`, equal for all audiences: `id`; `stage` (waiting, playing, paused, over by the rules, ended by agreement,
  closed); `terms`; `version` of the rules; number of the `host`; `people` by number (`name`, `gone`, `board`); taken
  `seats` (`who`, and the reason of a `stand_in`: time, left or resigned; or a `bot` and its `name`); `fair` (the
  commitment, the entropy of each seat, and, once they are public, the seed and the tables that shared it), or, where
  dice and bots follow a record, the `lesson` that is given; `wishes`
  (the people who want to pause, resume or end); `rematch` and `rematch_of`; `duplicate` (true if deal and dice are
  those of a finished table, so that anyone can know them); `deal` (of a season, from 1); `guesses` of spectators, after
  the end, the best first (`agents` by seat, how many are `right`, `points`, and `who` it was if they agreed); `pads` by
  seat, after the end (`marks` and `text` of those who have shown theirs); `abandoned` (what happens to hidden things if
  the table is closed); `afterwords` by seat, shortly after the end (a bot's comments on the game as `lines`, and the
  time `at`)
- `game`, once it has started: what this audience sees of it; a seat's own things as `own`
- `offer`: the possible decisions of this seat
- `me`: this seat's answer that is `held` until it takes effect, and whether it was `standing`: the player had asked the
  server to answer such questions; a `stand_in` that the others do not know of yet; in a lesson, the number of decisions
  that this seat has `decided`
- `clock`, by seat: the time `left` in ms when it last stopped, and `since` when it has been running
- `revealed`, after an end by agreement: each seat's own things
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from heimlich.game import Line, Seat
from heimlich.games import part_of
from heimlich.offer import Offer
from heimlich.record import AnyStep
from heimlich.server.table.audience.lines import names_of, pack_line, pack_offer
from heimlich.server.table.audience.messages import ChatLine
from heimlich.server.table.audience.patches import Picture, patch
from heimlich.server.table.audience.visibility import Seen
from heimlich.server.table.chat import PLAYERS_ROOM
from heimlich.server.table.clocks import NoClock, SeatClock
from heimlich.server.table.notes.guesses import judge
from heimlich.server.table.rows import Decided, Happened, Row, Said
from heimlich.server.table.seats import Chair, Person
from heimlich.server.table.situation import FINISHED, Audience, Situation, Stage

# Every picture announces that hidden things stay hidden if the table is closed without a result.
ABANDONED = "hidden"


class Told(NamedTuple):
    """The part of an update that describes a batch: events in notation, and lines of the log."""

    events: tuple[str, ...]
    lines: tuple[Any, ...]


def event_texts(batch: Sequence[Row]) -> list[str]:
    """Return the notation of a batch's steps, which the log already contains."""
    return [
        f"{data.seat + 1}: {data.action}" if isinstance(data, Decided) else data.event
        for data in [row.data for row in batch]
        if isinstance(data, Decided | Happened)
    ]


def tell(now: Situation, steps: Sequence[AnyStep], seen: Seen, audience: Audience, texts: Sequence[str]) -> Told:
    """Return the events and lines for an audience that has seen these events of the steps.

    Audiences that have seen equal events get equal results.
    """
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
    """Return the chat message of a batch, if it was sent in the audience's room; each message is its own batch.

    A message without text and phrase is that of a guest who has been forgotten.
    """
    data = batch[0].data
    if not isinstance(data, Said) or (data.room == PLAYERS_ROOM) != (audience is not None):
        return ()
    if not (data.text or data.phrase):
        return ()
    return (ChatLine(data.who, batch[0].at_ms, data.text, data.phrase),)


def public_game(now: Situation) -> Picture:
    """Return what everyone sees of the game."""
    return now.game.public_display(now.game.view(now.state, None))


def own_game(now: Situation, audience: Audience) -> Picture:
    """Return what only this seat sees of the game."""
    return {} if audience is None else {"own": now.game.own_display(now.game.view(now.state, audience))}


def seat_extras(now: Situation, audience: Audience) -> Picture:
    """Return the parts of a picture besides `table` and `game`: clock, offer, me, revealed."""
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
    return None if question is None or now.held[seat] or now.standing(seat) else question.offer


def _me(now: Situation, seat: Seat) -> Picture:
    """Return the part `me`: what only this seat knows about its held answer and its stand-in."""
    held, standing, chair = now.held[seat], now.standing(seat), now.chairs[seat]
    me: Picture = {"held": held or standing} if held or standing else {}
    if standing:
        me["standing"] = True
    if chair.unseen:
        me["stand_in"] = chair.stand_in
    if now.script:
        me["decided"] = now.decided[seat]
    return {"me": me} if me else {}


def own_changes(before: Situation, after: Situation, seat: Seat) -> Picture | None:
    """Return the changes that only this seat sees, while the stage stays the same; None if there are none.

    A seat's own part of the game depends only on the state's secrets. `clock` is included if this seat's real clock
    differs from the public one.
    """
    changes: Picture = {}
    if before.state is not after.state and before.state.secrets is not after.state.secrets:
        game = patch(own_game(before, seat), own_game(after, seat))
        if game:
            changes["game"] = game
    sat = before.chairs is not after.chairs
    asked = before.questions[seat] is not after.questions[seat] or before.held is not after.held or sat
    if asked:
        old, new = _offer(before, seat), _offer(after, seat)
        if old != new:
            changes["offer"] = None if new is None else pack_offer(new)
        changes |= patch(_me(before, seat), _me(after, seat))
    if any(now.clocks[seat] is not now.shown[seat] and now.clocks[seat] != now.shown[seat] for now in (before, after)):
        changes["clock"] = clock_changes(before, after, seat)
    return changes or None


def clock_changes(before: Situation, after: Situation, audience: Audience) -> Picture:
    """Return the changes of the clocks, as far as an audience may know them."""
    return patch(_clocks(before, audience), _clocks(after, audience))


def _clocks(now: Situation, audience: Audience) -> Picture:
    """Return all clocks; those of other seats in their public form, which does not show who has answered."""
    if isinstance(now.terms.clock, NoClock):
        return {}
    return {
        str(seat): _clock(now.clocks[seat] if seat == audience else now.shown[seat]) for seat in range(len(now.chairs))
    }


def _clock(clock: SeatClock) -> Picture:
    return {"left": clock.left} if clock.since is None else {"left": clock.left, "since": clock.since}


def table_picture(now: Situation) -> Picture:
    """Return the part `table`, which is public."""
    whole: Picture = {
        "id": now.table,
        "stage": now.stage.value,
        "terms": msgspec.to_builtins(now.terms),
        "version": now.rules.version,
        "host": now.host,
        "people": {str(number): _person(person) for number, person in enumerate(now.people, 1)},
        "seats": _seats(now),
        "abandoned": ABANDONED,
    }
    wishes = {to: [who for what, who in now.consents if what == to] for to in ("pause", "resume", "end")}
    if now.script:
        whole["lesson"] = now.lesson
    else:
        whole["fair"] = _fair(now)
    if any(wishes.values()):
        whole["wishes"] = {to: people for to, people in wishes.items() if people}
    if now.afterwords:
        whole["afterwords"] = {str(seat): {"at": at, "lines": list(lines)} for seat, at, lines in now.afterwords}
    if now.rematch:
        whole["rematch"] = now.rematch
    pads = {str(seat): {"marks": pad.rows(), "text": pad.text} for seat, pad in enumerate(now.pads) if pad.shown}
    if pads:
        whole["pads"] = pads
    if now.guesses and now.stage is Stage.OVER and (guesses := _guesses(now)):
        whole["guesses"] = guesses
    if now.rematch_of:
        whole["rematch_of"] = now.rematch_of
    if now.plays_again:
        whole["duplicate"] = True
    if now.season:
        whole["deal"] = now.deal + 1
    return whole


def _guesses(now: Situation) -> list[Picture]:
    """Return how spectators did; in an order that does not tell who they are."""
    truth = part_of(now.terms.game, "games", "achievements").identities(now.state)
    pictures: list[Picture] = []
    for who, guess in now.guesses.items():
        right, points = judge(guess, truth, now.state.table.turn)
        agents = {str(seat): one.agent for seat, one in sorted(guess.agents.items())}
        if agents:
            named = {"who": who} if guess.named else {}
            pictures.append({"agents": agents, "right": right, "points": points} | named)
    return sorted(pictures, key=lambda one: (-one["points"], -one["right"], str(one)))


def _person(person: Person) -> Picture:
    picture: Picture = {"name": person.name}
    if not person.here:
        picture["gone"] = True
    if person.board:
        picture["board"] = True
    return picture


def _seats(now: Situation) -> Picture:
    """Return the taken seats."""
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
    """Return the facts that prove the dice fair: the commitment, and, once public, the seed and its other tables."""
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
    """Tell, by identity and so cheaply, whether the part `table` is unchanged. It may say no for an equal one."""
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
        and one.season_over == other.season_over
        and ((one.pads is other.pads and one.guesses is other.guesses) or one.stage not in FINISHED)
    )
