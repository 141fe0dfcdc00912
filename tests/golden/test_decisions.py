"""The yardsticks decide what they always decided: strength is measured against them."""

from tests.golden.decisions import FILE, YARDSTICKS, lines


def test_yardsticks_never_change() -> None:
    assert list(lines(YARDSTICKS)) == FILE.read_text().splitlines()
