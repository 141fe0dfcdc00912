"""Fits the tables of the population's GUs: `python -m training.heimlich_co.gu_tables FILE`, some 20 s of CPU time.

Each is fitted as GU's own (gu_table.py), with its own discount and its number as the seed.
"""

import sys
from pathlib import Path

from heimlich.bots.heimlich_co.population.personas import TABLES
from training.heimlich_co.gu_table import fit

GAMES = 60  # for each number of players in a round: the noise is welcome


def main() -> None:
    """Write all tables but GU's own, a row for each place."""
    with Path(sys.argv[1]).open("w", encoding="utf-8") as file:
        for seed, table in enumerate(TABLES):
            for row in fit(seed, table.discount, GAMES) if seed else ():
                file.write(",".join(f"{cell:.2f}" for cell in row) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
