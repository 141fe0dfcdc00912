"""Tell the story of a record: the one entrance to this room."""

from collections.abc import Sequence
from typing import NamedTuple

from heimlich.analysis.story import Story
from heimlich.game import Seat
from heimlich.games import GAMES, part_of
from heimlich.record import AnyStep, Record, replay


class PadMark(NamedTuple):
    """A mark on a pad that its player has shown: made after this moment; `mark` is "" where one was taken away."""

    seat: Seat
    moment: int
    row: str
    column: str
    mark: str


def tell(record: Record, pads: Sequence[PadMark] = ()) -> Story:
    """Return the story of a whole record; one with an illegal event, or of one seat's eyes alone, is refused."""
    game = GAMES[record.game]
    steps: list[AnyStep] = list(replay(record, game))
    story: Story = part_of(record.game, "analysis", "telling").tell(record, steps, pads)  # NumPy takes a while to load
    return story
