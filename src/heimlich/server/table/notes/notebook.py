"""Turn the commands about a pad into rows, or refuse them; and find out which questions a player need not be asked."""

from heimlich.game import Seat
from heimlich.offer import Offer, Say
from heimlich.server.table.checks import must_play, own_seat
from heimlich.server.table.clocks import DaysClock
from heimlich.server.table.commands import Instruct, ShowPad, WritePad
from heimlich.server.table.notes.pads import check_changes, check_marks, check_pad_text, noted, pad_of
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, Instructed, Noted, PadShown
from heimlich.server.table.seats import Number
from heimlich.server.table.situation import FINISHED, Situation


def write_pad(now: Situation, command: WritePad, person: Number, at: int) -> list[AnyData]:
    """Change the private part of a seat's pad."""
    must_play(now)
    own_seat(now, command.seat, person)
    pad = pad_of(now.pads, command.seat)
    check_marks(command.marks, now.game.grids(now.game.view(now.state, None)))
    text = None if command.text is None else check_pad_text(command.text)
    after = noted(pad, command.marks, text, at)
    if (after.marks, after.text) == (pad.marks, pad.text):
        return []
    check_changes(pad, at)
    return [Noted(command.seat, command.marks, text)]


def instruct(now: Situation, command: Instruct, person: Number, at: int) -> list[AnyData]:
    """Let the server answer some quiet questions for a seat."""
    must_play(now)
    own_seat(now, command.seat, person)
    kinds = now.game.standing
    if command.kind and command.kind not in kinds:
        known = f"there are: {', '.join(kinds)}" if kinds else "this game has none"
        raise Refused("pad", f"there is no standing answer '{command.kind[:40]}'; {known}")
    if command.kind and isinstance(now.terms.clock, DaysClock):
        raise Refused("pad", "with days for each decision, the server answers for nobody")
    pad = pad_of(now.pads, command.seat)
    turn = now.state.table.turn if command.kind else 0
    if (pad.standing, pad.turn) == (command.kind, turn):
        return []
    check_changes(pad, at)
    return [Instructed(command.seat, command.kind, turn)]


def show_pad(now: Situation, command: ShowPad, person: Number) -> list[AnyData]:
    """Show the private part of a pad to everyone, after the end."""
    chair = now.chair(command.seat)
    if chair.who != person:
        raise Refused("seat", f"seat {command.seat + 1} is not yours")
    if now.stage not in FINISHED:
        raise Refused("stage", "a pad can be shown when the game is over")
    pad = pad_of(now.pads, command.seat)
    return [] if pad.shown or not (pad.marks or pad.text) else [PadShown(command.seat)]


def standing_word(now: Situation, seat: Seat, view: object, offer: Offer) -> str:
    """Return the answer to a new question that a player has asked for beforehand; "" if they want to be asked.

    It holds for questions that come after it was said, never for one that is open already: only so do all answers of
    the server take effect on the grid (tempo.py). A bot that stands in decides for itself.
    """
    pad = pad_of(now.pads, seat)
    if not pad.standing or now.chairs[seat].by_bot:
        return ""
    word = now.game.standing_answer(view, pad.standing, pad.turn)
    return word if any(isinstance(part, Say) and word in part.words for part in offer) else ""
