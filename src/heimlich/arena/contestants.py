"""Contestants: a bot of the registry, with a budget, or a program that speaks JSON lines.

A contestant is one word, as it is typed: `gu`, `master:20ms`, `master:1s`, `master:500r` (rollouts); `cmd:./bot --deep`
for a program that is started here; `tcp:HOST:PORT` for one that listens somewhere. `mine=cmd:./bot` has a name.
"""

import re
from typing import Any, NamedTuple

from heimlich.arena.external import External
from heimlich.bots.registry import make_bot
from heimlich.bots.words import read_bot
from heimlich.game import Bot, Budget

_NAMED = re.compile(r"([\w.-]+)=(.+)")
PROGRAM, ADDRESS = "cmd:", "tcp:"


class Contestant(NamedTuple):
    """A contestant; `label` is the word that named it."""

    label: str
    bot: str  # a name of the registry, or the word itself for a program
    budget: Budget

    @property
    def is_program(self) -> bool:
        """Tell whether the contestant is a separate program."""
        return self.bot.startswith((PROGRAM, ADDRESS))


def read_contestant(word: str, game: str, budget: Budget) -> Contestant:
    """Read the contestant that a word names; without a budget of its own it gets the given one."""
    named = _NAMED.fullmatch(word)
    label, who = (named[1], named[2]) if named else (word, word)
    if who.startswith((PROGRAM, ADDRESS)):
        External.check(who)
        return Contestant(label, who, budget)
    name, limit = read_bot(who, budget)
    make_bot(game, name)  # says which there are, if there is none of that name
    return Contestant(label, name, limit)


def make(contestant: Contestant, game: str) -> Bot[Any, Any]:
    """Make a new bot instance for one game."""
    return External(contestant.bot, game) if contestant.is_program else make_bot(game, contestant.bot)
