"""The drawn examples of the rules are real: each position can be, each decision is legal and leads where it is said."""

import re

import pytest
from docs.pictures.make_examples import PAGES, RULES, WRITTEN, Example, play_example, read_examples, write_examples

from heimlich.errors import BadNotation, IllegalAction
from heimlich.games import GAMES

EXAMPLES = [
    pytest.param(game, example, id=f"{example.rule} {example.name}")
    for game, page in PAGES.items()
    for example in read_examples((RULES / page).read_text("utf-8"))
]
# The rules that are hardest to picture.
DRAWN = {
    "heimlich-co": {"H9", "H10", "H11", "H12", "H15", "H16", "T4", "T8", "T11", "D2"},
    "suitcases": {"C8", "C9", "C10", "C12", "C15", "C18", "C19", "C20"},
}


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_is_what_the_rules_say(game: str, example: Example) -> None:
    rules = GAMES[game]
    for state in play_example(game, example):
        over = rules.outcome(state) is not None
        assert over or rules.chance(state) is not None or rules.actors(state), "nothing can happen in this position"
    assert any(word in example.caption for word in (".", "!")), "a caption is a sentence"


@pytest.mark.parametrize("game", PAGES)
def test_rules_that_need_a_picture_have_one(game: str) -> None:
    found = {example.rule for example in read_examples((RULES / PAGES[game]).read_text("utf-8"))}
    assert found >= DRAWN[game]


def test_the_page_draws_these_examples() -> None:
    assert WRITTEN.read_text("utf-8") == write_examples(), "run: python -m docs.pictures.make_examples"


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("page", PAGES.values())
def test_examples_are_the_same_in_every_language(page: str, language: str) -> None:
    here, there = (list(read_examples(path.read_text("utf-8"))) for path in (RULES / page, RULES / language / page))
    assert [example[:-1] for example in here] == [example[:-1] for example in there]
    assert all(one.caption != other.caption for one, other in zip(here, there, strict=True))


GOOD = (
    "**H9** Move.\n\n```example one rio-grande\nred 5, blue 10; roll 2\nthen 1: move red 1 blue 1\n{}\n```\nA caption."
)
AFTER = "red 6, blue ruins; roll 2; phase roll; turn 2; seat 2"


def test_a_right_example_is_read() -> None:
    (example,) = read_examples(GOOD.format(AFTER.replace("; turn", ";\nturn")))
    assert (example.rule, example.name, example.caption) == ("H9", "one", "A caption.")
    assert len(play_example("heimlich-co", example)) == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (GOOD.format(AFTER.replace("red 6", "red 7")), "leads to: red 6"),
        (GOOD.format("not 1: move red 2"), "does not say where it leads"),
        (GOOD.format(AFTER).replace("red 1 blue 1", "red 1"), "walks 1 in all"),
        (GOOD.format(AFTER).replace("then 1: move", "not 1: move blue 2\nthen 1: move"), "is not refused"),
        (GOOD.format(AFTER).replace("red 5", "red 15"), "not a building"),
        (GOOD.format(AFTER).replace("\nA caption.", ""), "without a caption"),
        (GOOD.format("then roll 4"), "does not say where it leads"),
    ],
)
def test_a_wrong_example_is_found(text: str, wrong: str) -> None:
    with pytest.raises((ValueError, BadNotation, IllegalAction), match=wrong):
        _ = [play_example("heimlich-co", example) for example in read_examples(text)]


def test_captions_follow_their_examples() -> None:
    """The page reads a fenced block and its caption as one block, so no empty line may stand between them."""
    for path in sorted(RULES.rglob("*.md")):
        assert re.findall(r"\n```\n\s*\n", path.read_text("utf-8")) == [], path.name
