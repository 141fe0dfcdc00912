"""Everything that the games, the server and the terminal say has words, in every language; and no words lie about."""

import ast
import fnmatch
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import heimlich
from heimlich import GAMES, read_record
from heimlich.bots.characters import CHARACTERS
from heimlich.bots.registry import ALIASES, bots_of, is_partner
from heimlich.cli.replay import step_lines
from heimlich.game import AnyGame
from heimlich.games import PACKAGES
from heimlich.games.heimlich_co.names import BUILDINGS, SURNAMES, Agent, Card
from heimlich.games.suitcases.maps import COLOURS, MAPS, load_map
from heimlich.record import replay
from heimlich.server.table.chat import PHRASES
from heimlich.server.web.requests.errors import STATUS
from heimlich.text import LANGUAGES, Speaker, catalogue

SOURCE = Path(heimlich.__file__).parent
RECORDS = Path(__file__).parents[1] / "golden" / "records"
EDITIONS = [(game, edition) for game in GAMES.values() for edition in game.editions()]

ANSWERED = re.compile(r"(?:cannot|idle|todo|hint)-[a-z-]+")  # lines that one reader gets as an answer

# Where a refusal's code stands among what each of these is given.
CODE_PLACES = {"Refused": 0, "Trouble": 0, "Refusal": 1, "_turn_away": 2}


def keys_of(part: str) -> set[str]:
    return {key.removeprefix(f"{part}.") for key in catalogue("en") if key.startswith(f"{part}.")}


def modules(folder: Path) -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))]


def calls(module: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a module, with the name of what is called."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rsplit(".", 1)[-1], node


def literals(value: ast.expr, module: ast.Module) -> set[str]:
    """What an argument can be: a text, one of two, a pattern for an f"…", or all that a name is given in the module."""
    match value:
        case ast.Constant(str() as text):
            return {text}
        case ast.IfExp():
            return literals(value.body, module) | literals(value.orelse, module)
        case ast.JoinedStr(parts):
            return {"".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)}
        case ast.Name(name):
            given = [
                node.value
                for node in ast.walk(module)
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
            ]
            return set().union(*(literals(one, module) for one in given))
    return set()


# Lines of the log


def lines_of(game: AnyGame) -> set[str]:
    """The keys of all lines that a game's log can have, of what its bots say afterwards, of its stories, and of
    what it answers to one reader: refusals and hints."""
    found: set[str] = set()
    rules, after = SOURCE / "games" / PACKAGES[game.id], SOURCE / "bots" / PACKAGES[game.id] / "afterwords"
    told = SOURCE / "analysis" / PACKAGES[game.id]
    for path in (*rules.glob("*.py"), after.with_suffix(".py"), *told.glob("*.py")):
        module = ast.parse(path.read_text("utf-8"))
        if path.stem in {"refusal", "hints"}:  # many a key is chosen from a table there
            constants = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)]
            found |= {text for text in constants if isinstance(text, str) and ANSWERED.fullmatch(text)}
            continue
        for name, call in calls(module):
            if name == "Line":
                keys = literals(call.args[0], module)
                assert keys, ast.unparse(call)
                found |= keys
    endings = {f"over-{ending}" for ending in game.endings} if "over-*" in found else set()
    return (found - {"over-*"}) | endings


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_line_of_a_log_has_words(game: AnyGame) -> None:
    lines = lines_of(game)
    assert len(lines) > 30
    assert sorted(lines - keys_of(game.id)) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_game_has_no_words_but_these(game: AnyGame) -> None:
    words = {key for key in keys_of(game.id) if "." not in key}
    assert words == lines_of(game) | {"title", "about"}


@lru_cache
def spoken(edition: str) -> dict[str, list[str]]:
    """In each language, all that the recorded games of an edition tell: to a seat, to a spectator, and of secrets."""
    said: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for file in sorted(RECORDS.glob("*.heimlich")):
        record = read_record(file.read_text("utf-8"), GAMES)
        if record.rules.edition != edition:
            continue
        game = GAMES[record.game]
        speakers = {language: Speaker(game.id, record.seats, language) for language in LANGUAGES}
        for step in replay(record, game):
            lines = [
                *step_lines(game, step, 0),
                *step_lines(game, step, None),
                *step_lines(game, step, None, everything=True),
            ]
            for language, speaker in speakers.items():
                said[language] += [speaker.line(line) for line in lines]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", [edition for _, edition in EDITIONS])
def test_whole_games_of_each_edition_can_be_told(edition: str, language: str) -> None:
    said = spoken(edition)[language]
    assert len(said) > 100
    assert not [text for text in said if "{" in text or not text.strip()]
    if language != "en":
        assert set(said) & set(spoken(edition)["en"]) == set()


# Words of the games


def test_heimlich_co_has_a_word_for_everything() -> None:
    game = GAMES["heimlich-co"]
    variants = {variant for some in game.editions().values() for variant in some}
    words = {
        *(f"agent.{agent}" for agent in Agent),
        *(f"place.{place}" for place in BUILDINGS),
        *(f"to-place.{place}" for place in BUILDINGS),
        *(f"building.{place}" for place in BUILDINGS if not place.isdigit()),
        *(f"{kind}.{card}" for card in Card for kind in ("card", "card-text")),
        *("answer.free", "answer.blank"),
        *(f"edition.{edition}" for edition in game.editions()),
        *(f"variant.{variant}" for variant in variants),
    }
    assert {key for key in keys_of("heimlich-co") if "." in key} == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_agent_has_one_name(language: str) -> None:
    """Its colour; the surnames of older texts are read by the notation and shown nowhere."""
    said = " ".join(str(entry) for entry in catalogue(language).values())
    page = Path(__file__).parents[2] / "web" / "src"
    drawn = " ".join(path.read_text("utf-8") for path in page.rglob("*") if path.suffix in {".ts", ".svelte"})
    assert [name for name in SURNAMES.values() if name in said or name in drawn] == []


def test_the_suitcase_game_has_a_word_for_everything() -> None:
    places = {place for name in MAPS for place in load_map(name).positions}
    words = {
        *(f"colour.{colour}" for colour in COLOURS),
        *(f"place.{place}" for place in places),
        *(f"map.{name}" for name in MAPS),
        *(f"edition.{edition}" for edition in GAMES["suitcases"].editions()),
    }
    assert {key for key in keys_of("suitcases") if "." in key} == words


@pytest.mark.parametrize("name", MAPS)
def test_the_places_of_our_maps_are_called_in_english_what_the_map_says(name: str) -> None:
    board = load_map(name)
    assert catalogue("en")[f"suitcases.map.{name}"] == board.title
    assert {place: catalogue("en")[f"suitcases.place.{place}"] for place in board.labels} == board.labels


# The server


def refusal_codes() -> set[str]:
    """Every code that the server answers with, read from its source."""
    found: set[str] = {"rules"}  # whatever the rules refuse
    for module in modules(SOURCE / "server"):
        for name, call in calls(module):
            if name in CODE_PLACES and len(call.args) > CODE_PLACES[name]:
                code = call.args[CODE_PLACES[name]]
                codes = literals(code, module)
                assert codes or ast.unparse(code) in {"code", "code_of(error)", "answer.code"}, ast.unparse(call)
                found |= codes
    return found


def test_every_refusal_has_words_for_players() -> None:
    codes = refusal_codes()
    assert len(codes) > 30
    assert set(STATUS) <= codes
    assert keys_of("refusal") == codes


def test_every_bot_that_people_play_with_is_somebody_and_has_a_line() -> None:
    bots = {(game, bot) for game in GAMES for bot in bots_of(game) if is_partner(game, bot) and bot not in ALIASES}
    assert {bot for _, bot in bots} <= set(CHARACTERS)
    lines = {f"line.{game}.{bot}" for game, bot in bots}
    assert keys_of("bot") == lines | {f"level.{bot}" for _, bot in bots}


def test_every_quick_phrase_has_words() -> None:
    assert keys_of("phrase") == set(PHRASES)


# The terminal


def said_in_the_terminal() -> set[str]:
    """Patterns of all keys that the commands and the boards say."""
    found: set[str] = set()
    for module in (*modules(SOURCE / "cli"), *modules(SOURCE / "terminal")):
        for name, call in calls(module):
            if name in {"say", "word"} and call.args:
                found |= literals(call.args[0 if name == "say" else 1], module)
    return found


def test_the_terminal_says_nothing_that_has_no_words() -> None:
    patterns = said_in_the_terminal()
    assert len(patterns) > 50
    assert [pattern for pattern in patterns if not fnmatch.filter(catalogue("en"), pattern)] == []


def test_the_terminal_has_no_words_that_it_does_not_say() -> None:
    said = {key for pattern in said_in_the_terminal() for key in fnmatch.filter(catalogue("en"), pattern)}
    assert {key for key in keys_of("terminal") if f"terminal.{key}" not in said} == set()
