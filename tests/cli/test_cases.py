"""`heimlich cases` shows a case without its solution, tells it when asked, and checks many."""

from pathlib import Path

import pytest

from heimlich.cases.calendar import MOVE, read_name
from heimlich.cases.making import make_case
from heimlich.cases.moves import make_problem
from heimlich.cli.main import main
from heimlich.text import LANGUAGES, say

DAY = ["--day", "2026-01-07"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case_is_shown_with_log_board_and_pad_and_its_answer_only_when_asked(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = make_case(read_name(DAY[1], "hard"))
    words = ["cases", *DAY, "--degree", "hard", "--language", language]
    assert main(words) == 0
    plain = capsys.readouterr().out
    assert main([*words, "--answer"]) == 0
    whole = capsys.readouterr().out
    assert whole.startswith(plain)
    told = whole.removeprefix(plain)
    for name, owner in zip(case.record.seats, case.owners, strict=True):
        assert name in plain
        assert (
            say("case.owner", language, name=name, agent=say(f"heimlich-co.agent.{owner}", language), percent=0)[
                : len(name) + 8
            ]
            in told
        )
    assert say("case.number", language, n=7) in plain
    assert "%" not in plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_problem_is_shown_with_its_moves_and_its_answer_only_when_asked(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = make_problem(read_name(DAY[1], MOVE))
    position = problem.position
    words = ["cases", *DAY, "--degree", "move", "--language", language]
    assert main(words) == 0
    plain = capsys.readouterr().out
    agent = say(f"heimlich-co.agent.{position.agent}", language)
    assert say("case.move.you", language, name=problem.record.seats[position.seat], agent=agent) in plain
    assert "%" not in plain
    assert main([*words, "--answer"]) == 0
    whole = capsys.readouterr().out
    assert whole.startswith(plain)
    first, *_ = whole.removeprefix(plain).strip().splitlines()
    assert first.startswith(f"{position.best + 1}  ")
    assert f"({say('case.move.best', language)})" in first


def test_cases_are_listed_by_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "list", "--day", "2026-01-02", "--days", "9"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:3] for row in rows] == [
        [day, number, degree]
        for day, number in (("2026-01-02", "2"), ("2026-01-01", "1"))
        for degree in ("easy", "medium", "hard")
    ]


def test_a_check_counts_and_resumes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "checked"
    assert main(["cases", "--check", "1", "--resume", str(file)]) == 0
    first = capsys.readouterr().out
    assert first.startswith("easy: 1 cases, all as claimed, none twice; ")
    assert main(["cases", "--check", "1", "--resume", str(file)]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--day", "2026-02-30"], "'2026-02-30' is no date; one looks like 2026-02-28"),
        (["--degree", "deadly"], "there is no degree 'deadly'; there are: easy, medium, hard"),
        (["--check", "0"], "--check 0 does not do; it takes 1 to 100,000"),
        (["list", "--days", "-1"], "--days -1 does not do; it takes 1 to 100,000"),
        (["--check", "1", "--resume", "/no/such/folder/file"], "cannot write '/no/such/folder/file'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", *words]) == 1
    assert text in capsys.readouterr().err
