"""Whole games of suitcases as one seat sees them, for the tests of the board: pictures, offers with all their actions,
events; and the maps they are played on. Prints JSON.
"""

import json
from typing import Any

import msgspec

from heimlich import GAMES, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.registry import make_table_of_bots
from heimlich.games.suitcases.maps import MAPS
from heimlich.offer import spell
from heimlich.server.table.audience.lines import pack_offer
from heimlich.server.web.tables.maps import show_map

GAME = GAMES["suitcases"]
TABLES = (  # together they have every phase, and every kind of action, for seat 0 but whom to fight
    ("orient-express", 2, "courier", 8, "60"),
    ("orient-express", 3, "courier", 6, "60"),
    ("orient-express-2", 2, "courier", 1, "60"),
    ("europe-2", 3, "courier", 1, "60"),
    ("europe", 4, "courier", 2, "60"),
    ("europe", 4, "random", 3, "60"),
)


def whole_game(board: str, players: int, bot: str, seed: int, limit: str) -> list[dict[str, Any]]:
    """Every moment of a game as seat 0 sees it, and what led to it."""
    rules = GAME.ruleset(RulesetName("jumbo", (), (("map", board), ("turn_limit", limit))))
    bots = make_table_of_bots(GAME.id, [bot], players)
    start = GAME.new(rules, players)
    moments = [_moment(start, ())]

    def watch(before: Any, event: Any, after: Any) -> None:
        moments.append(_moment(after, GAME.seen(before, event, after, 0)))

    play(GAME, start, Seeded(seed), bots_ask(GAME, bots, seat_generators(seed, players)), watch)
    return moments


def _moment(state: Any, events: Any) -> dict[str, Any]:
    view = GAME.view(state, 0)
    parts = GAME.offer(view)
    return {
        "game": GAME.display(view),
        "offer": pack_offer(parts),
        "actions": [" ".join(words) for part in parts for words in spell(part)],
        "events": [str(event) for event in events],
    }


if __name__ == "__main__":
    maps = {name: msgspec.to_builtins(show_map.fn(name)) for name in MAPS}
    print(json.dumps({"maps": maps, "games": [whole_game(*table) for table in TABLES]}))
