"""`heimlich sheets`."""

from pathlib import Path

import pytest

from heimlich.cli.main import main


def test_sheets_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheets", "-o", str(tmp_path), "--language", "de"]) == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["agent-pad.pdf", "dossier.pdf", "score-track.pdf", "suitcase-pad.pdf"]
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF-") for name in written)
    assert sorted(Path(line).name for line in capsys.readouterr().out.split()) == written
    assert (
        main(["sheets", "dossier", "--format", "svg", "--paper", "letter", "-o", str(tmp_path), "--language", "fr"])
        == 0
    )
    assert "Dossier secret" in (tmp_path / "dossier.svg").read_text("utf-8")


def test_a_wrong_name_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheets", "dossier", "poster", "-o", str(tmp_path)]) == 1
    assert "there is no sheet 'poster'" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []
    assert main(["sheets", "-o", str(tmp_path / "nowhere")]) == 1
    assert "cannot write" in capsys.readouterr().err
