"""Why can't I? Everything that can be refused, in positions of every edition and under house rules.

The rule that a reason leads to says so for this table, or is the one at which the rules page marks the house rule.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from heimlich import GAMES, RulesetName
from heimlich.errors import IllegalAction
from heimlich.game import AnyGame, Line
from heimlich.games import PACKAGES
from heimlich.games.heimlich_co.names import BUILDINGS, Agent, Card
from heimlich.games.suitcases.names import COLOURS_IN_PLAY
from heimlich.text import LANGUAGES, Speaker
from tests.soak import count
from tests.tables import CASES, Case, random_game

RULES = Path(__file__).parents[2] / "docs" / "rules"
COLOURS = ("red", "green", "blue", "yellow")
POSITIONS = 60  # of a game, at most
HEIMLICH, SUITCASES = GAMES["heimlich-co"], GAMES["suitcases"]

# By a reason's key: each rule that it may lead to, and words of that rule that say the same.
SAYS: dict[str, dict[str, str]] = {
    "cannot-first": {
        "H9": "use up all your steps",
        "H12": "takes the safe elsewhere",
        "T6": "First everybody says|Otherwise count clockwise|cards are played",
        "D1": "writes down",
        "C4": "Assign a content",
        "C5": "Place your four suitcases",
        "C8": "how many steps you have",
        "C13": "choose one of the duel cards",
        "C15": "the winner may take it",
        "C17": "choose which comes first",
        "C20": "You choose which",
        "C22": "may move one of their seven agents",
    },
    "cannot-wait": {
        "H7": "clockwise",
        "T6": "clockwise|at the same time",
        "D1": "Everybody now writes",
        "C6": "clockwise",
    }
    | {"C4": "All players do this", "C5": "then the next player", "C13": "each choose", "C15": "the winner may"}
    | {"C17": "choose which comes first", "C20": "You choose which", "C22": "in turn order"},
    "cannot-wait-all": {"H7": "clockwise", "C6": "clockwise"},
    "cannot-over": {"H14": "game is over", "C21": "Winning"},
    # Heimlich & Co.
    "cannot-move-later": {"H9": "Now move"},
    "cannot-safe-later": {"H12": "After a scoring"},
    "cannot-card-later": {"T6": "After the move"},
    "cannot-answer-later": {"T6": "says whether|pass"},
    "cannot-dossier-later": {"D1": "the game stops for a moment"},
    "cannot-without-cards": {"T1": "cards"},
    "cannot-without-dossiers": {"D1": "writes down"},
    "cannot-stranger": {"H4": "take part", "T9": "change something"},
    "cannot-one-agent": {"H9": "a single agent walks the whole roll"},
    "cannot-too-far": {"H9": "all your steps"},
    "cannot-steps-left": {"H9": "all your steps", "T3": "take no steps at all"},
    "cannot-safe-here": {"H12": "except the one where it is", "T9": "the safe must be somewhere else"},
    "cannot-safe-occupied": {"H12": "a building with nobody in it"},
    "cannot-not-in-hand": {"T6": "cards in hand"},
    "cannot-idle": {"T9": "only be used to change something", "T10": "stop at 40"},
    "cannot-there-already": {"T9": "no target for an agent already there"},
    "cannot-not-there": {"T9": "only be used to change something"},
    "cannot-marker": {"T10": "markers at 40 or beyond cannot be picked"},
    "cannot-together": {"T9": "two agents in the same building"},
    "cannot-aim": {"T10": "what it does"},
    "cannot-must-play": {"T6": "has to play at least one card"},
    "cannot-say-stop": {"T6": "stop"},
    "cannot-say-pass": {"T6": "passes"},
    "cannot-no-card": {"T6": "need a card that can be used right now"},
    "cannot-keep": {"D3": "keeps the dossier as it is"},
    "cannot-other-question": {"D1": "each agent"},
    "cannot-no-blank": {"D1": "agent may be left out", "D3": "leave an agent blank"},
    "cannot-not-you": {"D1": "one of the other players, or nobody"},
    # The suitcase game
    "cannot-crowded": {"C9": "out of there"},
    "cannot-no-agent": {"C3": "seven agents"},
    "cannot-agent-out": {"C15": "leaves the game"},
    "cannot-alike": {"C8": "agent"},
    "cannot-no-steps": {"C8": "how many steps you have"},
    "cannot-extra": {"C16": "No other agent can use it"},
    "cannot-start": {"C1": "No step leads onto a start space"},
    "cannot-no-place": {"C2": "cities"},
    "cannot-no-line": {"C9": "along one line"},
    "cannot-far": {"C9": "along one line"},
    "cannot-full": {"C9": "able to use a step you still have"},
    "cannot-foreign-hq": {"C1": "Only an agent of the headquarters' own colour"},
    "cannot-no-marked-line": {"C1": "only \\*marked\\* lines"},
    "cannot-empty-handed": {"C1": "only while it carries a suitcase"},
    "cannot-foreign-first": {"C19": "at least one from somebody else"},
    "cannot-not-in-city": {"C11": "in cities alone"},
    "cannot-handled": {"C10": "no more than once"},
    "cannot-carries-none": {"C10": "the one it carries"},
    "cannot-hands-full": {"C10": "room for one suitcase"},
    "cannot-not-here": {"C10": "a suitcase that lies there"},
    "cannot-way-out": {"C10": "the only way out"},
    "cannot-no-duel-card": {"C14": "Used cards", "C3": "seven duel cards"},
    "cannot-fight": {"C17": "choose which comes first"},
    "cannot-lose": {"C20": "You choose which"},
    "cannot-spoils": {"C15": "the winner may take it"},
    "cannot-pack": {"C4": "Assign a content"},
    "cannot-put-already": {"C5": "four suitcases in four cities"},
    "cannot-no-city": {"C5": "in four cities"},
    "cannot-one-each": {"C5": "no two of yours in the same one"},
}
# A reason that is given because of a setting. Where a table has changed it, the rules page marks the setting's rule.
DECIDED_BY = {
    "cannot-one-agent": "one_agent",
    "cannot-safe-occupied": "safe_goes",
    "cannot-safe-here": "safe_goes",
    "cannot-marker": "marker_limit",
    "cannot-no-blank": "dossier_blank",
    "cannot-crowded": "most_in_city",
    "cannot-full": "most_in_city",
    "cannot-foreign-first": "foreign_within",
    "cannot-without-cards": "top_secret",
    "cannot-without-dossiers": "dossier",
}
# Tables that play otherwise than their edition is printed.
HOUSES = [
    Case(HEIMLICH, RulesetName("rio-grande", (), (("one_agent", "yes"), ("safe_goes", "unoccupied"))), 4),
    Case(HEIMLICH, RulesetName("escale", ("top-secret",), (("safe_goes", "elsewhere"), ("marker_limit", "5"))), 3),
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",), (("stay_for_card", "no"), ("marker_limit", "9"))), 4),
    Case(
        HEIMLICH,
        RulesetName(
            "cie", ("dossier",), (("dossier_blank", "no"), ("dossier_from", "6"), ("dossier_again_below", "6"))
        ),
        4,
    ),
    Case(HEIMLICH, RulesetName("cie", (), (("one_agent", "no"), ("safe_goes", "anywhere"))), 3),
    Case(SUITCASES, RulesetName("jumbo", (), (("most_in_city", "1"), ("foreign_within", "1"), ("agents", "4"))), 3),
    Case(SUITCASES, RulesetName("jumbo", (), (("duel_cards", "0,0,1,2,3,4,4"), ("most_in_city", "3"))), 4),
]
EVERY = [case for case in CASES if case.players in {3, 4}] + HOUSES


@lru_cache
def rule_texts(game: str) -> dict[str, str]:
    """The words of each rule, by number, examples included."""
    text = (RULES / f"{PACKAGES[game]}.md").read_text("utf-8")
    parts = re.split(r"^\*\*([A-Z]\d+)\*\*", text, flags=re.MULTILINE)
    return {rule: words.split("\n## ")[0] for rule, words in zip(parts[1::2], parts[2::2], strict=True)}


def asked_about(case: Case, view: Any) -> Iterator[str]:
    """Everything that somebody could point at on the board, on a list or on a card, in notation."""
    table = view.table
    if case.game is HEIMLICH:
        for agent in Agent:
            yield from (f"move {agent} {steps}" for steps in (1, 6, 7))
            yield from (f"name {agent} {answer}" for answer in ("1", "2", "free", "blank"))
            yield from (f"play {card} {agent}" for card in (Card.TO_RUINS, Card.TO_SAFE, Card.RUINS_TO_CHURCH))
        yield from ("move gray 1 red 2", "move nothing", "keep", "yes", "no", "pass", "stop")
        yield from (f"safe {place}" for place in BUILDINGS)
        yield from (f"play move-safe {place}" for place in BUILDINGS)
        first, second, *_ = table.agents
        yield from (f"play {card} {first} {second}" for card in (Card.TWO_MARKERS, Card.TRADE_PLACES, Card.JOIN_AGENT))
        yield from (f"play {card}" for card in (Card.ALL_TO_CHURCH, Card.DOUBLE_AGENT))
        return
    board = case.rules.board
    colours = COLOURS_IN_PLAY[table.players]
    suitcases = [f"{colour}-{letter}" for colour in COLOURS[: len(colours)] for letter in "AD"]
    for number in (1, 2, 7, 9):
        yield from (f"step {number} {place}" for place in (*board.cities, *board.starts, *board.headquarters))
        yield from (f"{verb} {number} {thing}" for verb in ("take", "exchange") for thing in suitcases)
        yield from (f"drop {number}", f"lose {number}", f"fight green-{number}")
    yield from (f"place {letter} {city}" for letter in "AD" for city in board.cities)
    yield from (f"pack {letter} {content}" for letter in "AD" for content in ("5", "bomb"))
    yield from (f"duel {card}" for card in range(7))
    yield from ("end", "leave", "stay", "station")


def positions(case: Case, seed: int) -> Iterator[Any]:
    """Views of those who are asked, spread over a game, and the last one of all."""
    steps = random_game(case, f"why {seed}")
    for state, _, _ in steps[:: max(1, len(steps) // POSITIONS)]:
        for seat in case.game.actors(state):
            yield case.game.view(state, seat)
    yield case.game.view(steps[-1].after, 0)


def check(case: Case, error: IllegalAction) -> None:
    assert error.rule in SAYS[error.key], (str(case), error.key, error.rule, str(error))
    said = rule_texts(case.game.id)[error.rule]
    assert re.search(re.sub(r" ", r"\\s+", SAYS[error.key][error.rule]), said), (error.key, error.rule)
    setting = DECIDED_BY.get(error.key)
    if setting and error.rule != "T9" and _value(case, setting) != _value(_printed(case), setting):
        assert error.rule == _rule(case, setting), (error.key, error.rule, setting)
    names = [f"Player {seat}" for seat in range(case.players)]
    for language in LANGUAGES:
        assert "{" not in Speaker(case.game.id, names, language).line(Line(error.key, error.values))


def _printed(case: Case) -> Case:
    return case._replace(name=RulesetName(case.name.edition, case.name.variants))


def _setting(case: Case, name: str) -> Any:
    return next(one for one in case.game.settings(case.game.ruleset(case.name)) if one.name == name)


def _value(case: Case, name: str) -> str:
    return str(_setting(case, name).value)


def _rule(case: Case, name: str) -> str:
    return str(_setting(case, name).rule)


def refusals(case: Case, game: AnyGame, seeds: int) -> Iterator[IllegalAction]:
    for seed in range(seeds):
        for view in positions(case, seed):
            yield game.refuse(view, None)
            for text in asked_about(case, view):
                action = game.parse_action(text)
                if not game.is_legal(view, action):
                    yield game.refuse(view, action)


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_a_reason_leads_to_the_rule_that_says_so_at_this_table(case: Case) -> None:
    seen: set[tuple[str, str]] = set()
    for error in refusals(case, case.game, count(1, 6)):
        if (error.key, error.rule) not in seen:
            seen.add((error.key, error.rule))
            check(case, error)
    assert len(seen) > 8
