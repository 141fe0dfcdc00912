"""Check nicknames: visible, on one line, and not to be confused with another name at the table.

Two names count as equal if they look alike, regardless of case, accents, spaces, marks, compatibility forms, and
letters of other alphabets that look Latin. The standard library has no table of such letters, so the common ones are
listed here.
"""

import unicodedata
from collections.abc import Iterable

from heimlich.server.table.chat import clean_line
from heimlich.server.table.refusals import Refused

LONGEST_NAME = 24
LONGEST_GROUP = 40  # the name of a group
MOST_MARKS = 3  # above or below one letter: Hebrew can need as many
# Characters that show nothing, although Unicode counts them as letters, symbols or marks.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e")
_LATIN = "ABEZHIKMNOPTYXaovpikuABEKMHOPCTYXIJSacoepxyijshdqwklI"
_OTHER = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρικυАВЕКМНОРСТУХІЈЅасоерхуіјѕһԁԛԝкӏӀ"
_LOOKS_LATIN = str.maketrans(_OTHER, _LATIN)
_LOOKS_SAME = str.maketrans("01|!i", "ollll")


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a nickname on one line, without invisible characters, cut to the `longest` that is allowed."""
    visible = "".join(character for character in name if character not in BLANKS)
    return clean_line(unicodedata.normalize("NFC", visible))[:longest].strip()


def check_name(name: str, longest: int = LONGEST_NAME, kind: str = "nickname") -> str:
    """Return the cleaned name; refuse one that shows nothing, or that stacks too many marks on a letter."""
    clean = clean_name(name, longest)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in clean):
        raise Refused("name", f"a {kind} has at least one letter")
    if _tallest_stack(clean) > MOST_MARKS:
        raise Refused("name", f"a {kind} has at most {MOST_MARKS} marks on one letter")
    return clean


def optional_name(name: str) -> str:
    """Return the cleaned name like `check_name`, but allow an empty one."""
    return check_name(name) if name.strip() else ""


def usable_name(name: str) -> str:
    """Return the cleaned name, or "" for a name from an earlier version that would be refused now."""
    try:
        return optional_name(name)
    except Refused:
        return ""


def _tallest_stack(name: str) -> int:
    """Return the largest number of marks on one letter."""
    tallest = marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        tallest = max(tallest, marks)
    return tallest


def look(name: str) -> str:
    """Return a key that is equal for names which look alike."""
    plain = unicodedata.normalize("NFKD", name).translate(_LOOKS_LATIN).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_LOOKS_SAME)
    letters = "".join(character for character in plain if unicodedata.category(character)[0] in "LN")
    return letters or "".join(plain.split())


def is_copy(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name looks like one of the others."""
    return look(name) in {look(other) for other in others if other}


def distinct(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number added if someone else has it, so that a taken name keeps nobody out."""
    taken, number, marked = list(others), 1, name
    while name and is_copy(marked, taken):
        number += 1
        ending = f" {number}"
        marked = name[: LONGEST_NAME - len(ending)].strip() + ending
    return marked
