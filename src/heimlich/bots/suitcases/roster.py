"""The bots of the suitcase game by name."""

from heimlich.bots.random_bot import RandomBot
from heimlich.bots.roster import Listed, lazy
from heimlich.bots.suitcases.courier import Courier

LEVELS = ("regular", "snoop", "inspector", "profiler", "veteran")  # between casual and master (players/levels.py)

BOTS = {
    "random": Listed(RandomBot),
    "newcomer": Listed(lazy("suitcases.players.newcomer", "Newcomer")),
    "courier": Listed(Courier),
    "casual": Listed(lazy("suitcases.players.casual", "Casual")),
    **{name: Listed(lazy("suitcases.players.levels", "Climber", name), watches=True) for name in LEVELS},
    "master": Listed(lazy("suitcases.players.champion", "Champion", "master"), watches=True),
    "master1": Listed(lazy("suitcases.players.master", "Master1"), watches=True, yardstick=True),
    "champion": Listed(lazy("suitcases.players.champion", "Champion"), watches=True, yardstick=True),
}
