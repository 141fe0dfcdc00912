"""The result of a finished table for each guest who came to it: what "My games" lists and counts.

A play is made from the log alone, and names nobody: people's names stay with their table, and go when it goes. A table
that was closed without a result shows nothing that was hidden.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from heimlich.games import part_of
from heimlich.record import Record, replay
from heimlich.server.table.seats import GuestId, Number, seats_of
from heimlich.server.table.situation import FINISHED, Situation, Stage

WON, SHARED, LOST = "won", "shared", "lost"
LEFT = "left"  # the guest left or resigned, and a bot finished the game
NOT_PLAYED = "none"  # the guest had no seat, or the game never started
RESULTS = (WON, SHARED, LOST, LEFT, Stage.ENDED.value, Stage.CLOSED.value)
PEOPLE, MIXED, ALONE = "people", "mixed", "alone"  # company, besides the name of a bot


class SeatResult(Struct, frozen=True, omit_defaults=True):
    """One seat of a finished game, as everyone saw it at the end."""

    bot: str = ""
    points: int | None = None
    agents: tuple[str, ...] = ()
    won: bool = False


class FinishedGame(Struct, frozen=True, omit_defaults=True):
    """A finished game as one guest played it.

    `company` says who the others were: `people` (at least one), the name of a bot (all were of that kind), `mixed`
    (bots of several kinds) or `alone` (all seats were the guest's). `figures` are the achievements of the guest's seat
    (heimlich.games.NAME.achievements); a guest with several seats has none.
    """

    game: str
    edition: str
    result: str
    company: str
    own: tuple[int, ...]
    seats: tuple[SeatResult, ...]
    variants: tuple[str, ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    figures: dict[str, int] = {}


_decoder = msgspec.json.Decoder(FinishedGame)


def encode_play(play: FinishedGame) -> str:
    """Encode a play for storage."""
    return msgspec.json.encode(play).decode()


def decode_play(text: str) -> FinishedGame:
    """Decode a stored play."""
    return _decoder.decode(text)


def plays_of(now: Situation, events: Sequence[Any]) -> dict[GuestId, FinishedGame | None]:
    """Return a finished table's plays by guest; None for those who did not play."""
    if now.stage not in FINISHED:
        return {}
    found = _achievements(now, events)
    seats = tuple(_seat(now, seat, figures) for seat, figures in enumerate(found))
    plays: dict[GuestId, FinishedGame | None] = {}
    for who, person in enumerate(now.people, 1):
        own = tuple(seats_of(now.chairs, who))
        counts = own and now.state is not None and not now.script  # a lesson is no game that anyone has played
        plays[person.guest] = _play(now, who, own, seats, found) if counts else None
    return plays


def _achievements(now: Situation, events: Sequence[Any]) -> Sequence[dict[str, Any]]:
    if now.state is None or now.stage is Stage.CLOSED:
        return [{} for _ in now.chairs]
    record = Record(now.terms.game, now.rules, tuple(now.names), tuple(events))
    found: Sequence[dict[str, Any]] = part_of(now.terms.game, "games", "achievements").achievements(
        replay(record, now.game)
    )
    return found


def _seat(now: Situation, seat: int, figures: dict[str, Any]) -> SeatResult:
    outcome = None if now.state is None else now.game.outcome(now.state)
    won = outcome is not None and seat in outcome.winners
    return SeatResult(now.chairs[seat].bot, figures.get("points"), tuple(figures.get("agents", ())), won)


def _play(
    now: Situation, who: Number, own: tuple[int, ...], seats: tuple[SeatResult, ...], found: Sequence[dict[str, Any]]
) -> FinishedGame:
    terms = now.terms
    figures = {name: value for name, value in found[own[0]].items() if isinstance(value, int)} if len(own) == 1 else {}
    return FinishedGame(
        game=terms.game,
        edition=terms.edition,
        result=_result(now, own),
        company=_company(now, who),
        own=own,
        seats=seats,
        variants=terms.variants,
        house=terms.house,
        figures=figures,
    )


def _result(now: Situation, own: Sequence[int]) -> str:
    outcome = None if now.state is None else now.game.outcome(now.state)
    if outcome is None or now.stage is not Stage.OVER:
        return now.stage.value
    if all(now.chairs[seat].stand_in in {"left", "resigned"} for seat in own):
        return LEFT
    winners = set(outcome.winners)
    if not winners & set(own):
        return LOST
    return WON if winners <= set(own) else SHARED


def _company(now: Situation, who: Number) -> str:
    others = [chair for chair in now.chairs if chair.who != who]
    if not others:
        return ALONE
    if any(chair.who for chair in others):
        return PEOPLE
    bots = {chair.bot for chair in others}
    return bots.pop() if len(bots) == 1 else MIXED
