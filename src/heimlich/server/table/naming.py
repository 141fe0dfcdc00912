"""What people may call themselves: names that can be seen, that stay on their line, and that are nobody else's.

Two names are taken for the same if they look alike: whatever their case, accents, spaces, marks and compatibility
forms, and with letters of other alphabets that look Latin. The standard library knows no table of such letters, so the
common ones stand here.
"""

import unicodedata
from collections.abc import Iterable

from heimlich.server.table.chat import clean_line
from heimlich.server.table.refusals import Refused

LONGEST_NAME = 24
MOST_MARKS = 3  # above or below one letter: Hebrew can need as many
# Letters and symbols that show nothing, though their category says that they do.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e")
_LATIN = "ABEZHIKMNOPTYXaovpikuABEKMHOPCTYXIJSacoepxyijshdqwklI"
_OTHER = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρικυАВЕКМНОРСТУХІЈЅасоерхуіјѕһԁԛԝкӏӀ"
_LOOKS_LATIN = str.maketrans(_OTHER, _LATIN)
_LOOKS_SAME = str.maketrans("01|!i", "ollll")


def clean_name(name: str) -> str:
    """A nickname on one line, without what shows nothing, cut to length."""
    visible = "".join(character for character in name if character not in BLANKS)
    return clean_line(unicodedata.normalize("NFC", visible))[:LONGEST_NAME].strip()


def check_name(name: str) -> str:
    """The cleaned name; refused if nothing of it can be seen, or if marks are stacked on a letter."""
    clean = clean_name(name)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in clean):
        raise Refused("name", "a nickname has at least one letter")
    if _tallest_stack(clean) > MOST_MARKS:
        raise Refused("name", f"a nickname has at most {MOST_MARKS} marks on one letter")
    return clean


def optional_name(name: str) -> str:
    """The same for one who may come without a name."""
    return check_name(name) if name.strip() else ""


def usable_name(name: str) -> str:
    """The cleaned name, or none where an earlier version let one in that would be refused now."""
    try:
        return optional_name(name)
    except Refused:
        return ""


def _tallest_stack(name: str) -> int:
    """The most marks that stand on one letter."""
    tallest = marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        tallest = max(tallest, marks)
    return tallest


def look(name: str) -> str:
    """What a name looks like: the same for names that could be mistaken for each other."""
    plain = unicodedata.normalize("NFKD", name).translate(_LOOKS_LATIN).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_LOOKS_SAME)
    letters = "".join(character for character in plain if unicodedata.category(character)[0] in "LN")
    return letters or "".join(plain.split())


def is_copy(name: str, others: Iterable[str]) -> bool:
    """Whether someone else is called so, or almost."""
    return look(name) in {look(other) for other in others if other}


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number where someone else has it: nobody is kept from coming for the sake of a name."""
    taken, number, marked = list(others), 1, name
    while name and is_copy(marked, taken):
        number += 1
        ending = f" {number}"
        marked = name[: LONGEST_NAME - len(ending)].strip() + ending
    return marked
