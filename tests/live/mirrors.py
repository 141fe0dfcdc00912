"""Two histories of one table that differ only in what its first seat and the spectators cannot know."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from heimlich.errors import HeimlichError
from heimlich.game import Decision
from heimlich.server.table.commands import Decide, Start
from heimlich.server.table.live_table import LiveTable
from heimlich.server.table.rows import Decided, Happened, Row
from heimlich.server.table.seats import SYSTEM
from heimlich.server.table.situation import Audience, Stage

WATCHING: tuple[Audience, ...] = (0, None)  # whose eyes must see no difference
QUIET = ("no", "pass", "stop")  # with these, any hand will do
SOON_SHOWN = ("yes", "no", "duel")  # unseen, but only until all have answered
TRIES = 60


def discreet(choices: Sequence[str], seat: int) -> list[str]:
    """Decisions that do not show what only the others know: cards in a hand, or what is in a suitcase."""
    quiet = [choice for choice in choices if choice in QUIET] if seat else []
    return quiet or [choice for choice in choices if " hq-" not in choice] or list(choices)


def history(waiting: LiveTable, rng: Random, moves: int, enough: Callable[[LiveTable], bool]) -> list[Row]:
    """The start and some moves at random, until they are enough and nothing will happen by itself."""
    live = LiveTable.from_rows(row for batch in waiting._batches for row in batch.rows)
    rows: list[Row] = []

    def do(command: Any, who: str, at: int) -> None:
        if batch := live.handle(command, who, at):
            rows.extend(batch.rows)
            live.accept(batch)

    do(Start(), live.now.people[0].guest, live.now.at + 1)
    for number in itertools.count():
        now = live.now
        quiet = now.state.table.phase.name not in {"ASK", "CARDS"}
        if now.stage is not Stage.PLAYING or (quiet and (enough(live) or number >= moves)):
            break
        due = live.automatic()
        seats = [seat for seat, question in enumerate(now.questions) if question and not now.held[seat]]
        if due and (not seats or rng.random() < 0.5):
            do(Decide(due[0].seat, due[0].action, now.number(due[0].seat)), SYSTEM, max(now.at, due[0].at))
            continue
        seat = rng.choice(seats)
        action = rng.choice(discreet(list(map(str, live.question(seat).actions)), seat))
        do(Decide(seat, action, now.number(seat)), now.people[now.chairs[seat].who - 1].guest, now.at + 10)
    return rows


def mirrored(waiting: LiveTable, rows: Sequence[Row], rng: Random) -> list[Row]:
    """The same, as far as those who watch can tell, with other hidden things wherever that goes."""
    for _ in range(TRIES):
        found = _mirror(waiting, rows, rng)
        if found is not None:
            return found
    raise AssertionError("no other history looks the same")


def _mirror(waiting: LiveTable, rows: Sequence[Row], rng: Random) -> list[Row] | None:
    game, now = waiting.now.game, waiting.now
    state = twin = game.new(game.ruleset(now.rules), now.terms.seats)
    preferred = _swapped(rows)
    result = []
    for index, row in enumerate(rows):
        event = _event(game, row)
        if event is None:
            result.append(row)
            continue
        after = game.apply(state, event)
        shown = [tuple(game.seen(state, event, after, audience)) for audience in WATCHING]
        hidden = not any(event in events for events in shown)
        for other in _candidates(game, twin, event, preferred.get(index), rng) if hidden else [event]:
            try:
                changed = game.apply(twin, other)
            except HeimlichError:
                continue
            if [tuple(game.seen(twin, other, changed, audience)) for audience in WATCHING] != shown:
                continue
            if all(game.view(changed, audience) == game.view(after, audience) for audience in WATCHING):
                break
        else:
            return None
        state, twin = after, changed
        result.append(_rewritten(row, other))
    return result if state != twin and _same_supply(state, twin) else None


def _same_supply(state: Any, twin: Any) -> bool:
    """What is drawn from now on shows what is left: that must be the same."""
    return bool(getattr(state.secrets, "supply", None) == getattr(twin.secrets, "supply", None))


def _event(game: Any, row: Row) -> Any:
    match row.data:
        case Decided(seat, action):
            return Decision(seat, game.parse_action(action))
        case Happened(text):
            return game.parse_event(text)
    return None


def _rewritten(row: Row, event: Any) -> Row:
    if isinstance(row.data, Decided):
        return replace(row, data=replace(row.data, action=str(event.action)))
    return replace(row, data=Happened(str(event)))


def _candidates(game: Any, state: Any, event: Any, preferred: str | None, rng: Random) -> Iterator[Any]:
    """What may have happened instead of something that nobody who watches has seen."""
    if isinstance(event, Decision):
        if str(event.action).split()[0] in SOON_SHOWN:
            yield event
            return
        actions = list(game.legal_actions(game.view(state, event.seat)))
        others = [Decision(event.seat, action) for action in actions if action != event.action]
        rng.shuffle(others)
        yield from others
    elif preferred is not None:
        yield game.parse_event(preferred)
    yield event


def _swapped(rows: Sequence[Row]) -> dict[int, str]:
    """What was dealt to the second and the third seat at the start, exchanged between them."""
    rows = list(rows[: 1 + next(index for index, row in enumerate(rows) if not row.more)])
    dealt: dict[tuple[str, str], list[int]] = {}
    words = [row.data.event.split() if isinstance(row.data, Happened) else [] for row in rows]
    for index, found in enumerate(words):
        if len(found) == 3 and found[1] in {"2", "3"}:
            dealt.setdefault((found[0], found[1]), []).append(index)
    swapped = {}
    for kind in {kind for kind, _ in dealt}:
        for one, other in zip(dealt.get((kind, "2"), []), dealt.get((kind, "3"), []), strict=False):
            swapped[one] = f"{kind} 2 {words[other][2]}"
            swapped[other] = f"{kind} 3 {words[one][2]}"
    return swapped
