"""Read the lessons from their files: game, rules, players, the record of the game, and the steps of the pupil."""

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from heimlich.errors import HeimlichError
from heimlich.game import RulesetName, Seat
from heimlich.games import GAMES

PUPIL = "you"  # the pupil's seat in `players`


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One idea: a text, and perhaps a decision that the pupil makes.

    `say` is the key of the text (catalogue `lesson-GAME`, key `LESSON.say`). `show` names the things that the text is
    about: words of the notation, which glow on the board, or parts of the page. With `do`, the pupil makes this
    decision, in notation; the text `say-wrong` explains why another one is not it, and `then` are the events after it.
    """

    say: str
    show: tuple[str, ...] = ()
    do: str = ""
    then: tuple[str, ...] = ()


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file has it. `players` names a bot for each seat, and `you` for the pupil's.

    `before` are the events before the first step; with `then` of all steps they are the record of the game, in which
    the pupil's decisions are the steps' `do`. A lesson may end before the game does.
    """

    number: int  # its place in the list of a game's lessons
    minutes: int  # that it takes, about
    game: str
    edition: str
    players: tuple[str, ...]
    before: tuple[str, ...]
    steps: tuple[Step, ...]
    variants: tuple[str, ...] = ()
    house: dict[str, str] = {}
    name: str = ""  # the file's name

    @property
    def id(self) -> str:
        """The game and the name, as in `heimlich-co/first`."""
        return f"{self.game}/{self.name}"

    @property
    def rules(self) -> RulesetName:
        return RulesetName(self.edition, self.variants, tuple(self.house.items()))

    @property
    def seat(self) -> Seat:
        """The pupil's seat."""
        return self.players.index(PUPIL)

    @property
    def events(self) -> tuple[str, ...]:
        """The whole record, in notation."""
        game, texts = GAMES[self.game], list(self.before)
        for step in self.steps:
            texts += [f"{self.seat + 1}: {step.do}"] if step.do else []
            texts += step.then
        return tuple(str(game.parse_event(text)) for text in texts)

    @property
    def earlier(self) -> int:
        """The number of the pupil's decisions before the first step."""
        return sum(text.startswith(self._own) for text in self.before)

    @property
    def decisions(self) -> int:
        """The number of decisions that the steps ask for."""
        return sum(bool(step.do) for step in self.steps)

    def events_before(self, decision: int) -> int:
        """Return how many events of the record come before a decision of the steps, counted from 0."""
        left = self.earlier + decision
        for index, text in enumerate(self.events):
            if text.startswith(self._own):
                if not left:
                    return index
                left -= 1
        return len(self.events)

    @property
    def _own(self) -> str:
        return f"{self.seat + 1}: "


@lru_cache(maxsize=1)
def all_lessons() -> dict[str, Lesson]:
    """Return every lesson by its id, in the order of the games and of their lessons."""
    found = []
    for game in GAMES:
        folder = files(__name__.rpartition(".")[0]).joinpath("data", game)
        if folder.is_dir():
            read = [read_lesson(file.read_text("utf-8"), file.name) for file in folder.iterdir()]
            found += sorted(read, key=lambda lesson: lesson.number)
    return {lesson.id: lesson for lesson in found}


def read_lesson(text: str, file: str) -> Lesson:
    """Read one lesson; refuse what is no lesson, and say what is wrong."""
    try:
        lesson = msgspec.convert({**tomllib.loads(text), "name": file.removesuffix(".toml")}, Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise HeimlichError(f"the lesson in {file} cannot be read: {error}") from None
    if lesson.game not in GAMES:
        raise HeimlichError(f"the lesson in {file} is about '{lesson.game}', and there is no such game")
    if lesson.players.count(PUPIL) != 1:
        raise HeimlichError(f"the lesson in {file} must have the player '{PUPIL}' once")
    return lesson
