"""People and chairs of a table. Every person has a number there; people and bots sit on chairs.

Only the server knows a guest's id; at the table people are known by their numbers, from 1 in the order of coming.
"""

from collections.abc import Sequence

from msgspec import Struct

from heimlich.game import Seat

GuestId = str
SYSTEM: GuestId = ""  # the server itself: for bots, clocks, and events at other tables

Number = int  # of a person at one table, from 1; 0: nobody


class Person(Struct, frozen=True, omit_defaults=True):
    """A guest at this table."""

    guest: GuestId
    name: str = ""
    here: bool = True
    kicked: bool = False
    board: bool = False  # a device that only shows the public table to everyone around it
    part_of: Number = 0  # the person into whom this one was joined: two guests at one table who were one person


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of the game: free, a person's, or a bot's. A stand-in is a bot that moves in place of a person."""

    who: Number = 0
    bot: str = ""
    stand_in: str = ""  # why a bot stands in: "time", "left" or "resigned"; "": none does
    unseen: bool = False  # the others do not know of the stand-in yet: it would show who has not answered
    since: int = 0  # when the stand-in took over
    name: str = ""  # of the player on this seat, if several players share one person's device

    @property
    def awake(self) -> "Chair":
        """This chair without a stand-in."""
        return Chair(self.who, self.bot, name=self.name)

    @property
    def free(self) -> bool:
        return not self.who and not self.bot

    @property
    def by_bot(self) -> bool:
        """Tell whether a bot decides for this seat now."""
        return bool(self.bot or self.stand_in)


FREE = Chair()


def number_of(people: Sequence[Person], guest: GuestId) -> Number:
    """Return a guest's number at the table; 0 if they never came."""
    for number, person in enumerate(people, 1):
        if person.guest == guest:
            return number
    return 0


def numbers_of(people: Sequence[Person], who: Number) -> set[Number]:
    """Return the numbers of a person, and of those who were joined into that person."""
    found = {who}
    while more := {number for number, person in enumerate(people, 1) if person.part_of in found} - found:
        found |= more
    return found


def part_alias(alias: GuestId, who: Number) -> GuestId:
    """Return the alias of a person who is part of a forgotten one."""
    return f"{alias}-{who}"


def seats_of(chairs: Sequence[Chair], who: Number) -> list[Seat]:
    """Return the seats that a person holds."""
    return [seat for seat, chair in enumerate(chairs) if who and chair.who == who]


def voters(people: Sequence[Person], chairs: Sequence[Chair]) -> set[Number]:
    """Return the people whose consent is needed: everyone with a seat who has neither resigned nor left.

    A player who is out of time keeps their vote. That they are can be a secret (a secret answer is missing), and nobody
    should end a game, which reveals everything, without asking someone who was a second too slow.
    """
    return {
        chair.who
        for chair in chairs
        if chair.who and chair.stand_in not in {"left", "resigned"} and people[chair.who - 1].here
    }


def next_host(people: Sequence[Person], chairs: Sequence[Chair], leaving: Number) -> Number:
    """Return the person who becomes host when the host leaves: the first with a seat, else the first here, else 0."""
    candidates: list[Number] = [chair.who for chair in chairs if chair.who]
    candidates += range(1, len(people) + 1)
    for number in candidates:
        person = people[number - 1]
        if number != leaving and person.here and not person.kicked and not person.board:
            return number
    return 0
