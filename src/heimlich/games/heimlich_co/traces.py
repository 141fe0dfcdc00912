"""Games recorded from the Java engine, replayed with edition `engine-1.0.1` and compared step by step.

A trace is JSON lines: a header for each game, then for each action who acts, what was legal, what was done, and the
state after it. Agents are indices into the header's list, buildings 0 to 11, seats from 0.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from heimlich.errors import BadRecord, HeimlichError
from heimlich.game import Decision, RulesetName
from heimlich.games.heimlich_co import editions, legal, setup, turn
from heimlich.games.heimlich_co.actions import (
    Action,
    CardDrawn,
    IdentityDealt,
    MoveAgents,
    MoveSafe,
    Pass,
    PlayCard,
    Rolled,
)
from heimlich.games.heimlich_co.names import SURNAMES, Agent, Card
from heimlich.games.heimlich_co.notation import AGENT_ORDER
from heimlich.games.heimlich_co.state import Phase, State
from heimlich.games.heimlich_co.view import view_of

Json = dict[str, Any]

_AGENT_CARDS = (
    Card.BACK_ONE_OR_TWO,
    Card.ONE_EITHER_WAY,
    Card.TWO_BACK,
    Card.TWO_FORWARD,
    Card.LEAVE_SAFE,
    Card.TO_RUINS,
    Card.ALL_TO_CHURCH,
    Card.TRADE_PLACES,
    Card.JOIN_AGENT,
    Card.RUINS_TO_CHURCH,
    Card.ONE_TO_THREE,
    Card.TO_SAFE,
)
_CODES = {"safe": Card.MOVE_SAFE, "score": Card.TWO_MARKERS} | {f"a{i}": card for i, card in enumerate(_AGENT_CARDS)}
_CODE_OF = {card: code for code, card in _CODES.items()}
_PHASES = {Phase.ROLL: "die", Phase.MOVE: "move", Phase.CARDS: "card", Phase.SAFE: "safe", Phase.OVER: "safe"}
_CHOICE_FACE = 13  # how the engine writes "1-3"


class Difference(NamedTuple):
    """A place at which the engine and these rules disagree."""

    line: int
    what: str


class TraceReport(NamedTuple):
    """The result of a comparison."""

    games: int
    actions: int
    differences: tuple[Difference, ...]


def compare(lines: Iterable[str]) -> TraceReport:
    """Replay recorded games and compare every legal set and every state; the error of a broken trace names its line."""
    games = actions = 0
    found: list[Difference] = []
    replay: _Replay | None = None
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            if "game" in row:
                replay = _Replay(row)
                games += 1
                found += _differences(number, "the start", row["state"], replay.state_json())
                continue
            if replay is None:
                raise BadRecord(number, "an action before any game's header")
            found += replay.check(number, row)
            actions += 1
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise BadRecord(number, f"not a line of a trace ({type(error).__name__}: {error})") from None
        except BadRecord:
            raise
        except HeimlichError as error:
            raise BadRecord(number, str(error)) from None
    return TraceReport(games, actions, tuple(found))


def _differences(line: int, where: str, theirs: Json, ours: Json) -> Iterator[Difference]:
    for listed in ("hands", "card"):
        if listed in theirs:  # the order of a hand, or of its uses, has no meaning
            theirs = theirs | {
                listed: [sorted(hand) for hand in theirs["hands"]] if listed == "hands" else sorted(theirs[listed])
            }
    for key in sorted(theirs.keys() | ours.keys()):
        if theirs.get(key) != ours.get(key):
            yield Difference(line, f"{where}: {key} is {theirs.get(key)} there, {ours.get(key)} here")


class _Replay:
    """One recorded game, replayed step by step by these rules."""

    def __init__(self, header: Json) -> None:
        by_name = {surname.upper(): agent for agent, surname in SURNAMES.items()}
        self.agents = [by_name[name] for name in header["agents"]]
        self.stack = [_CODES[code] for code in header.get("stack", [])]
        variants = ("top-secret",) if header["cards"] else ()
        state = setup.new(editions.ruleset(RulesetName("engine-1.0.1", variants)), header["players"])
        for seat, index in enumerate(header["seat_agents"]):
            state = turn.apply(state, IdentityDealt(seat, self.agents[index]))
        if header["cards"]:
            for seat, hand in enumerate(header["state"]["hands"]):
                for code in hand:
                    state = turn.apply(state, CardDrawn(seat, _CODES[code]))
        self.state = state
        self.die = 0

    def check(self, line: int, row: Json) -> list[Difference]:
        found = list(_differences(line, "before", {"cur": row["cur"], "phase": row["phase"]}, self._now()))
        found += _differences(line, "legal", row["legal"], self._legal())
        self._do(row["cur"], row["act"])
        found += _differences(line, "after", row["state"], self.state_json())
        return found

    def _do(self, seat: int, act: list[Any]) -> None:
        if act[0] == "die":
            self.die = act[1]
            face = (1, 2, 3) if act[1] == _CHOICE_FACE else (act[1],)
            self.state = turn.apply(self.state, Rolled(face))
            return
        self.state = turn.apply(self.state, Decision(seat, self._action(act)))
        while self.state.table.phase is Phase.DRAW:
            assert self.state.table.cards is not None
            drawn = CardDrawn(self.state.table.cards.drawing, self.stack.pop(0))
            self.state = turn.apply(self.state, drawn)

    def _action(self, act: list[Any]) -> Action:
        match act:
            case ["move", steps]:
                moves = [(self.agents[index], count) for index, count in enumerate(steps) if count]
                return MoveAgents(tuple(sorted(moves, key=lambda step: AGENT_ORDER[step[0]])))
            case ["skip"]:
                return Pass()
            case ["safe", place]:
                return MoveSafe(place)
            case ["card", "safe", _, _, place]:
                return PlayCard(Card.MOVE_SAFE, place=place)
            case ["card", "score", _, indices, _]:
                return PlayCard(Card.TWO_MARKERS, self._in_order(indices))
            case ["card", "agents", kind, indices, number]:
                card = _AGENT_CARDS[kind]
                if card is Card.JOIN_AGENT:
                    return PlayCard(card, tuple(self.agents[index] for index in indices))
                return PlayCard(card, self._in_order(indices), number)
        raise ValueError(f"unknown action {act}")

    def _in_order(self, indices: list[int]) -> tuple[Agent, ...]:
        return tuple(sorted((self.agents[index] for index in indices), key=AGENT_ORDER.__getitem__))

    def _now(self) -> Json:
        table = self.state.table
        acting = table.cards.at if table.cards and table.phase is Phase.CARDS else table.seat
        return {"cur": acting, "phase": _PHASES[table.phase]}

    def _legal(self) -> Json:
        table = self.state.table
        if table.phase is Phase.ROLL:
            return {"die": True}
        actions = legal.legal_actions(view_of(self.state, self._now()["cur"]))
        if table.phase is Phase.MOVE:
            return {"move": sorted(self._digits(action) for action in actions if isinstance(action, MoveAgents))}
        if table.phase is Phase.SAFE:
            return {"safe": sorted(action.place for action in actions if isinstance(action, MoveSafe))}
        plays = sorted(self._play_json(action) for action in actions if isinstance(action, PlayCard))
        return {"skip": Pass() in actions, "card": plays}

    def _digits(self, move: MoveAgents) -> str:
        steps = dict(move.steps)
        return "".join(str(steps.get(agent, 0)) for agent in self.agents)

    def _play_json(self, play: PlayCard) -> list[Any]:
        if play.card is Card.MOVE_SAFE:
            return ["safe", 0, [], play.place]
        indices = [self.agents.index(agent) for agent in play.agents]
        if play.card is Card.TWO_MARKERS:
            return ["score", 0, sorted(indices), 0]
        if play.card is not Card.JOIN_AGENT:
            indices.sort()
        return ["agents", _AGENT_CARDS.index(play.card), indices, play.steps]

    def state_json(self) -> Json:
        state: State = self.state
        table, secrets = state
        places = [table.place(agent) for agent in self.agents]
        found: Json = {
            "pos": places,
            "score": [table.marker(agent) for agent in self.agents],
            "safe": table.safe,
            "die": self.die,
            "turn": table.seat,
            "trig": sorted(self.agents.index(agent) for agent in table.arrived),
            "over": table.result is not None,
            "util": self._values(),
            "skipped": table.cards.passes if table.cards and table.phase not in {Phase.ROLL, Phase.MOVE} else 0,
            "stack": table.cards.supply if table.cards else 0,
            **self._now(),
        }
        if table.cards:
            found["hands"] = [sorted(_CODE_OF[card] for card in hand) for hand in secrets.hands]
        return found

    def _values(self) -> list[int]:
        """Return the engine's value for each player: their agent's points; at the end 0 if only free agents lead."""
        table, secrets = self.state
        own = [table.marker(agents[0]) if agents else 0 for agents in secrets.identities]
        if table.result is not None and max(own) < max(table.points):
            return [0] * table.players
        return own
