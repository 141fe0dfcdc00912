"""Open a table: a new one, a rematch for the same people, or a duplicate with the deal of a finished table."""

from collections.abc import Collection, Sequence

from msgspec import structs

from heimlich.fairness import SEED_BYTES
from heimlich.server.table.commands import Create
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, BotAdded, Came, Created, Named, Row, Sat
from heimlich.server.table.seats import SYSTEM, GuestId
from heimlich.server.table.setup.bounds import check_bounds
from heimlich.server.table.setup.naming import distinct, usable_name
from heimlich.server.table.setup.terms import Terms, check_terms, served_game
from heimlich.server.table.situation import FINISHED, Situation

NOT_TO_DUPLICATE = "only a table that is over and shows its seed can be played again"


def open_table(
    command: Create, who: GuestId, now_ms: int, *, table: str, seed: bytes, name: str = "", command_id: str = ""
) -> tuple[Row, ...]:
    """Return the first rows of a new table. `table` is its id, `seed` 32 bytes of the system's secure randomness."""
    if who == SYSTEM:
        raise Refused("guest", "a table is opened by a guest")
    check_terms(command.terms)
    first = created(command.terms, who, name, table, seed)
    return (Row(0, now_ms, first, who, command_id),)


def is_against_bots(old: Situation, who: GuestId) -> bool:
    """Tell whether nobody but this guest and bots has a seat: then nobody is waited for in a rematch."""
    number = old.person(who)
    return all(chair.bot or chair.who == number for chair in old.chairs)


def open_rematch(
    old: Situation,
    who: GuestId,
    now_ms: int,
    *,
    table: str,
    seed: bytes,
    name: str = "",
    invited: Collection[GuestId] | None = None,
) -> tuple[Row, ...]:
    """Return the first rows of a rematch: the same people and terms, every player and bot one seat further.

    `name` is what the guest who asks for it is called now; without one, it stays what it was at the old table. Without
    a list of those who are `invited`, all come who are still there.
    """
    if old.stage not in FINISHED:
        raise Refused("stage", "a rematch is for when the game is over")
    check_bounds(old.terms.game, old.game.ruleset(old.terms.rules), old.terms.seats)
    host = old.people[old.person(who) - 1]
    host = structs.replace(host, name=usable_name(name) or host.name)
    rows: list[AnyData] = [created(old.terms, who, host.name, table, seed, rematch_of=old.table)]
    people = [
        person
        for person in old.people
        if person.guest != who and (person.here and not person.kicked if invited is None else person.guest in invited)
    ]
    called = [host.name]
    for person in people:
        called.append(distinct(usable_name(person.name), called))
        rows.append(Came(person.guest, called[-1], person.board))
    numbers = {person.guest: number for number, person in enumerate([host, *people], 1)}
    seats = len(old.chairs)
    for seat, chair in enumerate(old.chairs):
        following = (seat + 1) % seats
        if chair.bot:
            rows.append(BotAdded(following, chair.bot))
        elif old.people[chair.who - 1].guest in numbers:
            number = numbers[old.people[chair.who - 1].guest]
            rows.append(Sat(number, following))
            if name := usable_name(chair.name):  # of one of several players at one device
                rows.append(Named(number, name, following))
    return number_rows(rows, 0, now_ms)


def open_duplicate(
    original: Situation, terms: Terms, who: GuestId, now_ms: int, *, table: str, salt: bytes, name: str = ""
) -> tuple[Row, ...]:
    """Return the first row of a table with the deal, dice and deck of a finished table whose seed is public.

    Every other table is refused, with one text for all guests: a duplicate of a running game would reveal its hands and
    its future dice, and since anyone can become a new guest, nobody could be kept from playing the duplicate first.
    """
    if not original.seed_is_public or original.script:
        raise Refused("duplicate", NOT_TO_DUPLICATE)
    played = original.terms
    same = (played.game, played.edition, played.variants, played.house, played.seats)
    if (terms.game, terms.edition, terms.variants, terms.house, terms.seats) != same:
        raise Refused("terms", "a duplicate is played by the same rules, with the same number of seats")
    check_terms(terms)
    first = created(
        terms,
        who,
        name,
        table,
        original.seed,
        twin_of=original.table,
        entropies=tuple((seat, entropy.hex()) for seat, entropy in original.entropies),
        salt=salt.hex(),
        version=original.rules.version,
    )
    return (Row(0, now_ms, first, who),)


def twins_of(situation: Situation) -> list[str]:
    """Return a table's id and those of all tables that share its secret seed; only old logs have such tables."""
    return [situation.table, *(table for table, _ in situation.twins)]


def created(
    terms: Terms,
    who: GuestId,
    name: str,
    table: str,
    seed: bytes,
    *,
    version: int | None = None,
    twin_of: str = "",
    entropies: tuple[tuple[int, str], ...] = (),
    salt: str = "",
    rematch_of: str = "",
    lesson: str = "",
    script: tuple[str, ...] = (),
    opening: int = 0,
    season: str = "",
    deal: int = 0,
) -> Created:
    """Return the first row's data of any table."""
    if len(seed) != SEED_BYTES:
        raise Refused("seed", f"a seed has {SEED_BYTES} bytes")
    return Created(
        table=table,
        terms=terms,
        version=version if version is not None else rules_version(terms),
        host=who,
        name=usable_name(name),
        seed=seed.hex(),
        twin_of=twin_of,
        entropies=entropies,
        salt=salt,
        rematch_of=rematch_of,
        lesson=lesson,
        script=script,
        opening=opening,
        season=season,
        deal=deal,
    )


def rules_version(terms: Terms) -> int:
    """Return the version of the rules that a new table plays by."""
    game = served_game(terms.game)
    return game.rules_version(game.ruleset(terms.rules))


def number_rows(
    rows: Sequence[AnyData], seq: int, now_ms: int, who: GuestId = "", command_id: str = ""
) -> tuple[Row, ...]:
    """Make the rows of one command: the first carries the command's id, all but the last are marked `more`."""
    last = len(rows) - 1
    made = [
        Row(
            seq + index,
            now_ms,
            data,
            who if index == 0 else "",
            command_id if index == 0 else "",
            more=index < last,
        )
        for index, data in enumerate(rows)
    ]
    return tuple(made)
