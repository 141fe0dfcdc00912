"""Why something that was asked of a table is not done. Texts go to the one who asked, and speak of public things."""

from heimlich.errors import HeimlichError

# Every code there is, for programs; a test holds them in step with what is raised.
CODES = {
    "answered": "the seat has answered already; its answer takes effect when the table's pace has passed",
    "automatic": "of the server itself: this seat decides for itself",
    "board": "this device only shows the board, or no board may join here",
    "broken": "the table's log cannot be read; an operator has to look at it",
    "busy": "too much is going on at the table; try again",
    "chat": "this cannot be said, or not in this room",
    "claim": "the seat still has time, is not asked, or is moved for already",
    "clock": "nobody could play by this clock",
    "code": "the code for another device is wrong, used or too old",
    "duplicate": "only a table that is over and shows its seed can be played again",
    "early": "of the server itself: it is too soon for this bot",
    "entropy": "this is no entropy",
    "full": "there is no room at the table",
    "guest": "who asks is not known: become a guest first",
    "host": "only the host may do this",
    "kicked": "the host has removed the one who asks",
    "limit": "too many connections, or too many tables",
    "message": "this is no message",
    "name": "this is no nickname: nothing of it can be seen, or too many marks stand on one letter",
    "namesake": "someone else at this table is called so, or almost",
    "paused": "the game is paused",
    "person": "there is no such person here, or it cannot be this one",
    "protocol": "the server speaks another version of the protocol",
    "rate": "too many messages; wait a little",
    "report": "a report says what happened",
    "request": "over HTTP: the request is not as it should be",
    "rules": "the rules do not allow it, or the action cannot be read",
    "seat": "the seat is not there, not free or not one's own, or one may not look with its eyes (any more)",
    "seed": "of the server itself: this is no seed",
    "server": "only the server may ask this, or something went wrong there; nothing was changed",
    "stage": "it is too early or too late for this: the game has not started, is on, or is over",
    "stale": "this was decided for another moment; look again",
    "store": "the server cannot reach its tables just now; try again with the same id",
    "stranger": "one must come to the table first: sit down or watch",
    "table": "there is no such table",
    "terms": "a table with these terms cannot be played here",
    "twin": "it would show the dice of another game that is still secret",
    "watch": "nobody may look on at this table",
}


class Refused(HeimlichError):
    """A table's own refusal (what the rules refuse stays an IllegalAction): a code for programs, a text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def code_of(error: HeimlichError) -> str:
    """A word for programs; everything that is not the table's own is `rules`."""
    return error.code if isinstance(error, Refused) else "rules"
