"""A survey has every ruleset once, and its page is the template with figures: the same from chunks and processes."""

import errno
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from heimlich.cli.main import main
from heimlich.errors import HeimlichError
from heimlich.games import GAMES
from heimlich.lab import page
from heimlich.lab.page_pictures import PICTURES
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.plots import Panel, PlottedCurve, chart
from heimlich.lab.results import FinishedGames
from heimlich.lab.study import Study
from heimlich.lab.survey import SurveyPart, rulesets_of, survey
from heimlich.lab.survey_figures import SurveyFigures

ROOT = Path(__file__).parents[2]
SMALL = ["--all", "engine", "--players", "2", "--games", "3", "--backend", "numpy"]
GAMES_EACH = 6
STUDIES = {
    ("heimlich-co", "greedy"): [("rio-grande", 2), ("rio-grande+one_agent=yes", 2), ("escale", 2)],
    ("suitcases", "random"): [("jumbo+map=orient-express+turn_limit=4", 3)],
}


@pytest.fixture(scope="module")
def found() -> SurveyFigures:
    """The figures of a few studies of both games."""
    parts = []
    for (game, policy), labels in STUDIES.items():
        results = FinishedGames(game, 1, policy)
        studies = [Study(label, players, 1, policy) for label, players in labels]
        for study in studies:
            results.add(study, 0, GAMES_EACH, play_chunk(Chunk(study, "numpy", 0, GAMES_EACH)))
        parts.append(SurveyPart(game, policy, studies, results))
    return page.collect(parts, GAMES_EACH)


def test_a_survey_has_every_edition_with_every_choice_of_variants_at_every_number_of_players() -> None:
    parts = survey(1)
    assert [(part.game, part.policy) for part in parts] == [
        *(("heimlich-co", "greedy"), ("suitcases", "random")),
        ("heimlich-co", "random"),
    ]
    labels = rulesets_of("heimlich-co")
    assert {"rio-grande", "rio-grande+top-secret+dossier", "escale+advanced", "rio-grande+one_agent=yes"} <= {*labels}
    assert len(labels) == len({*labels})
    for part in parts:
        keys = [(study.label, study.players) for study in part.studies]
        assert len(keys) == len({*keys})
        for edition in GAMES[part.game].editions():
            numbers = [players for label, players in keys if label == edition]
            assert numbers == list(GAMES[part.game].players(Study(edition, 2, 1, part.policy).rules))


def test_a_survey_can_be_of_some_editions_and_numbers_of_players() -> None:
    parts = survey(1, editions=["jumbo"], players=[4])
    assert [(part.game, len(part.studies)) for part in parts] == [("suitcases", 4)]
    with pytest.raises(HeimlichError, match="there is no edition 'chess' to survey; there are: rio-grande, "):
        survey(1, editions=["chess"])
    with pytest.raises(HeimlichError, match="none of these can be played by 9 players"):
        survey(1, players=[9])


def test_chunks_processes_and_interruptions_make_the_same_page(tmp_path: Path) -> None:
    pages = [tmp_path / name / "lab.md" for name in ("whole", "pieces", "processes")]
    for path in pages:
        path.parent.mkdir()
    results = ["--resume", str(tmp_path / "results")]
    assert main(["lab", *SMALL, "--page", str(pages[0])]) == 0
    assert main(["lab", *SMALL, "--games", "1", "--chunk", "1", *results]) == 0
    assert main(["lab", *SMALL, "--chunk", "2", *results, "--page", str(pages[1])]) == 0
    assert main(["lab", *SMALL, "--chunk", "1", "--jobs", "2", "--page", str(pages[2])]) == 0
    texts = [path.read_text() for path in pages]
    assert texts[0] == texts[1] == texts[2]
    assert "| `engine+top-secret` |" in texts[0]
    for name in PICTURES:
        drawn = [(path.parent / "pictures" / f"lab-{name}.svg").read_text() for path in pages]
        assert drawn[0] == drawn[1] == drawn[2]


def test_a_page_from_few_games_is_well_formed(found: SurveyFigures, tmp_path: Path) -> None:
    written = page.write_page(found, tmp_path / "lab.md")
    text = written[0].read_text()
    assert not page.MARK.search(text)
    assert f"{GAMES_EACH} games of each row" in text
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert [tmp_path / path for path in pictures] != []
    *drawn, figures = written[1:]
    assert {tmp_path / path for path in pictures} == {*drawn}
    assert_same_tables(text, figures.read_text())
    for path in drawn:
        assert ElementTree.fromstring(path.read_text()).find("{http://www.w3.org/2000/svg}title") is not None
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count(" | ") for line in block.splitlines()}) == 1, block


ROW = re.compile(r"^\| ((?:`[^`]+`(?:, )?)+) \| (.*) \|$", re.MULTILINE)


def test_a_full_disk_is_said_with_the_file_that_it_holds_up(
    found: SurveyFigures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(path: Path, *words: Any) -> int:
        if path.suffix == ".svg":
            raise OSError(errno.ENOSPC, "No space left on device")  # without a file's name, as Python has it
        return write(path, *words)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(HeimlichError, match=r"cannot write '.*lab-turns\.svg': No space left on device"):
        page.write_page(found, tmp_path / "lab.md")


def assert_same_tables(page_text: str, figures: str) -> None:
    """Every row of the page's tables is in the JSON, figure by figure, and nothing else is."""
    read = json.loads(figures)
    told: dict[tuple[str, str], dict[str, str]] = {}
    for block in re.findall(r"(?:^\|.*\n)+", page_text, re.MULTILINE):
        heads = [cell.strip() for cell in block.splitlines()[0].strip("|").split("|")]
        if not re.fullmatch(r"\d players", heads[0]) or "·" in heads[1]:
            continue
        for labels, cells in ROW.findall(block):
            for label in re.findall("`([^`]+)`", labels):
                if "=" not in label:
                    told[label, heads[0][0]] = dict(zip(heads[1:], cells.split(" | "), strict=True))
    assert {(label, players) for label, rows in read["studies"].items() for players in rows} == set(told)
    for (label, players), cells in told.items():
        row = read["studies"][label][players]
        for name, value in row.items():
            if isinstance(value, list):
                mean, low, high = value
                assert cells[name] == f"{mean:.1f} ({low} – {high})"
        wins = next(cell for head, cell in cells.items() if head.startswith("wins"))
        assert re.findall(r"[\d.]+", wins)[:: max(1, len(re.findall(r"[\d.]+", wins)) - 1)] == [
            f"{row['first']:.1f}",
            f"{row['last']:.1f}",
        ]
        nobody = next(cell for head, cell in cells.items() if head.endswith("wins, %"))
        assert (nobody, cells["several win, %"]) == (f"{row['nobody']:.1f}", f"{row['shared']:.1f}")


def test_the_figures_in_the_documents_are_those_of_the_page() -> None:
    docs = ROOT / "docs"
    assert_same_tables((docs / "lab.md").read_text("utf-8"), (docs / "lab.json").read_text("utf-8"))
    assert json.loads((docs / "lab.json").read_text("utf-8"))["games"] == 1_000_000


def test_a_figure_that_is_missing_is_a_dash_and_one_that_is_there_is_not(found: SurveyFigures) -> None:
    def filled(mark: str) -> str:
        return page.page(found, mark)

    assert filled("[[greedy rio-grande 4 turns]]") == "–"
    turns = found.of("greedy", "rio-grande", 2)
    assert turns is not None
    assert filled("[[greedy rio-grande 2 turns]] turns") == f"{turns['counted']['turns']['value']:.1f} turns"
    assert filled("[[greedy rio-grande 2 win-1]]") == f"{100 * turns['wins_by_order'][0]['value']:.1f}"
    assert filled("[[greedy rio-grande 2 games]]") == str(GAMES_EACH)
    skill = [line.split(" | ") for line in filled("[[skill 2 random greedy]]").splitlines()]
    assert [skill[0][-1], *(row[-1] for row in skill[2:])] == ["games, greedy |", *[f"{GAMES_EACH} |"] * 2]
    assert filled("[[rules greedy 2 rio-grande]]").count("\n") == 3
    assert filled("[[table suitcases random 3]]").count("\n") == 2


def test_the_page_in_the_documents_is_what_the_template_makes() -> None:
    """Only figures differ: edit src/heimlich/lab/page.md, and make docs/lab.md by the command that it names."""
    pieces = page.MARK.split(page.template())[::2]
    pattern = "(.*?)".join(map(re.escape, pieces))
    assert re.fullmatch(pattern, (ROOT / "docs" / "lab.md").read_text(), re.DOTALL)
    for name in PICTURES:
        assert (ROOT / "docs" / "pictures" / f"lab-{name}.svg").exists()


def test_a_chart_shows_each_curve_where_its_figures_are() -> None:
    figure = {"value": 0.5, "low": 0.4, "high": 0.6}
    curves = [PlottedCurve("one <&>", [figure, None]), PlottedCurve("two", [figure, figure])]
    text = chart("a & b", "x", "y", [Panel("left", ["1", "2"], curves)], scale=100)
    assert text.count('stroke-width="1.5"') == 1 + 2  # a line between two points, and two in the legend
    assert "one &lt;&amp;&gt;" in text
    level = chart("level", "x", "y", [Panel("", ["1"], curves[:1])], scale=100, around=50)
    assert ">40<" in level
    assert ">60<" in level
    ElementTree.fromstring(chart("empty", "x", "y", [Panel("none", [], [])]))
