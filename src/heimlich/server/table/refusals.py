"""Refusals of commands. Their texts go to the guest who sent the command, and mention only what that guest may know."""

from heimlich.errors import HeimlichError

# All codes, for programs; a test compares them with the codes that are raised.
CODES = {
    "answered": "the seat has answered already; its answer takes effect when the table's pace has passed",
    "answer": "this is no answer to the case (an agent for each player, none twice) or the problem (one of its moves)",
    "automatic": "of the server itself: this seat decides for itself",
    "board": "this device only shows the board, or no board may join here",
    "bots": "a season needs one bot for all other seats, or one for each",
    "bring": "there are games on this device: the sign-in must say whether they come along",
    "broken": "the table's log cannot be read; an operator has to repair it",
    "busy": "too much is going on at the table; try again",
    "case": "there is no such case, or not yet: cases are for each day up to the present one (UTC), in three degrees",
    "chat": "this cannot be said, or not in this room",
    "claim": "the seat still has time, does not have to decide, or is played by a bot already",
    "clock": "a clock with these times is not possible",
    "code": "the code for another device is wrong, used or too old",
    "duplicate": "only a table that is over and shows its seed can be played again",
    "early": "of the server itself: it is too soon for this bot",
    "entropy": "this is no entropy",
    "full": "there is no room at the table",
    "group": "there is no such group, or its link is no longer valid",
    "guess": "this guest plays there, there is nobody to unmask, or the guesses have been changed too often",
    "guest": "the server does not know this client: become a guest first",
    "hint": "hints are for one person who plays against bots, where the table's terms allow them",
    "host": "only the host may do this",
    "keeper": "only the member who keeps the group may do this",
    "kicked": "the host has removed this guest",
    "lesson": "this is not the decision that the lesson is about, or there is no such lesson; nothing was changed",
    "limit": "too many connections, tables, groups or members",
    "member": "only members of the group may do this, or there is no such member",
    "message": "this is not a valid message",
    "name": "this is not a valid nickname: it shows nothing, or has too many marks on one letter",
    "namesake": "someone else at this table has this name, or one that looks like it",
    "no-season": "there is no such season in this group",
    "pad": "this cannot be written on the pad, or there is no room for more",
    "passkey": "the passkey is not accepted: unknown, signed for another page or moment, or used before",
    "passkey-place": "no passkeys at this address: they need https and a name, or http://localhost",
    "passkeys": "there is no such passkey, or the guest has too many",
    "paused": "the game is paused",
    "person": "there is no such person here, or the command does not allow this one",
    "proof": "this guest has passkeys or recovery codes, and has not signed in with one in the last ten minutes",
    "protocol": "the server speaks another version of the protocol",
    "push": "this device cannot be called: its subscription or its wishes are not valid, or the server calls nobody",
    "rate": "too many messages; wait a little",
    "record": "the record is broken, too long for this server, or its rules are not played here",
    "recovery": "the recovery code is wrong, or used already",
    "report": "a report must say what happened",
    "request": "over HTTP: the request is malformed",
    "rules": "the rules do not allow it, or the action cannot be parsed",
    "season": "the season is over or played to its end; or this deal must not be seen, or ended, before its time",
    "seat": "the seat does not exist, is not free or is someone else's, or the guest may not follow it (any more)",
    "seated-twice": "the two guests sit in the same game, which is on: they can be joined when it is over",
    "seed": "of the server itself: this is not a seed",
    "server": "only the server may send this command, or something went wrong there; nothing was changed",
    "stage": "it is too early or too late for this: the game has not started, is running, or is over",
    "stale": "this was decided for another moment; look again",
    "store": "the server cannot reach its tables just now; try again with the same id",
    "stranger": "come to the table first: sit down or watch",
    "table": "there is no such table",
    "terms": "a table with these terms cannot be played here",
    "twin": "it would show the dice of another game that is still secret",
    "watch": "this table admits no spectators",
}


class Refused(HeimlichError):
    """A table's refusal: a code for programs, a text for people. (Where the rules refuse, it is an IllegalAction.)"""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def code_of(error: HeimlichError) -> str:
    """Return the code of an error; `rules` for every error that is not a `Refused`."""
    return error.code if isinstance(error, Refused) else "rules"
