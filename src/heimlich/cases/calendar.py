"""The names of cases: a day has a number, and each day has a case of every degree.

A day begins at midnight UTC everywhere. Dates are written as 2026-02-28, in ASCII digits; nothing else is a date.

>>> str(read_name("2026-01-02", "hard"))
'case 2 (hard)'
>>> read_name("2026-02-30", "hard")
Traceback (most recent call last):
heimlich.errors.HeimlichError: '2026-02-30' is no date; one looks like 2026-02-28
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from heimlich.cases.degrees import DEGREES
from heimlich.errors import HeimlichError

FIRST_DAY = date(2026, 1, 1)  # the day of case 1
MOVE = "move"  # stands in the name of a problem, where cases have their degree
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


class CaseName(NamedTuple):
    """All that a case is made from: the number of its day, from 1, and its degree."""

    number: int
    degree: str  # or `MOVE`, for the problem of the day: "What would you do?"

    @property
    def day(self) -> date:
        """The day of this case."""
        return FIRST_DAY + timedelta(days=self.number - 1)

    def __str__(self) -> str:
        return f"case {self.number} ({self.degree})"


def today() -> date:
    """Return the present day, in UTC."""
    return datetime.now(UTC).date()


def read_day(text: str) -> date:
    """Read a date."""
    found = _DATE.fullmatch(text)
    try:
        if found:
            return date(*map(int, found.groups()))
    except ValueError:
        pass
    raise HeimlichError(f"'{text[:40]}' is no date; one looks like 2026-02-28")


def read_name(day: str, degree: str) -> CaseName:
    """Read a date and a degree (or `MOVE`) as the name of a case, of any day since the first."""
    number = (read_day(day) - FIRST_DAY).days + 1
    if number < 1:
        raise HeimlichError(f"the first cases are those of {FIRST_DAY}")
    if degree not in DEGREES and degree != MOVE:
        raise HeimlichError(f"there is no degree '{degree[:40]}'; there are: {', '.join(DEGREES)}")
    return CaseName(number, degree)
