"""This game as text: actions, events and positions. `parse` and `str` are inverses; docs/notation.md shows them all.

Actions and events are written by their own `str` (actions.py) and read here; positions are in position.py.
"""

from collections.abc import Callable
from typing import TypeVar

from heimlich.errors import BadNotation
from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import (
    Action,
    AgentDrawn,
    AnswersRevealed,
    CardDrawn,
    DossierWritten,
    DoubleTaken,
    IdentityDealt,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    Rolled,
    SayWhether,
    SeenEvent,
    StartDrawn,
    Stop,
)
from heimlich.games.heimlich_co.names import BUILDINGS, SURNAMES, Agent, Building, Card
from heimlich.games.heimlich_co.ruleset import MOST_PLAYERS, read_face
from heimlich.games.heimlich_co.state import BLANK, Answer
from heimlich.reading import careful, seat_reader

Read = TypeVar("Read")

AGENT_ORDER = {agent: index for index, agent in enumerate(Agent)}
_OLD_WORDS = {word.lower(): agent for agent, name in SURNAMES.items() for word in (name, name[0])}
_BUILDING_WORDS: dict[str, Building] = {name: place for place, name in enumerate(BUILDINGS)} | {"0": 0}
_ORDERED = {Card.JOIN_AGENT}


def parse_action(text: str) -> Action:
    """Read an action. Agents are named by colour or by how it begins: `move yellow 2`, `move yel 2`."""
    return action_from_words(tuple(text.split()))


def action_from_words(words: tuple[str, ...]) -> Action:
    """Read an action from the words of its notation."""
    match words:
        case ("move", "nothing"):
            return MoveAgents(())
        case ("move", *rest) if rest and len(rest) % 2 == 0:
            return _move(rest)
        case ("safe", place):
            return MoveSafe(read_building(place))
        case ("yes" | "no" as word,):
            return SayWhether(word == "yes")
        case ("play", card, *targets):
            return _play(read_card(card), targets)
        case ("pass",):
            return Pass()
        case ("stop",):
            return Stop()
        case ("keep",):
            return KeepAnswers()
        case ("name", agent, owner):
            return NameOwner(read_agent(agent), read_answer(owner))
    raise BadNotation(
        f"'{' '.join(words)}' is no action; actions look like: move red 2 blue 3, safe 4, yes, no, "
        "play to-ruins red, pass, stop, name red 2, keep"
    )


def _move(words: list[str]) -> MoveAgents:
    steps = [(read_agent(words[i]), _whole(words[i + 1])) for i in range(0, len(words), 2)]
    if len({agent for agent, _ in steps}) < len(steps):
        raise BadNotation(f"'move {' '.join(words)}' names an agent twice")
    if any(count < 1 for _, count in steps):
        raise BadNotation(f"'move {' '.join(words)}' has an agent walk less than 1; leave out who stays")
    return MoveAgents(tuple(sorted(steps, key=lambda step: AGENT_ORDER[step[0]])))


def _play(card: Card, targets: list[str]) -> PlayCard:
    if card is Card.MOVE_SAFE:
        if len(targets) != 1:
            raise BadNotation(f"'play {card}' takes one building, as in: play {card} 4")
        return PlayCard(card, place=read_building(targets[0]))
    steps = 0
    if targets and targets[-1][:1] in {"+", "-"}:
        steps = _whole(targets[-1])
        targets = targets[:-1]
    agents = tuple(map(read_agent, targets))
    if len(set(agents)) < len(agents):
        raise BadNotation(f"'play {card} {' '.join(targets)}' names an agent twice")
    if card not in _ORDERED:
        agents = tuple(sorted(agents, key=AGENT_ORDER.__getitem__))
    return PlayCard(card, agents, steps)


def parse_event(text: str) -> SeenEvent:
    """Read an event: a decision starts with its seat (`2: pass`); a `?` stands for what was not seen."""
    seat, colon, rest = text.partition(":")
    if colon:
        return Decision(read_seat(seat.strip()), parse_action(rest))
    match text.split():
        case ["roll", face]:
            return Rolled(careful(read_face, face, "a face of a die, as in 4 or 1-3"))
        case ["agent", agent]:
            return AgentDrawn(read_agent(agent))
        case ["identity", seat, agent]:
            return IdentityDealt(read_seat(seat), _unless_unseen(read_agent, agent))
        case ["card", seat, card]:
            return CardDrawn(read_seat(seat), _unless_unseen(read_card, card))
        case ["start", seat]:
            return StartDrawn(read_seat(seat))
        case ["double", seat, agent]:
            return DoubleTaken(read_seat(seat), _unless_unseen(read_agent, agent))
        case ["answers", "none"]:
            return AnswersRevealed(())
        case ["answers", *seats] if seats:
            return AnswersRevealed(tuple(map(read_seat, seats)))
        case ["dossier", seat]:
            return DossierWritten(read_seat(seat))
    raise BadNotation(f"'{text}' is no event; events look like: roll 4, card 1 to-ruins, 2: move red 3")


def _unless_unseen(read: Callable[[str], Read], word: str) -> Read | None:
    return None if word == "?" else read(word)


def _whole(word: str) -> int:
    return careful(int, word, "a whole number")


def read_agent(word: str) -> Agent:
    """Read an agent by colour, by a beginning that only one colour has, or as older texts name it.

    Older texts use a surname or its first letter: `b` is Bucci, who is orange, and not the beginning of blue.
    """
    return careful(_agent_by_word, word, "an agent", Agent)


def _agent_by_word(word: str) -> Agent:
    text = word.lower()
    if text in _OLD_WORDS:
        return _OLD_WORDS[text]
    (agent,) = (agent for agent in Agent if text and agent.value.startswith(text))  # ValueError: none, or several
    return agent


def read_card(word: str) -> Card:
    """Read a kind of card by its name."""
    return careful(Card, word, "a card", Card)


def read_building(word: str) -> Building:
    """Read a building by its name; the church is also 0."""
    return careful(_BUILDING_WORDS.__getitem__, word, "a building", BUILDINGS)


read_seat: Callable[[str], Seat] = seat_reader(MOST_PLAYERS)


def read_answer(word: str) -> Answer:
    """Read an answer in a dossier: a seat, `free` or `blank`."""
    return {"free": None, "blank": BLANK}[word] if word in {"free", "blank"} else read_seat(word)
