"""Legal decisions of a seat: its offer, the actions that follow from it, and why another one is refused.

All of it is worked out from the seat's view, so it cannot tell more than the seat may know. The wording of refusals is
in refusal.py.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from heimlich.game import Seat
from heimlich.games.suitcases import crowds, luggage, movement, setup
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.duels import duel_of, duellists, rivals
from heimlich.games.suitcases.names import Number, Place, Suitcase, colour_name
from heimlich.games.suitcases.notation import action_from_words
from heimlich.games.suitcases.state import Phase, Table, View
from heimlich.offer import Offer, Part, Pick, Say, Targets, spell

_TURN = {Phase.PLACE, Phase.STATION, Phase.MOVE, Phase.FIGHT, Phase.LOSE}
_END = Say(("end",))
_LEAVE = Say(("leave",))
_STATION = Say(("station", "stay"))


Spelt = tuple[Part, tuple[Action, ...]]  # a part with the actions that it stands for


class SpelledOffer(NamedTuple):
    """An offer with the actions that it stands for."""

    parts: Offer
    actions: tuple[Action, ...]


_NOTHING = SpelledOffer((), ())


def awaited(table: Table) -> tuple[Seat, ...]:
    """List the seats that are asked, as everyone may know it: a chosen duel card is hidden until the other is (C23)."""
    phase = table.phase
    if phase in _TURN:
        return (table.seat,)
    match phase:
        case Phase.DUEL:
            return duellists(table)
        case Phase.SPOILS:
            return (duel_of(table).defence,)
        case Phase.PACK:
            return tuple(seat for seat in range(table.players) if not table.packed[seat])
    return ()


def awaited_in(view: View) -> tuple[Seat, ...]:
    """List the seats that are asked, as far as this view shows."""
    return awaited(view.table)


def is_to_act(view: View) -> bool:
    """Tell whether this seat's decision is missing."""
    return view.seat in awaited(view.table) and view.chosen is None


def offer(view: View) -> Offer:
    """Return what this seat may decide now; an empty offer if it is not to act."""
    return _listing(view).parts


def legal_actions(view: View) -> Sequence[Action]:
    """List every action that this seat may take now: the offer, spelt out."""
    return _listing(view).actions


def is_legal(view: View, action: Action) -> bool:
    """Tell whether this seat may take this action now."""
    actions = _listing(view).actions
    for one in actions:
        if one is action:  # identity first: true for an action that was chosen from the list
            return True
    return action in actions


def _listing(view: View) -> SpelledOffer:
    table = view.table
    if table.phase is Phase.MOVE:
        return _latest_moves(table) if view.seat == table.seat else _NOTHING
    return _spell_all(_offer(view)) if is_to_act(view) else _NOTHING


def _offer(view: View) -> Offer:
    table = view.table
    match table.phase:
        case Phase.DUEL:
            assert view.seat is not None
            return (Pick("duel", tuple(map(str, dict.fromkeys(table.hands[view.seat])))),)
        case Phase.FIGHT:
            colour = colour_name(table.players, duel_of(table).defence)
            return (Pick("fight", tuple(f"{colour}-{number}" for number in rivals(table, duel_of(table)))),)
        case Phase.SPOILS:
            return _spoils_offer(table)
        case Phase.LOSE:
            return (Pick("lose", tuple(map(str, movement.different_agents(table)))),)
        case Phase.PACK:
            return (setup.pack_offer(view),)
        case Phase.PLACE:
            return setup.place_offer(table)
        case Phase.STATION:
            return (_STATION,)
    return ()


def _spoils_offer(table: Table) -> Offer:
    """Offer a defender who won what the loser carried, to take or to exchange for the defender's own (C15)."""
    duel = duel_of(table)
    assert duel.defender is not None
    assert duel.spoils is not None
    carries = table.loads[duel.defence][duel.defender - 1]
    verb = "take" if carries is None else "exchange"
    return (_LEAVE, Targets(verb, str(duel.defender), ((duel.spoils,),), (1,)))


@lru_cache(maxsize=4096)
def _actions(part: Part) -> tuple[Action, ...]:
    return tuple(map(action_from_words, spell(part)))


def _spell_all(parts: Offer) -> SpelledOffer:
    return SpelledOffer(parts, tuple(action for part in parts for action in _actions(part)))


_SPELT_END: Spelt = (_END, _actions(_END))

# The moves of a turn are needed several times in a row: to show them, to choose from them, and to check the choice.
# As tables never change, the listing of the latest one is cached.
_latest: tuple[Table, SpelledOffer] | None = None


def _latest_moves(table: Table) -> SpelledOffer:
    global _latest
    latest = _latest
    if latest is not None and latest[0] is table:
        return latest[1]
    listing = _moves(table)
    _latest = (table, listing)
    return listing


def _moves(table: Table) -> SpelledOffer:
    """List steps (C9) and luggage actions (C10) of every agent, and the end of the turn unless a city is crowded."""
    agents = movement.different_agents(table)
    crowded = None
    found = [_SPELT_END]
    if table.steps or table.extra:  # without a step left no city is crowded
        full = crowds.full_cities(table)
        if full:
            crowded = crowds.crowded_city(table, full)
            found = [_SPELT_END] if crowded is None else []
        found += _step_parts(table, agents, full, crowded)
    found += _luggage_parts(table, agents, crowded)
    parts: list[Part] = []
    actions: list[Action] = []
    for part, spelt in found:
        parts.append(part)
        actions += spelt
    return SpelledOffer(tuple(parts), tuple(actions))


def _step_parts(table: Table, agents: list[Number], full: frozenset[Place], crowded: Place | None) -> list[Spelt]:
    """List the steps of every agent that has one; out of a crowded city first (C9)."""
    row = table.places[table.seat]
    if not table.steps:
        agents = [table.mover]  # only this agent has the extra steps, so no other is like it
    if crowded is not None:
        agents = [agent for agent in agents if row[agent - 1] == crowded]
    return [_one_of("step", agent, places) for agent, places in movement.ways(table, agents, full)]


@lru_cache(maxsize=16384)
def _one_of(verb: str, agent: Number, things: tuple[str, ...]) -> Spelt:
    """Make the part for an agent and one of these things, with the actions that it stands for."""
    part = Targets(verb, str(agent), (things,), (1,))
    return part, _actions(part)


@lru_cache(maxsize=1024)
def _drop(agents: tuple[Number, ...]) -> Spelt:
    part = Pick("drop", tuple(map(str, agents)))
    return part, _actions(part)


def _luggage_parts(table: Table, agents: list[Number], crowded: Place | None) -> list[Spelt]:
    """List the luggage actions (C10), without those that would close the only way out of a crowded city (C9)."""
    row, loads, handled = table.places[table.seat], table.loads[table.seat], table.handled
    lying: dict[Place, tuple[Suitcase, ...]] = {}
    here = set(row)
    for suitcase, city in table.lying:
        if city in here:
            lying[city] = (*lying.get(city, ()), suitcase)
    parts: list[Spelt] = []
    dropping: list[Number] = []
    for agent in agents:
        place, load = row[agent - 1], loads[agent - 1]
        if (load is None and place not in lying) or agent in handled:
            continue
        assert place is not None
        things, may_drop = lying.get(place, ()), load is not None
        if crowded is not None and (place == crowded or table.rules.guard_all_luggage):
            after_taking = {one: luggage.take(table, table.seat, agent, one) for one in things}
            things = tuple(one for one, after in after_taking.items() if crowds.has_way_out(after, crowded))
            may_drop = may_drop and crowds.has_way_out(luggage.drop(table, table.seat, agent), crowded)
        if things:
            parts.append(_one_of("take" if load is None else "exchange", agent, things))
        if may_drop:
            dropping.append(agent)
    if dropping:
        parts.append(_drop(tuple(dropping)))
    return parts
