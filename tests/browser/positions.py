"""Tables at which something certain is asked: until then, decisions are made by chance, without a browser.

A duel or a dossier may be long in coming. Over a socket a whole game takes seconds, so a test that needs such a moment
gets it, in the first game or in a later one, and none waits for luck at the speed of a page.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from tests.browser.visitors import Visitor
from tests.live.clients import FINISHED, Client

COOKIE = "heimlich"
MOST_GAMES = 40
# Whether this is the moment: by what may be decided, in notation, and by all that the seat sees.
Wanted = Callable[[Sequence[str], Mapping[str, Any]], bool]


def reach(visitor: Visitor, terms: Mapping[str, Any], wanted: Wanted, bot: str = "random") -> str:
    """Play against bots until the visitor, on the first seat, is asked what is wanted; go to that table."""
    random = Random(1)
    for _ in range(MOST_GAMES):
        table = visitor.against_bots(terms, bot=bot)
        player = Client(visitor.server, token_of(visitor), table, 0)
        with ThreadPoolExecutor(1) as thread:  # a browser's test has an event loop already
            if thread.submit(asyncio.run, _play_until(player, wanted, random)).result():
                visitor.go_to(table)
                return table
    raise AssertionError(f"in {MOST_GAMES} games this was never asked")


def asks(*verbs: str) -> Wanted:
    """It is asked for one of these: `duel`, `dossier`, …"""
    return lambda choices, _: any(choice.split()[0] in verbs for choice in choices)


def token_of(visitor: Visitor) -> str:
    """The secret by which a server knows the visitor."""
    return next(cookie["value"] for cookie in visitor.context.cookies() if COOKIE in cookie["name"])


async def _play_until(player: Client, wanted: Wanted, random: Random) -> bool:
    async with player:
        await player.follow()
        while True:
            await player.until(lambda: player.stage in FINISHED or "offer" in player.picture)
            if player.stage in FINISHED:
                return False
            choices = player.choices()
            if wanted(choices, player.picture):
                return True
            await player.try_one(random.choice([one for one in choices if one != "end"] or choices))
