"""Whole positions as text: `red berlin paris+green-A; lying red-A rome; roll 2 1`. What is usual is left out.

A position is a list of sections, each a key and its words. A colour's section lists its agents in order: where each one
stands, with the suitcase it carries, or `out`; agents that are not listed stand on their start space. `format_state`
writes everything, secrets included; `format_view` writes what one seat may know. Whether a position that was read could
come up in a game is checked in soundness.py.
"""

from collections.abc import Iterator

from heimlich.errors import BadNotation
from heimlich.game import Outcome, Seat
from heimlich.games.suitcases.maps import COLOURS
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, SUITCASE_ORDER, Content, Place, Suitcase, content_word
from heimlich.games.suitcases.notation import (
    read_card,
    read_colour,
    read_content_word,
    read_die,
    read_number,
    read_place,
    read_seat,
    read_suitcase,
)
from heimlich.games.suitcases.ruleset import PLAYERS, Ruleset
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.soundness import check
from heimlich.games.suitcases.state import Delivery, Duel, Phase, Result, Secrets, State, Table, View
from heimlich.games.suitcases.view import opened
from heimlich.reading import Sections, line, number_line, phase_reader, seat_lines

_KEYS = {
    *COLOURS,
    *("lying", "players", "phase", "turn", "seat", "first", "packed", "delivered", "cards", "roll", "steps", "extra"),
    *("mover", "handled", "duel", "against", "exact", "spoils", "losing", "duels", "ending", "winners", "revealed"),
    *("contents", "chosen"),
}


def format_state(state: State) -> str:
    """Write a whole state, secrets included."""
    table, secrets = state
    sections = [*_table_sections(table)]
    if table.result is None:
        sections += seat_lines("contents", (map(content_word, row) for row in secrets.contents))
        sections += seat_lines("chosen", ([] if card is None else [card] for card in secrets.chosen))
    return "; ".join(sections)


def format_view(view: View) -> str:
    """Write what one seat may know: the table, then what is its own."""
    sections = [*_table_sections(view.table)]
    if view.seat is not None:
        sections.append(f"me {view.seat + 1}")
        sections += line("own", map(content_word, view.contents))
        sections += line("chosen", [] if view.chosen is None else [view.chosen])
    return "; ".join(sections)


def _table_sections(table: Table) -> Iterator[str]:
    for seat, colour in enumerate(COLOURS_IN_PLAY[table.players]):
        yield from line(COLOURS[colour], _agent_words(table, seat, table.rules.board.starts[colour]))
    yield from line("lying", [", ".join(f"{suitcase} {city}" for suitcase, city in table.lying)])
    yield f"players {table.players}"
    yield f"phase {table.phase.name.lower()}"
    yield f"turn {table.turn}"
    yield f"seat {table.seat + 1}"
    yield from number_line("first", table.first + 1, 1)
    if table.phase is Phase.PACK:
        yield from line("packed", (seat + 1 for seat, done in enumerate(table.packed) if done))
    yield from seat_lines("delivered", (map(_delivery_word, row) for row in table.delivered))
    full = tuple(sorted(table.rules.duel_cards))
    yield from seat_lines("cards", ([] if hand == full else hand for hand in table.hands))
    yield from line("roll", table.roll)
    yield from number_line("steps", table.steps, sum(table.roll))
    yield from number_line("extra", table.extra)
    yield from number_line("mover", table.mover)
    yield from line("handled", sorted(table.handled))
    if table.duel is not None:
        yield from _duel_sections(table, table.duel)
    yield from number_line("losing", table.losing)
    yield from number_line("duels", table.duels)
    if table.result is not None:
        yield f"ending {table.result.outcome.ending}"
        yield from line("winners", (seat + 1 for seat in table.result.outcome.winners))
        yield from seat_lines("revealed", (map(content_word, row) for row in table.result.contents))


def _agent_words(table: Table, seat: Seat, start: Place) -> list[str]:
    words = [
        (place or "out") + (f"+{load}" if load else "")
        for place, load in zip(table.places[seat], table.loads[seat], strict=True)
    ]
    while words and words[-1] == start:
        words.pop()
    return words


def _delivery_word(delivery: Delivery) -> str:
    return f"{delivery.suitcase}={content_word(delivery.content)}"


def _duel_sections(table: Table, duel: Duel) -> Iterator[str]:
    colour = COLOURS[COLOURS_IN_PLAY[table.players][duel.defence]]
    yield f"duel {duel.attacker}"
    yield f"against {colour}" + ("" if duel.defender is None else f"-{duel.defender}")
    if duel.exact:
        yield "exact"
    yield from line("spoils", [duel.spoils or ""])


def parse_state(text: str, rules: Ruleset) -> State:
    """Read a position. What it leaves out is usual: two players, seat 1 on the move, all packed in order."""
    found = Sections(text, _KEYS, read_seat)
    players = found.number("players", 2)
    if players not in PLAYERS:
        raise BadNotation(f"'players {players}' cannot be; it takes {PLAYERS[0]} to {PLAYERS[-1]}")
    phase = found.one("phase", phase_reader(Phase), Phase.MOVE)
    standing = [_read_agents(found, rules, colour) for colour in COLOURS_IN_PLAY[players]]
    roll = found.many("roll", read_die)
    table = Table(
        rules=rules,
        players=players,
        phase=phase,
        turn=found.number("turn", 1),
        seat=found.one("seat", read_seat, 0),
        first=found.one("first", read_seat, 0),
        packed=_read_packed(found, players, phase),
        places=tuple(places for places, _ in standing),
        loads=tuple(loads for _, loads in standing),
        lying=_read_lying(found),
        delivered=found.by_seat("delivered", players, _read_delivery),
        hands=_read_hands(found, players, rules),
        roll=roll,
        steps=found.number("steps", sum(roll)),
        extra=found.number("extra"),
        mover=found.number("mover"),
        handled=frozenset(found.many("handled", read_number)),
        duel=_read_duel(found, players) if found.flag("duel") else None,
        losing=found.number("losing"),
        duels=found.number("duels"),
        result=None,
    )
    state = State(table, _read_secrets(found, table))
    check(state)
    return State(_with_result(found, state), state.secrets)


def _read_agents(
    found: Sections, rules: Ruleset, colour: int
) -> tuple[tuple[Place | None, ...], tuple[Suitcase | None, ...]]:
    words = found.words.get(COLOURS[colour], "").split()
    if len(words) > rules.agents:
        raise BadNotation(f"'{COLOURS[colour]}' lists {len(words)} agents; there are {rules.agents}")
    words += [rules.board.starts[colour]] * (rules.agents - len(words))
    pairs = [word.partition("+") for word in words]
    places = tuple(None if place == "out" else read_place(place) for place, _, _ in pairs)
    return places, tuple(read_suitcase(load) if plus else None for _, plus, load in pairs)


def _read_lying(found: Sections) -> tuple[tuple[Suitcase, Place], ...]:
    lying: list[tuple[Suitcase, Place]] = []
    for row in found.rows("lying"):
        if len(row) != 2:
            raise BadNotation(f"'{' '.join(row)}' lays no suitcase; it looks like: lying red-A berlin, blue-C rome")
        lying.append((read_suitcase(row[0]), read_place(row[1])))
    return tuple(sorted(lying, key=lambda item: SUITCASE_ORDER[item[0]]))


def _read_packed(found: Sections, players: int, phase: Phase) -> tuple[bool, ...]:
    if phase is not Phase.PACK:
        return (True,) * players
    done = set(found.many("packed", read_seat))
    return tuple(seat in done for seat in range(players))


def _read_delivery(word: str) -> Delivery:
    suitcase, _, content = word.partition("=")
    return Delivery(read_suitcase(suitcase), read_content_word(content))


def _read_hands(found: Sections, players: int, rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    full = tuple(sorted(rules.duel_cards))
    return tuple(tuple(sorted(hand)) or full for hand in found.by_seat("cards", players, read_card))


def _read_duel(found: Sections, players: int) -> Duel:
    colour, dash, defender = found.words.get("against", "").partition("-")
    index = COLOURS.index(read_colour(colour))
    if index not in COLOURS_IN_PLAY[players]:
        raise BadNotation(f"'against {colour}' cannot be; {colour} does not play")
    return Duel(
        attacker=found.one("duel", read_number, 1),
        defence=COLOURS_IN_PLAY[players].index(index),
        defender=read_number(defender) if dash else None,
        exact=found.flag("exact"),
        spoils=found.one("spoils", read_suitcase, None),
    )


def _read_secrets(found: Sections, table: Table) -> Secrets:
    over = table.phase is Phase.OVER
    contents = found.by_seat("revealed" if over else "contents", table.players, read_content_word)
    if table.phase is not Phase.PACK:
        contents = tuple(row or _usual_contents(table, seat) for seat, row in enumerate(contents))
    chosen = found.by_seat("chosen", table.players, read_card)
    return Secrets(contents, tuple(cards[0] if cards else None for cards in chosen))


def _usual_contents(table: Table, seat: Seat) -> tuple[Content, ...]:
    """Return a seat's contents in the order of the rules, as far as no suitcase has been opened."""
    known = opened(table, seat)
    try:
        left = iter(contents_left(table.rules, tuple(known.values())))
    except ValueError:
        raise BadNotation(f"seat {seat + 1} cannot have packed what was delivered") from None
    return tuple(known[letter] if letter in known else next(left) for letter in range(len(table.rules.contents)))


def _with_result(found: Sections, state: State) -> Table:
    if not found.flag("ending"):
        return state.table
    winners = found.many("winners", read_seat)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.table.players))
    return state.table._replace(result=Result(Outcome(winners, shares, found.words["ending"]), state.secrets.contents))
