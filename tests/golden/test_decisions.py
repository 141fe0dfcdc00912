"""The yardsticks decide what they always decided: strength is measured against them."""

import platform

import pytest

from tests.golden.decisions import BY_NETWORK, YARDSTICKS, kept, lines, portable_lines

PORTABLE = pytest.mark.skipif(
    platform.machine() not in {"x86_64", "AMD64"}, reason="sums are rounded otherwise elsewhere"
)


def test_yardsticks_never_change() -> None:
    assert list(lines(YARDSTICKS)) == kept(YARDSTICKS)


@PORTABLE
def test_yardsticks_that_go_by_a_network_never_change() -> None:
    assert portable_lines(BY_NETWORK) == kept(BY_NETWORK)


@PORTABLE
def test_the_champion_changes_by_intention_alone() -> None:
    """If it was meant to change, replace its lines by what `portable_lines` gives."""
    assert portable_lines(["champion"], ["heimlich-co"]) == kept(["champion"])
