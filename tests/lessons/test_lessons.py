"""Every lesson is a game by the rules, has its texts in every language, and asks one thing at a time."""

import re

import pytest

from heimlich.bots.registry import partners
from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.games import GAMES
from heimlich.lessons.reading import PUPIL, Lesson, all_lessons, read_lesson
from heimlich.record import Record, replay
from heimlich.text import LANGUAGES, catalogue

LESSONS = list(all_lessons().values())
LONGEST = 190  # characters of a text: on a phone it stands above the board
PARTS = {"card", "hand"}  # of the page, which `show` may name

lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


def record_of(lesson: Lesson) -> Record:
    game = GAMES[lesson.game]
    return Record(lesson.game, lesson.rules, lesson.players, tuple(map(game.parse_event, lesson.events)))


def test_there_is_a_first_game() -> None:
    assert next(iter(all_lessons())) == "heimlich-co/first"


@lessons
def test_every_decision_is_legal_and_every_outcome_possible(lesson: Lesson) -> None:
    game = GAMES[lesson.game]
    for before, event, _ in replay(record_of(lesson), game):
        if isinstance(event, Decision):
            assert game.is_legal(game.view(before, event.seat), event.action)
        else:
            chance = game.chance(before)
            assert chance is not None
            assert chance.allows(event), event


@lessons
def test_whatever_is_asked_is_asked_of_the_pupil_then(lesson: Lesson) -> None:
    """Between two steps of the pupil nothing is left open: bots and dice have done their part, and so has the pupil."""
    game = GAMES[lesson.game]
    steps = list(replay(record_of(lesson), game))
    at = len(lesson.before)
    for step in lesson.steps:
        state = steps[at].before if at < len(steps) else steps[-1].after
        if step.do:
            assert lesson.seat in game.actors(state), step.say
            at += 1 + len(step.then)
        else:
            assert not step.then, f"{step.say}: events follow from decisions"


@lessons
def test_the_players_can_be_had(lesson: Lesson) -> None:
    assert {player for player in lesson.players if player != PUPIL} <= set(partners(lesson.game))


@lessons
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_every_language_and_short(lesson: Lesson, language: str) -> None:
    words = catalogue(language)
    group = f"lesson-{lesson.game}.{lesson.name}"
    keys = ["title", "about", "done"]
    for step in lesson.steps:
        keys += [step.say, f"{step.say}-wrong"] if step.do else [step.say]
    assert len(set(keys)) == len(keys), "two steps have one text"
    for key in keys:
        text = words[f"{group}.{key}"]
        assert isinstance(text, str)
        assert len(text) <= LONGEST, f"{key}: {len(text)} characters"
        assert len(re.findall(r"[.!?…](?:\s|$)", text)) <= 2, f"{key}: {text}"
    known = {name for name in words if name.startswith(f"{group}.")}
    assert known == {f"{group}.{key}" for key in keys}, "a text that nobody says"


@lessons
def test_it_shows_what_there_is_on_the_board_or_the_page(lesson: Lesson) -> None:
    names = {name.rpartition(".")[2] for name in catalogue("en") if name.startswith(f"{lesson.game}.")}
    for step in lesson.steps:
        assert set(step.show) <= PARTS | names, step.say


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("number = ", "cannot be read"),
        ("number = 1", "missing required field"),
        ('number=1\nminutes=1\ngame="go"\nedition=""\nplayers=["you"]\nbefore=[]\nsteps=[]', "no such game"),
        (
            'number=1\nminutes=1\ngame="suitcases"\nedition="jumbo"\nplayers=["casual"]\nbefore=[]\nsteps=[]',
            "'you' once",
        ),
    ],
)
def test_what_is_no_lesson_is_refused_with_its_file(text: str, says: str) -> None:
    with pytest.raises(HeimlichError, match=rf"new\.toml.*{says}"):
        read_lesson(text, "new.toml")
