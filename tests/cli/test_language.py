"""The terminal in German and French: which language is spoken, and games that are played in it at a real terminal."""

import io
import json
import re
from argparse import Namespace
from importlib.resources import files
from pathlib import Path

import pytest

from heimlich import GAMES, RulesetName, read_record
from heimlich.cli import replay
from heimlich.cli.main import main
from heimlich.cli.options import LANGUAGE, LOCALES, language_of
from heimlich.errors import BadNotation, HeimlichError
from heimlich.game import Decision
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.record import Step
from heimlich.terminal.screen import Screen
from heimlich.terminal.suitcases import SuitcasesFace
from heimlich.text import Speaker
from tests.cli.terminal import PROMPT, Open, play_on

GOLDEN = Path(__file__).parents[1] / "golden" / "playthroughs"
ENGLISH = r"\b(rolls|wants|plays|you are|you play|the church|house \d|suitcase|The game is over|Saved|Press|Type)\b"
OVER = {"de": r"Die Aufzeichnung dieses Spiels: (\S+)\s*$", "fr": r"L’enregistrement de cette partie\s: (\S+)\s*$"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA@euro"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", LANGUAGE: "fr"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", LANGUAGE: "EN-us"}, "en"),
    ],
    ids=str,
)
def test_the_system_s_language_is_spoken_where_we_have_it(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*LOCALES, LANGUAGE):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of(Namespace(language=None)) == language
    assert language_of(Namespace(language="de")) == "de"  # what is said on the line comes first


def test_a_language_that_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--language", "it"])
    assert "'it'" in capsys.readouterr().err
    monkeypatch.setenv(LANGUAGE, "it")
    with pytest.raises(HeimlichError) as caught:
        language_of(Namespace(language=None))
    assert str(caught.value) == "HEIMLICH_LANGUAGE is 'it'; there are: en, de, fr"


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("de", ["Bob bekommt Agent Orange.", "Bob würfelt eine 2.", "Das Spiel ist aus. Die Masken fallen."]),
        (
            "fr",
            ["Bob reçoit l’agent Orange.", "Bob lance le dé et fait 2.", "La partie est finie. Bas les masques\u202f!"],
        ),
    ],
)
def test_a_game_is_replayed_in_a_language(
    language: str, sentences: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(GOLDEN / "heimlich-co-cards-and-dossiers.heimlich")
    assert main(["replay", file, "--all", "--language", language]) == 0
    told = capsys.readouterr().out
    assert [sentence for sentence in sentences if f"\n{sentence}\n" not in told] == []
    assert not re.search(ENGLISH, told)
    monkeypatch.setenv(LANGUAGE, language)
    assert main(["replay", file, "--all"]) == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(("language", "words"), [("de", "(Fortsetzung folgt, nach"), ("fr", "(à suivre, après")])
def test_a_game_that_is_not_over_says_so(
    language: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "--players", "2", "--seed", "1"]) == 0
    assert main(["replay", "heimlich-co-1.heimlich", "--language", language]) == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "de",
            [
                r"Anna, du bist \w{3} \w+\.",
                r"· Anna zieht \w+ \d weiter (zu Haus \d+|zur Kirche|zur Ruine)",
                r"· Der Tresor ist geknackt: ",
                r"· Das Spiel ist aus\. Die Masken fallen\.",
                r"│ Kirche \(0\) ",
                r"\[TRESOR\]│",
                r"ROT Rot \(red\)",
            ],
        ),
        (
            "fr",
            [
                r"Anna, tu es \w{3} \w+\.",
                r"· Anna avance \w+ (d’une case|de \d cases) \((maison \d+|église|ruines)\)",
                r"· Le coffre-fort est forcé\s: ",
                r"· La partie est finie\. Bas les masques\s!",
                r"│ église \(0\) ",
                r"\[COFFRE\]│",
                r"ROU Rouge \(red\)",
            ],
        ),
    ],
)
def test_a_whole_game(language: str, wanted: list[str], open_terminal: Open, tmp_path: Path) -> None:
    rules = ["--variant", "top-secret", "--variant", "dossier", "--set", "dossier_from=6", "--set", "target=12"]
    seats = ["--players", "4", "--names", "Anna", "--seed", "3"]
    terminal = open_terminal("play", "--language", language, *seats, *rules, colour=False)
    told = play_on(terminal, OVER[language])
    assert terminal.leave()[0] == 0
    assert [pattern for pattern in wanted if not re.search(pattern, told)] == []
    assert not re.search(ENGLISH, told)
    (file,) = tmp_path.glob("*.heimlich")
    assert read_record(file.read_text("utf-8"), GAMES).final is not None


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "de",
            [
                r"Anna, du spielst  Rot \(red\) \.",
                "In deinen Koffern: A 5, B 3, C 1, D Bombe",
                r"· \w+: Grün \d → \w+\.",
            ],
        ),
        (
            "fr",
            [
                r"Anna, tu joues  Rouge \(red\) \.",
                r"Dans tes valises\s: A 5, B 3, C 1, D bombe",
                r"· \w+\s: Vert \d → \w+\.",
            ],
        ),
    ],
)
def test_a_whole_game_with_suitcases(language: str, wanted: list[str], open_terminal: Open) -> None:
    rules = ["--set", "map=orient-express", "--set", "turn_limit=6", "--set", "first=1", "--seed", "2"]
    seats = ["--players", "2", "--names", "Anna"]
    terminal = open_terminal("play", "suitcases", "--language", language, *seats, *rules)
    told = play_on(terminal, OVER[language])
    assert terminal.leave()[0] == 0
    assert [pattern for pattern in wanted if not re.search(pattern, told)] == []
    assert not re.search(ENGLISH, told)


def test_the_questions_before_a_game_are_asked_in_german(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("play", "--language", "de")
    questions = [
        (r"Welches Spiel\?", "2"),
        (r"Wie viele spielen mit, 2 bis 4\?", "9"),
        (r"„9“ passt nicht; tippe eine Zahl von 2 bis 4\.", "2"),
        (r"Unser Vorschlag für 2 Personen: (?s:.)*\[yes\]", ""),
        (r"Wie viele davon sitzen an diesem Bildschirm\?", ""),
        (r"Welche Bots\?", ""),
        (r"Wie heißt Spieler 1\?", ""),
    ]
    for question, answer in questions:
        terminal.read_until(question)
        terminal.type(answer)
    terminal.read_until(PROMPT)
    terminal.type("help")
    assert "Wien (vienna)" in terminal.read_until(PROMPT)
    terminal.type("quit")
    assert "Gespeichert als suitcases-1.heimlich." in terminal.leave()[1]
    record = read_record((tmp_path / "suitcases-1.heimlich").read_text("utf-8"), GAMES)
    assert record.seats[0] == "Spieler 1"


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Anna: Red 1 → Praha.", "Anna: Red 1 → Red headquarters."]),
        ("de", ["Anna: Rot 1 → Praha.", "Anna: Rot 1 → Hauptquartier Rot."]),
        (
            "fr",
            [
                "Anna\N{NARROW NO-BREAK SPACE}: Rouge 1 → Praha.",
                "Anna\N{NARROW NO-BREAK SPACE}: Rouge 1 → QG de Rouge.",
            ],
        ),
    ],
)
def test_the_cities_of_a_map_of_one_s_own_keep_their_names(language: str, sentences: list[str], tmp_path: Path) -> None:
    drawn = json.loads(files("heimlich.games.suitcases").joinpath("maps", "orient-express.json").read_text("utf-8"))
    drawn["cities"]["prague"] = [*drawn["cities"]["prague"], "Praha"]
    (tmp_path / "own.json").write_text(json.dumps(drawn), "utf-8")
    rules = SUITCASES.ruleset(RulesetName("jumbo", house=(("map", str(tmp_path / "own.json")),)))
    gate = next(iter(rules.board.gates[0]))
    speaker = Speaker("suitcases", ["Anna", "Bob"], language)
    told = []
    for start, goal in (("vienna", "prague"), (f"{gate}+green-A", "hq-red")):
        state = SUITCASES.parse_state(f"red {start}; roll 1 0", rules)
        event = Decision(0, SUITCASES.parse_action(f"step 1 {goal}"))
        step = Step(state, event, SUITCASES.apply(state, event))
        told.append(speaker.line(replay.step_lines(SUITCASES, step, None)[0]))
    assert told == sentences
    assert "prague" in SuitcasesFace().help(SUITCASES.view(state, 0), Screen(language=language))


@pytest.mark.parametrize(
    ("language", "text", "typed"),
    [
        ("de", "3 wien", "step 3 vienna"),
        ("de", "3 Münch", "step 3 munich"),
        ("de", "step 3 munchen", "step 3 munich"),
        ("fr", "3 athenes", "step 3 athens"),
        ("fr", "3 caire", "step 3 cairo"),
        ("en", "3 vie", "step 3 vienna"),
        ("de", "3 vienna", "step 3 vienna"),  # the notation works in every language
        ("de", "take 3 red-A", "take 3 red-A"),
        ("de", "3 wo", "step 3 wo"),  # two letters are too few, and no word is turned into something else
        ("de", "end", "end"),
    ],
)
def test_cities_are_understood_as_the_reader_calls_them(language: str, text: str, typed: str) -> None:
    rules = SUITCASES.ruleset(RulesetName("jumbo", house=(("map", "europe-2"),)))
    view = SUITCASES.view(SUITCASES.parse_state("red vienna; roll 1 0", rules), 0)
    assert SuitcasesFace().complete(view, text, Screen(language=language)) == typed


def test_the_beginning_of_two_cities_is_asked_about() -> None:
    rules = SUITCASES.ruleset(RulesetName("jumbo", house=(("map", "europe-2"),)))
    view = SUITCASES.view(SUITCASES.parse_state("red vienna; roll 1 0", rules), 0)
    with pytest.raises(BadNotation, match="'tri' could be Triest or Tripolis"):
        SuitcasesFace().complete(view, "3 tri", Screen(language="de"))
