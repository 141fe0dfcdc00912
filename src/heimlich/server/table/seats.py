"""Who is at a table: people, who have numbers there, and chairs, on which people and bots sit.

A guest's id is known to the server alone; at a table everyone goes by his number, from 1 in the order of coming.
"""

from collections.abc import Sequence

from msgspec import Struct

from heimlich.game import Seat

GuestId = str
SYSTEM: GuestId = ""  # the server itself: bots, clocks, and what happens at other tables

Number = int


class Person(Struct, frozen=True, omit_defaults=True):
    """A guest at this table."""

    guest: GuestId
    name: str = ""
    here: bool = True
    kicked: bool = False
    board: bool = False  # a device that shows the table to all around it, and does nothing else


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of the game: free, a person's, or a bot's. A stand-in is a bot that moves for a person, and why."""

    who: Number = 0
    bot: str = ""
    stand_in: str = ""  # "time", "left" or "resigned"
    unseen: bool = False  # the stand-in is not known to the others yet, for it would show who has not answered
    since: int = 0  # when the stand-in took over
    name: str = ""  # of the one who plays here, where several play at one person's device

    @property
    def awake(self) -> "Chair":
        """The same without a stand-in."""
        return Chair(self.who, self.bot, name=self.name)

    @property
    def free(self) -> bool:
        return not self.who and not self.bot

    @property
    def by_bot(self) -> bool:
        """A program decides for this seat now."""
        return bool(self.bot or self.stand_in)


FREE = Chair()


def number_of(people: Sequence[Person], guest: GuestId) -> Number:
    """A guest's number at the table; 0 if he was never here."""
    for number, person in enumerate(people, 1):
        if person.guest == guest:
            return number
    return 0


def seats_of(chairs: Sequence[Chair], who: Number) -> list[Seat]:
    """The seats that a person holds."""
    return [seat for seat, chair in enumerate(chairs) if who and chair.who == who]


def voters(people: Sequence[Person], chairs: Sequence[Chair]) -> set[Number]:
    """Those who must agree when something needs consent: everyone who sits there and has neither resigned nor left.

    Whoever is out of time keeps the vote: who that is can be a secret (an unseen answer is missing), and nobody may end
    a game, which reveals everything, over the head of someone who was a second too slow.
    """
    return {
        chair.who
        for chair in chairs
        if chair.who and chair.stand_in not in {"left", "resigned"} and people[chair.who - 1].here
    }


def next_host(people: Sequence[Person], chairs: Sequence[Chair], leaving: Number) -> Number:
    """Who becomes host when the host leaves: the first who sits, else the first who is here; 0 if nobody is."""
    candidates: list[Number] = [chair.who for chair in chairs if chair.who]
    candidates += range(1, len(people) + 1)
    for number in candidates:
        person = people[number - 1]
        if number != leaving and person.here and not person.kicked and not person.board:
            return number
    return 0
