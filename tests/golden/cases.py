"""Print the first cases in short: `python -m tests.golden.cases > tests/golden/cases.txt`.

A case must never change: people have solved it. Where this file would change, past days would: see cases/making.py.
"""

from heimlich.cases.checking import digest_of, names_until
from heimlich.cases.making import make_case

DAYS = 5


def lines() -> list[str]:
    """A line for each case of the first days: its name, its game, who owns whom, and what the observer believed."""
    found = []
    for name in names_until(DAYS):
        case = make_case(name)
        owners = " ".join(f"{player}={agent}" for player, agent in zip(case.record.seats, case.owners, strict=True))
        found.append(f"{name}: {digest_of(case)} {owners}; {case.beliefs}".replace(",)", ")"))
    return found


if __name__ == "__main__":
    print("\n".join(lines()))
