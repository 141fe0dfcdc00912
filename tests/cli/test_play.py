"""`heimlich play` at a real terminal: whole games, friends at one screen, leaving and coming back."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from heimlich import GAMES, read_record
from heimlich.record import last_state
from tests.cli.terminal import CURTAIN, MOVES, PROMPT, Open, play_on

OVER = r"The record of this game: (\S+)\s*$"
CLEARED = "\x1b[2J\x1b[3J\x1b[H"
UP, CUT, PASTE = "\x1b[A", "\x15", "\x19"
SHORT = ["--set", "target=12", "--seed", "3"]


def the_record(folder: Path) -> Path:
    (file,) = folder.glob("*.heimlich")
    return file


@pytest.mark.parametrize(
    "rules",
    [
        ["--edition", "rio-grande", "--variant", "top-secret", "--variant", "dossier", "--set", "dossier_from=6"],
        ["--edition", "cie", "--variant", "dossier", "--set", "dossier_from=6", "--set", "dossier_again_below=5"],
        ["--edition", "engine-1.0.1", "--variant", "top-secret"],
        ["--edition", "escale"],
    ],
    ids=lambda rules: " ".join(rules[1::2]),
)
def test_a_whole_game_against_bots(rules: list[str], open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("play", "--players", "3", "--names", "Anna", "--bots", "master", *rules, *SHORT)
    told = play_on(terminal, OVER)
    assert terminal.leave()[0] == 0
    assert re.search(r"Anna, you are \w{3} \w+\.", told)
    assert "The masks come off." in told
    said = told.split("The masks come off.")[1]
    assert re.findall(r"^(Ambros|Sibylle): \w", said, re.MULTILINE) == ["Ambros", "Sibylle"]  # whom they suspected
    assert "Anna" in said
    record = read_record(the_record(tmp_path).read_text(), GAMES)
    assert record.seats[0] == "Anna"
    assert GAMES[record.game].outcome(last_state(record, GAMES[record.game])) is not None


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_with_suitcases(players: int, open_terminal: Open, tmp_path: Path) -> None:
    rules = ["--set", "map=orient-express", "--set", "turn_limit=9", "--seed", "2"]
    terminal = open_terminal("play", "suitcases", "--players", str(players), "--names", "Anna", *rules)
    told = play_on(terminal, OVER)
    assert terminal.leave()[0] == 0
    assert "Anna, you play" in told
    assert "Your suitcases hold: A 5, B 3, C 1, D bomb." in told
    assert "o budapest" in told
    assert re.search(r"is over\.|The game is over", told)
    record = read_record(the_record(tmp_path).read_text(), GAMES)
    assert record.final is not None


def test_friends_pack_their_suitcases_behind_the_curtain(open_terminal: Open) -> None:
    terminal = open_terminal(
        "play", "suitcases", "--players", "2", "--humans", "2", "--names", "Anna,Bob", "--set", "first=1"
    )
    for name, packing in (("Anna", ["bomb", "5", "3", "1"]), ("Bob", ["5", "3", "bomb", "1"])):
        assert name in terminal.read_until(CURTAIN)
        terminal.type("")
        terminal.read_until(PROMPT)
        for content in packing[:-1]:
            terminal.type(content)
            terminal.read_until(PROMPT)
        terminal.type(packing[-1])
    shown = terminal.read_until(CURTAIN)
    terminal.type("")
    shown += terminal.read_until(PROMPT)
    name = re.findall(r"Give the screen to (\w+)\.", shown)[-1]
    own = {"Anna": "A bomb, B 5, C 3, D 1", "Bob": "A 5, B 3, C bomb, D 1"}
    page = terminal.shown.rsplit(CLEARED, 1)[1]
    assert own[name] in page
    assert own["Bob" if name == "Anna" else "Anna"] not in page


def test_leaving_saves_and_the_game_goes_on(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("play", "--players", "2", "--names", "Anna", *SHORT)
    terminal.read_until(PROMPT)
    terminal.type("quit")
    code, told = terminal.leave()
    assert code == 0
    assert "Saved as heimlich-co-1.heimlich. Go on with: heimlich play --resume heimlich-co-1.heimlich" in told
    before = read_record(the_record(tmp_path).read_text(), GAMES)
    assert before.final is None
    again = open_terminal("play", "--resume", "heimlich-co-1.heimlich")
    play_on(again, OVER)
    assert again.leave()[0] == 0
    after = read_record(the_record(tmp_path).read_text(), GAMES)
    assert after.final is not None
    assert after.events[: len(before.events)] == before.events
    over = open_terminal("play", "--resume", "heimlich-co-1.heimlich")
    code, told = over.leave()
    assert code == 1
    assert "is over; look at it with: heimlich replay heimlich-co-1.heimlich" in told


def test_ctrl_c_saves_too(open_terminal: Open) -> None:
    terminal = open_terminal("play", "--players", "2", *SHORT)
    terminal.read_until(PROMPT)
    terminal.press_ctrl_c()
    code, told = terminal.leave()
    assert code == 0
    assert "Saved as" in told
    assert "Traceback" not in told


def test_friends_at_one_screen_see_only_their_own(open_terminal: Open) -> None:
    terminal = open_terminal("play", "--players", "2", "--humans", "2", "--names", "Anna,Bob", *SHORT)
    names = {"Anna": "Bob", "Bob": "Anna"}
    secret: dict[str, str] = {}
    for _ in range(4):
        curtain = terminal.read_until(CURTAIN)
        assert "you are" not in curtain
        name = re.findall(r"Give the screen to (\w+)\.", curtain)[-1]
        wiped = terminal.shown.rsplit(CLEARED, 1)[1]  # nothing of the last player is on the screen any more
        assert "you are" not in wiped
        terminal.type("")
        page = terminal.read_until(PROMPT)
        found = re.search(rf"{name}, you are \w{{3}} (\w+)\.", page)
        assert found is not None
        assert secret.setdefault(name, found[1]) == found[1]
        assert f"{names[name]}, you are" not in page
        assert f"{names[name]} is dealt agent" not in page
        while True:
            terminal.type("moves")
            first = re.search(MOVES, terminal.read_until(PROMPT))
            assert first is not None
            terminal.type(first[1])
            if first[1].startswith("move"):
                break
            terminal.read_until(PROMPT)
    terminal.press_ctrl_c()
    assert terminal.leave()[0] == 0
    assert len(set(secret.values())) == len(secret)


def test_everything_can_be_chosen_by_being_asked(open_terminal: Open, tmp_path: Path) -> None:
    terminal = open_terminal("play")
    terminal.read_until(r"Which game\?")
    terminal.type("1")
    terminal.read_until(r"Which rules\?")
    terminal.type("9")
    assert "type a number from 1 to 5" in terminal.read_until(r"type a number from 1 to 5")
    terminal.type("3")
    terminal.read_until(r"Which variants\?")
    terminal.type("1")
    terminal.read_until(r"How many players, 2 to 7\?")
    terminal.type("3")
    terminal.read_until(r"How many of them are people")
    terminal.type("")
    asked = terminal.read_until(r"Which bots\?[\s\S]*\[mixed\] $")
    assert "random (Jonas Wirbel): moves anything" in asked
    assert "master (Ambros Winter): " in asked
    terminal.type("mystery")
    terminal.read_until(r"type one of: random, [\s\S]*mixed\.")
    terminal.type("random")
    terminal.read_until(r"Name of player 1\?")
    terminal.type("Zoë [x], the 1st")
    terminal.read_until(PROMPT)
    terminal.type("q")
    assert terminal.leave()[0] == 0
    record = read_record(the_record(tmp_path).read_text(), GAMES)
    assert (record.rules.edition, record.rules.variants) == ("cie", ("dossier",))
    assert record.seats == ("Zoë (x)  the 1st".replace("  ", " "), "Jonas [random]", "Lotte [random]")


@pytest.mark.parametrize(("answer", "house"), [("", (("agents_break_ties", "yes"),)), ("no", ())])
def test_a_house_rule_is_suggested_to_two(
    answer: str, house: tuple[tuple[str, str], ...], open_terminal: Open, tmp_path: Path
) -> None:
    terminal = open_terminal("play", "suitcases", "--bots", "random", "--names", "Anna")
    terminal.read_until(r"How many players, 2 to 4\?")
    terminal.type("2")
    asked = terminal.read_until(r"\[yes\] $")
    assert "whoever has more agents left wins" in " ".join(asked.split())
    terminal.type("perhaps")
    terminal.read_until(r"type yes or no")
    terminal.type(answer)
    terminal.read_until(r"How many of them are people")
    terminal.type("")
    terminal.read_until(PROMPT)
    terminal.type("q")
    assert terminal.leave()[0] == 0
    assert read_record(the_record(tmp_path).read_text(), GAMES).rules.house == house


def test_a_mixed_company_comes_and_the_seed_draws_it(tmp_path: Path) -> None:
    def seats(*words: str) -> tuple[str, ...]:
        file = tmp_path / "mixed.heimlich"
        command = [sys.executable, "-m", "heimlich", "play", "--save", str(file), *words]
        done = subprocess.run(command, input="", capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, done.stderr
        return read_record(file.read_text(), GAMES).seats

    first = seats("--players", "7", "--seed", "1")
    kinds = [seat.split("[")[1] for seat in first[1:]]
    assert len(set(kinds)) == 6
    assert first == seats("--players", "7", "--seed", "1", "--bots", "mixed")
    assert first != seats("--players", "7", "--seed", "2")
    assert len(seats("suitcases", "--players", "4", "--seed", "1")) == 4


def test_a_wrong_word_is_explained_and_changes_nothing(open_terminal: Open, tmp_path: Path) -> None:
    rules = ["--set", "die=6", "--seed", "3"]
    terminal = open_terminal("play", "--players", "2", "--names", "Anna", *rules, colour=False)
    terminal.read_until(PROMPT)
    answers = {
        "red 9 blue 9": r"walks 18 in all; the roll is 6|takes no part; in play:",
        "purple 6": r"'purple' is not an agent; there are: gray, yellow",
        "safe 4": r"is no action|is not an agent",
        "pass": r"is no action",
        "clues": r"Nothing to notice yet|Seen so far",
        "pad": r"Nothing to notice yet|Counted so far",
        "hint": r"can come to a stop at the safe|Nobody reaches the safe",
        "help": r"Type the colour, or as much of it as tells it from the others",
        "log": r"Anna rolls a 6",
        "me": r"Anna, you are",
        "board": r"church \(0\)",
        "save other.heimlich": r"Saved as other\.heimlich",
    }
    for text, wanted in answers.items():
        terminal.type(text)
        assert re.search(wanted, " ".join(terminal.read_until(PROMPT).split())), text
    assert "\x1b[38" not in terminal.shown
    terminal.type("quit")
    terminal.leave()
    saved = [read_record(file.read_text(), GAMES) for file in tmp_path.glob("*.heimlich")]
    assert saved[0].events == saved[1].events


@pytest.mark.parametrize(
    ("language", "refusal"), [("en", "Hints are for"), ("de", "Tipps gibt"), ("fr", "Les conseils")]
)
def test_friends_at_one_screen_get_no_hints(language: str, refusal: str, open_terminal: Open) -> None:
    friends = ["--players", "2", "--humans", "2", "--names", "Anna,Bert", "--language", language, "--seed", "1"]
    terminal = open_terminal("play", *friends)
    terminal.read_until(r"Anna|Bert")
    terminal.type("")
    terminal.read_until(r"> $")
    terminal.type("hint")
    assert refusal in terminal.read_until(r"> $")
    terminal.type("q")
    assert terminal.leave()[0] == 0


def test_without_a_terminal_nothing_is_asked_and_the_end_of_input_saves(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heimlich", "play", "--seed", "1"],
        input="", capture_output=True, text=True, cwd=tmp_path, timeout=30,
    )  # fmt: skip
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "Saved as heimlich-co-1.heimlich" in done.stdout
    assert read_record(the_record(tmp_path).read_text(), GAMES).final is None


def test_bots_alone_can_be_watched(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heimlich", "play", "--players", "2", "--bots", "random,greedy", "--seed", "1"],
        input="", capture_output=True, text=True, cwd=tmp_path, timeout=30,
    )  # fmt: skip
    assert done.returncode == 0
    assert "is dealt agent" not in done.stdout  # a spectator is told no secret …
    assert "The masks come off." in done.stdout  # … before the end


def test_words_can_be_completed_and_earlier_lines_come_back(open_terminal: Open) -> None:
    terminal = open_terminal("play", "--players", "2", "--names", "Anna", "--bots", "newcomer", "--seed", "3")
    terminal.read_until(PROMPT)
    terminal.type("cl\t")
    assert re.search(r"Nothing to notice yet|Seen so far", terminal.read_until(PROMPT))
    terminal.type("vio\t9")
    assert "walks 9 in all" in terminal.read_until(PROMPT)
    terminal.type(UP)
    assert "walks 9 in all" in terminal.read_until(PROMPT)
    terminal.type("q")
    assert terminal.leave()[0] == 0


def test_what_one_friend_has_typed_does_not_come_back_for_the_next(open_terminal: Open) -> None:
    friends = ["--players", "2", "--humans", "2", "--names", "Anna,Bert", "--set", "die=6", "--seed", "1"]
    terminal = open_terminal("play", *friends)
    terminal.read_until(CURTAIN)
    terminal.type("")
    terminal.read_until(PROMPT)
    terminal.type("my agent is a secret")
    terminal.read_until(PROMPT)
    terminal.type(f"cut out in secret{CUT}")
    terminal.read_until(PROMPT)
    terminal.type("gray 6")
    for _ in range(3):  # a scoring, if there is one, and the end of the turn
        shown = terminal.read_until(rf"({CURTAIN})|({PROMPT})")
        if re.search(CURTAIN, shown):
            break
        terminal.type("safe 1")
    terminal.type("")
    terminal.read_until(PROMPT)
    terminal.type(UP * 3)
    terminal.type(f"{PASTE}me")
    after = terminal.read_until(r"> [\s\S]*you are[\s\S]*> $")
    assert "secret" not in after
    assert "gray 6" not in after
    terminal.type("q")
    assert terminal.leave()[0] == 0
