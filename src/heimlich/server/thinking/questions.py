"""The questions to workers, mostly to bots: a separate module, so that both processes unpickle the same types."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from heimlich.analysis.tell import PadMark
from heimlich.game import RulesetName, Seat
from heimlich.server.table.afterwards.cases import CaseSolution
from heimlich.server.table.afterwards.moves import MoveSolution


class TablePast(NamedTuple):
    """The past of a table, for a bot that remembers: the worker shows it what its seat has seen of it.

    To a worker that has followed this seat before, only the events from number `start` on are sent.
    """

    table: str
    rules: RulesetName
    players: int
    seat: Seat
    events: Sequence[Any]
    start: int = 0

    def since(self, number: int) -> "TablePast":
        """Return this past without the events before `number`."""
        return self._replace(events=self.events[number - self.start :], start=number)

    @property
    def end(self) -> int:
        """The number of all events so far."""
        return self.start + len(self.events)


class Thought(NamedTuple):
    """A question: what a bot decides."""

    game: str
    bot: str
    view: Any
    past: TablePast | None
    draws: int | None = None  # from which its draws are made: a bot that answers alike to the same past and number

    @property
    def mind(self) -> tuple[str, ...]:
        """The key by which a worker keeps this bot, if the bot remembers and may be kept."""
        if self.past is None or self.draws is not None:
            return ()
        return self.game, self.past.table, str(self.past.seat), self.bot


class Afterthought(NamedTuple):
    """A question: what a bot says of a game that is over, of these seats if it can choose, and nothing told before."""

    game: str
    bot: str
    past: TablePast
    about: Sequence[Seat]
    told: Sequence[Any] = ()  # the answers of other bots


class Retelling(NamedTuple):
    """A question: a record as messages for every viewpoint; `guarded` if others may not see it yet."""

    record: str
    guarded: bool


class Telling(NamedTuple):
    """A question: the story of a record, with these marks on pads that were shown."""

    record: str
    pads: Sequence[PadMark] = ()
    names: bool = True  # of the players; without them, it can be kept


class Depicting(NamedTuple):
    """A question: a picture to share of a story, which is compressed JSON."""

    story: bytes
    language: str
    reveal: bool
    png: bool


class Retold(NamedTuple):
    """The answer: a replay or a story as compressed JSON; or the code and text of a refusal."""

    packed: bytes = b""
    code: str = ""
    text: str = ""


class CaseMaking(NamedTuple):
    """A question: the case of this number and degree, or the problem of this number."""

    number: int
    degree: str


class MadeCase(NamedTuple):
    """The answer: what everyone may see, as compressed JSON; the agents of the case; and its solution."""

    packed: bytes
    agents: tuple[str, ...]
    solution: CaseSolution | MoveSolution


Question = Thought | Afterthought | Retelling | Telling | Depicting | CaseMaking
