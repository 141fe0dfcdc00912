"""Make the fixed ratings of the characters (src/heimlich/bots/ratings.csv) from results of the arena.

    for n in 2 3 4 5 6 7; do
        heimlich arena random newcomer casual careful bluffer detective master:50r --players $n --deals 6 --seed 18 \
            --json > heimlich-$n.json
    done
    python -m training.ratings src/heimlich/bots/ratings.csv *.json
"""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

COLUMNS = ("game", "players", "bot", "mu", "sigma", "games", "source")


def figures(contest: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the lines of one contest, the strongest bot first; a budget is no part of a bot's name."""
    everyone = sorted(contest["contestants"], key=lambda one: -one["rating"]["mu"])
    names = " ".join(one["bot"] for one in contest["contestants"])
    source = f"arena {names}, {contest['edition']}, seed {contest['seed']}, {contest['games']} games"
    for one in everyone:
        bot, rating = one["bot"].partition(":")[0], one["rating"]
        yield contest["game"], contest["players"], bot, rating["mu"], rating["sigma"], one["games"], source


def main(arguments: Sequence[str]) -> None:
    """Write the file that is named first from the results named after it."""
    target, *sources = map(Path, arguments)
    contests = [json.loads(source.read_text(encoding="utf-8")) for source in sources]
    contests.sort(key=lambda contest: (contest["game"], contest["players"]))
    with target.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(COLUMNS)
        for contest in contests:
            table.writerows(figures(contest))


if __name__ == "__main__":
    main(sys.argv[1:])
