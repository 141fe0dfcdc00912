"""Every game × edition × set of variants × number of players, and random games played at such a table."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from heimlich import GAMES, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.registry import make_table_of_bots
from heimlich.game import AnyGame
from heimlich.record import Step


class Case(NamedTuple):
    """A table to play at."""

    game: AnyGame
    name: RulesetName
    players: int

    def __str__(self) -> str:
        house = [f"{name}={value}" for name, value in self.name.house]
        return " ".join([self.game.id, self.name.edition, *self.name.variants, *house, str(self.players)])

    @property
    def rules(self) -> Any:
        return self.game.ruleset(self.game.limited(self.name))


def _names(game: AnyGame) -> Iterator[RulesetName]:
    for edition, variants in game.editions().items():
        for number in range(len(variants) + 1):
            for chosen in combinations(variants, number):
                yield RulesetName(edition, chosen)


CASES = [
    Case(game, name, players)
    for game in GAMES.values()
    for name in _names(game)
    for players in game.players(game.ruleset(name))
]

# House rules reach corners that no printed edition does.
HEIMLICH = GAMES["heimlich-co"]
HOUSES = [
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret", "dossier"), (("target", "12"), ("dossier_from", "6"))), 4),
    Case(
        HEIMLICH,
        RulesetName("cie", ("dossier",), (("top_secret", "yes"), ("dossier_from", "8"), ("dossier_again_below", "7"))),
        5,
    ),
    Case(HEIMLICH, RulesetName("cie", ("dossier",), (("dossier_from", "6"), ("dossier_again_below", "6"))), 3),
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",), (("cards", "double-agent:6,to-ruins:4"),)), 2),
    Case(HEIMLICH, RulesetName("escale", ("top-secret",), (("cards", "double-agent:6,move-safe:6"),)), 3),
    Case(HEIMLICH, RulesetName("engine-1.0.1", ("top-secret",), (("card_round", "asked"),)), 4),
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",), (("hand_start", "0"), ("die", "1-3"))), 3),
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",), (("card_round", "from-mover"), ("hand_limit", "2"))), 6),
]
HOUSES += [
    Case(GAMES["suitcases"], RulesetName("jumbo", (), (("map", "orient-express"), ("target", "6"))), 3),
    Case(GAMES["suitcases"], RulesetName("jumbo", (), (("contents", "2,2,1,1,bomb,bomb"), ("target", "8"))), 2),
    Case(GAMES["suitcases"], RulesetName("jumbo", (), (("most_in_city", "1"), ("die", "2,3"), ("agents", "4"))), 4),
]
ALL = CASES + HOUSES


def random_game(case: Case, seed: int | str, bot: str = "random") -> list[Step[Any]]:
    """A whole game between random bots, or others of one kind, event by event."""
    game, players = case.game, case.players
    steps: list[Step[Any]] = []
    ask = bots_ask(game, make_table_of_bots(game.id, [bot], players), seat_generators(seed, players))
    state = game.new(case.rules, players)
    play(game, state, Seeded(seed), ask, lambda before, event, after: steps.append(Step(before, event, after)))
    return steps


@lru_cache(maxsize=8)
def played(index: int, seed: int = 1) -> tuple[Step[Any], ...]:
    """The same random game at ALL[index] for every test that looks at one."""
    return tuple(random_game(ALL[index], seed))


def seats_of(case: Case) -> list[int | None]:
    """Everyone who looks on: the seats, and a spectator."""
    return [*range(case.players), None]
