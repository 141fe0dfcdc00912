"""`heimlich verify`: what it prints, and that any difference ends it with an error."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from heimlich.cli import verify
from heimlich.fairness import Unfair, with_facts
from tests.fairness.test_fairness import OTHER, played


def _run(path: Path) -> int:
    parser = argparse.ArgumentParser()
    verify.add_to(parser.add_subparsers())
    options = parser.parse_args(["verify", str(path)])
    code: int = options.run(options)
    return code


def test_it_says_what_was_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, facts = played("heimlich-co")
    path = tmp_path / "game.heimlich"
    path.write_text(with_facts(str(record), facts), "utf-8")
    assert _run(path) == 0
    told = capsys.readouterr().out
    assert f"commitment {facts.commitment[:16]}…: fits the seed, table t1 and the rules" in told
    assert "entropy: added by 2 of the players" in told
    assert "all as recorded" in told
    assert "the game is over, and its last position is as recorded" in told


def test_any_difference_is_an_error(tmp_path: Path) -> None:
    record, facts = played("heimlich-co")
    path = tmp_path / "game.heimlich"
    path.write_text(with_facts(str(record), replace(facts, seed=OTHER)), "utf-8")
    with pytest.raises(Unfair, match="the commitment does not fit"):
        _run(path)
    path.write_text(str(record), "utf-8")
    with pytest.raises(Unfair, match="has no lines '# fair …'"):
        _run(path)
    path.write_text(with_facts(str(replace(record, view="seat 1")), facts), "utf-8")
    with pytest.raises(Unfair, match="as seen by seat 1; only the whole record"):
        _run(path)
