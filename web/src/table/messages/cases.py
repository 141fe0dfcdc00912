"""What the server sends and says in whole recorded games, for the tests of what must exist twice (server.test.ts).

Prints JSON: packed lines with their sentences in every language, packed offers with every action they stand for, pairs
of pictures with the patch between them, and a commitment.
"""

import itertools
import json
from pathlib import Path
from typing import Any

from heimlich.fairness import commitment
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.offer import spell
from heimlich.record import read_record, replay
from heimlich.server.table.audience.lines import names_of, pack_line, pack_offer
from heimlich.server.table.audience.patches import patch
from heimlich.text import LANGUAGES, Speaker

RECORDS = Path(__file__).parents[4] / "tests" / "golden"
CHOSEN = (
    "playthroughs/heimlich-co-cards-and-dossiers",
    "playthroughs/heimlich-co-cie",
    "playthroughs/suitcases",
    "records/card-double-agent",
)
MOST_PER_KEY = 6  # lines alike in all but their values
MOST_ACTIONS = 400


def main() -> None:
    """All cases of the chosen records."""
    lines: list[Any] = []
    offers: dict[str, Any] = {}
    patches: list[Any] = []
    seen: dict[tuple[str, str], int] = {}
    for name in CHOSEN:
        record = read_record((RECORDS / f"{name}.heimlich").read_text("utf-8"), GAMES)
        game = GAMES[record.game]
        names = names_of(game.id)
        speakers = {language: Speaker(game.id, record.seats, language) for language in LANGUAGES}
        for number, step in enumerate(replay(record, game)):
            eyes = [*range(len(record.seats)), None][number % (len(record.seats) + 1)]
            before, after = game.view(step.before, eyes), game.view(step.after, eyes)
            for line in game.log(before, game.seen(*step, eyes), after):
                key = (game.id, line.key)
                seen[key] = seen.get(key, 0) + 1
                if seen[key] <= MOST_PER_KEY:
                    said = {language: speaker.line(line) for language, speaker in speakers.items()}
                    lines.append({"game": game.id, "seats": record.seats, "line": pack_line(line, names), "said": said})
            for seat in game.actors(step.after):
                parts = game.offer(game.view(step.after, seat))
                actions = list(itertools.islice((w for part in parts for w in spell(part)), MOST_ACTIONS + 1))
                packed = pack_offer(parts)
                if len(actions) <= MOST_ACTIONS and len(offers) < 400:
                    offers[json.dumps(packed)] = {"offer": packed, "actions": [" ".join(words) for words in actions]}
            if number % 5 == 0:
                display = game.display
                old, new = display(before), display(after)
                patches.append({"old": old, "patch": patch(old, new), "new": new})
    print(
        json.dumps(
            {
                "names": {game: {key: " ".join(order) for key, order in names_of(game).items()} for game in GAMES},
                "lines": lines,
                "offers": list(offers.values()),
                "patches": patches,
                "commitment": _commitment(),
            }
        )
    )


def _commitment() -> Any:
    rules = RulesetName("rio-grande", ("top-secret",), (("target", "20"),), 1)
    seed = bytes(range(32))
    terms = {"game": "heimlich-co", "edition": "rio-grande", "seats": 3}
    terms |= {"variants": ["top-secret"], "house": [["target", "20"]]}
    promised = commitment(seed, "k3v9", "heimlich-co", rules, 3)
    return {"seed": seed.hex(), "table": "k3v9", "terms": terms, "version": 1, "promised": promised}


if __name__ == "__main__":
    main()
