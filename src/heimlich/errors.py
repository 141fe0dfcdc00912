"""What can go wrong, worded for players.

A text goes to the one who asked, and perhaps into a log: it speaks of public things, and never of what is hidden.
"""


class HeimlichError(Exception):
    """Something was asked that cannot be done; nothing has changed."""


class IllegalAction(HeimlichError):
    """The rules do not allow this now."""


def waiting_for(what: str, seats: list[int], *, over: bool) -> str:
    """What the game waits for instead, in the words of an error; seats as people count them."""
    if over:
        return "the game is over"
    if not seats:
        return f"now it is time to {what}"
    return f"now it is time for seat {' and '.join(map(str, seats))} to {what}"


class BadNotation(HeimlichError):
    """A text that is no position, action or event."""


class BadRuleset(HeimlichError):
    """An unknown edition, variant or setting, or settings that cannot be played."""


class BadRecord(HeimlichError):
    """A record that is broken, cut short or tells of something illegal."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
