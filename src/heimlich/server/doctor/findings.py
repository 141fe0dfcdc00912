"""Findings: the results of checks, each with its weight and what to do about it."""

from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """The weight of a finding."""

    FINE = "fine"
    DOUBTFUL = "doubtful"  # it works, and something may go wrong later
    WRONG = "wrong"  # something does not work now


class Finding(Struct, frozen=True):
    """One result: what was looked at, what is so, and what to do about it."""

    check: str
    level: Level
    text: str
    advice: str = ""


def fine(check: str, text: str) -> Finding:
    """Make a finding that needs nothing."""
    return Finding(check, Level.FINE, text)


def doubtful(check: str, text: str, advice: str) -> Finding:
    """Make a finding that an operator should know about."""
    return Finding(check, Level.DOUBTFUL, text, advice)


def wrong(check: str, text: str, advice: str) -> Finding:
    """Make a finding that an operator must mend."""
    return Finding(check, Level.WRONG, text, advice)
