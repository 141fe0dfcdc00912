"""The games that can be played here: each with its editions, and all that the form for a new table needs to know."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from heimlich.bots.characters import cast
from heimlich.bots.registry import ladder
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES
from heimlich.server.table.setup.bounds import BOUNDS
from heimlich.server.table.setup.terms import bot_names
from heimlich.settings import forms

Values = dict[str, str]  # settings as text, by name
SEATS = range(2, 8)


class SettingAnswer(Struct, frozen=True):
    """A setting that a table may change: its rule, its meaning, and its possible values."""

    name: str
    rule: str
    meaning: str
    kind: str  # "yes-no", "whole", "choice" or "text"
    choices: list[str]  # words that can be chosen, besides values of the kind
    looks_like: str
    least: str = ""  # bounds of a whole number at a table here, as text; "" for every other kind
    most: str = ""


class GameAnswer(Struct, frozen=True):
    """A game with its editions, the variants of each, who can play it, and every setting."""

    id: str
    editions: dict[str, list[str]]
    players: dict[str, tuple[int, int]]
    bots: list[str]
    ladder: list[str]  # those of the bots that are steps from easy to strong, in this order
    characters: dict[str, str]  # the name of each bot's character
    settings: list[SettingAnswer]
    values: dict[str, Values]  # of each edition
    changes: dict[str, dict[str, Values]]  # settings that each variant of an edition changes
    suggested: dict[str, Values]  # house rules to offer, by number of players


@lru_cache(maxsize=1)
def all_games() -> tuple[GameAnswer, ...]:
    """List every game that is served."""
    return tuple(_game_answer(game) for game in GAMES.values())


def _game_answer(game: AnyGame) -> GameAnswer:
    editions = {edition: list(variants) for edition, variants in game.editions().items()}
    values = {edition: _values(game, RulesetName(edition)) for edition in editions}
    return GameAnswer(
        id=game.id,
        editions=editions,
        players={edition: _players(game, edition) for edition in editions},
        bots=list(bot_names(game.id)),
        ladder=list(ladder(game.id)),
        characters={bot: who.name for bot, who in cast(game.id).items()},
        settings=_settings(game, next(iter(editions))),
        values=values,
        changes={
            edition: {variant: _changes(game, edition, variant, values[edition]) for variant in variants}
            for edition, variants in editions.items()
        },
        suggested={str(number): dict(game.suggested(number)) for number in SEATS if game.suggested(number)},
    )


def _players(game: AnyGame, edition: str) -> tuple[int, int]:
    possible = game.players(game.ruleset(RulesetName(edition)))
    return possible[0], possible[-1]


def _settings(game: AnyGame, edition: str) -> list[SettingAnswer]:
    rules = game.ruleset(RulesetName(edition))
    how = forms(rules)
    found = []
    for setting in game.settings(rules):
        form = how[setting.name]
        known = game.choices(setting.name)
        kind, choices = ("choice", known) if known else (form.kind, form.choices)
        words = list(map(str, choices))
        answer = SettingAnswer(setting.name, setting.rule, setting.meaning, kind, words, form.looks_like)
        if kind == "whole":
            least, most = map(form.write, BOUNDS[game.id][setting.name])
            answer = replace(answer, least=least, most=most)
        found.append(answer)
    return found


def _values(game: AnyGame, name: RulesetName) -> Values:
    return {setting.name: setting.value for setting in game.settings(game.ruleset(name))}


def _changes(game: AnyGame, edition: str, variant: str, plain: Values) -> Values:
    changed = _values(game, RulesetName(edition, (variant,)))
    return {name: value for name, value in changed.items() if value != plain[name]}
