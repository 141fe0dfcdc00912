"""`heimlich story`: a game that is over, told in each language, or as JSON; anything else is refused in a sentence."""

import json
from pathlib import Path

import pytest

from heimlich.cli.main import main
from heimlich.text import LANGUAGES

RECORDS = Path(__file__).parents[1] / "golden" / "records"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["rio-grande-4", "jumbo-3"])
def test_a_game_is_told(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", str(RECORDS / f"{name}.heimlich"), "--language", language]) == 0
    told = capsys.readouterr().out
    assert len(told.splitlines()) > 20
    assert "{" not in told


def test_a_story_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", str(RECORDS / "rio-grande-3.heimlich"), "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    assert story["game"] == "heimlich-co"
    assert story["observers"][0]["kind"] == "public"


def test_a_game_that_is_not_over_has_no_story(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (RECORDS / "rio-grande-3.heimlich").read_text("utf-8")
    head, _, events = text.partition("events\n")
    some = events.splitlines()[:40]
    file = tmp_path / "on.heimlich"
    file.write_text(head + "events\n" + "\n".join(some) + f"\nunfinished {len(some)}\n", "utf-8")
    assert main(["story", str(file)]) == 1
    assert "not over" in capsys.readouterr().err
    assert main(["story", str(tmp_path / "nowhere")]) == 1
    assert "cannot read" in capsys.readouterr().err
