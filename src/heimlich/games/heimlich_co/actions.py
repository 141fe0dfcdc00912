"""The actions and events of the game, one frozen type each. `str` writes each as notation.py reads it."""

from dataclasses import dataclass

from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.names import BUILDINGS, Agent, Building, Card
from heimlich.games.heimlich_co.ruleset import write_face
from heimlich.games.heimlich_co.state import BLANK, Answer

UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class MoveAgents:
    """Spend the roll: each named agent walks its number of buildings clockwise (H9). Empty steps are T3's 0 points."""

    steps: tuple[tuple[Agent, int], ...]  # agents in the order of Agent, each at most once

    def __str__(self) -> str:
        return "move " + (" ".join(f"{agent} {count}" for agent, count in self.steps) or "nothing")


@dataclass(frozen=True, slots=True)
class MoveSafe:
    """Move the safe to a building after a scoring (H12)."""

    place: Building

    def __str__(self) -> str:
        return f"safe {BUILDINGS[self.place]}"


@dataclass(frozen=True, slots=True)
class SayWhether:
    """Answer, unseen by the others, whether to play a card (T6)."""

    yes: bool

    def __str__(self) -> str:
        return "yes" if self.yes else "no"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card on its targets (T10); `steps` counts buildings forward, or back if negative."""

    card: Card
    agents: tuple[Agent, ...] = ()
    steps: int = 0
    place: Building | None = None

    def __str__(self) -> str:
        words = ["play", self.card, *self.agents]
        if self.steps:
            words.append(f"{self.steps:+d}")
        if self.place is not None:
            words.append(BUILDINGS[self.place])
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Pass:
    """Play no card in this opportunity (T6)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Stop:
    """Play no further card; not a pass (T6)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class NameOwner:
    """Answer one question of a dossier: who owns this agent (D1)."""

    agent: Agent
    owner: Answer

    def __str__(self) -> str:
        return f"name {self.agent} {write_answer(self.owner)}"


@dataclass(frozen=True, slots=True)
class KeepAnswers:
    """Keep the whole dossier unchanged in a revision (D3)."""

    def __str__(self) -> str:
        return "keep"


def write_answer(answer: Answer) -> str:
    """Write a dossier's answer as text: a seat, `free` or `blank`."""
    if answer is None:
        return "free"
    return "blank" if answer == BLANK else str(answer + 1)


Action = MoveAgents | MoveSafe | SayWhether | PlayCard | Pass | Stop | NameOwner | KeepAnswers


@dataclass(frozen=True, slots=True)
class AgentDrawn:
    """This agent takes part (H4)."""

    agent: Agent

    def __str__(self) -> str:
        return f"agent {self.agent}"


@dataclass(frozen=True, slots=True)
class IdentityDealt:
    """A seat is dealt its agent card (H6); None: unseen."""

    seat: Seat
    agent: Agent | None

    def __str__(self) -> str:
        return f"identity {self.seat + 1} {self.agent or UNSEEN}"


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat is dealt or draws a Top Secret card (T2, T4); None: unseen."""

    seat: Seat
    card: Card | None

    def __str__(self) -> str:
        return f"card {self.seat + 1} {self.card or UNSEEN}"


@dataclass(frozen=True, slots=True)
class StartDrawn:
    """This seat starts (H7)."""

    seat: Seat

    def __str__(self) -> str:
        return f"start {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The die shows this face (H8)."""

    face: tuple[int, ...]

    def __str__(self) -> str:
        return f"roll {write_face(self.face)}"


@dataclass(frozen=True, slots=True)
class DoubleTaken:
    """A seat takes a free agent's card (T11); None: unseen."""

    seat: Seat
    agent: Agent | None

    def __str__(self) -> str:
        return f"double {self.seat + 1} {self.agent or UNSEEN}"


ChanceEvent = AgentDrawn | IdentityDealt | CardDrawn | StartDrawn | Rolled | DoubleTaken
Event = Decision[Action] | ChanceEvent


@dataclass(frozen=True, slots=True)
class AnswersRevealed:
    """Everyone has answered T6's question; `yes` lists who wants to play a card. Seen, never applied."""

    yes: tuple[Seat, ...]

    def __str__(self) -> str:
        return "answers " + (" ".join(str(seat + 1) for seat in self.yes) or "none")


@dataclass(frozen=True, slots=True)
class DossierWritten:
    """A seat has completed its dossier (S1). Seen, never applied."""

    seat: Seat

    def __str__(self) -> str:
        return f"dossier {self.seat + 1}"


SeenEvent = Event | AnswersRevealed | DossierWritten
