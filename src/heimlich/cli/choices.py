"""Asks what must be known before a game in the terminal, and names the players."""

import argparse
from collections.abc import Sequence
from random import Random

from heimlich.bots.characters import cast, mixed_company, names_at
from heimlich.bots.registry import bots_of, partners
from heimlich.cli.options import DEFAULT_GAME, DEFAULT_PLAYERS, TableChoice, bot_names, ruleset_name
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame
from heimlich.games import GAMES, game_named
from heimlich.terminal.screen import Screen

BOT_MARK = " ["
MIXED = "mixed"  # not one kind of bot, but different ones


def ask_for_missing(options: argparse.Namespace, screen: Screen) -> argparse.Namespace:
    """Ask for the options that are missing; where nobody can answer, take the defaults."""
    chosen = argparse.Namespace(**vars(options))
    asking = screen.live and chosen.players is None and not chosen.edition
    if chosen.game is None:
        chosen.game = _ask_game(screen) if asking else DEFAULT_GAME
    game = game_named(chosen.game)
    if asking:
        title = screen.bold(screen.say(f"{game.id}.title"))
        print(f"\n{title}")
        screen.tell(screen.say(f"{game.id}.about"))
        _ask_rules(game, chosen, screen)
        _ask_players(game, chosen, screen)
    if chosen.players is None:
        chosen.players = min(DEFAULT_PLAYERS, game.players(game.ruleset(ruleset_name(game, chosen)))[-1])
    return chosen


def _ask_game(screen: Screen) -> str:
    names = list(GAMES)
    print(screen.say("terminal.choose-game"))
    _show_list([(screen.say(f"{name}.title"), screen.say(f"{name}.about")) for name in names], screen)
    return names[_ask_number(1, len(names), 1, screen) - 1]


def _ask_rules(game: AnyGame, chosen: argparse.Namespace, screen: Screen) -> None:
    editions = list(game.editions())
    if len(editions) > 1:
        print(f"\n{screen.say('terminal.choose-edition')}")
        _show_list([(name, screen.say(f"{game.id}.edition.{name}")) for name in editions], screen)
        chosen.edition = editions[_ask_number(1, len(editions), 1, screen) - 1]
    variants = game.editions()[chosen.edition or editions[0]]
    if variants and not chosen.variant:
        print(f"\n{screen.say('terminal.choose-variants')}")
        _show_list([(name, screen.say(f"{game.id}.variant.{name}")) for name in variants], screen)
        chosen.variant = [variants[number - 1] for number in _ask_some(len(variants), screen)]


def _ask_players(game: AnyGame, chosen: argparse.Namespace, screen: Screen) -> None:
    possible = game.players(game.ruleset(ruleset_name(game, chosen)))
    print(f"\n{screen.say('terminal.choose-players', least=possible[0], most=possible[-1])}")
    chosen.players = _ask_number(possible[0], possible[-1], min(DEFAULT_PLAYERS, possible[-1]), screen)
    _ask_suggested(game, chosen, screen)
    if chosen.humans is None:
        print(f"\n{screen.say('terminal.choose-humans')}")
        chosen.humans = _ask_number(1, chosen.players, 1, screen)
    if chosen.bots is None and chosen.humans < chosen.players:
        chosen.bots = _ask_bot(game, screen)
    if chosen.names is None:
        asked = [_ask_name(number, screen) for number in range(1, chosen.humans + 1)]
        chosen.names = ",".join(asked)


def _ask_suggested(game: AnyGame, chosen: argparse.Namespace, screen: Screen) -> None:
    """Offer the house rules that go well with this number of players, unless the command sets them."""
    given = {rule.partition("=")[0] for rule in chosen.house}
    for name, value in game.suggested(chosen.players).items():
        if name in given:
            continue
        meaning = screen.say(f"page.setting.{game.id}.{name}")
        question = screen.say("terminal.choose-suggested", n=chosen.players, meaning=meaning)
        screen.tell(f"\n{question}")
        if _ask_yes_no(screen):
            chosen.house = [*chosen.house, f"{name}={value}"]


def _ask_yes_no(screen: Screen) -> bool:
    while True:
        text = input("[yes] ").strip().lower()
        if not text or text in {"y", "yes"}:
            return True
        if text in {"n", "no"}:
            return False
        screen.tell(screen.say("terminal.again", text=text, wanted=screen.say("terminal.wanted-yes-no")))


def _ask_bot(game: AnyGame, screen: Screen) -> str:
    rows = [(f"{bot} ({who.name})", screen.say(f"bot.line.{game.id}.{bot}")) for bot, who in cast(game.id).items()]
    rows.append((MIXED, screen.say("page.mixed-why")))
    print(f"\n{screen.say('terminal.choose-bots')}")
    _show_list(rows, screen)
    return _ask_word([*partners(game.id), MIXED], MIXED, screen)


def _show_list(rows: Sequence[tuple[str, str]], screen: Screen) -> None:
    for number, (name, meaning) in enumerate(rows, 1):
        first, *rest = screen.wrap(screen.say("terminal.entry", name=name, meaning=meaning), indent=5)
        print(f"  {number}  {screen.bold(first[: len(name)])}{first[len(name) :]}")
        for line in rest:
            print(f"     {line}")


def _ask_number(least: int, most: int, usual: int, screen: Screen) -> int:
    while True:
        text = input(f"[{usual}] ").strip()
        if not text:
            return usual
        if text.isdigit() and least <= int(text) <= most:
            return int(text)
        wanted = screen.say("terminal.wanted-number", least=least, most=most)
        screen.tell(screen.say("terminal.again", text=text, wanted=wanted))


def _ask_some(most: int, screen: Screen) -> list[int]:
    while True:
        text = input("[–] ").replace(",", " ")
        words = text.split()
        if all(word.isdigit() and 1 <= int(word) <= most for word in words):
            return sorted({int(word) for word in words})
        wanted = screen.say("terminal.wanted-number", least=1, most=most)
        screen.tell(screen.say("terminal.again", text=text, wanted=wanted))


def _ask_word(words: Sequence[str], usual: str, screen: Screen) -> str:
    while True:
        text = input(f"[{usual}] ").strip()
        if not text:
            return usual
        if text in words:
            return text
        if text.isdigit() and 1 <= int(text) <= len(words):
            return words[int(text) - 1]
        screen.tell(
            screen.say("terminal.again", text=text, wanted=screen.say("terminal.wanted-bot", names=", ".join(words)))
        )


def _ask_name(number: int, screen: Screen) -> str:
    usual = screen.say("terminal.player", n=number)
    print(f"\n{screen.say('terminal.choose-name', n=number)}")
    return input(f"[{usual}] ").strip().replace(",", " ").replace("[", "(").replace("]", ")") or usual


def default_names(what: TableChoice, options: argparse.Namespace, screen: Screen) -> list[str]:
    """Everyone's name, people first; a bot's carries its kind, so that a saved game knows."""
    kinds = bot_names(options, MIXED)
    people = _people(what, options, kinds)
    if kinds == [MIXED]:
        generator = Random() if options.seed is None else Random(f"company {options.seed}")
        kinds = mixed_company(what.game.id, what.players - people, generator)
    names = [name.strip() for name in options.names.split(",")] if options.names else []
    if len(names) > people:
        raise HeimlichError(f"{len(names)} names are given for {people} people; see --humans")
    names += [screen.say("terminal.player", n=number) for number in range(len(names) + 1, people + 1)]
    kinds = kinds * (what.players - people) if len(kinds) == 1 else kinds
    for kind in kinds:
        if kind not in bots_of(what.game.id):
            raise HeimlichError(
                f"there is no bot '{kind}' for {what.game.id}; there are: {', '.join(bots_of(what.game.id))}"
            )
    return names + [f"{name}{BOT_MARK}{kind}]" for name, kind in zip(names_at(kinds), kinds, strict=True)]


def _people(what: TableChoice, options: argparse.Namespace, kinds: Sequence[str]) -> int:
    """One person, or as many as the list of bots leaves room for."""
    bots = what.players - len(kinds) if len(kinds) > 1 else None
    people: int = options.humans if options.humans is not None else (1 if bots is None else bots)
    if not 0 <= people <= what.players or (len(kinds) > 1 and people + len(kinds) != what.players):
        raise HeimlichError(f"{people} people and {len(kinds)} bots do not make {what.players} players")
    return people
