"""Who the bots are: each that people play with is somebody, with a name that is the same in all languages.

How they play is said in a line for each game, in the catalogue (`bot.json`); their faces are the page's. Where several
of a kind sit at one table, they are a family: the second one goes by another first name.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heimlich.bots.registry import ALIASES, partners


class Character(NamedTuple):
    """A family of bots that play alike; the first of the first names is the one that is known."""

    surname: str
    first_names: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the one that is known."""
        return f"{self.first_names[0]} {self.surname}"


CHARACTERS = {
    "random": Character("Wirbel", ("Jonas", "Lotte", "Nick", "Susi")),
    "newcomer": Character("Amsel", ("Toni", "Leni", "Fips", "Mimi")),
    "casual": Character("Brandl", ("Otto", "Resi", "Poldi", "Gusti")),
    "careful": Character("Schatten", ("Vera", "Edgar", "Mila", "Anton")),
    "bluffer": Character("Volant", ("Zita", "Marcel", "Lola", "Raoul")),
    "detective": Character("Sperber", ("Iris", "Hugo", "Thea", "Emil")),
    "master": Character("Winter", ("Ambros", "Sibylle", "Leander", "Ottilie")),
}
NUMERALS = ("", " II", " III", " IV", " V", " VI", " VII")


def kind_of(bot: str) -> str:
    """A bot's name as it is now."""
    return ALIASES.get(bot, bot)


def character(bot: str) -> Character:
    """Who a bot is; one that nobody plays with is called what it is."""
    return CHARACTERS.get(kind_of(bot)) or Character("", (bot,))


def cast(game: str) -> dict[str, Character]:
    """All that people can play a game with."""
    return {bot: character(bot) for bot in partners(game)}


def names_at(bots: Sequence[str]) -> list[str]:
    """How the bots at a table are called, from the bot of each seat ("" where there is none), no two alike."""
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
