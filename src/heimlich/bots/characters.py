"""The characters: a name, the same in all languages, for each bot that people play with.

A line in the catalogue (`bot.json`) says for each game how a character plays; the page has its face. Where several bots
of a kind sit at one table, they are a family with different first names.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from heimlich.bots.registry import ALIASES, UNRANKED, partners


class Character(NamedTuple):
    """A family of bots that play alike; the first of the first names is the usual one."""

    surname: str
    first_names: tuple[str, ...]

    @property
    def name(self) -> str:
        """The usual name."""
        return f"{self.first_names[0]} {self.surname}"


CHARACTERS = {
    "random": Character("Wirbel", ("Jonas", "Lotte", "Nick", "Susi")),
    "newcomer": Character("Amsel", ("Toni", "Leni", "Fips", "Mimi")),
    "casual": Character("Brandl", ("Otto", "Resi", "Poldi", "Gusti")),
    "regular": Character("Krug", ("Hanne", "Bert", "Trude", "Willi")),
    "snoop": Character("Elster", ("Nina", "Kuno", "Dora", "Pit")),
    "inspector": Character("Falk", ("Carla", "Bruno", "Selma", "Oskar")),
    "profiler": Character("Luchs", ("Aurel", "Romy", "Casimir", "Jette")),
    "veteran": Character("Fuchs", ("Margot", "Konrad", "Hedi", "Valentin")),
    "careful": Character("Schatten", ("Vera", "Edgar", "Mila", "Anton")),
    "bluffer": Character("Volant", ("Zita", "Marcel", "Lola", "Raoul")),
    "detective": Character("Sperber", ("Iris", "Hugo", "Thea", "Emil")),
    "master": Character("Winter", ("Ambros", "Sibylle", "Leander", "Ottilie")),
}
NUMERALS = ("", " II", " III", " IV", " V", " VI", " VII")


def kind_of(bot: str) -> str:
    """The present name of a bot."""
    return ALIASES.get(bot, bot)


def character(bot: str) -> Character:
    """The character of a bot; a yardstick has its own name as a first name."""
    return CHARACTERS.get(kind_of(bot)) or Character("", (bot,))


def cast(game: str) -> dict[str, Character]:
    """The characters that people can play a game with, by bot."""
    return {bot: character(bot) for bot in partners(game)}


def mixed_company(game: str, number: int, generator: Random) -> list[str]:
    """Draw bots of different kinds; a kind comes again only when all others have come as often."""
    kinds = [bot for bot in partners(game) if bot != UNRANKED]
    rounds = -(-number // len(kinds))
    return [bot for _ in range(rounds) for bot in generator.sample(kinds, len(kinds))][:number]


def names_at(bots: Sequence[str]) -> list[str]:
    """A different name for each bot at a table, from the bot of each seat ("" where there is none)."""
    names: list[str] = []
    seated: dict[str, int] = {}
    for bot in bots:
        kind = kind_of(bot)
        if not kind:
            names.append("")
            continue
        number = seated[kind] = seated.get(kind, -1) + 1
        first = character(bot).first_names
        names.append(first[number % len(first)] + NUMERALS[number // len(first)])
    return names
