"""The errors that users see, worded for players.

A text goes to the player who asked, and perhaps into a log: it mentions public things only, never what is hidden.
"""

from typing import Any


class HeimlichError(Exception):
    """A request that cannot be carried out; nothing has changed."""


class IllegalAction(HeimlichError):
    """An action or event that the rules do not allow now.

    `rule` is the number of the rule that stands in the way; `key` and `values` are the reason as a line of the game's
    catalogue (`cannot-…`), for readers of every language. All are empty where no player can cause the error.
    """

    def __init__(self, text: str, rule: str = "", key: str = "", **values: Any) -> None:
        super().__init__(text)
        self.rule = rule
        self.key = key
        self.values = values


def waiting_for(what: str, seats: list[int], *, over: bool) -> str:
    """Say what the game waits for instead, as part of an error's text; seats are counted from 1."""
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
    """A record that is broken, cut short, or contains an illegal event."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
