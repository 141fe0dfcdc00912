"""Commands before the game: watching, sitting, nicknames, bots, the host's rights, entropy, and the start."""

from msgspec import Struct

from heimlich.bots.characters import names_at
from heimlich.fairness import MOST_ENTROPY
from heimlich.game import Seat
from heimlich.server.table.checks import must_be_host, must_be_known, must_wait_for_start, own_seat
from heimlich.server.table.decisions import draw_chance
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import (
    AnyData,
    BotAdded,
    Came,
    CameBack,
    Decided,
    EntropyAdded,
    Happened,
    HostPassed,
    Kicked,
    Named,
    Sat,
    Started,
    StoodUp,
)
from heimlich.server.table.seats import GuestId, Number, seats_of
from heimlich.server.table.setup.naming import check_name, distinct, is_copy, usable_name
from heimlich.server.table.setup.script import Script, decision_in
from heimlich.server.table.setup.terms import check_bot
from heimlich.server.table.situation import FINISHED, Situation

MOST_WATCHING = 300  # spectators connected at a time
MOST_PEOPLE = 5000  # people who have ever come to one table


class Around(Struct, frozen=True):
    """Facts from outside the table that a command may need."""

    present: frozenset[GuestId] = frozenset()  # guests who are connected to the table
    name: str = ""  # the guest's nickname, used if this command brings them to the table
    new_table: str = ""  # the id of the table that a rematch opens
    knows_twin: bool = False  # the guest has sat at or watched a table with the same deal


def watch(now: Situation, who: GuestId, around: Around, *, board: bool) -> list[AnyData]:
    """Come to the table as a spectator, or as a board if the table admits only boards."""
    person = now.person(who)
    if board and not now.terms.board:
        raise Refused("board", "no device may join this table as a board")
    at_home = bool(seats_of(now.chairs, person)) or person == now.host
    if now.terms.watch or at_home or now.stage in FINISHED:
        return _come(now, who, around, board=board and not at_home)
    if now.terms.board:
        return _come(now, who, around, board=True)
    raise Refused("watch", "nobody may look on at this table")


def _come(now: Situation, who: GuestId, around: Around, *, board: bool = False, sits: bool = False) -> list[AnyData]:
    """Bring a guest to the table if they are not there; refuse a guest who knows the secret deal from another table."""
    person = now.person(who)
    if around.knows_twin and not now.twins_over:
        raise Refused("twin", "you know this deal from another table that is still secret")
    if person and now.people[person - 1].here:
        return []
    if not sits:
        _check_room(now, around)
    name = now.people[person - 1].name if person else distinct(usable_name(around.name), _names_at(now))
    return [Came(who, name, board)]


def _check_room(now: Situation, around: Around) -> None:
    """Refuse one spectator too many; connected guests without a seat count. A guest who sits down always gets in."""
    seated = {now.people[chair.who - 1].guest for chair in now.chairs if chair.who}
    if len(around.present - seated) >= MOST_WATCHING:
        raise Refused("full", "too many people are watching this table; one who sits down still gets in")
    if len(now.people) >= MOST_PEOPLE:
        raise Refused("full", "too many people have come to this table; one who sits down still gets in")


def nickname(now: Situation, name: str, person: Number, seat: Seat | None) -> list[AnyData]:
    """Rename a person, or the player on one of their seats; refuse a name that someone else here has."""
    clean = check_name(name)
    if seat is not None:
        own_seat(now, seat, person)
    held = now.people[person - 1].name if seat is None else now.chairs[seat].name
    if held == clean:
        return []
    own = [] if seat is None else [chair.name for chair in now.chairs if chair.who == person]
    if is_copy(clean, [*_names_at(now, person), *own]):
        raise Refused("namesake", f"someone at this table is called '{clean}' already")
    return [Named(person, clean, seat)]


def _names_at(now: Situation, but: Number = 0) -> list[str]:
    """Return the names of all people, players and bots at the table, except those of the person `but`."""
    people = [person.name for number, person in enumerate(now.people, 1) if number != but and not person.kicked]
    seats = [chair.name for chair in now.chairs if chair.who != but]
    return [*people, *seats, *names_at([chair.bot for chair in now.chairs])]


def sit(now: Situation, who: GuestId, seat: Seat, around: Around) -> list[AnyData]:
    """Take a free seat; if the seat is the guest's own already, take it back from its stand-in."""
    chair = now.chair(seat)
    person = now.person(who)
    if person and chair.who == person:
        return come_back(now, seat) if chair.stand_in in {"time", "left"} else []
    must_wait_for_start(now)
    if not any(chair.free for chair in now.chairs):
        raise Refused("full", "the table is full")
    if not chair.free:
        raise Refused("seat", f"seat {seat + 1} is taken")
    rows = _come(now, who, around, sits=True)
    return [*rows, Sat(person or len(now.people) + 1, seat)]


def come_back(now: Situation, seat: Seat) -> list[AnyData]:
    """Take a seat back from its stand-in; if nobody saw the stand-in, nobody sees the return."""
    return [CameBack(seat, now.chairs[seat].unseen)] if now.chairs[seat].stand_in else []


def stand_up(now: Situation, seat: Seat, person: Number) -> list[AnyData]:
    """Give a seat back."""
    must_wait_for_start(now)
    own_seat(now, seat, person)
    return [StoodUp(seat)]


def add_bot(now: Situation, seat: Seat, bot: str, person: Number) -> list[AnyData]:
    """Seat a bot, in place of another bot if there is one."""
    must_be_host(now, person)
    must_wait_for_start(now)
    check_bot(now.terms.game, bot)
    chair = now.chair(seat)
    if chair.who:
        raise Refused("seat", f"seat {seat + 1} is taken")
    return [] if chair.bot == bot else [BotAdded(seat, bot)]


def remove_bot(now: Situation, seat: Seat, person: Number) -> list[AnyData]:
    """Remove a bot from its seat."""
    must_be_host(now, person)
    must_wait_for_start(now)
    if not now.chair(seat).bot:
        raise Refused("seat", f"there is no bot on seat {seat + 1}")
    return [StoodUp(seat)]


def kick(now: Situation, other: Number, person: Number) -> list[AnyData]:
    """Remove a person for good."""
    must_be_host(now, person)
    must_wait_for_start(now)
    must_be_known(now, other)
    if other == person:
        raise Refused("person", "to go yourself, leave")
    return [] if now.people[other - 1].kicked else [Kicked(other)]


def pass_host(now: Situation, other: Number, person: Number) -> list[AnyData]:
    """Make another person the host."""
    must_be_host(now, person)
    must_be_known(now, other)
    heir = now.people[other - 1]
    if not heir.here or heir.kicked or heir.board:
        raise Refused("person", "who is not at the table cannot be its host")
    return [] if other == person else [HostPassed(other)]


def add_entropy(now: Situation, seat: Seat, digits: str, person: Number) -> list[AnyData]:
    """Add a player's own randomness to the dice."""
    must_wait_for_start(now)
    own_seat(now, seat, person)
    if now.twin_of:
        raise Refused("twin", "this table plays with the dice of another one: nothing can be added to them")
    try:
        entropy = bytes.fromhex(digits)
    except ValueError:
        raise Refused("entropy", "entropy is written in hexadecimal digits, two for each byte") from None
    if not 1 <= len(entropy) <= MOST_ENTROPY:
        raise Refused("entropy", f"entropy has 1 to {MOST_ENTROPY} bytes; this has {len(entropy)}")
    return [EntropyAdded(seat, entropy.hex())]


def _opening(script: Script) -> list[AnyData]:
    """Return what has happened already when a lesson begins, or goes on at an earlier step."""
    return [
        Happened(event) if (decision := decision_in(event)) is None else Decided(*decision)
        for event in script.events[: script.opening]
    ]


def start(now: Situation, person: Number) -> list[AnyData]:
    """Start the game, and draw the chance events of its setup."""
    must_be_host(now, person)
    must_wait_for_start(now)
    free = [str(seat + 1) for seat, chair in enumerate(now.chairs) if chair.free]
    if free:
        seats = f"seats {', '.join(free)} are" if len(free) > 1 else f"seat {free[0]} is"
        raise Refused("seat", f"{seats} still free; sit down, invite someone or add a bot")
    if now.script:
        return [Started(), *_opening(now.script)]
    state = now.game.new(now.game.ruleset(now.rules), now.terms.seats)
    return [Started(), *draw_chance(now, state).rows]
