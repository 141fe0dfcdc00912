"""Checks that run before a command changes a table. Each raises its own refusal."""

from heimlich.game import Seat
from heimlich.server.table.refusals import Refused
from heimlich.server.table.seats import Number
from heimlich.server.table.situation import FINISHED, Situation, Stage


def own_seat(now: Situation, seat: Seat, person: Number) -> None:
    """Refuse unless this person holds the seat and has not resigned it."""
    chair = now.chair(seat)
    if chair.who != person:
        raise Refused("seat", f"seat {seat + 1} is not yours")
    if chair.stand_in == "resigned":
        raise Refused("seat", f"you have resigned seat {seat + 1}: a bot plays on")


def must_be_host(now: Situation, person: Number) -> None:
    """Refuse unless this person is the host."""
    if person != now.host:
        raise Refused("host", "only the host can do that")


def must_be_known(now: Situation, person: Number) -> None:
    """Refuse a number that belongs to no person at this table."""
    if not 1 <= person <= len(now.people):
        raise Refused("person", f"there is nobody with number {person} at this table")


def must_wait_for_start(now: Situation) -> None:
    """Refuse unless the table is still waiting for its game to start."""
    if now.stage in FINISHED:
        raise Refused("stage", "the table is finished")
    if now.stage is not Stage.WAITING:
        raise Refused("stage", "the game has already started")


def must_play(now: Situation) -> None:
    """Refuse unless the game has started and is not finished."""
    if now.stage is Stage.WAITING:
        raise Refused("stage", "the game has not started yet")
    if now.stage in FINISHED:
        raise Refused("stage", "the table is finished")


def must_not_pause(now: Situation) -> None:
    """Refuse while the game is paused."""
    if now.stage is Stage.PAUSED:
        raise Refused("paused", "the game is paused")
