"""The work of a worker: think for a bot, play a record again, tell its story, draw it, make a case of the day.

workers.py brings the questions (questions.py). Nothing is known here but what a question holds, and for a bot that is
asked again what it was shown before (minds.py).
"""

import gzip
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from heimlich.analysis.story import Story
from heimlich.analysis.tell import PadMark, tell
from heimlich.bots.afterwords import afterword
from heimlich.bots.registry import make_bot
from heimlich.cases.calendar import MOVE, CaseName
from heimlich.cases.making import make_case
from heimlich.cases.moves import make_problem
from heimlich.errors import HeimlichError
from heimlich.game import Budget, Line, Seat
from heimlich.games import GAMES
from heimlich.record import Record
from heimlich.server.table.afterwards import cases, moves
from heimlich.server.table.afterwards.replay import player_of, read_foreign_record, replay
from heimlich.server.table.audience.lines import names_of, pack_line
from heimlich.server.table.refusals import Refused
from heimlich.server.table.setup.naming import usable_name
from heimlich.server.thinking.minds import Mind, Minds, Walk
from heimlich.server.thinking.questions import (
    Afterthought,
    CaseMaking,
    Depicting,
    MadeCase,
    Question,
    Retelling,
    Retold,
    TablePast,
    Telling,
    Thought,
)

THOUGHT = Budget(seconds=0.5, least=2048)  # for one decision
REPEATABLE = Budget(rollouts=2048)  # for one that must be the same on every machine, however busy
COMPRESSION = 5  # of 9, for replays: a tenth of the size in a few ms
FONTS = Path(__file__).parents[1] / "static" / "fonts"  # of pictures; the page's build puts them there
_minds = Minds()  # of this worker


def think(game: str, name: str, view: Any, past: TablePast | None, draws: int | None = None) -> str:
    """Make one decision, in notation. A bot gets what its seat sees and has seen, and nothing else.

    With a number for its `draws`, the decision follows from that number and what the seat has seen.
    """
    actions = GAMES[game].legal_actions(view)
    if len(actions) == 1:
        return str(actions[0])
    if draws is not None:
        return _think_alike(game, name, view, past, actions, draws)
    rng = random.Random(random.SystemRandom().getrandbits(64))
    if past is None:
        return str(make_bot(game, name).choose(view, actions, THOUGHT, rng))
    mind = _minds.take(game, name, past)
    action = mind.bot.choose(view, actions, THOUGHT, rng)
    _minds.keep(game, name, past, mind)
    return str(action)


def _think_alike(game: str, name: str, view: Any, past: TablePast | None, actions: Sequence[Any], draws: int) -> str:
    """Decide with a new bot that is shown the whole past: one that was kept would also know how it has thought."""
    bot = make_bot(game, name)
    if past is not None:
        mind = Mind(game, name, past)
        mind.follow(game, past)
        bot = mind.bot
    return str(bot.choose(view, actions, REPEATABLE, random.Random(draws)))


def reflect(game: str, name: str, past: TablePast, about: Sequence[Seat], told: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Make an afterword, as lines that can be sent. It, too, uses only what the bot's seat has seen."""

    def pack(lines: Sequence[Line]) -> tuple[Any, ...]:
        return tuple(pack_line(line, names_of(game)) for line in lines)

    steps = Walk(GAMES[game], past).on(past)
    return pack(afterword(GAMES[game], name, past.seat, steps, about, lambda lines: pack(lines) in told))


def retell(record: str, guarded: bool) -> Retold:
    """Play a record again, as messages that can be sent; or say why it cannot be."""
    return _packed(record, partial(replay, guarded=guarded))


def tell_story(record: str, pads: Sequence[PadMark], names: bool) -> Retold:
    """Tell the story of a record, as JSON that can be stored and sent; or say why it cannot be told."""

    def make(read: Record) -> Story:
        story = tell(read, pads)
        return story if names else msgspec.structs.replace(story, seats=())

    return _packed(record, make)


def _packed(record: str, make: Callable[[Record], Any]) -> Retold:
    try:
        made = make(read_foreign_record(record))
    except HeimlichError as error:
        return Retold(code=error.code if isinstance(error, Refused) else "record", text=str(error))
    return Retold(gzip.compress(msgspec.json.encode(made), COMPRESSION))


def depict(packed: bytes, language: str, reveal: bool, png: bool) -> bytes:
    """Draw a story as a picture to share, SVG or PNG, with the players' names as a replay shows them."""
    from heimlich.drawing.sharing import as_png, draw_story  # a worker draws seldom

    story = msgspec.json.decode(gzip.decompress(packed), type=Story)
    game = story.__struct_config__.tag
    people = [player_of(str(game), name)[0] for name in story.seats]
    names = [usable_name(name) or str(seat) for seat, name in enumerate(people, 1)]
    drawn = draw_story(story, names, language, reveal=reveal)
    return as_png(drawn, FONTS) if png else drawn.encode()


def make(number: int, degree: str) -> MadeCase:
    """Make a case or a problem of the day: as everyone may see it, and its solution."""
    name = CaseName(number, degree)
    if degree == MOVE:
        problem = make_problem(name)
        offered = moves.shown(problem)
        return MadeCase(gzip.compress(msgspec.json.encode(offered), COMPRESSION), (), moves.solution(problem))
    case = make_case(name)
    seen = cases.shown(case)
    return MadeCase(gzip.compress(msgspec.json.encode(seen), COMPRESSION), seen.agents, cases.solution(case))


def answer(question: Question) -> Any:
    """Answer any question."""
    match question:
        case Thought():
            return think(*question)
        case Afterthought():
            return reflect(*question)
        case Retelling():
            return retell(*question)
        case Telling():
            return tell_story(*question)
        case CaseMaking():
            return make(*question)
        case Depicting():
            return depict(*question)
