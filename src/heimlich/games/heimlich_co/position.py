"""Whole positions as text: `red 5 (17), blue church; safe 7; roll 2`. What has its usual value is left out.

A position is a list of sections, each a key and its words; docs/notation.md shows them all. `format_state` writes
everything, secrets included; `format_view` writes what one seat may know.
"""

from collections.abc import Iterable, Iterator

from heimlich.errors import BadNotation
from heimlich.game import Outcome, Seat
from heimlich.games.heimlich_co.actions import write_answer
from heimlich.games.heimlich_co.names import BUILDINGS, KINDS, Agent, Card
from heimlich.games.heimlich_co.notation import (
    AGENT_ORDER,
    read_agent,
    read_answer,
    read_building,
    read_card,
    read_seat,
)
from heimlich.games.heimlich_co.ruleset import PLAYERS, Ruleset, read_face, write_face
from heimlich.games.heimlich_co.state import (
    Ballot,
    CardTable,
    DossierTable,
    Multiset,
    Phase,
    Result,
    Secrets,
    State,
    Table,
    View,
)
from heimlich.games.heimlich_co.supply import sorted_hand
from heimlich.reading import Sections, careful, flag_line, line, number_line, phase_reader, seat_lines


def format_state(state: State) -> str:
    """Write a whole state, secrets included."""
    table, secrets = state
    return "; ".join((*_table_sections(table), *_secret_sections(table, secrets)))


def format_view(view: View) -> str:
    """Write what one seat may know: the table, then what is its own."""
    table = view.table
    sections = [*_table_sections(table), *_size_sections(table)]
    if view.seat is not None:
        sections.append(f"me {view.seat + 1}")
        sections += line("own", view.agents)
        sections += line("hand", view.hand)
        if view.answer is not None:
            sections.append(f"answered {'yes' if view.answer else 'no'}")
        sections += line("dossier", _ballot_words(view.dossier))
        sections += line("draft", _ballot_words(view.draft))
    return "; ".join(sections)


def _seats(seats: Iterable[Seat]) -> list[int]:
    return [seat + 1 for seat in seats]


def _multiset_words(counts: Multiset) -> list[Card]:
    return [kind for kind, count in zip(KINDS, counts, strict=False) for _ in range(count)]


def _ballot_words(ballot: Ballot) -> list[str]:
    return [f"{agent}={write_answer(owner)}" for agent, owner in ballot]


def _table_sections(table: Table) -> Iterator[str]:
    if table.agents:
        yield ", ".join(_agent_words(table)) if table.places else "agents " + " ".join(table.agents)
    yield f"safe {BUILDINGS[table.safe]}"
    yield from [f"roll {write_face(table.roll)}"] if table.roll else []
    yield f"players {table.players}"
    yield f"phase {table.phase.name.lower()}"
    yield f"turn {table.turn}"
    yield f"seat {table.seat + 1}"
    yield from number_line("first", table.first + 1, 1)
    yield from number_line("dealt", table.dealt, table.players)
    yield from line("arrived", (agent for agent in table.agents if agent in table.arrived))
    yield from number_line("scorings", table.scorings)
    yield from line("gains", table.gains if any(table.gains) else ())
    yield from flag_line("reached", table.reached)
    yield from [f"resume {table.resume.name.lower()}"] if table.resume else []
    if table.cards:
        yield from _card_sections(table.cards)
    if table.dossier:
        dossier = table.dossier
        yield from number_line("halts", dossier.halts)
        yield from line("written", _seats(seat for seat, done in enumerate(dossier.written) if done))
        yield from line("beyond", (agent for agent in table.agents if agent in dossier.beyond))
        yield from flag_line("again", dossier.again)
    if table.result:
        yield from _result_sections(table.result)


def _agent_words(table: Table) -> Iterator[str]:
    for agent, place, mark in zip(table.agents, table.places, table.points, strict=True):
        yield f"{agent} {BUILDINGS[place]}" + (f" ({mark})" if mark else "")


def _card_sections(cards: CardTable) -> Iterator[str]:
    yield from line("discards", _multiset_words(cards.discards))
    yield from number_line("removed", cards.removed)
    yield from number_line("drawn", cards.drawn)
    yield from line("yes", _seats(cards.yes))
    yield from number_line("at", cards.at + 1, 1)
    yield from number_line("passes", cards.passes)
    yield from flag_line("must-play", cards.must_play)
    yield from flag_line("has-played", cards.has_played)
    yield from [f"last-to-play {cards.last_to_play + 1}"] if cards.last_to_play is not None else []
    yield from [f"playing {cards.playing}"] if cards.playing else []
    yield from number_line("drawing", cards.drawing + 1, 1)
    yield from line("doubles", cards.doubles if any(cards.doubles) else ())


def _size_sections(table: Table) -> Iterator[str]:
    """Write the sizes of hands and supply, which everyone may know; a full position shows the cards themselves."""
    if table.cards:
        yield from line("hand-sizes", table.cards.hands)
        yield f"supply-size {table.cards.supply}"


def _result_sections(result: Result) -> Iterator[str]:
    yield f"ending {result.outcome.ending}"
    yield from line("winners", _seats(result.outcome.winners))
    yield from seat_lines("kept", result.kept)
    yield from line("dossier-points", result.dossier_points if any(result.dossier_points) else ())
    yield from seat_lines("revealed", result.identities)
    yield from seat_lines("revealed-hands", result.hands)
    yield from seat_lines("revealed-dossiers", map(_ballot_words, result.dossiers))


def _secret_sections(table: Table, secrets: Secrets) -> Iterator[str]:
    if table.result is None:
        yield from seat_lines("owners", secrets.identities)
        yield from seat_lines("hands", secrets.hands)
        answers = ([] if yes is None else ["yes" if yes else "no"] for yes in secrets.answers)
        yield from seat_lines("answers", answers)
        yield from seat_lines("dossiers", map(_ballot_words, secrets.dossiers))
        yield from seat_lines("drafts", map(_ballot_words, secrets.drafts))
    yield from line("supply", _multiset_words(secrets.supply))


_TABLE_KEYS = {
    *("agents", "safe", "roll", "players", "phase", "turn", "seat", "first", "dealt", "arrived", "scorings", "gains"),
    *("reached", "resume", "halts", "written", "beyond", "again"),
}
_CARD_KEYS = {
    *("discards", "removed", "drawn", "yes", "at", "passes", "must-play", "has-played", "last-to-play", "playing"),
    *("drawing", "doubles"),
}
_END_KEYS = {"ending", "winners", "kept", "dossier-points", "revealed", "revealed-hands", "revealed-dossiers"}
_SECRET_KEYS = {"owners", "hands", "answers", "dossiers", "drafts", "supply"}
_KEYS = _TABLE_KEYS | _CARD_KEYS | _END_KEYS | _SECRET_KEYS


_YES_NO = {"yes": True, "no": False}
_read_phase = phase_reader(Phase)


class _Sections(Sections):
    """The sections of a position; one that starts with an agent says where agents stand."""

    open_key = "where agents stand"
    open_start = "an agent"

    def is_open(self, section: str) -> bool:
        try:
            read_agent(section.split()[0])
        except BadNotation:
            return False
        return True


def parse_state(text: str, rules: Ruleset) -> State:
    """Read a position. What it leaves out is usual: the first turn of seat 1, agents owned in their order."""
    found = _Sections(text, _KEYS, read_seat)
    agents, places, points = _standing(found)
    players = found.number("players", 2)
    if players not in PLAYERS:
        raise BadNotation(f"the position cannot be: {players} players cannot play; it takes 2 to 7")
    phase = found.one("phase", _read_phase, Phase.MOVE if found.flag("roll") else Phase.ROLL)
    if players > len(agents) and phase is not Phase.AGENTS:
        raise BadNotation(f"the position has {len(agents)} agents for {players} players")
    secrets = _read_secrets(found, rules, players, agents, phase)
    zeros = (0,) * len(places)
    table = Table(
        rules=rules,
        players=players,
        phase=phase,
        turn=found.number("turn", 1),
        seat=found.one("seat", read_seat, 0),
        roll=found.one("roll", read_face, ()),
        agents=agents,
        places=places,
        points=points,
        safe=found.one("safe", read_building, rules.safe_start),
        arrived=frozenset(found.many("arrived", read_agent)),
        first=found.one("first", read_seat, 0),
        dealt=found.number("dealt", players),
        scorings=found.number("scorings"),
        gains=found.many("gains", int) or zeros,
        reached=found.flag("reached"),
        resume=found.one("resume", _read_phase, None),
        cards=_read_cards(found, secrets, players) if rules.top_secret else None,
        dossier=_read_dossier(found, players) if rules.dossier else None,
        result=_read_result(found, secrets, players) if found.flag("ending") else None,
    )
    _check(table, secrets)
    return State(table, secrets)


def _check(table: Table, secrets: Secrets) -> None:
    """Refuse a position that no game could reach; allow what is merely unlikely, for tests and puzzles."""
    cards = table.cards
    seats = [table.seat, table.first]
    if cards:
        seats += [cards.at, cards.drawing, *cards.yes, *(() if cards.last_to_play is None else (cards.last_to_play,))]
    owned = [agent for agents in secrets.identities for agent in agents]
    for wrong, reason in (
        (max(seats) >= table.players, f"seat {max(seats) + 1} is named; there are {table.players} players"),
        (len(table.gains) != len(table.places), "'gains' must have a number for each agent"),
        (cards and len(cards.doubles) != table.players, "'doubles' must have a number for each seat"),
        (table.result and len(table.result.dossier_points) != table.players, "'dossier-points' must have one a seat"),
        (len(set(owned)) < len(owned), "an agent has two owners"),
        (not set(owned) <= set(table.agents), "somebody owns an agent that takes no part"),
        (not table.arrived <= set(table.agents), "somebody has arrived who takes no part"),
        (table.phase is Phase.MOVE and not table.roll, "to move, one needs a roll"),
        (table.phase is Phase.OVER and not table.result, "a game that is over has an 'ending'"),
    ):
        if wrong:
            raise BadNotation(f"the position cannot be: {reason}")


def _standing(found: Sections) -> tuple[tuple[Agent, ...], tuple[int, ...], tuple[int, ...]]:
    if found.flag("agents"):
        return tuple(sorted(found.many("agents", read_agent), key=AGENT_ORDER.__getitem__)), (), ()
    rows: dict[Agent, tuple[int, int]] = {}
    for row in filter(None, map(str.strip, found.words.get(_Sections.open_key, "").split(","))):
        match row.split():
            case [agent, place]:
                name, mark = read_agent(agent), 0
            case [agent, place, mark_word] if mark_word.startswith("(") and mark_word.endswith(")"):
                name, mark = read_agent(agent), careful(int, mark_word[1:-1], "a marker")
            case _:
                raise BadNotation(f"'{row}' places no agent; it looks like: red 5, or with the marker: red 5 (17)")
        if name in rows:
            raise BadNotation(f"the position places {name} twice")
        rows[name] = (read_building(place), mark)
    agents = tuple(sorted(rows, key=AGENT_ORDER.__getitem__))
    return agents, tuple(rows[agent][0] for agent in agents), tuple(rows[agent][1] for agent in agents)


def _read_secrets(found: Sections, rules: Ruleset, players: int, agents: tuple[Agent, ...], phase: Phase) -> Secrets:
    over = phase is Phase.OVER
    identities = found.by_seat("revealed" if over else "owners", players, read_agent)
    if not any(identities) and phase not in {Phase.AGENTS, Phase.IDENTITIES}:
        identities = tuple((agent,) for agent in agents[:players])
    answers = [words[0] if words else None for words in found.by_seat("answers", players, _YES_NO.__getitem__)]
    hands = found.by_seat("revealed-hands" if over else "hands", players, read_card)
    return Secrets(
        identities=identities,
        hands=tuple(map(sorted_hand, hands)),
        supply=_count(found.many("supply", read_card)) if rules.top_secret else (),
        answers=tuple(answers),
        dossiers=found.by_seat("revealed-dossiers" if over else "dossiers", players, _read_ballot_word),
        drafts=found.by_seat("drafts", players, _read_ballot_word),
    )


def _read_ballot_word(word: str) -> tuple[Agent, Seat | None]:
    agent, _, owner = word.partition("=")
    return read_agent(agent), read_answer(owner)


def _count(cards: tuple[Card, ...]) -> Multiset:
    return tuple(cards.count(kind) for kind in KINDS)


def _read_cards(found: Sections, secrets: Secrets, players: int) -> CardTable:
    return CardTable(
        hands=tuple(map(len, secrets.hands)),
        supply=sum(secrets.supply),
        discards=_count(found.many("discards", read_card)),
        removed=found.number("removed"),
        drawn=found.number("drawn"),
        yes=found.many("yes", read_seat),
        at=found.one("at", read_seat, 0),
        passes=found.number("passes"),
        must_play=found.flag("must-play"),
        has_played=found.flag("has-played"),
        last_to_play=found.one("last-to-play", read_seat, None),
        playing=found.one("playing", read_card, None),
        drawing=found.one("drawing", read_seat, 0),
        doubles=found.many("doubles", int) or (0,) * players,
    )


def _read_dossier(found: Sections, players: int) -> DossierTable:
    halts = found.number("halts")
    written = set(found.many("written", read_seat))
    return DossierTable(
        halts=halts,
        written=tuple(seat in written for seat in range(players)) if halts else (),
        beyond=frozenset(found.many("beyond", read_agent)),
        again=found.flag("again"),
    )


def _read_result(found: Sections, secrets: Secrets, players: int) -> Result:
    winners = found.many("winners", read_seat)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))
    return Result(
        outcome=Outcome(winners, shares, found.words["ending"]),
        identities=secrets.identities,
        kept=found.by_seat("kept", players, read_agent),
        hands=secrets.hands,
        dossiers=secrets.dossiers,
        dossier_points=found.many("dossier-points", int) or (0,) * players,
    )
