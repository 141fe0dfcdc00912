"""Cases of past days never change."""

from pathlib import Path

from tests.golden.cases import lines

FILE = Path(__file__).with_name("cases.txt")


def test_the_first_cases_are_what_they_were() -> None:
    """If the belief is to change: give the new making a number of its own, from a later day on (cases/making.py)."""
    assert lines() == FILE.read_text("utf-8").splitlines()
