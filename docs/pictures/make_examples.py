"""Works out the drawn examples of the rules: `python -m docs.pictures.make_examples` writes docs/rules/examples.json.

An example is a fenced block of docs/rules/<game>.md, with its caption below:

    ```example NAME EDITION [VARIANT …]
    a position in notation
    then 1: move red 2
    not 1: safe 7
    the position that this leads to
    ```

`then` happens, `not` is refused. A position may take several lines. The page draws every position, with the boards of
the game (web/src/panels/rules/Example.svelte); it finds what to draw in the file that this writes.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from heimlich.errors import IllegalAction
from heimlich.game import RulesetName
from heimlich.games import GAMES

RULES = Path(__file__).parents[1] / "rules"
WRITTEN = RULES / "examples.json"
PAGES = {"heimlich-co": "heimlich_co.md", "suitcases": "suitcases.md"}
FENCE = re.compile(
    r"^```example (?P<name>[a-z0-9-]+) (?P<rules>[^\n]+)\n(?P<body>.*?)\n```\n(?P<caption>\S.*)\Z", re.DOTALL
)
RULE = re.compile(r"^\*\*([A-Z]\d+)\*\*")


class Example(NamedTuple):
    """An example as it is written."""

    rule: str  # that it belongs to
    name: str
    edition: str
    variants: tuple[str, ...]
    lines: tuple[str, ...]  # positions, `then …` and `not …`
    caption: str


def read_examples(markdown: str) -> Iterator[Example]:
    """Read all examples of a page."""
    rule = ""
    for block in re.split(r"\n\s*\n", markdown.strip()):
        if found := RULE.match(block):
            rule = found[1]
        if not block.startswith("```"):
            continue
        found = FENCE.match(block)
        if found is None:
            raise ValueError(f"no example, or one without a caption: {block}")
        edition, *variants = found["rules"].split()
        yield Example(
            rule, found["name"], edition, tuple(variants), tuple(_join_lines(found["body"])), found["caption"]
        )


def _join_lines(body: str) -> Iterator[str]:
    """Join the lines of each position."""
    position = ""
    for line in body.split("\n"):
        if line.startswith(("then ", "not ")):
            if position:
                yield position
            position = ""
            yield line
        else:
            position = f"{position} {line}".strip()
    if position:
        yield position


def play_example(game_id: str, example: Example) -> list[Any]:
    """Play an example through and return its states, one for each position. Raise ValueError where it is wrong."""
    game = GAMES[game_id]
    rules = game.ruleset(RulesetName(example.edition, example.variants))
    states: list[Any] = []
    state = None
    for line in example.lines:
        word, _, event = line.partition(" ")
        if word == "then":
            state = game.apply(state, game.parse_event(event))
        elif word == "not":
            try:
                game.apply(state, game.parse_event(event))
            except IllegalAction:
                continue
            raise ValueError(f"{example.name}: '{event}' is not refused")
        else:
            written = game.parse_state(line, rules)
            if state is not None and game.format_state(state) != game.format_state(written):
                raise ValueError(f"{example.name} leads to: {game.format_state(state)}")
            state = written
            states.append(state)
    if state is not states[-1]:
        raise ValueError(f"{example.name} does not say where it leads")
    return states


def picture_examples() -> dict[str, Any]:
    """Return what the page draws of each example, by name: pictures as spectators get them, and the events between."""
    drawn: dict[str, Any] = {}
    for game_id, page in PAGES.items():
        game = GAMES[game_id]
        for example in read_examples((RULES / page).read_text("utf-8")):
            if example.name in drawn:
                raise ValueError(f"two examples are called {example.name}")
            drawn[example.name] = {
                "game": game_id,
                "edition": example.edition,
                "events": [line.removeprefix("then ") for line in example.lines if line.startswith("then ")],
                "pictures": [game.display(game.view(state, None)) for state in play_example(game_id, example)],
            }
    return drawn


def write_examples() -> str:
    """Return the file's text: one example on each line."""
    lines = (f"{json.dumps(name)}: {json.dumps(drawn)}" for name, drawn in picture_examples().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    WRITTEN.write_text(write_examples(), "utf-8")
    print(f"{WRITTEN.name}: {WRITTEN.stat().st_size:,} bytes")
