"""The bots of Heimlich & Co. by name."""

from heimlich.bots.heimlich_co.players.casual import Casual, FormerCasual
from heimlich.bots.heimlich_co.players.newcomer import Newcomer
from heimlich.bots.random_bot import RandomBot
from heimlich.bots.roster import Listed, lazy

# Odd opponents to measure against; the second line is held out from training (population/players.py).
POPULATION = (
    *("stranger", "sandbagger", "kingmaker", "patron", "locksmith"),
    *("liar", "basher", "bandwagon", "gu-9", "gu-10", "gu-11", "gu-12"),
)
LEVELS = ("regular", "snoop", "inspector", "profiler", "veteran")  # between casual and master (players/levels.py)
_PLAYERS, _YARDSTICKS = "heimlich_co.players", "heimlich_co.yardsticks"

BOTS = {
    "random": Listed(RandomBot),
    "greedy": Listed(FormerCasual),
    "newcomer": Listed(Newcomer),
    "casual": Listed(Casual),
    **{name: Listed(lazy(f"{_PLAYERS}.levels", "Climber", name), watches=True) for name in LEVELS},
    "master": Listed(lazy(f"{_PLAYERS}.master", "Master"), watches=True),
    "careful": Listed(lazy(f"{_PLAYERS}.careful", "Careful"), watches=True, beside=True),
    "bluffer": Listed(lazy(f"{_PLAYERS}.bluffer", "Bluffer"), watches=True, beside=True),
    "detective": Listed(lazy(f"{_PLAYERS}.detective", "Detective"), watches=True, former=True),
    "g1": Listed(lazy(_YARDSTICKS, "G1"), yardstick=True),
    "gu": Listed(lazy(_YARDSTICKS, "GU"), yardstick=True),
    "decoy-30": Listed(lazy(_YARDSTICKS, "Decoy30"), yardstick=True),
    "decoy-60": Listed(lazy(_YARDSTICKS, "Decoy60"), yardstick=True),
    "hider": Listed(lazy(_YARDSTICKS, "Hider"), watches=True, yardstick=True),
    "master1": Listed(lazy(f"{_PLAYERS}.master", "Master1"), watches=True, yardstick=True),
    "champion": Listed(lazy(f"{_PLAYERS}.champion", "Champion"), watches=True, yardstick=True),
} | {name: Listed(lazy("heimlich_co.population.players", "odd", name), yardstick=True) for name in POPULATION}
